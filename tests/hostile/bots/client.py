"""A bot that plays at random without an SDK, so that programs derived from it can do what no SDK allows."""

from __future__ import annotations

import json
import os
import pathlib
import queue
import random
import threading
import time

import grpc

from flagfall.v1 import bot_service_pb2 as service
from flagfall.v1 import game_pb2 as game
from verdicts import PLAYS, register

SOCKET = os.environ.get("FLAGFALL_ADDRESS", "").removeprefix("unix:")
TOKEN = os.environ.get("FLAGFALL_TOKEN", "")
HERE = pathlib.Path(__file__).resolve().parent
PLAY = "/flagfall.v1.BotService/Play"


def facts():
    """The secrets of the host: see hostile_test.py."""
    return json.loads((HERE / "facts.json").read_text())


def hello(**fields):
    return service.PlayRequest(hello=service.Hello(**{
        "protocol_version": 1, "bot_name": "hostile", "bot_version": "1", "rulesets": ["barrage"],
        "concurrent_games_max": 1, "wants_legal_actions": True, **fields})).SerializeToString()


def own_channel():
    """Returns a channel that shares its connection with no other."""
    return grpc.insecure_channel("unix:" + SOCKET, options=[("grpc.use_local_subchannel_pool", 1)])


class Stream:
    """One call of Play, which sends bytes."""

    def __init__(self, token=TOKEN, metadata=(), channel=None):
        self.outbox = queue.Queue()
        self.channel = channel or own_channel()
        play = self.channel.stream_stream(PLAY, request_serializer=None,
                                          response_deserializer=service.PlayResponse.FromString)
        self.call = play(iter(self.outbox.get, None), metadata=[("authorization", f"Bearer {token}"), *metadata])

    def write(self, message):
        self.outbox.put(message)

    def __iter__(self):
        return iter(self.call)


class Bot:
    """A good bot, of which each subclass changes one thing. The process ends with its stream."""

    # The fields of hello that differ.
    HELLO: dict = {}

    def __init__(self):
        self.random = random.Random(TOKEN)
        self.stream = None
        self.side = {}
        self.games = 0
        # Why it resigns its games.
        self.got_at = None

    def dial(self):
        self.stream = Stream()
        self.stream.write(hello(**self.HELLO))

    def run(self):
        self.dial()
        while True:
            current = self.stream
            try:
                for response in current:
                    self.on(response)
                    if self.stream is not current:
                        break
            except grpc.RpcError as error:
                print(error.code(), error.details(), flush=True)
            if self.stream is current:
                # Ends at once, even if a thread is still running.
                os._exit(1)

    def send(self, **message):
        self.stream.write(service.PlayRequest(**message).SerializeToString())

    def on(self, response):
        kind = response.WhichOneof("message")
        told = getattr(response, kind)
        if kind == "game_resumed":
            self.side[told.game_started.game_id] = told.game_started.side
            if told.HasField("decision_required"):
                self.on_decision(told.decision_required)
        elif kind == "game_started":
            self.games += 1
            self.side[told.game_id] = told.side
        elif kind == "decision_required":
            self.on_decision(told)
        elif kind == "game_over":
            self.on_over(told)
        elif kind == "game_error":
            self.on_error(told)
        elif kind == "ping":
            self.send(pong=service.Pong(nonce=told.nonce))

    def on_decision(self, required):
        if self.got_at:
            print("got at", self.got_at, flush=True)
            self.send(resign=service.Resign(game_id=required.game_id))
        else:
            self.play(required)

    def play(self, required, **more):
        self.send(act=self.act(required, **more))

    def act(self, required, **more):
        return service.Act(**{"game_id": required.game_id, "decision": required.decision,
                              "action": self.action(required), **more})

    def action(self, required):
        if required.kind == game.DECISION_KIND_PLY:
            return self.random.choice(required.legal_actions)
        # The Flag stands in a corner between the Bomb and the Marshal, so that the first Scout cannot take it.
        squares = [0, 10, 1, *self.random.sample(range(20, 40), 5)]
        if self.side[required.game_id] == game.SIDE_BLUE:
            squares = [99 - square for square in squares]
        army = [12, 11, 10, 9, 3, 2, 2, 1]
        return game.Action(set_up=game.SetUp(placements=[
            game.Placement(square=square, type=piece) for square, piece in zip(squares, army)]))

    def on_over(self, over):
        pass

    def on_error(self, error):
        pass


def bot(verdicts=PLAYS, **more):
    """Registers a subclass of Bot as a program."""
    return lambda kind: register(kind.__name__, lambda: kind().run(), verdicts, **more) or kind


def attempt(verdicts=PLAYS, **more):
    """Registers a function that is called before hello and may take seconds. If it returns a value, the bot resigns its games."""

    def add(function):
        def run():
            player = Bot()
            player.got_at = function()
            player.run()
        register(function.__name__, run, verdicts, **more)
        return function
    return add


def in_game(verdicts=PLAYS, **more):
    """Registers a function of the decision that is called once, at the first ply; then the bot plays on."""
    def add(function):
        class Doing(Bot):
            is_done = False

            def on_decision(self, required):
                if required.decision > 1 and not self.is_done:
                    self.is_done = True
                    function()
                super().on_decision(required)
        register(function.__name__, lambda: Doing().run(), verdicts, **more)
        return function
    return add


def on_the_side(function):
    """Runs a function on a thread as long as the process lives, or until it raises."""
    threading.Thread(target=function, daemon=True).start()


class Unhurried(Bot):
    """A good bot that plays beside the hostile programs, and thinks a little."""

    def on_decision(self, required):
        time.sleep(0.002)
        self.play(required)
