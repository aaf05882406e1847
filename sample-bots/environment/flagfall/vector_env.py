"""Many games at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NoReturn, SupportsIndex

from flagfall import _core
from flagfall.book import read_book


class VectorEnv(_core.VectorEnv):
    """Plays `n` games of a board ruleset at once, on so many threads, without the interpreter's lock.

    A step makes one ply in each game. What it yields stands in arrays that always show the latest step, without a copy,
    and cannot be written to: observations, legal_mask, rewards, done, truncated, to_move, plies, random_actions. A game
    that is over begins anew within the step.

    Observations, legal_mask and actions are those of the side to move as it sees the board: Blue's is turned by 180
    degrees, so that one policy plays both sides. `turned` turns a ply's number, and `ply_name` names it.

    seed: a number below 2**64. All games follow from it and from the actions, on any machine, whatever the threads.
    set_ups: None to draw them; a path of a book, from which each side's is drawn; or pairs of Red's and Blue's set-ups
    in words, as in ("a1=F b1=B …", "a10=F …"), of which one is drawn for each game.
    max_plies, max_plies_without_capture: a draw after so many (R5.4); 0 for never.
    observe: without observations, which are then None, a step costs less.
    keep_games: whether `game` and `last_game` are wanted.
    Raises ValueError for a ruleset, option, number or set-up that there is not; of a set-up as RuleError, with the clause.

    >>> env = VectorEnv("duel", n=3, seed=5)
    >>> env.observations.shape, env.legal_mask.shape, env.rewards.shape
    ((3, 10, 10, 48), (3, 2000), (3, 2))
    >>> env.to_move.tolist()
    [0, 0, 0]
    >>> env.step(env.random_actions)
    >>> env.to_move.tolist(), env.plies.tolist()
    ([1, 1, 1], [1, 1, 1])
    """

    def __init__(
        self,
        ruleset: str,
        n: SupportsIndex = 1,
        threads: SupportsIndex = 1,
        *,
        options: Mapping[str, str | int] | None = None,
        seed: SupportsIndex = 0,
        set_ups: str | Path | Sequence[tuple[str, str]] | None = None,
        max_plies: SupportsIndex = 0,
        max_plies_without_capture: SupportsIndex = 0,
        observe: bool = True,
        keep_games: bool = False,
    ) -> None:
        kind, words = _set_up_words(set_ups)
        super().__init__(
            ruleset,
            n,
            threads,
            options={name: str(value) for name, value in (options or {}).items()},
            seed=seed,
            max_plies=max_plies,
            max_plies_without_capture=max_plies_without_capture,
            observe=observe,
            keep_games=keep_games,
            set_up_kind=kind,
            set_ups=words,
        )

    def __repr__(self) -> str:
        return f"<flagfall.VectorEnv of {self.n} games of {self.ruleset}>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a VectorEnv is neither pickled nor copied; make another one, in the process that steps it")


def _set_up_words(set_ups: str | Path | Sequence[tuple[str, str]] | None) -> tuple[str, list[str]]:
    if set_ups is None:
        return "drawn", []
    if isinstance(set_ups, (str, Path)):
        return "book", read_book(set_ups)
    for pair in set_ups:
        if isinstance(pair, str) or len(pair) != 2:
            raise ValueError(f"set_ups holds {pair!r}; expected pairs of words, Red's set-up and Blue's")
    return "pairs", [words for pair in set_ups for words in pair]
