"""What the program says to wrong words and wrong files: exit code 1 or 2, on standard error, with what would be right."""

import json
import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "e2e"))

from arena import SAMPLE_BOTS, ArenaTest  # noqa: E402

COMMANDS = ["bot", "bot add", "bot list", "bot show", "bot submit", "bot submissions", "bot log", "bot suspend", "bot resume",
            "bot retire", "user", "user add", "user list", "token", "token create", "token list", "token revoke",
            "user remove", "tournament", "tournament run", "tournament resume",
            "tournament list", "tournament show", "tournament pairings", "tournament init", "match", "leaderboard", "game", "game list", "game show", "game export",
            "verify", "rules", "rules list", "rules show", "rules replay", "book", "book generate", "book check", "db", "db check"]
RUN = ["tournament", "run", "--bots", "random,sergeant", "--ruleset", "barrage"]


class Help(ArenaTest):
    def test_each_command_has_an_example(self):
        for command in COMMANDS:
            text = self.flagfall(*command.split(), "--help").stdout
            self.assertRegex(text, r"\nExample: flagfall ", command)
            self.assertIn("--help", text)

    def test_the_examples_run(self):
        """In the order of COMMANDS, each example finds what those before it have made."""
        folder = self.folder / "build/release/sample-bots"
        folder.parent.mkdir(parents=True)
        folder.symlink_to(SAMPLE_BOTS)
        self.add_sample("random", "sergeant")
        for command in ["tournament run"] + COMMANDS:
            example = re.search(r"\nExample: (.*)", self.flagfall(*command.split(), "--help").stdout).group(1)
            if command == "tournament resume":
                self.interrupt_a_tournament()
            words = example.split(" | ")[0].split()[1:]
            done = self.flagfall(*words)
            if " | " in example:
                self.flagfall(*example.split(" | ")[1].split()[1:], stdin=done.stdout)

    def interrupt_a_tournament(self):
        process = self.start(*RUN, "--rounds", 50)
        process.stdout.readline()
        process.stdout.readline()
        process.kill()
        process.communicate()

    def test_version(self):
        self.assertRegex(self.flagfall("--version").stdout, r"^flagfall \d+\.\d+\.\d+\n$")


class WrongUsage(ArenaTest):
    def test_without_any_bots(self):
        for words, saying in [
            ([], "A subcommand is required"),
            (["boot"], "boot"),
            (["bot"], "A subcommand is required"),
            (["bot", "add"], "DIR is required"),
            (["bot", "add", "--fast", "."], "--fast"),
            (["tournament", "run", "--rounds", "0"], "--rounds"),
            (["tournament", "run", "--rounds", "-1"], "--rounds"),
            (["tournament", "run", "--rounds", "many"], "--rounds"),
            (["tournament", "run", "--rounds", "99999999999"], "--rounds"),
            (["tournament", "run", "--concurrency", "0"], "--concurrency"),
            (["tournament", "run", "--seed", "0"], "--seed"),
            (["tournament", "run", "--disconnect-grace", "0"], "--disconnect-grace"),
            (["tournament", "show"], "ID is required"),
            (["tournament", "show", "x"], "ID"),
            (["match", "a"], "B is required"),
            (["game", "show"], "ID is required"),
            (["game", "show", "1-1", "--view", "green"], "--view"),
            (["game", "show", "1-1", "--color", "blue"], "--color"),
            (["game", "export", "1-1", "--format", "pgn"], "--format"),
            (["game", "list", "--count", "0"], "--count"),
        ]:
            self.assertIn("--help`", self.refused(*words, saying=saying, code=2))

    def test_with_bots(self):
        self.add_sample("random", "sergeant")
        self.flagfall("bot", "add", self.write_bot("duellist", rulesets=["duel"]))
        for words, saying in [
            (["tournament", "run", "--bots", "random,sergeant", "--ruleset", "chess"], "chess"),
            ([*RUN, "--option", "two_squares=900"], "two_squares"),
            ([*RUN, "--option", "colour=red"], "colour"),
            ([*RUN, "--tc", "fast"], "time_control"),
            ([*RUN, "--concurrency", "99999"], "at most 1024"),
            ([*RUN, "--rounds", "9999999"], "at most"),
            (["tournament", "run", "--ruleset", "barrage"], "bots"),
            (["tournament", "run", "--bots", "random", "--ruleset", "barrage"], "2 to 256 are needed"),
            (["tournament", "run", "--bots", "random,random", "--ruleset", "barrage"], "twice"),
            (["tournament", "run", "--bots", "random,nobody", "--ruleset", "barrage"], "nobody"),
            (["tournament", "run", "--bots", "random,duellist", "--ruleset", "barrage"], "duellist does not play barrage"),
            (["tournament", "run", "--bots", "random,sergeant"], "ruleset"),
            (["tournament", "run", "--spec", "none.json"], "none.json"),
            (["tournament", "resume"], "no tournament is left unfinished"),
            (["tournament", "show", "3"], "3"),
            (["bot", "show", "nobody"], "the home has duellist, random, sergeant"),
            (["game", "show", "1-1"], "1-1"),
            (["game", "export", "1-1"], "1-1"),
            (["game", "list", "--result", "won"], "red_wins"),
            (["game", "list", "--reason", "tired"], "flag_captured"),
            (["verify"], "--all"),
            (["verify", "1-1"], "1 of 1 game refereed"),
            (["verify", "--file", "none.json"], "none.json"),
            (["leaderboard", "--ruleset", "chess"], "no ruleset `chess`"),
            (["rules", "show", "chess"], "there are classic"),
            (["rules", "replay", "none.txt"], "none.txt"),
        ]:
            self.refused(*words, saying=saying)
        self.assertEqual(self.games(), [])

    def test_a_home_that_is_none(self):
        for words in (["bot", "list"], ["leaderboard"], ["game", "list"], ["verify", "--all"], RUN):
            self.refused(*words, saying="is not a home")
        self.assertFalse(self.home.exists())


class BadBots(ArenaTest):
    def test_bots_that_are_not_taken(self):
        self.refused("bot", "add", self.folder / "none", saying="is not a folder")
        empty = self.folder / "empty"
        empty.mkdir()
        self.refused("bot", "add", empty, saying=f"{empty}/bot.json: no such file")
        broken = self.write_bot("broken")
        (broken / "bot.json").write_text("{")
        self.refused("bot", "add", broken, saying=f"{broken}/bot.json: it is not JSON")
        for fields, saying in [
            ({"colour": "red"}, "colour"),
            ({"rulesets": ["chess"]}, "field rulesets: \"chess\" is not one of classic"),
            ({"build_command": ["/bin/sh", "-c", "echo no compiler; exit 5"]}, "no compiler"),
            ({"command": ["./none"]}, "none does not exist"),
            ({"command": ["no-such-program-anywhere"]}, "does not exist on the PATH"),
            ({"command": ["./bot.json"]}, "may not be executed"),
            ({"version": "1\u001b[31m"}, "field version: holds control characters"),
        ]:
            folder = self.write_bot(f"bad-{next(iter(fields))}-{len(str(fields))}", **fields)
            error = self.refused("bot", "add", folder, saying=saying)
            self.assertNotIn("\x1b", error)
        self.assertEqual(self.json("bot", "list"), [])

    def test_two_bots_of_one_name(self):
        first = self.write_bot("twin")
        self.flagfall("bot", "add", first)
        second = self.folder / "second"
        second.mkdir()
        (second / "bot.json").write_text((first / "bot.json").read_text())
        self.refused("bot", "add", second, saying=f"there is a bot twin already, in {first}")
        bot, = self.json("bot", "list")
        self.assertEqual(bot["folder"], str(first))
        manifest = json.loads((first / "bot.json").read_text())
        (first / "bot.json").write_text(json.dumps(dict(manifest, version="2")))
        self.assertIn("Updated twin 2", self.flagfall("bot", "add", first).stdout)


class Rules(ArenaTest):
    def test_an_illegal_ply_fails_with_its_clause(self):
        text = "ruleset classic\nfree\nsetup red a1=F b1=5\nsetup blue a10=F j10=5\n1 b1-b2\n2 j10-j9\n3 b2-b4\n"
        self.assertIn("R2.", self.refused_text(text))
        self.assertIn("line 1", self.refused_text("rules of chess\n"))

    def refused_text(self, text):
        done = self.flagfall("rules", "replay", "-", stdin=text, code=1)
        return done.stderr

    def test_all_rulesets_are_listed_and_shown(self):
        ids = [info["id"] for info in self.json("rules", "list")]
        self.assertEqual(ids, ["classic", "battle", "duel", "barrage", "bluffing", "cards", "gogo"])
        options = {ruleset: "two_squares" for ruleset in ids} | {"cards": "spotter", "gogo": "reach"}
        for ruleset, option in options.items():
            self.assertIn(option, self.flagfall("rules", "show", ruleset).stdout)


if __name__ == "__main__":
    unittest.main()
