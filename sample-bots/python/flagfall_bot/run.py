"""Turns a Player into a bot: dials in, plays all games of the stream, and dials in again when it breaks."""

from __future__ import annotations

import logging
import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import grpc

from flagfall.v1 import bot_service_pb2, bot_service_pb2_grpc
from flagfall_bot.address import open_channel
from flagfall_bot.dispatcher import MainThread, ThreadPerGame
from flagfall_bot.game_table import PlayerFactory
from flagfall_bot.options import Options
from flagfall_bot.player import BotInfo

PROTOCOL_VERSION = 1
# After so many seconds without a referee the games are lost anyway.
DIAL_FOR = 10.0
FIRST_PAUSE = 0.05
PAUSE_MAX = 1.0

# The codes after which another attempt may succeed.
_PASSING = {
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.CANCELLED,
    grpc.StatusCode.UNKNOWN,
    grpc.StatusCode.INTERNAL,
    grpc.StatusCode.DEADLINE_EXCEEDED,
}

log = logging.getLogger(__name__)


class _Stopped(Exception):
    """Raised when SIGINT or SIGTERM came."""


class _Stream:
    """One stream. A thread of its own reads it, so that pings are answered while the player thinks."""

    def __init__(self, channel: grpc.Channel, token: str) -> None:
        self._outbox: queue.SimpleQueue[bot_service_pb2.PlayRequest | None] = queue.SimpleQueue()
        # The messages, each with the time at which it came, by time.monotonic(). None marks the end.
        self.inbox: queue.SimpleQueue[tuple[bot_service_pb2.PlayResponse, float] | None] = queue.SimpleQueue()
        stub = bot_service_pb2_grpc.BotServiceStub(channel)
        self._call = stub.Play(iter(self._outbox.get, None), metadata=(("authorization", f"Bearer {token}"),))
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def write(self, request: bot_service_pb2.PlayRequest) -> None:
        self._outbox.put(request)

    def _read(self) -> None:
        try:
            for message in self._call:
                if message.HasField("ping"):
                    self.write(bot_service_pb2.PlayRequest(pong=bot_service_pb2.Pong(nonce=message.ping.nonce)))
                else:
                    self.inbox.put((message, time.monotonic()))
        except grpc.RpcError:
            # finish() returns the error.
            pass
        finally:
            self.inbox.put(None)

    def messages(self) -> Iterator[tuple[bot_service_pb2.PlayResponse, float]]:
        return iter(self.inbox.get, None)

    def finish(self) -> tuple[grpc.StatusCode, str]:
        """Returns how the stream ended. To be called after the last message."""
        self._outbox.put(None)
        return self._call.code(), self._call.details()

    def cancel(self) -> None:
        self._outbox.put(None)
        self._call.cancel()


def _hello(info: BotInfo) -> bot_service_pb2.PlayRequest:
    return bot_service_pb2.PlayRequest(
        hello=bot_service_pb2.Hello(
            protocol_version=PROTOCOL_VERSION,
            bot_name=info.name,
            bot_version=info.version,
            rulesets=info.rulesets,
            concurrent_games_max=info.concurrent_games_max,
            wants_legal_actions=True,
            wants_events_at_once=info.wants_events_at_once,
        )
    )


Dispatcher = MainThread | ThreadPerGame


def _play(channel: grpc.Channel, token: str, info: BotInfo, games: Dispatcher) -> tuple[grpc.StatusCode, str, bool]:
    """Plays on one stream until it ends. Returns how it ended, and whether the referee had welcomed the bot."""
    stream = _Stream(channel, token)
    welcomed = False
    try:
        stream.write(_hello(info))
        for message, arrived in stream.messages():
            welcomed = welcomed or message.HasField("welcome")
            games.on(message, stream.write, arrived)
        return *stream.finish(), welcomed
    except BaseException:
        stream.cancel()
        raise


def _play_on(address: str, token: str, info: BotInfo, games: Dispatcher) -> int:
    """Plays, and dials in again as long as that may help. Returns the exit code."""
    give_up_at = time.monotonic() + DIAL_FOR
    pause = FIRST_PAUSE
    while True:
        with open_channel(address) as channel:
            code, details, welcomed = _play(channel, token, info, games)
        # ABORTED: the host has dismissed the bot, or it plays on by another stream.
        if code in (grpc.StatusCode.OK, grpc.StatusCode.ABORTED):
            return 0
        log.warning("the stream to %s ended: %s: %s", address, code.name, details)
        if welcomed:
            give_up_at = time.monotonic() + DIAL_FOR
            pause = FIRST_PAUSE
        if code not in _PASSING or time.monotonic() > give_up_at:
            return 1
        time.sleep(pause)
        pause = min(2 * pause, PAUSE_MAX)


def _stop(signal_number: int, frame: object) -> None:
    raise _Stopped


def run(new_player: PlayerFactory, info: BotInfo | None = None) -> None:
    """Plays games until the referee closes the stream or SIGINT or SIGTERM comes, then ends the program.

    new_player: a subclass of Player, or any function of (game_started, options) that returns a Player.
    info: the bot.json beside the program by default.

    The exit code is 0. It is 1, with a line on standard error, when there is no referee or it refused the bot.
    """
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s", stream=sys.stderr)
    info = info or BotInfo.of_manifest(Path(sys.argv[0]).resolve().parent / "bot.json")
    address, token = os.environ.get("FLAGFALL_ADDRESS"), os.environ.get("FLAGFALL_TOKEN")
    if not address or not token:
        sys.exit(
            f"{info.name}: FLAGFALL_ADDRESS (unix:/path, host:port or tls:host:port) and FLAGFALL_TOKEN must be set, as"
            " `flagfall` sets them when it starts a bot"
        )
    try:
        options = Options(os.environ.get("FLAGFALL_BOT_OPTIONS", ""))
        open_channel(address).close()
    except ValueError as error:
        sys.exit(f"{info.name}: {error}")
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _stop)
    try:
        games = (ThreadPerGame if info.thread_per_game else MainThread)(new_player, options)
        sys.exit(_play_on(address, token, info, games))
    except _Stopped:
        sys.exit(0)
