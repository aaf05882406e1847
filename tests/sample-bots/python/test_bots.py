"""The sample bots in Python, at the rulesets that are no board games, against random actions."""

import os
import random
import sys
import unittest

from flagfall.v1 import bot_service_pb2, game_pb2
from flagfall_bot import DecisionKind, GogoState, Options, PieceType, Side, gogo
from flagfall_bot.bluffing import BluffCall, BluffingState
from flagfall_bot.gogo import Role
from tell import score_against_random

sys.path += [os.environ["SCOUT_FOLDER"], os.environ["SKIRMISHER_FOLDER"]]
from bluffer import Bluffer  # noqa: E402
from scout import Scout  # noqa: E402
from skirmisher import Skirmisher  # noqa: E402


def opposing_piece(origin: int, piece_type: PieceType | None = None) -> game_pb2.PieceView:
    return game_pb2.PieceView(origin=origin, owner=Side.BLUE, square=origin, type=piece_type or 0)


class ScoutTest(unittest.TestCase):
    def contest(self, own: PieceType, attacker: PieceType | None, claim: PieceType, declared: int = 0) -> BluffingState:
        """Red's game, in which a1 and a2 contest a claim: a2 attacks a1, or, once it is declared, a1 attacks a2."""
        game = BluffingState(bot_service_pb2.GameStarted(side=Side.RED, ruleset=game_pb2.Ruleset(id="bluffing")))
        pieces = [game_pb2.PieceView(origin=0, owner=Side.RED, square=0, type=own), opposing_piece(10, attacker)]
        start, end = (0, 10) if declared else (10, 0)
        claimed = game_pb2.ClaimedAttack(ply=game_pb2.Ply(**{"from": start, "to": end}), claim=claim)
        events = [game_pb2.Event(pieces_placed=game_pb2.PiecesPlaced(pieces=pieces)),
                  game_pb2.Event(bluffing=game_pb2.BluffingEvent(attack=claimed))]
        if declared:
            events.append(game_pb2.Event(bluffing=game_pb2.BluffingEvent(declaration=declared)))
        game.apply(events)
        return game

    def answer(self, game: BluffingState, kind: DecisionKind) -> object:
        return Bluffer(random.Random(1)).choose(game, kind).bluffing

    def test_beats_random_at_bluffing(self) -> None:
        self.assertGreaterEqual(score_against_random("bluffing", Scout, games=10), 0.9)

    def test_calls_what_it_knows_to_be_a_lie_R6_4_R6_6(self) -> None:
        attacked = self.contest(PieceType.COLONEL, PieceType.SCOUT, claim=PieceType.MARSHAL)
        self.assertEqual(self.answer(attacked, DecisionKind.DEFENCE).call, BluffCall.ATTACK)
        declared = self.contest(PieceType.COLONEL, PieceType.SCOUT, PieceType.COLONEL, declared=PieceType.MARSHAL)
        self.assertEqual(self.answer(declared, DecisionKind.CALL).call, BluffCall.DEFENCE)

    def test_calls_no_truth_that_it_knows_R6_4_R6_6(self) -> None:
        attacked = self.contest(PieceType.COLONEL, PieceType.MAJOR, claim=PieceType.MAJOR)
        self.assertEqual(self.answer(attacked, DecisionKind.DEFENCE).declaration, PieceType.COLONEL)
        declared = self.contest(PieceType.COLONEL, PieceType.MAJOR, PieceType.COLONEL, declared=PieceType.MAJOR)
        self.assertTrue(self.answer(declared, DecisionKind.CALL).HasField("let_stand"))

    def test_never_declares_its_own_flag_when_a_lie_may_save_it_R6_5(self) -> None:
        game = self.contest(PieceType.FLAG, PieceType.MAJOR, claim=PieceType.MAJOR)
        own = [game_pb2.PieceView(origin=5, owner=Side.RED, square=5, type=PieceType.MARSHAL)]
        game.apply([game_pb2.Event(pieces_placed=game_pb2.PiecesPlaced(pieces=own))])
        self.assertEqual(self.answer(game, DecisionKind.DEFENCE).declaration, PieceType.MARSHAL)

    def test_believes_less_who_has_been_caught_R6_12(self) -> None:
        game, bluffer = self.contest(PieceType.MAJOR, None, claim=PieceType.COLONEL), Bluffer(random.Random(1))
        odds = bluffer.odds(game, game.pieces[10])
        beliefs = [bluffer.belief(odds, PieceType.COLONEL)]
        for was_bluff in (True, False):
            made = game_pb2.CallMade(call=BluffCall.ATTACK, caller=Side.RED, was_bluff=was_bluff)
            bluffer.listen(game, [game_pb2.Event(bluffing=game_pb2.BluffingEvent(call=made))])
            beliefs.append(bluffer.belief(odds, PieceType.COLONEL))
        self.assertLess(beliefs[1], beliefs[0])
        self.assertGreater(beliefs[2], beliefs[1])

    def test_counts_no_call_twice_when_a_game_is_told_again_R6_12(self) -> None:
        game, bluffer = self.contest(PieceType.MAJOR, None, claim=PieceType.COLONEL), Bluffer(random.Random(1))
        odds = bluffer.odds(game, game.pieces[10])
        made = game_pb2.CallMade(call=BluffCall.ATTACK, caller=Side.RED, was_bluff=True)
        told = [game_pb2.Event(pieces_placed=game_pb2.PiecesPlaced(pieces=[opposing_piece(10)])),
                game_pb2.Event(bluffing=game_pb2.BluffingEvent(call=made))]
        bluffer.listen(game, told)
        belief = bluffer.belief(odds, PieceType.COLONEL)
        bluffer.listen(game, told)
        self.assertEqual(bluffer.belief(odds, PieceType.COLONEL), belief)


class SkirmisherTest(unittest.TestCase):
    def game_with(self, own: dict[int, Role], opposing: dict[int, Role | None]) -> GogoState:
        """Red's, with all in reach of each other in the middle of the field. Known roles are on display."""
        game = GogoState(bot_service_pb2.GameStarted(side=Side.RED, ruleset=game_pb2.Ruleset(id="gogo")))
        for number, role in own.items():
            game.view.red.players.add(number=number, x=4000, y=500, role=role)
        for number, role in opposing.items():
            game.view.blue.players.add(number=number, x=4100, y=500, role=role, is_on_display=role is not None)
        return game

    def answer(self, game: GogoState, kind: DecisionKind) -> object:
        return Skirmisher(game.started, Options('{"seed": 3}')).choose_action(game, kind, None).gogo

    def test_beats_random(self) -> None:
        self.assertGreaterEqual(score_against_random("gogo", Skirmisher, games=20), 0.9)

    def test_beats_random_from_bases_that_it_chooses_R8_1(self) -> None:
        self.assertGreaterEqual(score_against_random("gogo[bases=chosen]", Skirmisher, games=10), 0.8)

    def test_beats_random_in_rounds_at_both_ends_R8_12(self) -> None:
        self.assertGreaterEqual(score_against_random("gogo[rounds=3]", Skirmisher, games=4), 0.75)
        self.assertGreaterEqual(score_against_random("gogo[bases=chosen,rounds=2]", Skirmisher, games=2), 0.5)

    def test_challenges_whom_it_beats_R8_7(self) -> None:
        rows = [(Role.PEER, Role.MERCHANT, True), (Role.PEER, Role.MONARCH, False), (Role.ASSASSIN, Role.MONARCH, True),
                (Role.MONARCH, Role.TRAP, False), (Role.ENGINEER, Role.TRAP, True), (Role.WORKER, None, False)]
        for own, target, is_challenged in rows:
            with self.subTest(own=own, target=target):
                game = self.game_with({2: own}, {5: target})
                game.ask(DecisionKind.CHALLENGE, [gogo.pass_(), gogo.challenge(2, 5)])
                self.assertEqual(self.answer(game, DecisionKind.CHALLENGE).HasField("challenge"), is_challenged)

    def test_lets_who_beats_the_attacker_take_the_attack_R8_6(self) -> None:
        for attacker, blocker in {Role.MONARCH: 4, Role.ENGINEER: 3, Role.CONSCRIPT: 0}.items():
            with self.subTest(attacker=attacker):
                game = self.game_with({2: Role.BLACKSMITH, 3: Role.WORKER, 4: Role.TRAP}, {5: attacker})
                if attacker is Role.ENGINEER:
                    game.view.red.players[0].role = Role.ENGINEER
                game.view.situation.challenge.challenger, game.view.situation.challenge.target = 5, 2
                game.ask(DecisionKind.BLOCK, [gogo.block(), gogo.block(3), gogo.block(4)])
                self.assertEqual(self.answer(game, DecisionKind.BLOCK).block.number, blocker)

    def test_a_new_team_has_a_guard_and_a_party_R8_4(self) -> None:
        steps = self.answer(self.game_with({}, {}), DecisionKind.STEPS).steps
        self.assertEqual(len(steps.entries), gogo.IN_PLAY_MAX)
        roles = {entry.role for entry in steps.entries}
        self.assertLessEqual({Role.TRAP, Role.MONARCH, Role.ENGINEER}, roles)


if __name__ == "__main__":
    unittest.main()
