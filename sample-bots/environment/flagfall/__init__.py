"""The rules of Flagfall in Python, by the same core as the referee's, and many games at once for programs that learn.

    import flagfall

    game = flagfall.new_game("duel", seed=7)
    env = flagfall.VectorEnv("duel", n=1024, threads=2)
    flagfall.play(policy)

The guide, with the table of an observation's planes, is sample-bots/environment/README.md.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from typing import SupportsIndex

# The messages, flagfall.v1, may stand in another folder, as beside a bot.
__path__ = pkgutil.extend_path(__path__, __name__)

# ruff: noqa: E402
from flagfall._core import (
    BOARD_RULESETS,
    OBSERVATION_VERSION,
    PLANES,
    PLY_NUMBERS,
    RULESETS,
    Game,
    Observer,
    RuleError,
    ply_name,
    ply_number,
    ply_squares,
    turned,
)
from flagfall._core import from_record as _from_record
from flagfall._core import new_game as _new_game
from flagfall.book import read_book
from flagfall.playing import Policy, play
from flagfall.vector_env import VectorEnv
from flagfall.whole_numbers import whole_number

__all__ = [
    "BOARD_RULESETS",
    "Game",
    "OBSERVATION_VERSION",
    "Observer",
    "PLANES",
    "PLY_NUMBERS",
    "Policy",
    "RULESETS",
    "RuleError",
    "VectorEnv",
    "from_record",
    "new_game",
    "play",
    "ply_name",
    "ply_number",
    "ply_squares",
    "read_book",
    "turned",
]

SEED_BYTES = 32


def new_game(
    ruleset: str, seed: SupportsIndex | bytes | bytearray = 0, options: Mapping[str, str | int] | None = None
) -> Game:
    """Begins a game of any ruleset, before its first decision.

    seed: 32 bytes, from which all chance of the game follows, or a number from 0 to 2**256 - 1 for these bytes, the
    least significant first; Python's own or NumPy's. Raises ValueError for a ruleset, option or seed that there is not.

    >>> game = new_game("barrage", seed=7, options={"two_squares": 2})
    >>> game.pending()
    [('red', 'set_up'), ('blue', 'set_up')]
    >>> for side in ("red", "blue"):
    ...     game.apply(game.sample(seed=1, side=side), side=side)
    >>> name = game.legal_names()[0]
    >>> game.action_name(game.legal_actions()[0]) == name
    True
    >>> game.apply("a1-a1")
    Traceback (most recent call last):
    flagfall.RuleError: R2.1: a1-a1: no red piece stands on a1
    """
    return _new_game(ruleset, _seed_bytes(seed), {name: str(value) for name, value in (options or {}).items()})


def from_record(record: str) -> Game:
    """The game of a record in JSON as it stood in the end: of Game.to_record, or of an arena (`flagfall game export`).

    Raises ValueError for what is no record.

    >>> game = new_game("cards", seed=3)
    >>> game.apply(game.sample(seed=1))
    >>> from_record(game.to_record()).view("all") == game.view("all")
    True
    """
    return _from_record(record)


def _seed_bytes(seed: SupportsIndex | bytes | bytearray) -> bytes:
    if isinstance(seed, (bytes, bytearray)):
        return bytes(seed)
    most = (1 << (8 * SEED_BYTES)) - 1
    number = whole_number(seed, "the seed", 0, most, "32 bytes or a number from 0 to 2**256 - 1")
    return number.to_bytes(SEED_BYTES, "little")
