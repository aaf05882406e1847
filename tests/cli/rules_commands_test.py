"""What `flagfall rules` tells of the rulesets and their clauses."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "e2e"))

from arena import ArenaTest  # noqa: E402


class Rules(ArenaTest):
    def test_an_illegal_ply_fails_with_its_clause(self):
        text = "ruleset classic\nfree\nsetup red a1=F b1=5\nsetup blue a10=F j10=5\n1 b1-b2\n2 j10-j9\n3 b2-b4\n"
        refused = self.refused_text(text)
        self.assertEqual(refused, "flagfall: R2.2: ply 3: b2-b4 is 2 squares long; the Lieutenant on b2 moves one\n"
                                  "`flagfall rules clause R2.2` prints the clause.\n")
        self.assertIn("line 1", self.refused_text("rules of chess\n"))

    def refused_text(self, text):
        done = self.flagfall("rules", "replay", "-", stdin=text, code=1)
        return done.stderr

    def test_all_rulesets_are_listed_and_shown(self):
        listed = self.json("rules", "list")
        self.assertEqual([info["id"] for info in listed][:2], ["classic", "battle"])
        for info in listed:
            shown = self.flagfall("rules", "show", info["id"]).stdout
            for option in info["options"]:
                self.assertIn(option["name"], shown)
            self.assertIn("max_plies", shown)
            self.assertLessEqual(max(len(line) for line in shown.splitlines()), 100)

    def test_a_ruleset_is_told_with_the_options_that_are_asked_for(self):
        self.assertIn("now a5-a4 is barred by r3.2", self.flagfall("rules", "show", "duel").stdout.lower())
        off = self.flagfall("rules", "show", "duel", "--option", "two_squares=0").stdout
        self.assertNotIn("barred by R3.2", off)
        self.assertRegex(off, r"two_squares = 0 \(default 2; 0 to 100\)")
        self.assertIn("two_squares = `x`; expected 0 to 100",
                      self.flagfall("rules", "show", "duel", "--option", "two_squares=x", code=1).stderr)
        self.assertRegex(self.flagfall("rules", "show", "duel").stdout, r"Marshal +M +10 +1 ")
        self.assertRegex(self.flagfall("rules", "show", "duel", "--ranks", "high-is-1").stdout, r"Marshal +1 +1 +1 ")

    def test_what_happens_at_a_set_up_and_after_the_flags_power_is_said(self):
        for ruleset, says in (("classic", True), ("cards", True), ("gogo", False)):
            shown = " ".join(self.flagfall("rules", "show", ruleset).stdout.split())
            self.assertEqual("the set-up has 10 seconds of its own, `10+0.1 setup=60` gives it 60" in shown, says, ruleset)
        shown = " ".join(self.flagfall("rules", "show", "cards").stdout.split())
        self.assertIn("Its owner chooses the new front line, and the turn is over.", shown)
        self.assertNotIn("trick", shown)

    def test_a_program_learns_all_that_it_has_to_know(self):
        duel, = self.json("rules", "show", "duel")
        self.assertEqual([option["type"] for option in duel["options"]][-1:], ["TYPE_NUMBER"])
        self.assertEqual({one["kind"]: one["is_listed"] for one in duel["decisions"]},
                         {"DECISION_KIND_SET_UP": False, "DECISION_KIND_PLY": True})
        self.assertEqual(sum(piece["count"] for piece in duel["guide"]["pieces"]), duel["guide"]["board"]["army_size"])
        self.assertEqual(duel["guide"]["board"]["red_zone"], list(range(30)))
        gogo, = self.json("rules", "show", "gogo", "--option", "reach=900")
        self.assertEqual(gogo["guide"]["field"]["reach"], 900)

    def test_a_clause_is_printed_and_one_that_there_is_not_answered_with_the_nearest(self):
        shown = self.flagfall("rules", "clause", "R4.6").stdout
        self.assertTrue(shown.startswith("R4.6\n  chase = position-repetition"), shown)
        self.assertIn("R3 Two-squares rule\nR3.1\n", self.flagfall("rules", "clause", "r3").stdout)
        self.assertEqual(self.json("rules", "clause", "R4.6")[0]["name"], "R4.6")
        self.assertIn("the nearest is R4.11", self.flagfall("rules", "clause", "R4.12", code=1).stderr)
        self.assertIn("is no clause", self.flagfall("rules", "clause", "chase", code=1).stderr)


if __name__ == "__main__":
    unittest.main()
