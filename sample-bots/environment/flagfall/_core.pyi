"""The compiled part of the package: see sample-bots/environment/README.md for the meaning of all numbers."""

from collections.abc import Mapping, Sequence
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

RULESETS: tuple[str, ...]
# Those whose plies have numbers of their own, which a VectorEnv plays.
BOARD_RULESETS: tuple[str, ...]
# The planes of an observation, and the version of their meaning.
PLANES: int
OBSERVATION_VERSION: int
# The numbers of plies are 0 to PLY_NUMBERS - 1.
PLY_NUMBERS: int

class RuleError(ValueError):
    """An action that the rules refuse."""

    # The clause that it breaks, as in "R3.2"; empty where none is known.
    clause: str

def ply_number(name: str) -> int:
    """The number of a ply, as 614 of "a4-a5"."""

def ply_name(number: SupportsIndex) -> str:
    """The reverse of ply_number."""

def ply_squares(number: SupportsIndex) -> tuple[int, int]:
    """From which square to which: a1 is 0, j1 is 9, a2 is 10, j10 is 99."""

def turned(number: SupportsIndex) -> int:
    """The number of the same ply on a board that is turned by 180 degrees."""

class Game:
    """A game of any ruleset, by the same contract as the referee's. Sides are "red" and "blue"."""

    @property
    def ruleset(self) -> str: ...
    @property
    def options(self) -> dict[str, str]: ...
    @property
    def seed(self) -> bytes: ...
    @property
    def plies(self) -> int: ...
    @property
    def actions(self) -> int:
        """The number of actions that were applied."""
    @property
    def is_over(self) -> bool: ...
    @property
    def outcome(self) -> str | None:
        """As in "red wins, flag captured"; None while the game is on."""

    def pending(self) -> list[tuple[str, str]]:
        """The open decisions: side and kind, Red's first. Two when both decide at once."""
    def legal_actions(self, side: str | None = None) -> list[int] | None:
        """The legal actions of the side's decision as numbers; None when they are too many to be listed.

        side: by default the first with an open decision; so in all methods that take one.
        """
    def legal_names(self, side: str | None = None) -> list[str] | None:
        """The same actions in words, in the same order."""
    def action_name(self, action: SupportsIndex, side: str | None = None) -> str: ...
    def action_number(self, name: str, side: str | None = None) -> int:
        """The number of a legal action. Raises ValueError where it has none."""
    def apply(self, action: SupportsIndex | str, side: str | None = None) -> None:
        """Applies an action, by number or in words. Raises RuleError, and changes nothing, where it is illegal."""
    def sample(self, seed: SupportsIndex = 0, side: str | None = None) -> str:
        """A legal action drawn at random, in words."""
    def returns(self) -> list[float]:
        """Red's and Blue's: 1.0 for a win, -1.0 for a loss, 0.0 for a draw and while the game is on."""
    def clone(self) -> Game: ...
    def view(self, observer: str) -> dict[str, Any]:
        """What red, blue, spectator or all may know, as flagfall.v1.View in JSON."""
    def draw(self, observer: str) -> str:
        """The same as a drawing for a terminal."""
    def events(self, observer: str, first: SupportsIndex = 0) -> list[bytes]:
        """What red, blue or spectator was told of the actions from that number on: serialized flagfall.v1.Event."""
    def determinize(self, observer: str, seed: SupportsIndex = 0) -> Game:
        """A game that the observer cannot tell from this one, with everything drawn that is hidden from it."""
    def information_state_string(self, observer: str) -> str:
        """All that the observer was told, a line of JSON for each event."""
    def to_record(self) -> str:
        """The record in JSON. Of a game that is over, `flagfall verify --file` takes it."""

def new_game(ruleset: str, seed: bytes, options: Mapping[str, str]) -> Game: ...
def from_record(record: str) -> Game: ...

class Observer:
    """What a player of a board game sees in an arena, from the events that it is told."""

    def __init__(self, ruleset: str, options: Mapping[str, str], side: str) -> None: ...
    @property
    def side(self) -> str: ...
    @property
    def to_move(self) -> str: ...
    def follow(self, events: Sequence[bytes]) -> None:
        """Takes serialized flagfall.v1.Event, in their order from the game's first one on.

        Raises ValueError for those that another player was told, or of a game with another army or zone. Games of classic
        and battle begin alike, and so it cannot tell one from the other: `ruleset` has to be the game's.
        """
    def observation(self) -> npt.NDArray[np.uint8]:
        """(10, 10, PLANES), as the player sees the board."""
    def legal_mask(self) -> npt.NDArray[np.bool_]:
        """(PLY_NUMBERS,); no ply is legal while it is the opponent's turn."""

class VectorEnv:
    """See flagfall.VectorEnv."""

    def __init__(
        self,
        ruleset: str,
        n: SupportsIndex,
        threads: SupportsIndex,
        *,
        options: Mapping[str, str],
        seed: SupportsIndex,
        max_plies: SupportsIndex,
        max_plies_without_capture: SupportsIndex,
        observe: bool,
        keep_games: bool,
        set_up_kind: str,
        set_ups: Sequence[str],
    ) -> None: ...
    @property
    def n(self) -> int: ...
    @property
    def threads(self) -> int: ...
    @property
    def ruleset(self) -> str: ...
    @property
    def options(self) -> dict[str, str]: ...
    @property
    def observations(self) -> npt.NDArray[np.uint8]:
        """(n, 10, 10, PLANES); None where the VectorEnv does not observe."""
    @property
    def legal_mask(self) -> npt.NDArray[np.bool_]:
        """(n, PLY_NUMBERS)."""
    @property
    def rewards(self) -> npt.NDArray[np.float32]:
        """(n, 2): Red's and Blue's of the last step, 1 for a win, -1 for a loss, 0 for all else."""
    @property
    def done(self) -> npt.NDArray[np.bool_]:
        """(n,): whether the last step ended the game. All else is of the next one, which has begun."""
    @property
    def truncated(self) -> npt.NDArray[np.bool_]:
        """(n,): whether a limit on plies ended it."""
    @property
    def to_move(self) -> npt.NDArray[np.uint8]:
        """(n,): 0 for Red, 1 for Blue."""
    @property
    def plies(self) -> npt.NDArray[np.uint32]:
        """(n,): plies made in the game."""
    @property
    def random_actions(self) -> npt.NDArray[np.int32]:
        """(n,): a legal ply of each game, drawn at random."""

    def reset(self) -> None:
        """Begins anew with the first games of the seed."""
    def step(self, actions: npt.NDArray[Any] | Sequence[int]) -> None:
        """Makes a ply in each game. Raises RuleError, and changes nothing, where one of them is illegal."""
    def game(self, index: SupportsIndex) -> Game:
        """The game as far as it has come; needs keep_games."""
    def last_game(self, index: SupportsIndex) -> Game:
        """The game before it, which is over."""
