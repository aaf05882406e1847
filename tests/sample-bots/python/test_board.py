"""The Python SDK's board: combat, squares, set-ups, options, clocks."""

import random
import unittest

from flagfall.v1 import bot_service_pb2, game_pb2
from flagfall_bot import AttackResult, GameState, Options, PieceType, TimeLeft, attack, neighbours, random_set_up
from flagfall_bot import square_name, zone_of

WINS, LOSES, BOTH = AttackResult.ATTACKER_WINS, AttackResult.DEFENDER_WINS, AttackResult.BOTH_REMOVED


def game_as(side: int, ruleset: str) -> GameState:
    return GameState(bot_service_pb2.GameStarted(game_id="g1", side=side, ruleset=game_pb2.Ruleset(id=ruleset)))


class BoardTest(unittest.TestCase):
    def test_attack_R2_5(self) -> None:
        rows = [
            (PieceType.SPY, PieceType.MARSHAL, WINS),
            (PieceType.MARSHAL, PieceType.SPY, WINS),
            (PieceType.SPY, PieceType.SCOUT, LOSES),
            (PieceType.MINER, PieceType.BOMB, WINS),
            (PieceType.MARSHAL, PieceType.BOMB, LOSES),
            (PieceType.SCOUT, PieceType.FLAG, WINS),
            (PieceType.MAJOR, PieceType.MAJOR, BOTH),
            (PieceType.GENERAL, PieceType.COLONEL, WINS),
            (PieceType.SERGEANT, PieceType.CAPTAIN, LOSES),
        ]
        for attacker, defender, result in rows:
            with self.subTest(attacker=attacker, defender=defender):
                self.assertIs(attack(attacker, defender), result)

    def test_of_a_ruleset_of_a_hosts_own_it_says_what_to_write(self) -> None:
        game = game_as(1, "tiny")
        for asked in (lambda: zone_of(game), lambda: random_set_up(game, random.Random(1)), lambda: game.army):
            with self.assertRaisesRegex(ValueError, "does not know the (army|set-up zone) of `tiny`.*by choose_set_up"):
                asked()

    def test_squares_and_lakes_R1_1(self) -> None:
        self.assertEqual([square_name(square) for square in (0, 9, 10, 99)], ["a1", "j1", "a2", "j10"])
        self.assertEqual(sorted(neighbours(0)), [1, 10])
        self.assertEqual(sorted(neighbours(32)), [22, 31, 33])
        self.assertEqual(sorted(neighbours(44)), [34, 45, 54])
        self.assertEqual(sorted(neighbours(99)), [89, 98])

    def test_random_set_up_is_legal_R1_4(self) -> None:
        zones = {("classic", 1): range(40), ("classic", 2): range(60, 100), ("duel", 2): range(70, 100)}
        for (ruleset, side), zone in zones.items():
            with self.subTest(ruleset=ruleset, side=side):
                game = game_as(side, ruleset)
                set_up = random_set_up(game, random.Random(3))
                self.assertTrue(all(square in zone for square in set_up))
                self.assertEqual(sorted(set_up.values()), sorted(game.army.elements()))
                self.assertEqual({square for row in zone_of(game) for square in row}, set(zone))

    def test_an_army_of_the_hosts_choice_R1_6(self) -> None:
        options = {"army": "2-0-3-1-0-0-0-0-0-0-1-2", "zone_rows": "1"}
        ruleset = game_pb2.Ruleset(id="classic")
        for name, value in options.items():
            ruleset.options.add(name=name, value=value)
        game = GameState(bot_service_pb2.GameStarted(game_id="g1", side=game_pb2.SIDE_BLUE, ruleset=ruleset))
        self.assertEqual(game.army, {PieceType.FLAG: 2, PieceType.SCOUT: 3, PieceType.MINER: 1, PieceType.MARSHAL: 1,
                                     PieceType.BOMB: 2})
        self.assertEqual(game.hidden_counts(), game.army)
        set_up = random_set_up(game, random.Random(3))
        self.assertTrue(set(set_up) <= set(range(90, 100)))
        self.assertEqual(sorted(set_up.values()), sorted(game.army.elements()))

    def test_options(self) -> None:
        options = Options('{"seed": "7", "share": 0.5, "bold": true}')
        self.assertEqual((options.get("seed", 0), options.get("share", 1.0), options.get("bold", False)), (7, 0.5, True))
        self.assertEqual((options.get("other", 3), Options("").get("other", "x")), (3, "x"))
        with self.assertRaises(ValueError):
            Options("[1]")

    def test_the_seed_makes_the_game(self) -> None:
        started = bot_service_pb2.GameStarted(game_id="g1", side=game_pb2.SIDE_RED)
        draws = [Options('{"seed": 7}').random_for(started).random() for _ in range(2)]
        self.assertEqual(draws[0], draws[1])

    def test_budget_leaves_time(self) -> None:
        self.assertAlmostEqual(TimeLeft(own=10.02, opponent=0, increment=0.1, per_ply=0).budget(), 0.35)
        self.assertAlmostEqual(TimeLeft(own=0.06, opponent=0, increment=0.1, per_ply=0).budget(), 0.01)
        self.assertEqual(TimeLeft(own=0.01, opponent=0, increment=0.1, per_ply=0).budget(), 0)
        self.assertAlmostEqual(TimeLeft(own=0.52, opponent=0, increment=0, per_ply=0.5).budget(), 0.25)


if __name__ == "__main__":
    unittest.main()
