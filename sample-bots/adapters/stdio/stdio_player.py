"""A player that asks a program over the line protocol. Each game has its own process of the program."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence

from child import Child, ChildGone
from flagfall.v1 import bot_service_pb2, game_pb2
from flagfall_bot import ARMIES, Action, Answer, GameState, Options, Player, Ply, Resignation, SetUp, Side, TimeLeft
from flagfall_bot import distance, zone_of
from flagfall_bot.game import DecisionKind
from line_protocol import (
    SET_UP_ROWS,
    PlyHistory,
    MadePly,
    Unreadable,
    board_rows,
    obeys_movement,
    read_ply,
    read_set_up,
    start_line,
    write_ply,
)

# The ruleset that the line protocol was made for.
RULESET = "classic"

# Before all plies.
SET_UP = -1
ON_BARRED = ("nearest", "stand")
SHOWN_CHARACTERS = 200

_WINNERS = {
    game_pb2.RESULT_RED_WINS: Side.RED,
    game_pb2.RESULT_BLUE_WINS: Side.BLUE,
}
_QUIT = {
    game_pb2.RESULT_RED_WINS: "QUIT RED",
    game_pb2.RESULT_BLUE_WINS: "QUIT BLUE",
    game_pb2.RESULT_DRAW: "QUIT DRAW",
}

log = logging.getLogger(__name__)

Choice = SetUp | Ply | Answer | Resignation


class StdioPlayer(Player):
    def __init__(self, started: bot_service_pb2.GameStarted, options: Options, command: Sequence[str]) -> None:
        super().__init__(started, options)
        self._id = started.game_id
        # What the program is told that its opponent is called; empty for the opponent's own name.
        self._opponent = options.get("opponent_name", "")
        self._plays_nearest = options.get("on_barred", ON_BARRED[0]) == ON_BARRED[0]
        self._replaced = 0
        # The decision that the program was asked for last, by the number of plies before it, and its answer. After a
        # break the referee asks again, and then the program must not be asked again.
        self._asked: int | None = None
        self._answer: Choice = Resignation()
        self._has_set_up = False
        # The program's last line, or the ply that was played in its place.
        self._written = ""
        self._game: GameState | None = None
        self._history = PlyHistory()
        self._confirmed = 0
        self._child: Child | None = None
        try:
            self._child = Child(command)
        except ChildGone as gone:
            log.error("%s: the program %s", self._id, gone)

    # ---- Decisions.

    def choose(self, game: GameState, kind: DecisionKind, time: TimeLeft) -> Choice:
        asked = SET_UP if kind is DecisionKind.SET_UP else len(game.plies)
        if asked != self._asked:
            self._answer = self._ask(game, kind)
            self._asked = asked
        return self._answer

    def _ask(self, game: GameState, kind: DecisionKind) -> Choice:
        self._written = ""
        if self._child is None:
            return Resignation()
        try:
            return self._ask_set_up(game) if kind is DecisionKind.SET_UP else self._ask_ply(game)
        except Unreadable as error:
            log.warning("%s: not an answer: %s", self._id, error)
            # An empty action is illegal at every decision.
            return Answer(Action(), comment=f"not an answer: {error}")
        except ChildGone as gone:
            log.warning("%s: the program %s; the game is given up", self._id, gone)
            return Resignation()

    def _ask_set_up(self, game: GameState) -> SetUp | Resignation:
        if game.army != Counter(ARMIES[RULESET]) or len(zone_of(game)) != SET_UP_ROWS:
            log.error("%s: the line protocol knows the army and the zone of `%s` alone, and this game has others (R1.6); "
                      "the game is given up", self._id, RULESET)
            return Resignation()
        self._has_set_up = True
        self._child.write(start_line(game.side, self._opponent or game.started.opponent_name))
        return read_set_up([self._read() for _ in range(SET_UP_ROWS)], game.side)

    def _ask_ply(self, game: GameState) -> Ply | Answer | Resignation:
        if not self._has_set_up:
            log.error("%s: the adapter was started anew in the middle of the game; the game is given up", self._id)
            return Resignation()
        self._child.write(self._turn_line(), *board_rows(game))
        line = self._written = self._read()
        if line == "SURRENDER":
            return Resignation()
        ply = read_ply(line)
        if ply in game.legal_plies:
            return ply
        if not obeys_movement(game, ply):
            return self._other_board(ply, line)
        if not self._plays_nearest:
            return ply
        nearest = self._nearest(game, ply)
        self._replaced += 1
        self._written = write_ply(nearest)
        log.info("%s: %s is barred by R3 or R4; played %s", self._id, line, self._written)
        return Answer(nearest, comment=f"wanted {line}, which R3 or R4 bars")

    def _other_board(self, ply: Ply, line: str) -> Ply | Answer:
        """A ply that no piece of the program can make, which loses; with the likely reason when there is one."""
        if not self._replaced:
            log.warning("%s: %s is no ply of its own pieces by R2", self._id, line)
            return ply
        why = (f"{line} fits no piece of its own; {self._replaced} of its plies were barred and replaced, and a program that"
               " does not read which ply was played in place of its own goes on with another board (on_barred=stand lets"
               " barred plies stand)")
        log.warning("%s: %s", self._id, why)
        return Answer(ply, comment=why)

    def _read(self) -> str:
        line = self._child.read_line()
        self._written = line[:SHOWN_CHARACTERS]
        return line

    def _turn_line(self) -> str:
        return self._told(self._history.plies[-1]) if self._history.plies else "START"

    def _nearest(self, game: GameState, wanted: Ply) -> Ply:
        """Returns the same piece's ply that ends nearest to the wanted one, or a random ply if the piece has none."""
        own = [ply for ply in game.legal_plies if ply.start == wanted.start]
        if not own:
            return self.random.choice(game.legal_plies)
        least = min(distance(ply.end, wanted.end) for ply in own)
        return self.random.choice([ply for ply in own if distance(ply.end, wanted.end) == least])

    # ---- What happened.

    def on_events(self, game: GameState, events: Sequence[game_pb2.Event]) -> None:
        if game is not self._game:
            self._game, self._history = game, PlyHistory()
        self._history.follow(events)
        for made in self._history.plies[self._confirmed :]:
            if made.side is game.side:
                self._say(f"{self._written} {self._outcome(made)}")
        self._confirmed = len(self._history.plies)

    def on_illegal(self, game: GameState, error: bot_service_pb2.GameError) -> None:
        if self._asked == SET_UP:
            # The line protocol cannot express it.
            log.warning("%s: the set-up is illegal; the game is given up", self._id)
            self._answer = Resignation()
            return
        self._say(f"{self._written} ILLEGAL")
        self._asked = None

    def stop_thinking(self) -> None:
        if self._child is not None:
            self._child.wake()

    def on_game_over(self, game: GameState, over: bot_service_pb2.GameOver) -> None:
        if self._replaced:
            log.info("%s: %d plies were barred by R3 or R4 and replaced", self._id, self._replaced)
        if self._child is None:
            return
        last = self._history.plies[-1] if self._history.plies else None
        lines = []
        has_lost = _WINNERS.get(over.outcome.result) is game.side.opponent
        if has_lost and over.outcome.reason == game_pb2.REASON_ILLEGAL_ACTION and self._asked != SET_UP:
            lines.append(f"{self._written} ILLEGAL")
        elif last is not None and last.side is not game.side and self._asked != len(game.plies):
            lines.append(self._told(last))
        self._child.quit(*lines, _QUIT.get(over.outcome.result, "QUIT"))

    def _told(self, made: MadePly) -> str:
        return f"{write_ply(made.ply)} {self._outcome(made)}"

    def _outcome(self, made: MadePly) -> str:
        over = self._game.outcome if self._game else None
        if over is not None and over.reason == game_pb2.REASON_NO_LEGAL_PLY and made is self._history.plies[-1]:
            return "VICTORY_ATTRITION"
        return self._history.outcome(made)

    def _say(self, line: str) -> None:
        try:
            if self._child is not None:
                self._child.write(line)
        except ChildGone:
            # The next question will fail and say why.
            pass
