"""What the program says of folders that hold no bot that it can take, and of the options that a bot is checked with."""

import json
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "e2e"))

from arena import ArenaTest  # noqa: E402


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
            ({"command": ["no-such-program-anywhere"]}, "does not exist on the PATH; one in its folder begins with ./"),
            ({"command": ["./bot.json"]}, "may not be executed; `chmod +x`"),
            ({"command": "./none"}, "command is a text; it must be a list of texts"),
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
        # Of what it prints in games nothing is in the log that is shown when none is named.
        self.assertIn("--tournament ID, --game ID", self.flagfall("bot", "log", "twin").stdout)


class BotOptions(ArenaTest):
    def test_a_bot_is_checked_with_the_options_that_are_given(self):
        options = [{"name": "level", "type": "TYPE_INTEGER", "default_value": "3"}]
        script = "case $FLAGFALL_BOT_OPTIONS in *level*:7}) exit 7;; esac; exit 4"
        bot = self.write_bot("optional", options=options, command=["/bin/sh", "-c", script])
        check = ["bot", "check", bot, "--only", 1]
        self.assertIn("exited with code 4", self.flagfall(*check, code=1).stdout)
        self.assertIn("exited with code 7", self.flagfall(*check, "--option", "level=7", code=1).stdout)
        for option, saying in (("level", "must be NAME=VALUE"), ("depth=7", "no option 'depth'; it has level"),
                               ("level=high", "'high' is not of its type")):
            self.assertIn(saying, self.flagfall(*check, "--option", option, code=1).stderr)


if __name__ == "__main__":
    unittest.main()
