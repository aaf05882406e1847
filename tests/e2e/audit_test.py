"""A bot that is told by another program what it may not know is found when it is asked again, and an honest one is not."""

import json
import sys
import unittest

sys.dont_write_bytecode = True

from arena import ArenaTest  # noqa: E402

GAMES = 40


class AskedAgain(ArenaTest):
    def setUp(self):
        super().setUp()
        # Where bots write to each other, outside of the home: they are in no sandbox.
        self.letters = self.folder / "letters"
        self.letters.mkdir()

    def add_colluder(self, name, reads):
        self.add_program(name, "colluder.py", {"folder": str(self.letters), "reads": reads, "first": 0}, rulesets=["duel", "barrage"])

    def play(self, *bots, games=GAMES):
        self.flagfall("match", *bots, "--ruleset", "barrage", "--tc", "60+1", "--games", games, "--max-plies", 200, "--seed", 7)

    def asked_again(self, bot, *arguments):
        report, = self.json("audit", bot, "--ruleset", "barrage", "--ask", 2, *arguments)
        return report["asked_again"]

    def test_finds_who_is_told(self):
        self.add_colluder("informed", 1)
        self.add_colluder("informant", 0)
        self.play("informed", "informant")
        asked = self.asked_again("informed")
        self.assertEqual((asked["games"], asked["games_left_out"], asked["repeats"], asked["faults"]), (GAMES, 0, 2, 0))
        self.assertLess(asked["p"], 1e-4)
        self.assertGreater(asked["advantage"], 0.1)
        advantages = [ply["advantage"] for ply in asked["telling"]]
        self.assertEqual(advantages, sorted(advantages, reverse=True))
        self.assertLessEqual(max(advantages), 2)
        text = self.flagfall("audit", "informed", "--ruleset", "barrage", "--ask", 2).stdout
        self.assertIn("something told it more there (p at most ", text)
        self.assertIn("The plies that showed most:", text)
        self.assertGreater(self.asked_again("informant")["p"], 1e-3)
        text = self.flagfall("audit", "informant", "--ruleset", "barrage", "--ask", 1).stdout
        self.assertIn("informant shows as much of hidden pieces as in its games", text)
        self.assert_sound()

    def test_asks_each_program_as_it_has_played(self):
        self.add_colluder("steady", 0)
        self.add_sample("random")
        self.play("steady", "random", "--bot-option", "steady:first=1", games=4)
        # With the options of its tournament it answers the same again; without them it would draw lots.
        asked = self.asked_again("steady")
        self.assertEqual((asked["games"], asked["advantage"], asked["p"]), (4, 0, 1))
        self.assertGreater(asked["scored_plies"], 0)

    def test_leaves_out_games_that_another_version_played(self):
        self.add_colluder("informed", 1)
        self.add_sample("random")
        self.play("informed", "random", games=2)
        manifest = self.folder / "bots" / "informed" / "bot.json"
        self.flagfall("bot", "add", self.with_version(manifest, "2.0"))
        told = self.flagfall("audit", "informed", "--ruleset", "barrage", "--ask", 1, code=1).stderr
        self.assertIn("there is no game in which the bot could be asked again", told)
        self.play("informed", "random", games=2)
        asked = self.asked_again("informed")
        self.assertEqual((asked["games"], asked["games_left_out"]), (2, 2))

    def with_version(self, manifest, version):
        bot = json.loads(manifest.read_text())
        manifest.write_text(json.dumps(bot | {"version": version}))
        return manifest.parent


if __name__ == "__main__":
    unittest.main()
