"""A game in the shape of OpenSpiel's State, which is not needed for it."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import SupportsIndex, overload

import numpy as np
import numpy.typing as npt

import flagfall
from flagfall._core import BOARD_RULESETS, Game, Observer
from flagfall.whole_numbers import chance_of

TERMINAL_PLAYER = -4
_SIDES = ("red", "blue")
_NONE_LISTED = "the actions of gogo are too many to be listed; flagfall.new_game plays it"


class State:
    """One game of two players, 0 for Red and 1 for Blue, with actions as numbers.

    Where both sides decide at once, Red is asked first; Blue is not told what Red chose. Decisions whose actions are too
    many to be listed, as set-ups and the front lines of `cards`, are made at random, from `seed`; so a State is of any
    ruleset but `gogo`, in which none can be listed.

    A player that is not named is the current one.

    Board games number plies as flagfall.ply_number does, on the board as Red sees it; the other rulesets number the
    actions of legal_actions from 0.

    >>> import random
    >>> state, chance = State("duel", seed=4), random.Random(4)
    >>> while not state.is_terminal():
    ...     state.apply_action(chance.choice(state.legal_actions()))
    >>> sum(state.returns())
    0.0
    """

    def __init__(self, ruleset: str, seed: SupportsIndex = 0, options: Mapping[str, str | int] | None = None) -> None:
        if ruleset == "gogo":
            raise ValueError(_NONE_LISTED)
        self._chance = chance_of(seed)
        self._history: list[int] = []
        self._game = flagfall.new_game(ruleset, self._chance.getrandbits(256), options)
        self._draw_unlisted(self._game)

    @classmethod
    def of(cls, game: Game, seed: SupportsIndex = 0) -> State:
        """Goes on from a game, as from one of a VectorEnv. The game is not copied.

        Decisions of it that cannot be listed, and are open or come later, are made from `seed`.
        """
        if game.ruleset == "gogo":
            raise ValueError(_NONE_LISTED)
        state = cls.__new__(cls)
        state._chance = chance_of(seed)
        state._history = []
        state._game = game
        state._draw_unlisted(game)
        return state

    @property
    def game(self) -> Game:
        """The game itself."""
        return self._game

    def num_players(self) -> int:
        """2."""
        return len(_SIDES)

    def num_distinct_actions(self) -> int:
        """The numbers of plies; raises ValueError for a ruleset whose actions have no numbers of their own."""
        if not self._is_board_game():
            raise ValueError(f"the actions of {self._game.ruleset} are numbered anew at each decision")
        return flagfall.PLY_NUMBERS

    def current_player(self) -> int:
        """0 or 1, or TERMINAL_PLAYER when the game is over."""
        return TERMINAL_PLAYER if self.is_terminal() else _SIDES.index(self._game.pending()[0][0])

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._game.is_over

    def is_chance_node(self) -> bool:
        """False: chance follows from the seed."""
        return False

    def is_simultaneous_node(self) -> bool:
        """False: two open decisions are made one after the other."""
        return False

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions of the current player, in rising order; none for the other one, and when it is over."""
        if self.is_terminal() or (player is not None and _checked(player) != self.current_player()):
            return []
        actions = self._game.legal_actions()
        if actions is None:
            raise ValueError(f"the actions of {self._game.pending()[0][1]} are too many to be listed")
        return sorted(actions)

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """1 for each legal action, of num_distinct_actions."""
        mask = [0] * self.num_distinct_actions()
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def apply_action(self, action: SupportsIndex) -> None:
        """Raises flagfall.RuleError, with the clause, for an illegal action."""
        number = operator.index(action)
        self._game.apply(number)
        self._history.append(number)
        self._draw_unlisted(self._game)

    def child(self, action: SupportsIndex) -> State:
        """The state after the action; this one stays."""
        state = self.clone()
        state.apply_action(action)
        return state

    def clone(self) -> State:
        """A copy, which plays on by itself, with the same chance to come."""
        state = State.of(self._game.clone())
        state._chance.setstate(self._chance.getstate())
        state._history = list(self._history)
        return state

    @overload
    def action_to_string(self, player: int, action: int) -> str: ...
    @overload
    def action_to_string(self, action: int, /) -> str: ...
    def action_to_string(self, player: int, action: int | None = None) -> str:
        """The action in words, as in "a4-a5": action_to_string(player, action), or action_to_string(action) of the
        current player."""
        if action is None:
            return self._game.action_name(player, self._side(None))
        return self._game.action_name(action, self._side(player))

    @overload
    def string_to_action(self, player: int, name: str) -> int: ...
    @overload
    def string_to_action(self, name: str, /) -> int: ...
    def string_to_action(self, player: int | str, name: str | None = None) -> int:
        """The reverse of action_to_string. Raises ValueError for a name that is no legal action."""
        if name is None:
            return self._game.action_number(player, self._side(None))
        return self._game.action_number(name, self._side(player))

    def move_number(self) -> int:
        """How many actions there were since the state began."""
        return len(self._history)

    def history(self) -> list[int]:
        """All actions since the state began."""
        return list(self._history)

    def returns(self) -> list[float]:
        """1 for a win, -1 for a loss, 0 for a draw and while the game is on, by player."""
        return self._game.returns()

    def rewards(self) -> list[float]:
        """The same as returns(): there is no reward before the end."""
        return self._game.returns()

    def player_return(self, player: int) -> float:
        """The player's of returns()."""
        return self._game.returns()[_checked(player)]

    def information_state_string(self, player: int | None = None) -> str:
        """All that the player was told, the same for all states that it cannot tell apart."""
        return self._game.information_state_string(self._side(player))

    def observation_string(self, player: int | None = None) -> str:
        """The game drawn as the player knows it."""
        return self._game.draw(self._side(player))

    def observation_tensor(self, player: int | None = None) -> npt.NDArray[np.uint8]:
        """Of the board games, what VectorEnv.observations has for the player: (10, 10, PLANES)."""
        side = self._side(player)
        observer = Observer(self._game.ruleset, self._game.options, side)
        observer.follow(self._game.events(side))
        return observer.observation()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> State:
        """A state that the player cannot tell from this one, by numbers from 0 to 1 of `sampler`.

        Only what this player was told is known of it: information_state_string of the other raises RuntimeError.
        """
        seed = _number(sampler)
        # What is not listed is drawn anew in each state, too: chance to come would otherwise be the same in all of them.
        state = State.of(self._game.determinize(self._side(player), seed), seed=_number(sampler))
        state._history = list(self._history)
        return state

    def __str__(self) -> str:
        return self._game.draw("all")

    def _side(self, player: int | None) -> str:
        """The side of the player, by default the current one."""
        if player is None and self.is_terminal():
            raise ValueError("the game is over and nobody is to move; name the player: 0 for Red, 1 for Blue")
        return _SIDES[self.current_player() if player is None else _checked(player)]

    def _is_board_game(self) -> bool:
        return self._game.ruleset in BOARD_RULESETS

    def _draw_unlisted(self, game: Game) -> None:
        unlisted = True
        while unlisted:
            unlisted = [side for side, _ in game.pending() if game.legal_actions(side) is None]
            for side in unlisted:
                game.apply(game.sample(self._chance.getrandbits(64), side), side)


def _checked(player: int) -> int:
    if player not in (0, 1):
        raise ValueError(f"there is no player {player}; expected 0 for Red or 1 for Blue")
    return int(player)


def _number(sampler: Callable[[], float]) -> int:
    return int(sampler() * 2**64) % 2**64
