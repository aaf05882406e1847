"""The threads that games are played on."""

from __future__ import annotations

import logging
import os
import queue
import threading
import time
from collections.abc import Callable

from flagfall.v1 import bot_service_pb2
from flagfall_bot.game_table import GameTable, PlayerFactory, game_id_of
from flagfall_bot.options import Options

Write = Callable[[bot_service_pb2.PlayRequest], None]

log = logging.getLogger(__name__)


class MainThread:
    """Plays all games on the thread of the caller."""

    def __init__(self, new_player: PlayerFactory, options: Options) -> None:
        self._table = GameTable(new_player, options)

    def on(self, message: bot_service_pb2.PlayResponse, write: Write, arrived: float) -> None:
        """Answers the message by `write`. `arrived` is when the message came, by time.monotonic()."""
        for request in self._table.on(message, time.monotonic() - arrived):
            write(request)


class ThreadPerGame:
    """Plays each game on a thread of its own, so that a player that waits keeps no other game waiting."""

    def __init__(self, new_player: PlayerFactory, options: Options) -> None:
        self._new_player = new_player
        self._options = options
        self._games: dict[str, _GameThread] = {}

    def on(self, message: bot_service_pb2.PlayResponse, write: Write, arrived: float) -> None:
        """Passes the message on. An answer goes to the stream that asked: after a break the referee asks again."""
        kind, game_id = message.WhichOneof("message"), game_id_of(message)
        if game_id not in self._games and kind in ("game_started", "game_resumed"):
            self._games[game_id] = _GameThread(GameTable(self._new_player, self._options))
        if game_id in self._games:
            self._games[game_id].on(message, write, arrived)
        if kind == "game_over":
            self._games.pop(game_id, None)


class _GameThread:
    def __init__(self, table: GameTable) -> None:
        self._table = table
        self._inbox: queue.SimpleQueue[tuple[bot_service_pb2.PlayResponse, Write, float]] = queue.SimpleQueue()
        # The program's end does not wait for these threads.
        threading.Thread(target=self._work, daemon=True).start()

    def on(self, message: bot_service_pb2.PlayResponse, write: Write, arrived: float) -> None:
        if message.HasField("game_started"):
            # Called at once, so that there is a player when stop_thinking is called.
            for request in self._table.on(message):
                write(request)
            return
        self._inbox.put((message, write, arrived))
        if message.HasField("game_over"):
            self._table.stop_thinking()

    def _work(self) -> None:
        try:
            while True:
                message, write, arrived = self._inbox.get()
                for request in self._table.on(message, time.monotonic() - arrived):
                    write(request)
                if message.HasField("game_over"):
                    return
        except BaseException:
            log.exception("a player failed")
            # Ends the program as an error on the main thread would; nothing else would end it.
            os._exit(1)
