"""A bot that is broken in the one way named on its command line: `broken_bot.py STUBS FAULT`.

It plays barrage with legal actions drawn at random, comes back when its stream breaks, and passes over what it does not
know. It speaks the protocol without any SDK, so that it can do what no SDK would.
"""

import json
import os
import queue
import random
import signal
import sys
import threading
import time

sys.path.insert(0, sys.argv[1])
FAULT = sys.argv[2]

import grpc  # noqa: E402
from flagfall.v1 import bot_service_pb2 as service  # noqa: E402
from flagfall.v1 import game_pb2 as game  # noqa: E402

ARMY = [1, 2, 2, 3, 9, 10, 11, 12]
FOREVER = 1_000_000
# The decision that it answers by resigning in each game, by fault.
RESIGNS_AT = {"resigns": 8, "resigns_at_once": 1}
# The status after which it dials again at once, without end, by fault.
DIALS_AGAIN_AT = {"dials_with_void_token": grpc.StatusCode.UNAUTHENTICATED,
                  "dials_when_dismissed": grpc.StatusCode.PERMISSION_DENIED}
PAUSE_S = 0.1
# `answers_unasked` gives another answer when it has not been asked for so long.
UNASKED_AFTER_S = 0.2
# What `computes_long` needs of a processor for a ply.
COMPUTES_S = 0.7
# What an SDK prints when it resigns a game whose player has crashed.
CRASH = """{}: the player has crashed, and its game is given up
Traceback (most recent call last):
  File "bot.py", line 7, in choose_ply
KeyError: 'no such square'
"""


class Broken(Exception):
    """Raised when the fault occurs."""


class Bot:
    def __init__(self):
        self.outbox = queue.SimpleQueue()
        self.random = random.Random(1)
        self.games = {}
        self.latest = None
        self.acts = 0
        # The decision that it answered last, by game.
        self.answered = {}
        self.is_back = False
        self.is_heard = False
        self.resumed = set()
        self.has_crashed = False
        self.token = "0" * 64 if FAULT == "wrong_token" else os.environ["FLAGFALL_TOKEN"]

    def say(self, **message):
        self.outbox.put(service.PlayRequest(**message).SerializeToString())

    # ---- Streams.

    def run(self):
        """Plays until a stream ends for good."""
        while True:
            self.is_heard = False
            self.resumed = set()
            code = self.play_stream()
            if code is DIALS_AGAIN_AT.get(FAULT):
                continue
            if FAULT == "gives_up_without_referee" and not self.is_heard:
                raise Broken
            if code in (grpc.StatusCode.OK, grpc.StatusCode.ABORTED, grpc.StatusCode.PERMISSION_DENIED,
                        grpc.StatusCode.UNAUTHENTICATED):
                return
            if FAULT == "stays_away":
                raise Broken
            if code is not grpc.StatusCode.UNAVAILABLE or FAULT != "dials_without_rest":
                time.sleep(PAUSE_S)
            self.is_back = True

    def play_stream(self):
        self.outbox = queue.SimpleQueue()
        if FAULT != "no_hello":
            self.say(hello=self.hello())
        if FAULT == "two_hellos":
            self.say(hello=self.hello())
        with grpc.insecure_channel(os.environ["FLAGFALL_ADDRESS"],
                                   options=[("grpc.use_local_subchannel_pool", 1)]) as channel:
            play = channel.stream_stream("/flagfall.v1.BotService/Play", request_serializer=lambda message: message,
                                         response_deserializer=service.PlayResponse.FromString)
            call = play(iter(self.outbox.get, None), metadata=[("authorization", f"Bearer {self.token}")])
            try:
                for response in call:
                    self.is_heard = True
                    self.hear(response)
            except grpc.RpcError:
                pass
            finally:
                self.outbox.put(None)
            return call.code()

    @staticmethod
    def hello():
        return service.Hello(
            protocol_version=2 if FAULT == "wrong_version" else 1,
            bot_name="somebody" if FAULT == "wrong_name" else FAULT, bot_version="1",
            rulesets=["barrage", "duel"] if FAULT == "other_rulesets" else ["barrage"],
            concurrent_games_max=16, wants_legal_actions=True)

    # ---- Messages.

    def hear(self, response):
        kind = response.WhichOneof("message")
        if kind is None and FAULT == "dies_of_unknown_message":
            raise Broken
        if FAULT == "dies_of_unknown_field" and kind is not None and len(response.UnknownFields()):
            raise Broken
        if kind == "game_started":
            self.begin(response.game_started)
        elif kind == "game_resumed":
            self.begin(response.game_resumed.game_started)
            self.resumed.add(self.latest)
            if response.game_resumed.HasField("decision_required") and FAULT != "forgets_open_decision":
                self.decide(response.game_resumed.decision_required)
        elif kind == "decision_required":
            self.decide(response.decision_required)
        elif kind == "game_over":
            self.finish(response.game_over)
        elif kind == "game_error" and FAULT == "dies_of_late_action" and response.game_error.code == 1:
            raise Broken
        elif kind == "game_error" and FAULT == "dies_of_game_error" and response.game_error.code != 1:
            raise Broken
        elif kind == "draw_offered" and FAULT == "dies_of_draw_offer":
            raise Broken
        elif kind == "draw_offered" and FAULT == "accepts_draws":
            self.say(accept_draw=service.AcceptDraw(game_id=response.draw_offered.game_id))
        elif kind == "ping" and FAULT != "no_pong":
            self.say(pong=service.Pong(nonce=response.ping.nonce))

    def begin(self, started):
        self.games[started.game_id] = started
        self.latest = started.game_id
        if FAULT == "floods":
            for nonce in range(2000):
                self.say(ping=service.Ping(nonce=nonce))
        elif FAULT == "prints_endlessly":
            print("thinking " * 10_000, flush=True)

    def finish(self, over):
        self.games.pop(over.game_id)
        if FAULT == "ends_with_the_game":
            raise Broken
        if FAULT == "dies_of_agreed_draw" and over.outcome.reason == game.REASON_DRAW_AGREED:
            raise Broken
        if FAULT == "dies_of_unknown_reason":
            game.Reason.Name(over.outcome.reason)

    def decide(self, required):
        if FAULT == "silent":
            return
        if FAULT == "dies_of_unknown_event" and any(event.WhichOneof("kind") is None for event in required.events):
            raise Broken
        first = min(self.games, key=lambda game_id: int(game_id.rpartition("-")[2]))
        if FAULT == "comes_back_to_one" and required.game_id in self.resumed - {first}:
            return
        if required.decision == RESIGNS_AT.get(FAULT):
            self.say(resign=service.Resign(game_id=required.game_id))
            return
        if FAULT == "crashes" and required.decision == 8 and not self.has_crashed:
            self.has_crashed = True
            print(CRASH.format(required.game_id), end="", flush=True)
            self.say(resign=service.Resign(game_id=required.game_id))
            return
        if FAULT in ("offers_draws", "dies_of_agreed_draw"):
            self.say(offer_draw=service.OfferDraw(game_id=required.game_id))
        time.sleep(self.thinks_for(required))
        if FAULT == "computes_long" and required.decision > 1:
            compute(COMPUTES_S)
        self.acts += 1
        self.answered[required.game_id] = required.decision
        act = service.Act(game_id=required.game_id, decision=required.decision, action=self.action(required))
        self.spoil(act)
        self.say(act=act)
        if FAULT == "answers_unasked":
            threading.Timer(UNASKED_AFTER_S, self.answer_unasked, [act]).start()
        if FAULT == "undecodable" and self.acts == 20:
            self.outbox.put(b"\xff" * 40)

    def answer_unasked(self, last):
        if last.game_id in self.games and self.answered[last.game_id] == last.decision:
            self.say(act=service.Act(game_id=last.game_id, decision=last.decision + 1, action=last.action))

    def thinks_for(self, required):
        """Returns the seconds that it thinks."""
        control = self.games[required.game_id].time_control
        if FAULT == "thinks_too_long" and required.decision == 5:
            return 1.3
        if FAULT == "takes_seconds":
            return 4
        if FAULT == "thinks_for_a_fixed_time":
            return 0.2
        if FAULT == "takes_no_increment" and 0 < control.base_micros < 1_000_000 and control.increment_micros:
            return 0.3
        if FAULT == "sets_up_slowly" and control.set_up_micros <= 2_000_000 and required.kind != game.DECISION_KIND_PLY:
            return 2.5
        return 0

    def spoil(self, act):
        if FAULT == "mixes_up_games":
            act.game_id = self.latest
        elif FAULT == "wrong_decision" and self.acts % 10 == 0:
            act.decision += 3
        elif FAULT == "answers_again" and self.is_back:
            act.decision = 1
        elif FAULT == "talkative":
            act.comment = "well, " * 500
        elif FAULT == "believes_nothing":
            act.beliefs.pieces.add(origin=31, weights=[0, -1])
        elif FAULT == "oversized" and self.acts == 20:
            act.comment = "x" * 100_000

    def action(self, required):
        if required.kind == game.DECISION_KIND_PLY:
            if FAULT == "illegal" and self.acts % 10 == 0:
                return game.Action(ply=game.Ply(**{"from": 0, "to": 99}))
            return self.random.choice(required.legal_actions)
        is_red = self.games[required.game_id].side == game.SIDE_RED
        squares = self.random.sample(range(40) if is_red else range(60, 100), len(ARMY))
        return game.Action(set_up=game.SetUp(placements=[
            game.Placement(square=square, type=piece) for square, piece in zip(squares, ARMY)]))


def compute(seconds):
    """Uses so many seconds of a processor, however long that takes."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def spin():
    """Computes most of the time, and leaves some processor time to other tests."""
    while True:
        end = time.monotonic() + 0.03
        while time.monotonic() < end:
            pass
        time.sleep(0.01)


def main():
    if FAULT == "exits":
        sys.exit("cannot find my opening book")
    if FAULT == "never_dials":
        time.sleep(FOREVER)
    if FAULT == "ignores_sigterm":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    else:
        signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    if FAULT == "refuses_options" and json.loads(os.environ["FLAGFALL_BOT_OPTIONS"])["depth"] != 3:
        sys.exit("depth must be 3")
    if FAULT == "spins":
        threading.Thread(target=spin, daemon=True).start()
    Bot().run()
    if FAULT == "outstays":
        time.sleep(FOREVER)


if __name__ == "__main__":
    main()
