"""The board, the pieces, and what an attack does. Squares are numbers: a1 is 0, j1 is 9, a2 is 10, j10 is 99."""

from __future__ import annotations

import enum
from typing import Mapping, TypeVar

Known = TypeVar("Known")

SQUARES = 100
FILES = 10


class Side(enum.IntEnum):
    RED = 1
    BLUE = 2

    @property
    def opponent(self) -> Side:
        return Side.BLUE if self is Side.RED else Side.RED


class PieceType(enum.IntEnum):
    """The values 1 to 10 are the ranks. Only `cards` has a Spotter, whose rank is 1 as well."""

    SPY = 1
    SCOUT = 2
    MINER = 3
    SERGEANT = 4
    LIEUTENANT = 5
    CAPTAIN = 6
    MAJOR = 7
    COLONEL = 8
    GENERAL = 9
    MARSHAL = 10
    BOMB = 11
    FLAG = 12
    SPOTTER = 13

    @property
    def is_movable(self) -> bool:
        return self <= PieceType.MARSHAL


class AttackResult(enum.Enum):
    ATTACKER_WINS = enum.auto()
    DEFENDER_WINS = enum.auto()
    BOTH_REMOVED = enum.auto()


def attack(attacker: PieceType, defender: PieceType) -> AttackResult:
    """The result of an attack by R2.5."""
    if defender is PieceType.FLAG:
        return AttackResult.ATTACKER_WINS
    if defender is PieceType.BOMB:
        return AttackResult.ATTACKER_WINS if attacker is PieceType.MINER else AttackResult.DEFENDER_WINS
    if attacker is PieceType.SPY and defender is PieceType.MARSHAL:
        return AttackResult.ATTACKER_WINS
    if attacker == defender:
        return AttackResult.BOTH_REMOVED
    return AttackResult.ATTACKER_WINS if attacker > defender else AttackResult.DEFENDER_WINS


def _army(*counts: int) -> dict[PieceType, int]:
    return {piece_type: count for piece_type, count in zip(PieceType, counts) if count}


_FULL_ARMY = _army(1, 8, 5, 4, 4, 4, 3, 2, 1, 1, 6, 1)

# The number of pieces or cards of each type in an army, by ruleset (R1.2, R7.1; with the Spotter). A host may choose
# another army: GameState.army has the game's.
ARMIES: Mapping[str, Mapping[PieceType, int]] = {
    "classic": _FULL_ARMY,
    "battle": _FULL_ARMY,
    "duel": _army(1, 2, 2, 0, 0, 0, 0, 0, 1, 1, 2, 1),
    "barrage": _army(1, 2, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1),
    "bluffing": _FULL_ARMY,
    "cards": _army(1, 4, 4, 2, 2, 2, 1, 1, 1, 1, 3, 1, 1),
}

# The number of rows of the set-up zone, by ruleset (R1.3).
ZONE_ROWS: Mapping[str, int] = {"classic": 4, "battle": 4, "duel": 3, "barrage": 4, "bluffing": 4}

# The order of the counts in the option `army` (R1.6).
_ARMY_ORDER = (PieceType.FLAG, *(piece_type for piece_type in PieceType if piece_type <= PieceType.BOMB))


def army_of(ruleset: str, options: Mapping[str, str]) -> Mapping[PieceType, int]:
    """The number of pieces of each type in an army: the host's choice, the option `army`, or the ruleset's own."""
    if "army" not in options:
        return _known(ARMIES, ruleset, "army")
    counts = zip(_ARMY_ORDER, options["army"].split("-"), strict=True)
    return {piece_type: int(count) for piece_type, count in sorted(counts) if count != "0"}


def zone_rows_of(ruleset: str, options: Mapping[str, str]) -> int:
    """The number of rows of the set-up zone: the option `zone_rows`, or the ruleset's own."""
    return int(options["zone_rows"]) if "zone_rows" in options else _known(ZONE_ROWS, ruleset, "set-up zone")


def _known(table: Mapping[str, Known], ruleset: str, what: str) -> Known:
    if ruleset not in table:
        raise ValueError(f"this SDK does not know the {what} of `{ruleset}`; a bot that plays it sets up by choose_set_up")
    return table[ruleset]


LAKES = frozenset({42, 43, 46, 47, 52, 53, 56, 57})


def file_of(square: int) -> int:
    return square % FILES


def row_of(square: int) -> int:
    return square // FILES


def distance(one: int, other: int) -> int:
    """The steps between two squares on an empty board without lakes."""
    return abs(file_of(one) - file_of(other)) + abs(row_of(one) - row_of(other))


def square_name(square: int) -> str:
    """The square's name, as in "a1" for 0."""
    return f"{'abcdefghij'[file_of(square)]}{row_of(square) + 1}"


def neighbours(square: int) -> list[int]:
    """The squares next to a square: up, down, left and right, without lakes."""
    candidates = []
    if file_of(square) > 0:
        candidates.append(square - 1)
    if file_of(square) < FILES - 1:
        candidates.append(square + 1)
    candidates += [square - FILES, square + FILES]
    return [at for at in candidates if 0 <= at < SQUARES and at not in LAKES]
