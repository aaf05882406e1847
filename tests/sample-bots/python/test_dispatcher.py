"""Which thread a game is played on."""

import queue
import threading
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
            games.on(message, answers.put)
        self.assertEqual(answers.get(timeout=PATIENCE_S).act.game_id, "quick")
        games.on(PlayResponse(game_over=bot_service_pb2.GameOver(game_id="slow")), answers.put)
        self.assertEqual(answers.get(timeout=PATIENCE_S).resign.game_id, "slow")

    def test_an_answer_goes_to_the_stream_that_asked(self) -> None:
        games, first, second = ThreadPerGame(Waiting, Options()), queue.SimpleQueue(), queue.SimpleQueue()
        games.on(begin("slow"), first.put)
        games.on(ask("slow"), first.put)
        resumed = bot_service_pb2.GameResumed(game_started=begin("slow").game_started,
                                              decision_required=ask("slow").decision_required)
        games.on(PlayResponse(game_resumed=resumed), second.put)
        games.on(PlayResponse(game_over=bot_service_pb2.GameOver(game_id="slow")), second.put)
        self.assertEqual(second.get(timeout=PATIENCE_S).resign.game_id, "slow")
        self.assertEqual((first.get(timeout=PATIENCE_S).resign.game_id, first.qsize()), ("slow", 0))

    def test_the_main_thread_answers_at_once(self) -> None:
        games, answers = MainThread(Waiting, Options()), []
        for message in (begin("quick"), ask("quick")):
            games.on(message, answers.append)
        self.assertEqual([answer.act.game_id for answer in answers], ["quick"])


if __name__ == "__main__":
    unittest.main()
