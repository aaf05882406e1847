"""Which piece, card or role beats which, in the rulesets that are no plain board games."""

import random
import unittest
from collections import Counter

from flagfall.v1 import bot_service_pb2, game_pb2
from flagfall_bot import AttackResult, CardsState, GogoState, PieceType, Side, bluffing, cards, gogo
from flagfall_bot.gogo import Point, Role

WINS, LOSES, BOTH = AttackResult.ATTACKER_WINS, AttackResult.DEFENDER_WINS, AttackResult.BOTH_REMOVED


class CombatTest(unittest.TestCase):
    def check(self, combat, rows) -> None:
        for *fighters, result in rows:
            with self.subTest(fighters=fighters):
                self.assertIs(combat(*fighters), result)

    def test_bluffing_R6_8(self) -> None:
        self.check(bluffing.combat, [
            (PieceType.FLAG, 3, PieceType.FLAG, BOTH),
            (PieceType.FLAG, 3, PieceType.SPY, LOSES),
            (PieceType.SPY, 0, PieceType.FLAG, WINS),
            (PieceType.BOMB, 0, PieceType.BOMB, BOTH),
            (PieceType.BOMB, 9, PieceType.MINER, LOSES),
            (PieceType.BOMB, 0, PieceType.MARSHAL, WINS),
            (PieceType.MINER, 2, PieceType.BOMB, WINS),
            (PieceType.SCOUT, 1, PieceType.BOMB, WINS),
            (PieceType.SCOUT, 2, PieceType.BOMB, LOSES),
            (PieceType.SPY, 5, PieceType.MARSHAL, WINS),
            (PieceType.MARSHAL, 0, PieceType.SPY, WINS),
            (PieceType.MARSHAL, 1, PieceType.SPY, LOSES),
            (PieceType.CAPTAIN, 1, PieceType.MAJOR, BOTH),
            (PieceType.CAPTAIN, 2, PieceType.MAJOR, WINS),
            (PieceType.CAPTAIN, 0, PieceType.MAJOR, LOSES),
        ])

    def test_bluffing_R6_8_with_the_option_an_eleven_beats_the_spy(self) -> None:
        ruleset = game_pb2.Ruleset(id="bluffing")
        fight = PieceType.MARSHAL, 1, PieceType.SPY
        self.assertIs(self.bluffing(ruleset).combat(*fight), LOSES)
        ruleset.options.add(name="eleven_beats_spy", value="true")
        self.assertIs(self.bluffing(ruleset).combat(*fight), WINS)
        self.assertIs(self.bluffing(ruleset).combat(PieceType.SPY, 1, PieceType.MARSHAL), WINS)

    @staticmethod
    def bluffing(ruleset) -> bluffing.BluffingState:
        return bluffing.BluffingState(bot_service_pb2.GameStarted(game_id="g1", side=1, ruleset=ruleset))

    def test_cards_R7_4(self) -> None:
        self.check(cards.combat, [
            (PieceType.SPOTTER, PieceType.FLAG, WINS),
            (PieceType.MINER, PieceType.BOMB, WINS),
            (PieceType.MARSHAL, PieceType.BOMB, LOSES),
            (PieceType.SPY, PieceType.MARSHAL, WINS),
            (PieceType.SPOTTER, PieceType.MARSHAL, LOSES),
            (PieceType.SPOTTER, PieceType.SPY, WINS),
            (PieceType.SPY, PieceType.SPOTTER, BOTH),
            (PieceType.SPY, PieceType.SPY, BOTH),
            (PieceType.SCOUT, PieceType.SPOTTER, WINS),
            (PieceType.SERGEANT, PieceType.CAPTAIN, LOSES),
        ])
        self.assertEqual([one for one in PieceType if not cards.can_attack(one)], [PieceType.BOMB, PieceType.FLAG])

    def test_gogo_R8_7(self) -> None:
        self.check(gogo.combat, [
            (Role.ENGINEER, Role.TRAP, WINS),
            (Role.MONARCH, Role.TRAP, LOSES),
            (Role.ASSASSIN, Role.TRAP, LOSES),
            (Role.ASSASSIN, Role.MONARCH, WINS),
            (Role.MONARCH, Role.ASSASSIN, LOSES),
            (Role.ASSASSIN, Role.ENGINEER, BOTH),
            (Role.CONSCRIPT, Role.ASSASSIN, WINS),
            (Role.PEER, Role.MONARCH, LOSES),
            (Role.PEER, Role.PEER, BOTH),
        ])

    def test_armies_R7_1_R8_2(self) -> None:
        ruleset = game_pb2.Ruleset(id="cards")
        started = bot_service_pb2.GameStarted(side=Side.RED, ruleset=ruleset)
        self.assertEqual(CardsState(started).army.total(), 24)
        started.ruleset.options.add(name="spotter", value="off")
        self.assertEqual(CardsState(started).army.total(), 23)
        self.assertEqual(gogo.DECK.total(), 23)
        self.assertEqual([role.strength for role in Role], [9, 8, 7, 6, 5, 4, 3, 0, 0, 0])

    def test_no_step_is_longer_than_a_pace_R8_4(self) -> None:
        chance = random.Random(5)
        for _ in range(2000):
            start, end = (Point(*(chance.randint(-9000, 9000) for _ in range(2))) for _ in range(2))
            pace = chance.choice([1, 2, 750, 10_000])
            at = gogo.towards(start, end, pace)
            self.assertLessEqual(gogo.squared_distance(start, at), pace**2)
            self.assertLessEqual(gogo.squared_distance(at, end), gogo.squared_distance(start, end))
        self.assertEqual(gogo.towards(Point(0, 0), Point(300, 400), 500), Point(300, 400))
        self.assertEqual(gogo.towards(Point(0, 0), Point(-8000, 0), 750).y, 0)

    def test_what_gogo_knows_of_decks_R8_10(self) -> None:
        game = GogoState(bot_service_pb2.GameStarted(side=Side.BLUE, ruleset=game_pb2.Ruleset(id="gogo")))
        game.view.blue.players.add(number=2, role=Role.MONARCH)
        game.view.blue.lost.append(Role.TRAP)
        game.view.red.players.add(number=1)
        game.view.red.players.add(number=4, role=Role.PEER)
        self.assertEqual(game.deck(), gogo.DECK - Counter({Role.MONARCH: 1, Role.TRAP: 1}))
        self.assertEqual(game.hidden_counts(), gogo.DECK - Counter({Role.PEER: 1}))
        self.assertEqual(game.numbers_to_enter(), [1, 3, 4, 5, 6, 7])

    def test_what_a_hidden_card_may_be_R7_10(self) -> None:
        game = CardsState(bot_service_pb2.GameStarted(side=Side.RED, ruleset=game_pb2.Ruleset(id="cards")))
        game.view.blue.front_line.add(type=PieceType.BOMB)
        game.view.blue.front_line.add(excluded=[PieceType.SPY])
        game.view.blue.front_line.add(is_gap=True)
        game.view.blue.lost.append(PieceType.MARSHAL)
        self.assertEqual(game.possible_types(1), {PieceType.BOMB: 1})
        gone = {PieceType.MARSHAL: 1, PieceType.BOMB: 1, PieceType.SPY: 1}
        self.assertEqual(game.possible_types(2), game.army - Counter(gone))
        self.assertEqual(game.possible_types(3), {})


if __name__ == "__main__":
    unittest.main()
