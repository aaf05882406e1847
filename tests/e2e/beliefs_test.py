"""Beliefs that bots hand in with their plies: they stand in the record, are refereed again, and are scored beside counting."""

import unittest

from server import ServerTest


class BeliefsTest(ServerTest):
    def test_are_scored_after_the_game_beside_counting(self):
        for name, beliefs in (("counter", "right"), ("liar", "wrong")):
            self.add_program(name, "counter.py", {"beliefs": beliefs}, rulesets=["duel"])
        self.flagfall("match", "counter", "liar", "--ruleset", "duel", "--tc", "60+1", "--games", 2)
        self.assertIn("2 games refereed again, all equal", self.flagfall("verify", "--all").stdout)
        for game in self.games():
            analysis = self.json("game", "analyse", game["game_id"])[0]
            plies = {side: sum(ply["side"] == f"SIDE_{side.upper()}" for ply in analysis["plies"]) for side in ("red", "blue")}
            for side in ("red", "blue"):
                score = analysis[f"{side}_beliefs"]
                self.assertEqual(score["plies"], plies[side])
                self.assertGreater(score["pieces"], score["plies"])
                self.assertEqual(score["refused"], 0)
                if game[side] == "counter":
                    self.assertAlmostEqual(score["loss_bits"], score["counting_loss_bits"], places=5)
                else:
                    self.assertGreater(score["loss_bits"], score["counting_loss_bits"] + 1)
            text = self.flagfall("game", "analyse", game["game_id"]).stdout
            self.assertRegex(text, rf"counter has handed in beliefs with {plies['red' if game['red'] == 'counter' else 'blue']} pl")

        bits = {row["bot"]: row["beliefs"] for row in self.json("game", "bits")}
        self.assertAlmostEqual(bits["counter"]["loss_bits"], bits["counter"]["counting_loss_bits"], places=5)
        self.assertGreater(bits["liar"]["loss_bits"], bits["liar"]["counting_loss_bits"] + 1)
        self.assertIn("beliefs lost  counting loses", self.flagfall("game", "bits").stdout)

    def test_marshal_guesses_better_than_counting(self):
        self.add_sample("marshal", "sergeant")
        self.flagfall("match", "marshal", "sergeant", "--ruleset", "barrage", "--tc", "60+1", "--games", 4,
                      "--bot-option", "marshal:nodes=2000", "--bot-option", "marshal:beliefs=true", "--bot-option", "marshal:seed=3")
        row, = (row for row in self.json("game", "bits") if row["bot"] == "marshal")
        self.assertEqual(row["beliefs"]["plies"], int(row["plies"]))
        self.assertEqual(row["beliefs"]["refused"], 0)
        self.assertLess(row["beliefs"]["loss_bits"], row["beliefs"]["counting_loss_bits"])

    def test_a_game_without_them_has_no_score(self):
        self.add_sample("random")
        self.flagfall("match", "random", "random", "--ruleset", "duel", "--tc", "60+1", "--games", 1)
        self.assertEqual([key for key in self.json("game", "analyse", "1-1")[0] if "beliefs" in key], [])
        self.assertNotIn("beliefs", self.flagfall("game", "analyse", "1-1").stdout)


if __name__ == "__main__":
    unittest.main()
