"""The words of the line protocol: rows of the board, plies, outcomes. No I/O.

The board is drawn with Red at the top and file a at the left, so that x is the file and y the row less one, and a
square's number is 10 * y + x for both sides. a1, in Red's back row, is 0 0; j10, in Blue's back row, is 9 9:

    y 0   Red's back row      (row 1)
    y 3   Red's front row     (row 4)
    y 6   Blue's front row    (row 7)
    y 9   Blue's back row     (row 10)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from flagfall.v1 import game_pb2
from flagfall_bot import GameState, PieceType, Ply, SetUp, Side
from flagfall_bot.board import FILES, LAKES, SQUARES

SET_UP_ROWS = 4
# The square in the top left corner of each side's zone.
_ZONE = {Side.RED: 0, Side.BLUE: 60}
_STEPS = {"UP": (0, -1), "DOWN": (0, 1), "LEFT": (-1, 0), "RIGHT": (1, 0)}

# 1 is the Marshal and 9 the Scout.
LETTERS: dict[PieceType, str] = {
    **{PieceType(rank): str(11 - rank) for rank in range(PieceType.SCOUT, PieceType.MARSHAL + 1)},
    PieceType.SPY: "s",
    PieceType.BOMB: "B",
    PieceType.FLAG: "F",
}
_TYPES = {letter: piece_type for piece_type, letter in LETTERS.items()}


class Unreadable(ValueError):
    """Raised for a line that is not an answer."""


def start_line(side: Side, opponent: str) -> str:
    """Returns the line that begins a game. The opponent's name becomes one word."""
    word = "".join(c if c.isprintable() and not c.isspace() else "_" for c in opponent)
    return f"{side.name} {word or 'anonymous'} {FILES} {SQUARES // FILES}"


def read_set_up(rows: Sequence[str], side: Side) -> SetUp:
    """Reads the army from its rows, from the one that is highest on the drawn board."""
    set_up = {}
    for y, row in enumerate(rows):
        if len(row) != FILES:
            raise Unreadable(f"a row of a set-up has {FILES} characters: {row!r}")
        for x, letter in enumerate(row):
            if letter not in _TYPES:
                raise Unreadable(f"{letter!r} is no piece (they are {' '.join(_TYPES)}): {row!r}")
            set_up[_ZONE[side] + FILES * y + x] = _TYPES[letter]
    return set_up


def board_rows(game: GameState) -> list[str]:
    """Returns the board as the program reads it, from the highest row."""
    squares = "".join(_drawn(game, square) for square in range(SQUARES))
    return [squares[first : first + FILES] for first in range(0, SQUARES, FILES)]


def _drawn(game: GameState, square: int) -> str:
    if square in LAKES:
        return "+"
    piece = game.at(square)
    if piece is None:
        return "."
    return LETTERS[piece.type] if piece.owner is game.side and piece.type else "#"


def read_ply(line: str) -> Ply:
    """`X Y UP|DOWN|LEFT|RIGHT [n]`."""
    words = line.split()
    numbers = [words[i] for i in (0, 1, 3) if i < len(words)]
    if len(words) not in (3, 4) or words[2] not in _STEPS or not all(_is_digit(number) for number in numbers):
        raise Unreadable(f"a ply is written X Y UP|DOWN|LEFT|RIGHT [n], each of them one digit: {line!r}")
    x, y, steps = int(numbers[0]), int(numbers[1]), int(numbers[2]) if len(words) == 4 else 1
    dx, dy = (steps * step for step in _STEPS[words[2]])
    if steps == 0 or not 0 <= x + dx < FILES or not 0 <= y + dy < SQUARES // FILES:
        raise Unreadable(f"a ply leads to another square of the board: {line!r}")
    return Ply(FILES * y + x, FILES * (y + dy) + x + dx)


def _is_digit(word: str) -> bool:
    return len(word) == 1 and word in "0123456789"


def write_ply(ply: Ply) -> str:
    """Writes a ply as read_ply reads it, with n only if it is not 1."""
    (y, x), (end_y, end_x) = divmod(ply.start, FILES), divmod(ply.end, FILES)
    steps = max(abs(end_x - x), abs(end_y - y))
    sign = ((end_x > x) - (end_x < x), (end_y > y) - (end_y < y))
    direction = next(name for name, step in _STEPS.items() if step == sign)
    return f"{x} {y} {direction}" + (f" {steps}" if steps > 1 else "")


def obeys_movement(game: GameState, ply: Ply) -> bool:
    """Whether R2 allows the ply. R3 and R4 may still bar it."""
    mover, target = game.at(ply.start), game.at(ply.end)
    if mover is None or mover.owner is not game.side or mover.type is None or not mover.type.is_movable:
        return False
    if target is not None and target.owner is game.side:
        return False
    step = FILES if (ply.end - ply.start) % FILES == 0 else 1
    way = range(min(ply) + step, max(ply), step)
    if way and mover.type is not PieceType.SCOUT:
        return False
    return ply.end not in LAKES and all(square not in LAKES and game.at(square) is None for square in way)


@dataclass
class MadePly:
    """A ply that was made, and what it did. Pieces are named by their origins."""

    ply: Ply
    side: Side
    mover: int
    target: int | None
    removed: set[int] = field(default_factory=set)


class PlyHistory:
    """All plies of a game with their outcomes, derived from the player's events."""

    def __init__(self) -> None:
        self.plies: list[MadePly] = []
        self._owners: dict[int, Side] = {}
        self._types: dict[int, PieceType] = {}
        # The piece on each square.
        self._at: dict[int, int] = {}

    def follow(self, events: Iterable[game_pb2.Event]) -> None:
        """Applies the referee's events in their order."""
        for event in events:
            if event.HasField("pieces_placed"):
                for piece in event.pieces_placed.pieces:
                    self._owners[piece.origin] = Side(piece.owner)
                    self._at[piece.square] = piece.origin
                    self._learn(piece.origin, piece.type)
            elif event.HasField("ply_made"):
                self._make(Ply.of(event.ply_made))
            elif event.HasField("piece_revealed"):
                self._learn(event.piece_revealed.origin, event.piece_revealed.type)
            elif event.HasField("piece_removed"):
                self._remove(event.piece_removed.origin)

    def outcome(self, made: MadePly) -> str:
        """What the ply did, as the attacker's and then the defender's letter."""
        if made.target is None:
            return "OK"
        attacker, defender = self._types[made.mover], self._types[made.target]
        if defender is PieceType.FLAG:
            return "VICTORY_FLAG"
        both = {made.mover, made.target} == made.removed
        word = "BOTHDIE" if both else "DIES" if made.mover in made.removed else "KILLS"
        return f"{word} {LETTERS[attacker]} {LETTERS[defender]}"

    def _learn(self, origin: int, piece_type: int) -> None:
        if piece_type:
            self._types[origin] = PieceType(piece_type)

    def _make(self, ply: Ply) -> None:
        mover = self._at.pop(ply.start)
        self.plies.append(MadePly(ply, self._owners[mover], mover, self._at.get(ply.end)))
        self._at.setdefault(ply.end, mover)

    def _remove(self, origin: int) -> None:
        made = self.plies[-1]
        made.removed.add(origin)
        left = [piece for piece in (made.target, made.mover) if piece is not None and piece not in made.removed]
        self._at.pop(made.ply.end, None)
        if left:
            self._at[made.ply.end] = left[0]
