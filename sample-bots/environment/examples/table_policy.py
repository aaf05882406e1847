"""A policy of two tables, which train_duel.py learns: what a ply of a type onto a square is worth, and in which direction."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from flagfall import PLY_NUMBERS

TYPES = 12
# What stands on the square entered: nothing, a hidden piece that has not moved, one that has, a public type.
TARGETS = 3 + TYPES
# Forward, back, sideways, each by one square or more.
DIRECTIONS = 6
WEIGHTS = TYPES * TARGETS + TYPES * DIRECTIONS

_NUMBERS = np.arange(PLY_NUMBERS)
FROM, END = _NUMBERS // 20, _NUMBERS % 20
TO = np.where(END < 10, FROM - FROM % 10 + END, (END - 10) * 10 + FROM % 10)
_AHEAD, _ASIDE = TO // 10 - FROM // 10, TO % 10 - FROM % 10
DIRECTION = np.where(_AHEAD > 0, 0, np.where(_AHEAD < 0, 1, 2)) + 3 * (abs(_AHEAD) + abs(_ASIDE) > 1)

Plies = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]
Features = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]


def features(observations: npt.NDArray[np.uint8], legal_mask: npt.NDArray[np.bool_]) -> tuple[Plies, Features]:
    """The legal plies of all games as (game, number), in the order of games, and for each the two weights that it has."""
    boards = observations.reshape(len(observations), 100, -1)
    games, numbers = np.divmod(np.flatnonzero(legal_mask), PLY_NUMBERS)
    movers = boards[games, FROM[numbers], :TYPES].argmax(1)
    entered = boards[games, TO[numbers], TYPES:39]
    public, is_hidden, has_moved = entered[:, :TYPES], entered[:, TYPES:2 * TYPES].any(1), entered[:, 38 - TYPES]
    target = np.where(public.any(1), 3 + public.argmax(1), np.where(is_hidden, 1 + has_moved, 0))
    onto = movers * TARGETS + target
    along = TYPES * TARGETS + movers * DIRECTIONS + DIRECTION[numbers]
    return (games, numbers), (onto, along)


def chances(weights: npt.NDArray[np.float64], games: npt.NDArray[np.int64], of: Features) -> npt.NDArray[np.float64]:
    """The chance of each ply in its game."""
    worth = weights[of[0]] + weights[of[1]]
    first = np.flatnonzero(np.diff(games, prepend=-1))
    lengths = np.diff(first, append=len(games))
    worth = np.exp(worth - np.repeat(np.maximum.reduceat(worth, first), lengths))
    return worth / np.repeat(np.add.reduceat(worth, first), lengths)


def drawn(chance: npt.NDArray[np.float64], games: npt.NDArray[np.int64], random: np.random.Generator) -> npt.NDArray[np.int64]:
    """The index of one ply of each game, drawn by their chances."""
    first = np.flatnonzero(np.diff(games, prepend=-1))
    key = -np.log(random.random(len(chance))) / chance
    # The least key of each game.
    order = np.lexsort((key, games))
    return order[first]


class TablePolicy:
    """A policy for VectorEnv.step and flagfall.play."""

    def __init__(self, weights: npt.NDArray[np.float64], seed: int | None = None) -> None:
        self.weights = weights
        self.random = np.random.default_rng(seed)

    def __call__(self, observations: npt.NDArray[np.uint8], legal_mask: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
        (games, numbers), of = features(observations, legal_mask)
        return numbers[drawn(chances(self.weights, games, of), games, self.random)]
