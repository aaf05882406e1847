"""A pool with a planted circle: its rankings and residuals as the program, a server and its site tell them, against values
that are computed from the list of games in another way (tests/rating/rankings_reference.py)."""

import collections
import json
import math
import pathlib
import sys
import unittest
import urllib.request
from fractions import Fraction

import numpy
from server import ServerTest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "rating"))
from rankings_reference import alpha_rank, alpha_rank_in_the_limit, nash_average  # noqa: E402

# Who gives up against whom, in which rounds of four: rock, paper and scissors beat one another in a circle, 3 : 1, and
# each of them beats the pebble 3 : 1.
LOSES_TO = {"rock": "paper=012,scissors=3,pebble=0", "paper": "scissors=012,rock=3,pebble=1",
            "scissors": "rock=012,paper=3,pebble=2", "pebble": "rock=123,paper=023,scissors=013"}
BOTS = list(LOSES_TO)
UNIT = 400 / math.log(10)


class RankingsTest(ServerTest):
    def setUp(self):
        super().setUp()
        for bot, loses_to in LOSES_TO.items():
            self.add_program(bot, "circle.py", {"loses_to": loses_to, "pairs": 6}, rulesets=["duel"])
        self.add_sample("random", "sergeant")
        self.flagfall("tournament", "run", "--bots", ",".join(BOTS), "--ruleset", "duel", "--rounds", 12, "--games", 2,
                      "--tc", "60+1", "--seed", 7)

    def matrix(self):
        """The scores of the four against each other, less 1/2, from the list of games."""
        points = collections.Counter()
        for game in self.games():
            red = {"RESULT_RED_WINS": Fraction(1), "RESULT_BLUE_WINS": Fraction(0)}.get(game["outcome"]["result"], Fraction(1, 2))
            for bot, opponent, score in ((game["red"], game["blue"], red), (game["blue"], game["red"], 1 - red)):
                points[bot, opponent] += score
                points[bot, opponent, "games"] += 1
        return [[points[a, b] / points[a, b, "games"] - Fraction(1, 2) if a != b else Fraction(0) for b in BOTS] for a in BOTS]

    def shares(self, *flags):
        ranking, = self.json("leaderboard", "--rank", *flags)
        share = {bot["bot"]: bot["share"]["value"] for bot in ranking["bots"]}
        return ranking, [share[bot] for bot in BOTS]

    def assert_near(self, values, expected, within=1e-9):
        self.assertLess(max(abs(float(a) - float(b)) for a, b in zip(values, expected, strict=True)), within,
                        f"{values}\n{list(map(float, expected))}")

    def test_the_circle_as_everybody_is_told_of_it(self):
        a = self.matrix()
        self.assertEqual(a[0][1], Fraction(-1, 4), "the circle is planted")
        numbers = numpy.array([[float(value) for value in row] for row in a])
        alpha, masses = self.shares("alpha")
        self.assert_near(masses, alpha_rank_in_the_limit(a))
        self.assert_near(masses, [1 / 3, 1 / 3, 1 / 3, 0])
        self.assert_near(self.shares("alpha", "--alpha", 0.3)[1], alpha_rank(numbers, 0.3))
        nash, weights = self.shares("nash")
        self.assert_near(weights, nash_average(numbers), 1e-6)
        for ranking in (alpha, nash):
            self.assertEqual([(bot["bot"], bot["place"]) for bot in ranking["bots"]],
                             [("paper", 1), ("rock", 1), ("scissors", 1), ("pebble", 4)])
            for bot in ranking["bots"]:
                self.assertTrue(bot["share"]["low"] <= bot["share"]["value"] <= bot["share"]["high"], bot)
        self.assertEqual(self.shares("nash")[0], nash, "the same ledger gives the same intervals")
        self.residuals_are_those_of_the_model()
        self.text_is_for_people()
        self.somebody_new_is_left_out()
        self.server_and_site_say_the_same()

    def residuals_are_those_of_the_model(self):
        *bots, fit = self.json("leaderboard", "--los")
        residuals = self.json("leaderboard", "--residuals")[-1]
        w = fit["draw_rate"]
        nu, unit = 2 * w / (1 - w), UNIT * (1 - w)
        elo = {bot["bot"]: bot["likelihood_elo"] for bot in bots}
        self.assertEqual(residuals["pairs_met"], 6)
        games = self.games()
        for pair in residuals["pairs"]:
            chances, points, mean = numpy.ones(1), 0.0, 0.0
            for game in games:
                if {game["red"], game["blue"]} != {pair["bot"], pair["opponent"]}:
                    continue
                x = (elo[game["red"]] - elo[game["blue"]] + fit["red_advantage_elo"]) / unit
                of = numpy.array([math.exp(-x / 2), nu, math.exp(x / 2)])
                of /= of.sum()
                is_red = game["red"] == pair["bot"]
                chances = numpy.convolve(chances, of if is_red else of[::-1])
                won = {"RESULT_RED_WINS": 1.0, "RESULT_BLUE_WINS": 0.0}.get(game["outcome"]["result"], 0.5)
                points += won if is_red else 1 - won
            half_points = numpy.arange(len(chances))
            mean = (chances * half_points).sum() / 2
            self.assertEqual(pair["points"], points)
            self.assertAlmostEqual(pair["expected_points"], mean, places=4)
            off = abs(points - mean) / math.sqrt(residuals["variance_ratio"])
            p = chances[abs(half_points / 2 - mean) >= off - 1e-4].sum()
            self.assertAlmostEqual(pair["p"], p, places=5, msg=str(pair))
            self.assertGreaterEqual(pair["adjusted_p"], pair["p"])
        circle = {("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")}
        self.assertEqual({(pair["bot"], pair["opponent"]) for pair in residuals["pairs"][:3]}, circle)
        self.assertAlmostEqual(residuals["pairs"][0]["adjusted_p"], min(1, 6 * residuals["pairs"][0]["p"]), places=9)

    def text_is_for_people(self):
        shown = self.flagfall("leaderboard", "--rank", "nash", "--residuals").stdout
        self.assertTrue(shown.startswith("Nash averaging duel\n"), shown)
        self.assertIn("\n\nAgainst what the ratings foretell duel\n", shown)
        self.assertNotIn("running rating", shown)
        self.assertTrue(self.flagfall("leaderboard", "--rank", "alpha").stdout.startswith("Alpha-rank duel\n"))
        self.assertIn("running rating", self.flagfall("leaderboard", "--residuals").stdout)
        self.refused("leaderboard", "--rank", "elo", saying="--rank", code=2)

    def somebody_new_is_left_out(self):
        before = self.shares("alpha")[1]
        self.flagfall("match", "random", "sergeant", "--ruleset", "duel", "--games", 2, "--tc", "2+0.02", "--max-plies", 20)
        ranking, after = self.shares("alpha")
        self.assertEqual(ranking["left_out"], ["random", "sergeant"])
        self.assertEqual(after, before)
        self.assertIn("Left out, since not all of these and those above have met: random, sergeant\n",
                      self.flagfall("leaderboard", "--rank", "nash").stdout)

    def server_and_site_say_the_same(self):
        own = {flags: self.flagfall("leaderboard", *flags).stdout for flags in
               (("--rank", "alpha"), ("--rank", "nash", "--json"), ("--residuals",), ("--residuals", "--json"))}
        self.serve("--http", "127.0.0.1:0")
        for flags, text in own.items():
            self.assertEqual(self.flagfall("--server", self.reach, "leaderboard", *flags).stdout, text)
        self.refused("--server", self.reach, "leaderboard", "--rank", "alpha", "--alpha", "-1", saying="alpha is -1; it must be above 0")
        ranking, = self.json("leaderboard", "--rank", "nash")
        page = self.page("rankings")
        self.assertEqual([one["method"] for one in page["rankings"]], ["RANK_METHOD_ALPHA", "RANK_METHOD_NASH"])
        self.assertEqual([bot["bot"] for bot in page["rankings"][1]["bots"]], [bot["bot"] for bot in ranking["bots"]])
        residuals = self.json("leaderboard", "--residuals")[-1]
        self.assertEqual([pair["points"] for pair in self.page("residuals")["pairs"]],
                         [pair["points"] for pair in residuals["pairs"]])

    def page(self, name):
        with urllib.request.urlopen(f"{self.site.rstrip('/')}/api/v1/leaderboards/duel/{name}") as answer:
            return json.load(answer)


if __name__ == "__main__":
    unittest.main()
