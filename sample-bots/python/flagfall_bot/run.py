"""Turns a Player into a bot: dials in, plays all games of the stream, and dials in again when it breaks."""

from __future__ import annotations

import atexit
import contextlib
import io
import logging
import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import grpc

from flagfall.v1 import bot_service_pb2, bot_service_pb2_grpc
from flagfall_bot.address import open_channel
from flagfall_bot.dispatcher import MainThread, ThreadPerGame
from flagfall_bot.game_table import PlayerFactory
from flagfall_bot.options import Options
from flagfall_bot.player import BotInfo
from flagfall_bot.redial import REFUSED, STOPPED, Redial

PROTOCOL_VERSION = 1
# From SIGINT or SIGTERM to the program's end.
STOP_WITHIN_S = 3.0

log = logging.getLogger(__name__)


class _Stopped(BaseException):
    """Raised when SIGINT or SIGTERM came. No Exception, since the SDK and players catch those."""


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


def _play(
    channel: grpc.Channel, token: str, info: BotInfo, games: Dispatcher, redial: Redial
) -> tuple[grpc.StatusCode, str]:
    """Plays on one stream until it ends. Returns how it ended."""
    stream = _Stream(channel, token)
    try:
        stream.write(_hello(info))
        for message, arrived in stream.messages():
            if message.HasField("welcome"):
                _say(logging.INFO, redial.welcomed(arrived))
            games.on(message, stream.write, arrived)
        return stream.finish()
    except BaseException:
        stream.cancel()
        raise


def _say(level: int, words: str) -> None:
    if words:
        log.log(level, "%s", words)


def _play_on(address: str, token: str, info: BotInfo, games: Dispatcher, redial: Redial) -> int:
    """Plays, and dials in again as long as that may help. Returns the exit code."""
    while True:
        with open_channel(address) as channel:
            code, details = _play(channel, token, info, games, redial)
        then = redial.ended(code, details, time.monotonic())
        _say(logging.WARNING if then.exit_code == STOPPED else logging.ERROR, then.words)
        if then.pause is None:
            return then.exit_code
        time.sleep(then.pause)


def _end_after_a_stop(signals: int) -> None:
    """Ends the program some time after a signal came, whatever it waits for: gRPC may hold a lock that the signal broke
    into, and a player may have threads that do not end. `signals` is where Python writes their numbers."""
    while os.read(signals, 1)[0] not in (signal.SIGINT, signal.SIGTERM):
        pass
    time.sleep(STOP_WITHIN_S)
    os._exit(STOPPED)


def _watch_for_stops() -> None:
    signals, wakeup = os.pipe()
    os.set_blocking(wakeup, False)
    signal.set_wakeup_fd(wakeup, warn_on_full_buffer=False)
    threading.Thread(target=_end_after_a_stop, args=(signals,), daemon=True).start()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _stop)


def _ignore_stops() -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)


def _stop(signal_number: int, frame: object) -> None:
    # The program is ending; a second signal must not break into that.
    _ignore_stops()
    global _is_stopped
    _is_stopped = True
    raise _Stopped


# Whether a signal has come.
_is_stopped = False
# What `run` ends the program with, once it does.
_exit_code: int | None = None


def _end_at_once() -> None:
    """Ends the program before Python takes itself apart. A thread of gRPC that wants to run Python then is ended where it
    stands, with gRPC's locks in its hands, and the main thread may wait for these for ever."""
    if _exit_code is None:
        return
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError, AttributeError):
            stream.flush()
    os._exit(_exit_code)


# What is registered first is called last: after all that a program registers once it has imported this.
atexit.register(_end_at_once)


def _refuse(words: str) -> NoReturn:
    print(words, file=sys.stderr)
    sys.exit(REFUSED)


def run(new_player: PlayerFactory, info: BotInfo | None = None) -> None:
    """Plays games until the referee closes the stream or SIGINT or SIGTERM comes, then ends the program.

    new_player: a subclass of Player, or any function of (game_started, options) that returns a Player.
    info: the bot.json beside the program by default.

    SIGINT and SIGTERM end the program within three seconds, whatever the player does.

    The exit code is 0 when the referee closed the stream or the program was told to stop, 78 when the host refuses the
    bot or a setting is wrong, and 1 when the host was not reached for FLAGFALL_DIAL_FOR. A line on standard error says
    why. While the host is away, the bot waits for it: see redial.py. What the program has registered with atexit is
    called at its end; what Python would do after that is not, such as destructors of what is left.
    """
    # The host keeps a log for each game, by when a line is printed. Python would keep it back until there are 8 KiB.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s", stream=sys.stderr)
    try:
        info = info or BotInfo.of_manifest(Path(sys.argv[0]).resolve().parent / "bot.json")
    except (OSError, ValueError) as error:
        _refuse(f"bot: {error}")
    address, token = os.environ.get("FLAGFALL_ADDRESS"), os.environ.get("FLAGFALL_TOKEN")
    if not address or not token:
        _refuse(
            f"{info.name}: FLAGFALL_ADDRESS (unix:/path, host:port or tls:host:port) and FLAGFALL_TOKEN must be set, as"
            " `flagfall` sets them when it starts a bot"
        )
    try:
        options = Options(os.environ.get("FLAGFALL_BOT_OPTIONS", ""))
        redial = Redial(address, os.environ.get("FLAGFALL_DIAL_FOR", ""), time.monotonic())
        open_channel(address).close()
    except ValueError as error:
        _refuse(f"{info.name}: {error}")
    _watch_for_stops()
    try:
        games = (ThreadPerGame if info.thread_per_game else MainThread)(new_player, options)
        code = _play_on(address, token, info, games, redial)
        # From here on the program ends by itself, and a signal must not break into what it does at its end.
        _ignore_stops()
    except BaseException:
        # What the signal broke into may have raised another error at that, as threading does with its locks.
        if not _is_stopped:
            raise
        code = STOPPED
    global _exit_code
    _exit_code = code
    sys.exit(code)
