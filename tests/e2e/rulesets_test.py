"""Every ruleset from bots' processes to the ledger and back: played, rated, refereed again, shown, replayed as text."""

import unittest

from arena import ArenaTest

RULESETS = {
    "classic": ["random", "sergeant"],
    "battle": ["random", "scout"],
    "duel": ["sergeant", "scout"],
    "barrage": ["random", "marshal"],
    "bluffing": ["random", "sergeant", "scout"],
    "cards": ["random", "cardsharp"],
    "gogo": ["random", "skirmisher"],
}


class Rulesets(ArenaTest):
    def test_every_ruleset_is_played_by_those_who_say_so(self):
        self.add_sample("random", "sergeant", "scout", "marshal", "cardsharp", "skirmisher")
        self.assertEqual([info["id"] for info in self.json("rules", "list")], list(RULESETS))
        for number, (ruleset, bots) in enumerate(RULESETS.items(), start=1):
            with self.subTest(ruleset):
                self.flagfall("tournament", "run", "--bots", ",".join(bots), "--ruleset", ruleset, "--games", 2,
                              "--tc", "5+0.05", "--max-plies", 400, "--seed", number)
                self.check(number, ruleset, bots)
        self.assert_sound()

    def check(self, number, ruleset, bots):
        games = [game for game in self.games() if game["tournament_id"] == number]
        self.assertEqual(len(games), len(bots) * (len(bots) - 1))
        for game in games:
            self.assertNotIn(game["outcome"]["reason"], ("REASON_ILLEGAL_ACTION", "REASON_DISCONNECTED"), game)
        rated = self.json("leaderboard", "--ruleset", ruleset)
        self.assertEqual(sorted(row["bot"] for row in rated), sorted(bots))
        game_id = f"{number}-1"
        for view in ("red", "blue", "spectator", "all"):
            self.assertTrue(self.flagfall("game", "show", game_id, "--view", view).stdout.strip())
        text = self.flagfall("game", "export", game_id).stdout
        self.assertIn(f"\nruleset {ruleset}\n", text[:400])
        self.flagfall("rules", "replay", "-", stdin=text)

    def test_a_bot_is_not_asked_for_what_it_does_not_play(self):
        self.add_sample("marshal", "random")
        self.refused("match", "marshal", "random", "--ruleset", "gogo", saying="marshal does not play gogo; its manifest lists")


if __name__ == "__main__":
    unittest.main()
