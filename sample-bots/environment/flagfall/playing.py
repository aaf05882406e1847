"""A policy as a bot in an arena."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
import numpy.typing as npt

from flagfall._core import PLY_NUMBERS, Observer, RuleError, ply_name, ply_squares, turned

if TYPE_CHECKING:
    from flagfall_bot import Options
    from flagfall.v1 import bot_service_pb2

Observations = npt.NDArray[np.uint8]
LegalMask = npt.NDArray[np.bool_]
# Observations (n, 10, 10, PLANES) and legal masks (n, PLY_NUMBERS) to the numbers of n plies.
Policy = Callable[[Observations, LegalMask], Sequence[int] | npt.NDArray[Any]]


def play(policy: Policy, *, manifest: str | Path | None = None) -> NoReturn:
    """Plays a policy as a bot in an arena, until the referee ends its stream.

    policy: as for a VectorEnv, env.step(policy(env.observations, env.legal_mask)); here it is called with one game at a
    time. Its games are of the board rulesets that its bot.json lists; set-ups are drawn, from the bot's option `seed`
    where it has one. It gets the same observations as in a VectorEnv.
    manifest: the bot.json; by default the one beside the program.

    What VectorEnv.step would refuse raises the same errors here: ValueError where the policy returns anything but one
    array of whole numbers, RuleError where the mask forbids the ply. The bot's log has the error, and the game is resigned.

    The program is started by an arena, which says by FLAGFALL_ADDRESS and FLAGFALL_TOKEN where to play.
    """
    from flagfall_bot import BotInfo, run

    run(player_of(policy), BotInfo.of_manifest(Path(manifest)) if manifest else None)
    raise SystemExit


def player_of(policy: Policy) -> Callable[[bot_service_pb2.GameStarted, Options], Any]:
    """Makes of a policy what the SDK's `run` takes: a class of players, flagfall_bot.Player."""
    from flagfall_bot import GameState, Player, Ply, TimeLeft

    class PolicyPlayer(Player):
        def __init__(self, started: bot_service_pb2.GameStarted, options: Options) -> None:
            super().__init__(started, options)
            self._game: GameState | None = None
            self._seen: Observer | None = None

        def on_events(self, game: GameState, events: Sequence[Any]) -> None:
            if game is not self._game:
                # A new game, or all of it once more after a break of the stream.
                self._game = game
                self._seen = Observer(game.ruleset, game.options, "red" if game.side == 1 else "blue")
            self._seen.follow([event.SerializeToString() for event in events])

        def choose_ply(self, game: GameState, time: TimeLeft) -> Ply:
            legal_mask = self._seen.legal_mask()
            number = _number_of(policy(self._seen.observation()[None], legal_mask[None]))
            is_ply = 0 <= number < PLY_NUMBERS
            on_board = turned(number) if is_ply and game.side != 1 else number
            if not is_ply or not legal_mask[number]:
                ply = f"{number} ({ply_name(on_board)})" if is_ply else f"{number}, which is no ply"
                raise RuleError(f"the policy chose {ply}; expected a number at which legal_mask is True")
            return Ply(*ply_squares(on_board))

    return PolicyPlayer


def _number_of(answer: Any) -> int:
    """The ply that a policy returned for one game, where VectorEnv.step would take it."""
    numbers = np.asarray(answer)
    if numbers.shape != (1,) or numbers.dtype.kind not in "iu":
        raise ValueError(f"the policy returned {answer!r}; expected one array of whole numbers, one for each game, here one")
    return int(numbers[0])

