"""Whole conversations with the table of games, and the sample bots at it."""

import os
import sys
import unittest
from collections.abc import Callable

from flagfall.v1 import bot_service_pb2, game_pb2
from flagfall_bot import Answer, DecisionKind, GameState, Options, Player, Resignation, random_action, random_set_up
from flagfall_bot.game_table import GameTable, new_game
from tell import PlayResponse, inner, told_messages

sys.path.append(os.environ["SCOUT_FOLDER"])
from scout import Scout  # noqa: E402


class Chooser(Player):
    """Answers with what `pick` makes of the legal plies."""

    pick: Callable = staticmethod(lambda game: game.legal_plies[0])

    def choose_set_up(self, game, time):
        return random_set_up(game, self.random)

    def choose_ply(self, game, time):
        return type(self).pick(game)

    def accepts_draw(self, game):
        return True


def chooser(pick: Callable[[GameState], object]) -> type[Chooser]:
    return type("Chosen", (Chooser,), {"pick": staticmethod(pick)})


def first_decision() -> tuple[list[PlayResponse], PlayResponse]:
    """The messages up to Red's first ply, and the one that asks for it."""
    messages = told_messages("classic", 5)
    index = next(i for i, message in enumerate(messages) if message.decision_required.kind == DecisionKind.PLY)
    return messages[:index], messages[index]


class GameTableTest(unittest.TestCase):
    def table_at_first_decision(self, new_player: type[Player]) -> tuple[GameTable, PlayResponse]:
        before, decision = first_decision()
        table = GameTable(new_player, Options())
        for message in before:
            table.on(message)
        return table, decision

    def test_answers_a_set_up(self) -> None:
        table = GameTable(Chooser, Options())
        table.on(told_messages("barrage", 1)[0])
        asked = bot_service_pb2.DecisionRequired(game_id="g1", decision=1, kind=game_pb2.DECISION_KIND_SET_UP)
        (answer,) = table.on(PlayResponse(decision_required=asked))
        self.assertEqual((answer.act.game_id, answer.act.decision), ("g1", 1))
        self.assertEqual(len(answer.act.action.set_up.placements), 8)

    def test_answers_a_ply(self) -> None:
        table, decision = self.table_at_first_decision(Chooser)
        (answer,) = table.on(decision)
        self.assertEqual(answer.act.action, decision.decision_required.legal_actions[0])

    def test_comment_draw_and_resignation(self) -> None:
        offering = chooser(lambda game: Answer(game.legal_plies[0], comment="even", offers_draw=True))
        table, decision = self.table_at_first_decision(offering)
        offer, act = table.on(decision)
        self.assertEqual((offer.offer_draw.game_id, act.act.comment), ("g1", "even"))
        (accepted,) = table.on(PlayResponse(draw_offered=bot_service_pb2.DrawOffered(game_id="g1")))
        self.assertEqual(accepted.accept_draw.game_id, "g1")
        self.assertFalse(act.act.HasField("beliefs"))
        table, decision = self.table_at_first_decision(chooser(lambda game: Resignation()))
        self.assertEqual([answer.resign.game_id for answer in table.on(decision)], ["g1"])

    def test_beliefs_go_with_the_ply(self) -> None:
        believing = chooser(lambda game: Answer(game.legal_plies[0], beliefs={99: [0.25, 0, 0.75], 98: [1]}))
        table, decision = self.table_at_first_decision(believing)
        (answer,) = table.on(decision)
        self.assertEqual([(piece.origin, list(piece.weights)) for piece in answer.act.beliefs.pieces], [(99, [0.25, 0, 0.75]), (98, [1])])

    def test_an_illegal_action_that_may_be_mended_is_asked_for_again_R10_3(self) -> None:
        plies, own = iter((99, 1, 2)), []

        class Trying(Chooser):
            def choose_ply(self, game, time):
                own.append(time.own)
                return game.legal_plies[next(plies) % 3]

        table, decision = self.table_at_first_decision(Trying)
        decision.decision_required.red_clock_micros = 5_000_000
        (first,) = table.on(decision, waited=2)
        error = bot_service_pb2.GameError(game_id="g1", decision=first.act.decision, code=3, clause="R3.2")
        with self.assertLogs("flagfall_bot.game_table", "WARNING"):
            (second,) = table.on(PlayResponse(game_error=error))
            error.code = error.CODE_DECISION_NOT_OPEN
            self.assertEqual(table.on(PlayResponse(game_error=error)), [])
        self.assertEqual(second.act.decision, first.act.decision)
        self.assertNotEqual(second.act.action, first.act.action)
        self.assertLessEqual(own[0], 3)
        self.assertLessEqual(own[1], own[0], "the clock has run since the decision came")

    def test_actions_of_every_ruleset_take_a_comment_or_a_resignation(self) -> None:
        class Hesitant(Player):
            def choose_action(self, game, kind, time):
                if kind is DecisionKind.STEPS and game.own.players:
                    return Resignation()
                return Answer(random_action(game, kind, self.random), comment=kind.name, offers_draw=True)

        for ruleset, first in {"bluffing": "PLY", "cards": "SET_UP", "gogo": "STEPS"}.items():
            table = GameTable(Hesitant, Options())
            answers = [table.on(message) for message in told_messages(ruleset, 4)[:12]]
            commented = [told for told in answers if len(told) == 2]
            self.assertTrue(commented[0][0].HasField("offer_draw"))
            self.assertEqual(commented[0][1].act.comment, first)
        self.assertTrue(any(told and told[0].HasField("resign") for told in answers))

    def test_a_resumed_game_is_known_as_before(self) -> None:
        for ruleset in ("battle", "bluffing", "cards", "gogo"):
            with self.subTest(ruleset):
                self.resume(told_messages(ruleset, 6))

    def resume(self, messages: list[PlayResponse]) -> None:
        messages = messages[: min(200, len(messages) - 1)]
        played, states = GameTable(Chooser, Options()), []
        for message in messages:
            played.on(message)
        resumed = bot_service_pb2.GameResumed(game_started=messages[0].game_started)
        for message in messages[1:]:
            resumed.events.extend(inner(message).events)
        anew = GameTable(Chooser, Options())
        for table in (played, anew):
            table.on(PlayResponse(game_resumed=resumed))
            states.append(table._seats["g1"].game)
        self.assertEqual(states[0].view, states[1].view)
        self.assertNotEqual(states[1].view, new_game(messages[0].game_started).view)

    def test_a_player_that_crashes_loses_its_own_game(self) -> None:
        def crash(game: GameState) -> object:
            raise KeyError("no such square")

        table, decision = self.table_at_first_decision(chooser(crash))
        with self.assertLogs("flagfall_bot.game_table", "ERROR") as logs:
            (answer,) = table.on(decision)
        self.assertEqual(answer.resign.game_id, "g1")
        self.assertIn("g1: the player has crashed, and its game is given up", logs.output[0])
        self.assertIn("KeyError: 'no such square'", logs.output[0])
        # Where nobody may resign, it loses by an action without content.
        refused = bot_service_pb2.GameError(game_id="g1", code=bot_service_pb2.GameError.CODE_NOT_ALLOWED)
        (act,) = table.on(PlayResponse(game_error=refused))
        self.assertEqual((act.act.decision, act.act.action), (decision.decision_required.decision, game_pb2.Action()))
        self.assertIn("the player has crashed: KeyError", act.act.comment)
        resumed = bot_service_pb2.GameResumed(decision_required=decision.decision_required)
        resumed.game_started.game_id = "g1"
        (act,) = table.on(PlayResponse(game_resumed=resumed))
        self.assertEqual(act.act.decision, decision.decision_required.decision)
        self.assertEqual(table.on(PlayResponse(game_over=bot_service_pb2.GameOver(game_id="g1"))), [])
        self.assertEqual(table._given_up, {})

    def test_what_is_no_choice_is_named(self) -> None:
        for choice, words in ((None, "returned None instead"), (5, "returned 5 instead"), ((0, 10), r"returned \(0, 10\)")):
            table, decision = self.table_at_first_decision(chooser(lambda game, choice=choice: choice))
            with self.assertLogs("flagfall_bot.game_table", "ERROR") as logs:
                (answer,) = table.on(decision)
            self.assertEqual(answer.resign.game_id, "g1")
            self.assertRegex(logs.output[0], f"TypeError: the player {words}.* a set-up, a Ply, an Action")

    def test_a_player_without_choose_ply_is_told_so(self) -> None:
        class Mute(Player):
            pass

        table, decision = self.table_at_first_decision(Mute)
        with self.assertLogs("flagfall_bot.game_table", "ERROR") as logs:
            table.on(decision)
        self.assertIn("NotImplementedError: Mute has no choose_ply", logs.output[0])

    def test_a_player_that_crashes_as_it_is_made_or_at_the_end(self) -> None:
        class Stillborn(Chooser):
            def __init__(self, started, options):
                raise OSError("no such book")

        class Sore(Chooser):
            def on_game_over(self, game, over):
                raise OSError("no such file")

        started, over = told_messages("barrage", 1)[0], PlayResponse(game_over=bot_service_pb2.GameOver(game_id="g1"))
        for player, answers in ((Stillborn, ["resign"]), (Sore, [])):
            table = GameTable(player, Options())
            with self.assertLogs("flagfall_bot.game_table", "ERROR") as logs:
                self.assertEqual([answer.WhichOneof("message") for answer in table.on(started)], answers)
                self.assertEqual(table.on(over), [])
            self.assertIn("OSError: no such", logs.output[0])

    def test_the_game_is_forgotten_when_it_is_over(self) -> None:
        table, decision = self.table_at_first_decision(Chooser)
        table.on(PlayResponse(game_over=bot_service_pb2.GameOver(game_id="g1")))
        with self.assertLogs("flagfall_bot.game_table", "WARNING"):
            self.assertEqual(table.on(decision), [])

    def test_scout_answers_every_decision_legally(self) -> None:
        for ruleset in ("classic", "battle", "duel", "barrage"):
            with self.subTest(ruleset):
                table = GameTable(Scout, Options('{"seed": 3}'))
                for message in told_messages(ruleset, 8):
                    answers = table.on(message)
                    if message.decision_required.kind == DecisionKind.PLY:
                        self.assertIn(answers[0].act.action, message.decision_required.legal_actions)

    def test_scout_sets_up_its_whole_army_R1_4(self) -> None:
        for ruleset in ("classic", "duel", "barrage"):
            for side in (game_pb2.SIDE_RED, game_pb2.SIDE_BLUE):
                for seed in range(1, 30):
                    started = bot_service_pb2.GameStarted(side=side, ruleset=game_pb2.Ruleset(id=ruleset))
                    scout, game = Scout(started, Options(f'{{"seed": {seed}}}')), GameState(started)
                    set_up = scout.choose_set_up(game, None)
                    plain = random_set_up(game, scout.random)
                    self.assertEqual(sorted(set_up.values()), sorted(plain.values()))
                    self.assertTrue(all(0 <= square < 40 if side == 1 else 60 <= square < 100 for square in set_up))


if __name__ == "__main__":
    unittest.main()
