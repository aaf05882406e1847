"""Results without the luck of the deal, as a host gets them: games of real bots with a book in which set-ups make a large
difference, a value function fitted to them, and matches after that."""

import json
import unittest

from server import ServerTest

# A Marshal and two Bombs: whoever has the first set-up cannot move, and loses at once, unless the opponent has it too and is
# to move first.
ARMY = "army=1-0-0-0-0-0-0-0-0-0-1-2"
BOOK = f"""ruleset barrage
option {ARMY.replace("=", " ")}
MB......F. B......... .......... ..........
FB......B. .......... .......... ....M.....
"""
RULESET = ["--ruleset", "barrage", "--option", ARMY]


class LuckTest(ServerTest):
    def setUp(self):
        super().setUp()
        self.add_sample("random")
        self.book = self.folder / "unequal.book"
        self.book.write_text(BOOK)

    def match(self, *flags, games=60, code=0):
        return self.flagfall("match", "random", "random", *RULESET, "--tc", "60+1", "--games", 2, "--rounds", games // 2,
                             "--max-plies", 40, "--concurrency", 4, *flags, code=code)

    def less_luck(self, tournament, *flags):
        shown, = self.json("tournament", "show", tournament, "--control-variate", *flags)
        return shown["match"]["less_luck"]

    def test_a_value_function_and_the_matches_after_it(self):
        with_book = ["--book", self.book]
        self.refused("value", "fit", *RULESET, saying="takes 100 games of barrage")
        refused = self.match(*with_book, "--control-variate", code=1)
        self.assertIn("no value function of barrage", refused.stderr)
        self.assertEqual(self.json("tournament", "list"), [], "nothing is played where the result cannot be told")

        self.match(*with_book, games=160)
        fitted, = self.json("value", "fit", *RULESET)
        self.assertEqual((fitted["version"], fitted["games"]), (1, 160))
        self.assertEqual([one["id"] for one in fitted["tournaments"]], [1])
        self.assertLess(fitted["variance_factor"], 0.9)
        self.assertEqual(json.loads((self.home / "values/1.json").read_text())["coefficient"], fitted["coefficient"])

        self.assertIn("With less luck (value function 1):\n", self.match(*with_book, "--control-variate").stdout)
        corrected = self.less_luck(2)
        self.assertEqual([corrected[field] for field in ("value_function", "games", "samples", "games_fitted")], [1, 60, 30, 0])
        self.assertFalse(corrected["is_fitted_later"])
        self.assertLess(corrected["variance_factor"], 0.95)
        self.assertLess(corrected["score_error"], corrected["plain_score_error"])
        self.assertEqual(self.less_luck(2), corrected, "the same each time")
        self.it_corrects_none_of_its_own_games()
        self.later_ones_are_taken_by_name_alone(corrected)
        self.duplicate_pairs_have_no_luck_left()
        self.where_nothing_is_dealt_there_is_nothing_to_correct()
        self.a_server_tells_its_hosts(corrected)

    def it_corrects_none_of_its_own_games(self):
        self.refused("tournament", "show", 1, "--control-variate", saying="no value function of barrage")
        own = self.less_luck(1, "--value-function", 1)
        self.assertEqual((own["games"], own["games_fitted"]), (0, 160))
        self.assertEqual({own[field] for field in ("score", "score_error", "plain_score", "elo", "los", "variance_factor")}, {"NaN"})
        shown = self.flagfall("tournament", "show", 1, "--control-variate", "--value-function", 1).stdout
        self.assertIn("With less luck (value function 1, fitted after the match was made): no game is left of which it can be told.\n"
                      "Games left out: 160 ", shown)

    def later_ones_are_taken_by_name_alone(self, corrected):
        self.flagfall("value", "fit", *RULESET, "--tournament", 1)
        listed = self.json("value", "list")
        self.assertEqual([one["version"] for one in listed], [1, 2])
        self.assertEqual(listed[0]["weights"], listed[1]["weights"], "the same games give the same")
        self.assertEqual(self.less_luck(2), corrected, "what was told once stays")
        later = self.less_luck(2, "--value-function", 2)
        self.assertTrue(later["is_fitted_later"])
        self.assertEqual(later["score"], corrected["score"])
        shown = self.flagfall("value", "show", 1).stdout
        self.assertIn("Value function 1 of barrage", shown)
        self.assertRegex(shown, r"\nM_row\d +[-+]")

    def duplicate_pairs_have_no_luck_left(self):
        self.match("--book", self.book, "--duplicate", "--control-variate", games=20)
        duplicate = self.less_luck(3)
        self.assertEqual(duplicate["games"], 20)
        self.assertAlmostEqual(duplicate["variance_factor"], 1, places=9)
        self.assertAlmostEqual(duplicate["score"], duplicate["plain_score"], places=9)

    def where_nothing_is_dealt_there_is_nothing_to_correct(self):
        self.assertIn("the bots bring set-ups of their own", self.match("--control-variate", code=1).stderr)
        self.refused("match", "random", "random", "--ruleset", "gogo", "--control-variate", saying="in gogo the referee deals nothing")
        self.refused("value", "fit", "--ruleset", "gogo", saying="in gogo the referee deals nothing")
        self.refused("tournament", "show", 2, "--value-function", 1, saying="value_function is given without control_variate")

    def a_server_tells_its_hosts(self, corrected):
        self.serve()
        told, = self.asked(self.zoe, "tournament", "show", 2, "--control-variate")
        self.assertEqual(told["match"]["less_luck"], corrected)
        self.denied(self.owner("ann"), "tournament", "show", 2, "--control-variate", saying="only hosts may ask")
        # The home is read beside its server.
        self.assertEqual(self.json("value", "fit", *RULESET)[0]["version"], 3)
        self.assertIn("With less luck (value function 3):\n",
                      self.ask(self.zoe, "match", "random", "random", *RULESET, "--tc", "60+1", "--games", 4, "--max-plies", 40,
                               "--book", self.book, "--control-variate").stdout)

    def test_cards_are_dealt_without_a_book(self):
        play = ["match", "random", "random", "--ruleset", "cards", "--tc", "60+1", "--games", 2, "--concurrency", 4]
        self.flagfall(*play, "--rounds", 60)
        fitted, = self.json("value", "fit", "--ruleset", "cards")
        self.assertEqual(fitted["weights"][0]["feature"], "deal_S")
        self.assertIn("With less luck (value function 1):\n", self.flagfall(*play, "--rounds", 10, "--control-variate").stdout)
        corrected = self.less_luck(2)
        self.assertEqual((corrected["games"], corrected["samples"]), (20, 10))


if __name__ == "__main__":
    unittest.main()
