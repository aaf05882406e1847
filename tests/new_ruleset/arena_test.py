"""A ruleset that nothing but this folder knows is hosted like any other: bots, ledger, records, ratings, words."""

import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "e2e"))

from arena import BUILD, ArenaTest  # noqa: E402

HERE = BUILD / "tests" / "new_ruleset"


class NewRuleset(ArenaTest):
    def command(self, *arguments):
        return [str(HERE / "tiny_flagfall"), "--home", str(self.home), *map(str, arguments)]

    def test_a_tournament(self):
        for name in ("left", "right", "middle"):
            folder = self.write_bot(name, command=[str(HERE / "tiny_bot")], rulesets=["tiny"])
            self.flagfall("bot", "add", folder)
        done = self.flagfall("tournament", "run", "--bots", "left,right,middle", "--ruleset", "tiny", "--rounds", 3,
                             "--games", 2, "--seed", 7)
        games = self.games()
        self.assertEqual(len(games), 18, done.stdout)
        for game in games:
            self.assertIn(game["outcome"]["reason"], ("REASON_FLAG_CAPTURED", "REASON_NO_LEGAL_PLY"), game)
        self.assert_sound()
        rated = self.json("leaderboard", "--ruleset", "tiny")
        self.assertEqual(sorted(row["bot"] for row in rated), ["left", "middle", "right"])
        self.assertIn("Six squares by six", self.flagfall("rules", "show", "tiny").stdout)
        self.assertIn("rF", self.flagfall("game", "show", "1-1", "--view", "all", "--ply", 1).stdout)
        text = self.flagfall("game", "export", "1-1", "--format", "text").stdout
        self.assertIn("ruleset tiny", text)
        self.assertEqual(self.flagfall("rules", "replay", "-", stdin=text).returncode, 0)

    def test_a_program_without_it_says_so(self):
        error = self.flagfall_as_it_is("rules", "show", "tiny")
        self.assertIn("no ruleset `tiny`; there are classic", error)

    def flagfall_as_it_is(self, *arguments):
        self.command = super().command
        return self.flagfall(*arguments, code=1).stderr


if __name__ == "__main__":
    unittest.main()
