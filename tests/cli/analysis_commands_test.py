"""What the commands print that tell of hidden pieces: who may know more than it should, and who gives away how much."""

import unittest

from ledgers import LedgerTest


class Audits(LedgerTest):
    def audit(self, *flags, bot="random", ruleset="duel"):
        words = ["audit", bot, "--ruleset", ruleset, *flags]
        audit, = self.json(*words)
        return self.flagfall(*words).stdout, audit

    def test_are_of_all_games_or_say_that_they_are_for_one_look(self):
        self.play("random", "sergeant", ruleset="duel", games=4)
        text, audit = self.audit()
        self.assertEqual((audit["games"], audit["games_before_left_out"]), (4, 0))
        self.assertIn("random, duel: 4 games. ", text)
        self.assertNotIn("one look", text)
        text, audit = self.audit("--games", 3)
        self.assertEqual((audit["games"], audit["games_before_left_out"]), (3, 1))
        self.assertIn("random, duel: the newest 3 of 4 games. ", text)
        self.assertIn("This p is for one look", text)
        self.assertIn("random, duel: 4 games. ", self.audit("--games", 4)[0])

    def test_have_figures_however_little_is_allowed(self):
        self.play("random", "sergeant", games=100)
        hints = ("attack", "contact", "flag", "approach", "flight")
        text, audit = self.audit(*(f"--allow={hint}=-8" for hint in hints), bot="sergeant", ruleset="barrage")
        self.assertIn("(p below 1e-300).", text)
        self.assertIn("above 1e+300", text)
        self.assertNotRegex(text, r"\b(inf|nan)\b")
        for number in (audit["p"], *(hint["winnings"] for hint in audit["hints"]), *(ply["weight"] for ply in audit["plies"])):
            self.assertIsInstance(number, (int, float))
            self.assertGreater(number, 0)


class Bits(LedgerTest):
    def test_of_each_bot_are_those_of_its_games(self):
        self.play("random", "sergeant", "scout", games=4)
        self.play("random", "sergeant", ruleset="duel", games=1)
        bits = self.json("game", "bits", "--ruleset", "barrage")
        self.assertEqual({row["bot"]: row["games"] for row in bits}, dict.fromkeys(("random", "sergeant", "scout"), "8"))
        net = [row["net_per_game"]["bits"] for row in bits]
        self.assertEqual(net, sorted(net, reverse=True), "who learns most above what it gives away comes first")
        self.assertAlmostEqual(sum(net), 0, msg="what one learns the other one gives away")
        sums = dict.fromkeys(("random", "sergeant", "scout"), 0)
        for game in self.json("game", "list", "--ruleset", "barrage", "--count", 100):
            analysis, = self.json("game", "analyse", game["game_id"])
            for side in ("red", "blue"):
                sums[analysis[side]] += sum(ply[f"{side}_learnt_bits"] for ply in analysis["plies"])
        for row in bits:
            self.assertAlmostEqual(row["learnt_per_game"]["bits"], sums[row["bot"]] / 8)
            self.assertGreater(row["learnt_per_game"]["standard_error"], 0)
            self.assertAlmostEqual(row["learnt_per_ply"]["bits"], sums[row["bot"]] / int(row["plies"]))

    def test_are_by_ruleset_and_of_the_games_that_are_chosen(self):
        self.play("random", "sergeant", games=2)
        self.play("random", "sergeant", ruleset="duel", games=1)
        self.play("random", "sergeant", ruleset="bluffing", games=1)
        rows = [(row["ruleset"], row["games"]) for row in self.json("game", "bits")]
        self.assertEqual(rows, [("barrage", "2"), ("barrage", "2"), ("duel", "1"), ("duel", "1")])
        self.assertNotIn("standard_error", self.json("game", "bits", "--tournament", 2)[0]["net_per_game"])
        self.assertEqual(len(self.json("game", "bits", "--count", 2)), 2, "that of duel is the newest which counts")
        text = self.flagfall("game", "bits").stdout
        self.assertIn("± is the standard error", text)
        self.assertEqual(self.flagfall("game", "bits", "--ruleset", "bluffing").stdout,
                         "No such games of classic, battle, duel or barrage.\n")


if __name__ == "__main__":
    unittest.main()
