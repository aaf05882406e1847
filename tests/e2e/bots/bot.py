"""A bot that misbehaves in the way named on its command line: `bot.py STUBS BEHAVIOUR`.

It speaks the protocol without any SDK, so that it can say what no SDK would.
"""

import json
import os
import queue
import random
import sys
import threading
import time

sys.path.insert(0, sys.argv[1])
BEHAVIOUR = sys.argv[2]

import grpc  # noqa: E402
from flagfall.v1 import bot_service_pb2 as service  # noqa: E402
from flagfall.v1 import game_pb2 as game  # noqa: E402

# Numbers of the piece types, Spy to Marshal, Bomb, Flag.
ARMIES = {
    "classic": [1] * 1 + [2] * 8 + [3] * 5 + [4] * 4 + [5] * 4 + [6] * 4 + [7] * 3 + [8] * 2 + [9, 10] + [11] * 6 + [12],
    "barrage": [1, 2, 2, 3, 9, 10, 11, 12],
}
FOREVER = 1_000_000
ILLEGAL_PLY = game.Action(ply=game.Ply(**{"from": 0, "to": 99}))
CRASH_AT_DECISION = 10
HANG_AT_DECISION = 5
# Longer than the transport waits for a sign of life.
DREAM_S = 18


class Bot:
    def __init__(self):
        self.outbox = queue.Queue()
        self.games = {}
        self.flooder = None
        self.random = random.Random(os.environ["FLAGFALL_TOKEN"])

    def send(self, **message):
        self.outbox.put(service.PlayRequest(**message).SerializeToString())

    def requests(self):
        while True:
            yield self.outbox.get()

    def hello(self):
        version = 999 if BEHAVIOUR == "wrong_version" else 1
        self.send(hello=service.Hello(
            protocol_version=version, bot_name=BEHAVIOUR, bot_version="1", rulesets=list(ARMIES),
            concurrent_games_max=4, wants_legal_actions=True))

    def run(self):
        token = "0" * 64 if BEHAVIOUR == "wrong_token" else os.environ["FLAGFALL_TOKEN"]
        channel = grpc.insecure_channel(os.environ["FLAGFALL_ADDRESS"])
        play = channel.stream_stream("/flagfall.v1.BotService/Play", request_serializer=lambda message: message,
                                     response_deserializer=service.PlayResponse.FromString)
        if BEHAVIOUR != "no_hello":
            self.hello()
        for response in play(self.requests(), metadata=[("authorization", f"Bearer {token}")]):
            self.on(response)

    def on(self, response):
        kind = response.WhichOneof("message")
        if kind == "game_started":
            self.games[response.game_started.game_id] = response.game_started
        elif kind == "decision_required" and BEHAVIOUR != "silent":
            self.decide(response.decision_required)
        elif kind == "game_error" and BEHAVIOUR == "illegal_ply":
            error = response.game_error
            self.send(act=service.Act(game_id=error.game_id, decision=error.decision, action=ILLEGAL_PLY))
        elif kind == "ping":
            self.send(pong=service.Pong(nonce=response.ping.nonce))

    def decide(self, required):
        if BEHAVIOUR == "crash" and required.decision == CRASH_AT_DECISION:
            os._exit(3)
        if BEHAVIOUR == "hang" and required.decision >= HANG_AT_DECISION:
            return
        if BEHAVIOUR in FLOODS and required.decision >= HANG_AT_DECISION:
            if self.flooder is None:
                self.flooder = threading.Thread(target=FLOODS[BEHAVIOUR], args=(self, required.game_id), daemon=True)
                self.flooder.start()
            return
        if BEHAVIOUR == "dreams" and required.decision == 2:
            time.sleep(DREAM_S)
        if BEHAVIOUR == "ponders" and required.decision == 1:
            threading.Thread(target=self.ponder, daemon=True).start()
        if BEHAVIOUR == "oversized":
            self.send(act=service.Act(game_id=required.game_id, decision=required.decision, comment="x" * 100_000))
        elif BEHAVIOUR == "undecodable":
            self.outbox.put(b"\xff" * 40)
        else:
            self.send(act=service.Act(game_id=required.game_id, decision=required.decision,
                                      action=self.action(required), comment="\x1b[31mred\x07"))

    def flood(self, game_id):
        """Messages and output without end, and never the one that is waited for."""
        text = "flood " * 1000
        while True:
            for _ in range(100):
                if self.outbox.qsize() < 1000:
                    self.send(act=service.Act(game_id=game_id, decision=FOREVER))
                    self.send(ping=service.Ping(nonce=1))
            sys.stdout.write(text)

    def ponder(self):
        """Computes for as long as it is let."""
        while True:
            pass

    def drip(self, game_id):
        """As many messages as are let pass, for ever."""
        while True:
            self.send(act=service.Act(game_id=game_id, decision=FOREVER))
            time.sleep(0.02)

    def action(self, required):
        if required.kind == game.DECISION_KIND_PLY:
            if BEHAVIOUR == "illegal_ply":
                return ILLEGAL_PLY
            return self.random.choice(required.legal_actions)
        if BEHAVIOUR == "wrong_kind":
            return game.Action(ply=game.Ply(**{"from": 30, "to": 40}))
        started = self.games[required.game_id]
        army = sorted(ARMIES[started.ruleset.id], reverse=True)
        first = 0 if started.side == game.SIDE_RED else 60
        squares = range(first, first + 40) if first == 0 else range(99, 59, -1)
        if BEHAVIOUR == "illegal_set_up":
            squares = range(40, 80)
        return game.Action(set_up=game.SetUp(placements=[
            game.Placement(square=square, type=piece) for square, piece in zip(squares, army)]))


FLOODS = {"flood": Bot.flood, "drip": Bot.drip}


def main():
    print(f"{BEHAVIOUR} begins with options {json.loads(os.environ['FLAGFALL_BOT_OPTIONS'])}", flush=True)
    if BEHAVIOUR == "exits":
        sys.exit(4)
    if BEHAVIOUR == "sleeps":
        time.sleep(FOREVER)
    Bot().run()


if __name__ == "__main__":
    main()
