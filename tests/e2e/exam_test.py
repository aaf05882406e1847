"""Exams of real bots on imported games: what is played is the record, whatever they answer, and nothing is stored."""

import json
import math
import pathlib
import signal
import sys
import unittest

sys.dont_write_bytecode = True

from arena import ArenaTest  # noqa: E402

ROOT = pathlib.Path(__file__).parents[2]
ARCHIVE = ROOT / "tests" / "fuzz" / "seeds" / "xml_file" / "game.xml"
GAMES = 12


class Exam(ArenaTest):
    def setUp(self):
        super().setUp()
        self.add_sample("random", "sergeant")
        self.flagfall("tournament", "run", "--bots", "random,sergeant", "--ruleset", "barrage", "--rounds", GAMES // 2,
                      "--games", 2, "--tc", "60+1", "--seed", 7)
        text = self.folder / "games.txt"
        self.flagfall("game", "export", "--all", "--format", "text", "-o", text)
        self.flagfall("game", "import", text)
        self.flagfall("game", "import", ARCHIVE)

    def exam(self, *arguments):
        report, = self.json("exam", *arguments)
        return report

    def plies_of(self, *ids):
        """The plies of both sides in these games."""
        plies = {}
        for game_id in ids:
            actions = [entry["acted"]["action"] for entry in self.record(game_id)["entries"] if "acted" in entry]
            plies[game_id] = [[action["ply"].get("from", 0), action["ply"].get("to", 0)]
                              for action in actions if "ply" in action]
        return plies

    def add_examinee(self, **options):
        """A bot that knows what was played; returns the plies of all imported games."""
        ids = [game["game_id"] for game in self.json("game", "list", "--imported", "--count", 100)]
        plies = self.plies_of(*ids)
        path = self.folder / "plies.json"
        path.write_text(json.dumps(plies))
        defaults = {"plies": str(path), "illegal_at": 0, "silent_at": 0, "die_at": 0, "died": ""}
        self.add_program("examinee", "examinee.py", dict(defaults, **options))
        return plies

    def test_who_knows_the_record_agrees_with_it(self):
        plies = self.add_examinee()
        report = self.exam("examinee", "--repeat", 2)
        whole = report["parts"][0]
        self.assertEqual((report["games"], report["ruleset_id"], report["not_asked"], report["faults"]),
                         (GAMES + 1, "barrage", 0, 0))
        self.assertEqual(whole["plies"], sum(map(len, plies.values())))
        self.assertEqual((whole["asked"], whole["illegal"], whole["missing"]), (2 * whole["plies"], 0, 0))
        self.assertEqual((whole["agreement"]["value"], whole["rank"]["value"]), (1, 1))
        self.assertLess(whole["agreement"]["chance"], 0.2)
        # Two answers of two are two parts and a bit of three.
        self.assertLess(whole["loss_bits"]["value"], -math.log2(2 / 3))
        self.assertLess(whole["loss_bits"]["value"], whole["loss_bits"]["chance"])
        self.assertEqual(sum(part["plies"] for part in report["parts"][1:]), whole["plies"])

    def test_who_guesses_is_as_good_as_guessing(self):
        # The bot's chance follows from the seed, and the games of the exam are others in each run: at four standard errors, one
        # run in some five thousand fails by chance.
        report = self.exam("random", "--seed", 5)
        self.assertEqual(report["seed"], "5")
        whole = report["parts"][0]
        self.assertEqual((whole["illegal"], whole["missing"], report["not_asked"]), (0, 0, 0))
        for figure in (whole["agreement"], whole["rank"]):
            self.assertLess(abs(figure["value"] - figure["chance"]), 4 * figure["difference_standard_error"])
        loss = whole["loss_bits"]
        self.assertLess(abs(loss["value"] - whole["guesser_loss_bits"]), 4 * loss["standard_error"])
        self.assertGreater(whole["guesser_loss_bits"], loss["chance"])
        self.assertEqual(self.exam("random", "--seed", 5, "--concurrency", 1), report, "by the seed alone")
        self.assertNotEqual(self.exam("random", "--seed", 6)["parts"][0]["agreement"], whole["agreement"])

    def test_bots_follow_the_events_in_all_languages(self):
        """Whoever took its own answer for the ply that was played would soon answer by another board."""
        self.add_sample("scout", "rover", "marshal")
        for bot, more in [("sergeant", []), ("scout", []), ("rover", []), ("marshal", ["--option", "think_ms=2"])]:
            report = self.exam(bot, *more, "--games", 5)
            whole = report["parts"][0]
            self.assertGreater(whole["asked"], 50)
            self.assertLess(whole["agreement"]["value"], 1)
            self.assertEqual((whole["illegal"], whole["missing"], report["not_asked"], report["faults"]), (0, 0, 0, 0), bot)

    def test_nothing_is_stored(self):
        questions = [("leaderboard", "--json"), ("tournament", "list"), ("bot", "show", "sergeant"), ("game", "list", "--json"),
                     ("game", "list", "--imported", "--json"), ("db", "head")]
        before = [self.flagfall(*asked).stdout for asked in questions]
        self.exam("sergeant", "--games", 3)
        self.assertEqual([self.flagfall(*asked).stdout for asked in questions], before)
        self.flagfall("db", "check")

    def test_games_and_sides_are_chosen(self):
        plies = self.add_examinee()
        red = self.exam("examinee", "import-2-1", "--side", "red")
        self.assertEqual(red["games"], 1)
        self.assertEqual(red["parts"][0]["asked"], (len(plies["import-2-1"]) + 1) // 2)
        blue = self.exam("examinee", "import-2-1", "--side", "blue")
        self.assertEqual(red["parts"][0]["asked"] + blue["parts"][0]["asked"], len(plies["import-2-1"]))
        self.assertNotIn("standard_error", red["parts"][0]["agreement"], "of one game")
        self.assertEqual(self.exam("examinee", "--from-import", 2)["games"], 1)
        self.assertEqual(self.exam("examinee", "--from-import", 1, "--bot", "random")["games"], GAMES)
        self.assertEqual(self.exam("random", "--played-here")["games"], GAMES)

    def test_an_illegal_answer_counts_as_a_ply_that_was_not_played(self):
        plies = self.add_examinee(illegal_at=3)
        report = self.exam("examinee")
        wrong = sum(len(played) >= 3 for played in plies.values())
        whole = report["parts"][0]
        self.assertEqual((whole["illegal"], report["faults"], report["not_asked"]), (wrong, 0, 0))
        self.assertGreater(wrong, 0)
        self.assertAlmostEqual(whole["agreement"]["value"], 1 - wrong / whole["asked"])
        self.assertIn(f"{wrong} answer", self.flagfall("exam", "examinee").stdout)

    def test_a_bot_that_dies_is_started_again(self):
        plies = self.add_examinee(die_at=5, died=str(self.folder / "died"))
        report = self.exam("examinee", "import-2-1", "import-1-1", "--concurrency", 1)
        self.assertEqual(report["faults"], 1)
        whole = report["parts"][0]
        self.assertEqual((whole["missing"], whole["illegal"]), (1, 0))
        self.assertGreater(report["not_asked"], 0)
        self.assertEqual(whole["asked"] + report["not_asked"], len(plies["import-2-1"]) + len(plies["import-1-1"]))
        self.assertIn("1 process of the bot failed", self.flagfall(
            "exam", "examinee", "import-2-1", "--option", f"died={self.folder / 'again'}").stdout)

    def test_a_bot_that_dies_again_and_again_ends_the_exam(self):
        self.add_examinee(die_at=1)
        self.refused("exam", "examinee", "--side", "red", "--faults-max", 2,
                     saying="bot examinee failed in 2 processes and is asked no more. The last: exited with code 3")

    def test_an_answer_that_does_not_come_is_counted(self):
        plies = self.add_examinee(silent_at=5)
        report = self.exam("examinee", "import-2-1", "--side", "red", "--tc", "st=5")
        self.assertEqual((report["parts"][0]["asked"], report["parts"][0]["missing"], report["faults"]), (3, 1, 0))
        self.assertEqual(report["not_asked"], (len(plies["import-2-1"]) + 1) // 2 - 3)

    def test_an_exam_that_is_interrupted_ends_its_bots(self):
        self.add_examinee(silent_at=1)
        process = self.start("exam", "examinee", "--tc", "st=3600")
        self.wait_for(lambda: list(self.home.glob("logs/exam/examinee/*/*.log")), "a process of the bot")
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate()
        self.assertEqual((process.returncode, said), (130, "flagfall: the exam was stopped; nothing of it is kept\n"))

    def test_what_cannot_be_asked_is_refused(self):
        self.add_sample("cardsharp")
        self.flagfall("match", "random", "sergeant", "--ruleset", "duel", "--games", 1)
        self.refused("exam", "random", "--played-here", saying="as barrage and duel; bots are asked in one: choose it by --ruleset")
        self.flagfall("match", "random", "cardsharp", "--ruleset", "cards", "--games", 1)
        for words, saying in [
            (["nobody"], "nobody"),
            (["random", "import-9-1"], "import-9-1"),
            (["random", "import-1-1", "import-1-1"], "named twice"),
            (["random", "import-1-1", "--ruleset", "barrage"], "but not both"),
            (["random", "--ruleset", "duel"], "no such imported game"),
            (["random", "--played-here", "--ruleset", "cards"], "plies of classic, battle, duel and barrage"),
            (["random", "--played-here", "--from-import", 1], "is for imported games"),
            (["cardsharp"], "cardsharp does not play barrage"),
            (["random", "--option", "seed"], "must be NAME=VALUE"),
            (["random", "--option", "colour=red"], "colour"),
            (["random", "--tc", "soon"], "soon"),
        ]:
            self.refused("exam", *words, saying=saying)
        self.refused("--server", "127.0.0.1:1", "exam", "random", saying="works on a home")


if __name__ == "__main__":
    unittest.main()
