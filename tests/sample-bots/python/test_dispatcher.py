"""Which thread a game is played on."""

import queue
import threading
import time
import unittest

from flagfall.v1 import bot_service_pb2, game_pb2
from flagfall_bot import DecisionKind, Options, Player, Resignation
from flagfall_bot.dispatcher import MainThread, ThreadPerGame
from tell import PlayResponse

PATIENCE_S = 60


def begin(game_id: str) -> PlayResponse:
    started = bot_service_pb2.GameStarted(game_id=game_id, side=1, ruleset=game_pb2.Ruleset(id="barrage"))
    return PlayResponse(game_started=started)


def ask(game_id: str) -> PlayResponse:
    asked = bot_service_pb2.DecisionRequired(game_id=game_id, decision=1, kind=DecisionKind.SET_UP)
    return PlayResponse(decision_required=asked)


class Waiting(Player):
    """In the game "slow" it thinks until it is told to stop."""

    def __init__(self, started, options):
        super().__init__(started, options)
        self.is_slow = started.game_id == "slow"
        self.stopped = threading.Event()

    def choose(self, game, kind, time):
        if self.is_slow and not self.stopped.wait(PATIENCE_S):
            raise AssertionError("never told to stop")
        return Resignation() if self.is_slow else super().choose(game, kind, time)

    def stop_thinking(self):
        self.stopped.set()


class DispatcherTest(unittest.TestCase):
    def test_a_game_whose_player_waits_keeps_no_other_waiting(self) -> None:
        games, answers = ThreadPerGame(Waiting, Options()), queue.SimpleQueue()
        for message in (begin("slow"), ask("slow"), begin("quick"), ask("quick")):
            games.on(message, answers.put, time.monotonic())
        self.assertEqual(answers.get(timeout=PATIENCE_S).act.game_id, "quick")
        games.on(PlayResponse(game_over=bot_service_pb2.GameOver(game_id="slow")), answers.put, time.monotonic())
        self.assertEqual(answers.get(timeout=PATIENCE_S).resign.game_id, "slow")

    def test_an_answer_goes_to_the_stream_that_asked(self) -> None:
        games, first, second = ThreadPerGame(Waiting, Options()), queue.SimpleQueue(), queue.SimpleQueue()
        games.on(begin("slow"), first.put, time.monotonic())
        games.on(ask("slow"), first.put, time.monotonic())
        resumed = bot_service_pb2.GameResumed(game_started=begin("slow").game_started,
                                              decision_required=ask("slow").decision_required)
        games.on(PlayResponse(game_resumed=resumed), second.put, time.monotonic())
        games.on(PlayResponse(game_over=bot_service_pb2.GameOver(game_id="slow")), second.put, time.monotonic())
        self.assertEqual(second.get(timeout=PATIENCE_S).resign.game_id, "slow")
        self.assertEqual((first.get(timeout=PATIENCE_S).resign.game_id, first.qsize()), ("slow", 0))

    def test_waiting_for_other_games_is_time_of_the_own_clock_R10_2(self) -> None:
        class Asked(Player):
            def choose(self, game, kind, time):
                own.append(time.own)
                return Resignation()

        asked = ask("quick")
        asked.decision_required.red_clock_micros = 5_000_000
        for new_games in (MainThread, ThreadPerGame):
            own, games, answers = [], new_games(Asked, Options()), queue.SimpleQueue()
            games.on(begin("quick"), answers.put, time.monotonic())
            for waited in (2, 9):
                games.on(asked, answers.put, time.monotonic() - waited)
                answers.get(timeout=PATIENCE_S)
            self.assertLessEqual(own[0], 3)
            self.assertEqual(own[1], 0)

    def test_a_player_that_crashes_keeps_no_other_from_playing(self) -> None:
        class Crashing(Player):
            def __init__(self, started, options):
                super().__init__(started, options)
                self.game_id = started.game_id
                if started.game_id == "stillborn":
                    raise OSError("no such book")

            def choose(self, game, kind, time):
                if self.game_id == "bad":
                    raise KeyError("no such square")
                return super().choose(game, kind, time)

            def stop_thinking(self):
                raise RuntimeError("it was not thinking")

        for new_games in (MainThread, ThreadPerGame):
            games, answers = new_games(Crashing, Options()), queue.SimpleQueue()
            with self.assertLogs("flagfall_bot.game_table", "ERROR"):
                for message in (begin("stillborn"), begin("bad"), ask("bad"), begin("good"), ask("good")):
                    games.on(message, answers.put, time.monotonic())
                told = [answers.get(timeout=PATIENCE_S) for _ in range(3)]
                games.on(PlayResponse(game_over=bot_service_pb2.GameOver(game_id="good")), answers.put, time.monotonic())
            self.assertEqual({answer.resign.game_id for answer in told} - {""}, {"stillborn", "bad"})
            self.assertEqual({answer.act.game_id for answer in told} - {""}, {"good"})

    def test_the_main_thread_answers_at_once(self) -> None:
        games, answers = MainThread(Waiting, Options()), []
        for message in (begin("quick"), ask("quick")):
            games.on(message, answers.append, time.monotonic())
        self.assertEqual([answer.act.game_id for answer in answers], ["quick"])


if __name__ == "__main__":
    unittest.main()
