"""Games that were played elsewhere: imported, looked at, verified, exported again, and counted nowhere."""

import json
import re
import sys
import unittest
import urllib.request

sys.dont_write_bytecode = True

from server import ServerTest  # noqa: E402

GAMES = 12


class Import(ServerTest):
    def setUp(self):
        super().setUp()
        self.add_sample("random", "sergeant")
        # Not barrage, where a scout that finds the flag ends one game in seven before its third turn.
        self.flagfall("tournament", "run", "--bots", "random,sergeant", "--ruleset", "classic", "--rounds", GAMES // 2,
                      "--games", 2, "--tc", "60+1", "--seed", 7)
        self.here = self.home
        self.other = self.folder / "other"

    def exported(self, name, *arguments):
        path = self.folder / name
        self.flagfall("game", "export", *arguments, "-o", path)
        return path

    def test_what_is_exported_comes_back_the_same(self):
        self.add_sample("cardsharp")
        self.flagfall("match", "random", "cardsharp", "--ruleset", "cards", "--games", 2)
        text = self.exported("games.txt", "--all", "--format", "text")
        xml = self.exported("games.xml", "--tournament", 1, "--format", "xml")
        self.home = self.other
        self.assertIn(f"{GAMES + 2} games imported", self.flagfall("game", "import", text).stdout)
        self.assertEqual(self.exported("again.txt", "--imported", "--format", "text").read_bytes(), text.read_bytes())
        self.assertIn(f"0 games imported; {GAMES + 2} games were there already", self.flagfall("game", "import", text).stdout)
        self.home = self.folder / "third"
        report = self.json("game", "import", xml)[0]
        self.assertEqual((report["stored"], report["already_there"], report["broken_total"]), (GAMES, 0, 0))
        self.assertEqual(self.exported("again.xml", "--imported", "--format", "xml").read_bytes(), xml.read_bytes())
        self.assertIn(f"{GAMES} imported games played again by the rules, all legal", self.flagfall("verify", "--all").stdout)
        self.assertRegex(self.flagfall("db", "check").stdout, r"(?m)^imports .* ok: ")

    def test_they_count_nowhere(self):
        xml = self.exported("games.xml", "--all", "--format", "xml")
        before = [self.flagfall(*asked).stdout for asked in self.questions()]
        self.flagfall("game", "import", xml)
        self.assertEqual([self.flagfall(*asked).stdout for asked in self.questions()], before)
        self.assertEqual(len(self.json("game", "list", "--imported", "--count", 100)), GAMES)
        self.assertEqual(self.flagfall("game", "list", "--imported", "--bot", "Nobody").stdout, "No such games.\n")
        self.refused("game", "list", "--tournament", 2**32 + 1, saying="is no whole number", code=2)
        self.assert_sound()

    def questions(self):
        return [("leaderboard", "--json"), ("tournament", "show", 1), ("tournament", "list"), ("bot", "list"),
                ("bot", "show", "random"), ("game", "list", "--json"), ("game", "list", "--bot", "random", "--json"),
                ("game", "export", "--all", "--format", "jsonl"), ("game", "export", "--all", "--format", "csv")]

    def test_they_can_be_looked_at(self):
        text = self.exported("games.txt", "--all", "--format", "text")
        self.flagfall("game", "import", text)
        listed = self.json("game", "list", "--imported")
        self.assertEqual([game["game_id"] for game in listed], [f"import-1-{i + 1}" for i in range(GAMES)])
        own = self.games()[0]
        for field in ("red", "blue", "outcome", "plies", "ruleset_id"):
            self.assertEqual(listed[0][field], own[field])
        self.assertTrue(listed[0]["is_imported"])
        self.assertNotIn("rating", listed[0])
        shown = self.flagfall("game", "show", "import-1-1", "--view", "red", "--ply", 3).stdout
        self.assertIn("imported: played elsewhere", shown)
        self.assertEqual(shown.split("after ply")[1],
                         self.flagfall("game", "show", own["game_id"], "--view", "red", "--ply", 3).stdout.split("after ply")[1])
        told = self.flagfall("verify", "import-1-1", own["game_id"]).stdout
        self.assertRegex(told, r"import-1-1: played elsewhere\. All \d+ plies are legal by classic.* What cannot be checked: who played")
        self.assertIn(f"{own['game_id']}: equal", told)
        record = self.exported("one.json", "import-1-1", "--format", "json")
        self.assertIn("played elsewhere", self.flagfall("verify", "--file", record).stdout)
        changed = json.loads(record.read_text())
        ply = changed["entries"][5]["acted"]["action"]["ply"]
        ply["to"] = ply.get("from", 0)
        record.write_text(json.dumps(changed))
        self.refused("verify", "--file", record, saying="entry 6")

    def test_a_broken_game_is_named_and_the_others_are_kept(self):
        text = self.exported("games.txt", "--all", "--format", "text").read_text()
        blocks = text.split("\n\n")
        blocks[2] = re.sub(r"(?m)^3 \S+", "3 a1-a1", blocks[2])
        path = self.folder / "broken.txt"
        path.write_text("\n\n".join(blocks))
        line = 1 + path.read_text().split("\n").index("3 a1-a1")
        self.home = self.other
        done = self.flagfall("game", "import", path, self.folder / "nothing.txt", code=1)
        self.assertRegex(done.stderr, rf"(?m)^broken\.txt, game 3: line {line}: R2\.\d")
        self.assertIn("nothing.txt: there is no such file", done.stderr)
        self.assertIn("2 games or files were left out; all others are imported", done.stderr)
        self.assertIn(f"{GAMES - 1} games imported", done.stdout)
        ids = [game["game_id"] for game in self.json("game", "list", "--imported")]
        self.assertEqual(ids, [f"import-1-{i + 1}" for i in range(GAMES) if i != 2])
        report = json.loads(self.flagfall("game", "import", path, "--json", code=1).stdout)
        self.assertEqual((report["broken"][0]["number"], report["already_there"]), (3, GAMES - 1))

    def test_a_file_without_a_game_is_named(self):
        for name, text in (("empty.txt", ""), ("empty.xml", "<stratego></stratego>")):
            path = self.folder / name
            path.write_text(text)
            self.assertIn(f"{name}: it holds no game; expected texts", self.flagfall("game", "import", path, code=1).stderr)

    def test_hostile_xml_is_refused(self):
        bomb = self.folder / "bomb.xml"
        entities = "".join(f'<!ENTITY a{i} "&a{i - 1};&a{i - 1};">' for i in range(1, 40))
        bomb.write_text(f'<!DOCTYPE s [<!ENTITY a0 "ha">{entities}]><stratego><game><player id="1">&a39;</player></game></stratego>')
        self.refused("game", "import", bomb, saying="a document type")
        self.refused("--server", "localhost:1", "game", "import", bomb, saying="works on a home")

    def test_a_server_shows_them(self):
        text = self.exported("games.txt", "--all", "--format", "text")
        self.flagfall("game", "import", text)
        self.serve("--http", "127.0.0.1:0")
        anyone = ["--server", self.reach]
        self.assertEqual(len(self.json(*anyone, "game", "list", "--imported", "--count", 100)), GAMES)
        self.assertEqual(len(self.json(*anyone, "game", "list", "--count", 100)), GAMES)
        path = self.folder / "served.txt"
        self.flagfall(*anyone, "game", "export", "--imported", "--format", "text", "-o", path)
        self.assertEqual(path.read_bytes(), text.read_bytes())
        self.assertIn("imported", self.flagfall(*anyone, "game", "show", "import-1-2").stdout)

        def page(path):
            with urllib.request.urlopen(f"{self.site.rstrip('/')}/api/v1/{path}", timeout=60) as answer:
                return answer.read().decode()

        self.assertEqual(len(json.loads(page("games?imported=true&page_size=100"))["games"]), GAMES)
        self.assertFalse(any("is_imported" in game for game in json.loads(page("games"))["games"]))
        replay = json.loads(page("games/import-1-2"))
        self.assertTrue(replay["game"]["is_imported"])
        self.assertNotIn("acts", replay, "times that nobody knows")
        self.assertEqual(page("games/import-1-2/text"), text.read_text().split("\n\n")[1] + "\n")


if __name__ == "__main__":
    unittest.main()
