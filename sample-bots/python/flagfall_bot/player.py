"""What a bot author writes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from flagfall.v1 import bot_service_pb2, game_pb2
from flagfall_bot.bluffing import BluffingState
from flagfall_bot.board import Side
from flagfall_bot.game import Action, DecisionKind, Game
from flagfall_bot.game_state import GameState, Ply
from flagfall_bot.options import Options
from flagfall_bot.random_action import random_action
from flagfall_bot.set_up import SetUp, random_set_up


@dataclass(frozen=True)
class BotInfo:
    """What a bot is, as it says hello."""

    name: str
    version: str
    rulesets: Sequence[str]
    # Games it plays at once, 1 to 256.
    concurrent_games_max: int = 16
    # Whether events shall be told as they happen rather than with the next decision, to think on the opponent's time.
    wants_events_at_once: bool = False
    # Whether each game has a thread of its own: for players that wait for something else, as for another program. The
    # others answer one after the other on the program's main thread.
    thread_per_game: bool = False

    @staticmethod
    def of_manifest(path: Path) -> BotInfo:
        """From a bot.json."""
        manifest = json.loads(path.read_text(encoding="utf-8"))
        return BotInfo(manifest["name"], manifest.get("version", ""), manifest["rulesets"])


@dataclass(frozen=True)
class TimeLeft:
    """The clocks at a decision, in seconds."""

    # During set-up: for the set-up.
    own: float
    opponent: float
    # Added after each ply.
    increment: float
    # When above 0 each ply has this time for itself, and `own` is that time.
    per_ply: float

    @staticmethod
    def of(
        started: bot_service_pb2.GameStarted, decision: bot_service_pb2.DecisionRequired, waited: float = 0.0
    ) -> TimeLeft:
        """What the message tells, after it has `waited` for the bot's other games."""
        red, blue = decision.red_clock_micros / 1e6, decision.blue_clock_micros / 1e6
        own, opponent = (red, blue) if started.side == Side.RED else (blue, red)
        control = started.time_control
        return TimeLeft(max(0.0, own - waited), opponent, control.increment_micros / 1e6, control.per_ply_micros / 1e6)

    def budget(self, share: float = 1 / 40) -> float:
        """Seconds to think that a game of any length can afford."""
        usable = max(0.0, self.own - 0.02)
        if self.per_ply:
            return usable / 2
        return min(self.increment + usable * share, usable / 4)


@dataclass(frozen=True)
class Move:
    """What may be returned where a ply or an action alone does not say enough."""

    action: Ply | Action
    # Evaluation, principal variation: goes into the record, hidden from the opponent until the game is over.
    comment: str = ""
    offers_draw: bool = False


class Resignation:
    """Returned to give the game up."""


class Player:
    """Plays one game. The SDK makes one player for each game and calls it from one thread, stop_thinking excepted.

    Write choose_set_up and choose_ply for board games, choose_action for the other rulesets. `game` is a GameState, and
    in the other rulesets a BluffingState, CardsState or GogoState.
    """

    def __init__(self, started: bot_service_pb2.GameStarted, options: Options) -> None:
        self.options = options
        self.random = options.random_for(started)

    def choose(self, game: Game, kind: DecisionKind, time: TimeLeft) -> SetUp | Ply | Action | Move | Resignation:
        """Any decision of any ruleset; what the SDK calls. By default one of the functions below answers it."""
        if isinstance(game, GameState) and kind is DecisionKind.SET_UP:
            return self.choose_set_up(game, time)
        if isinstance(game, GameState) and not isinstance(game, BluffingState):
            return self.choose_ply(game, time)
        return self.choose_action(game, kind, time)

    def choose_set_up(self, game: GameState, time: TimeLeft) -> SetUp:
        """Board games and `bluffing`: the whole army on squares of the set-up zone, by square; by default at random."""
        return random_set_up(game, self.random)

    def choose_ply(self, game: GameState, time: TimeLeft) -> Ply | Move | Resignation:
        """Board games: one of game.legal_plies."""
        raise NotImplementedError

    def choose_action(self, game: Game, kind: DecisionKind, time: TimeLeft) -> Action | Move | Resignation:
        """Any other decision, of `bluffing`, `cards` and `gogo`: one of game.legal_actions, or what their modules make.

        By default one at random.
        """
        return random_action(game, kind, self.random)

    def on_events(self, game: Game, events: Sequence[game_pb2.Event]) -> None:
        """These events have just been applied to `game`; called before the next decision.

        When the stream had been broken they are all events since the game began, once more, and `game` is a new object.
        """

    def accepts_draw(self, game: Game) -> bool:
        """The opponent offers a draw."""
        return False

    def on_illegal(self, game: Game, error: bot_service_pb2.GameError) -> None:
        """The action chosen was illegal and may be mended, as some tournaments allow; `choose` is called again.

        The clocks that it gets are those of the first time.
        """

    def stop_thinking(self) -> None:
        """The game is over while `choose` may still be at work. Called from another thread, with thread_per_game."""

    def on_game_over(self, game: Game, over: bot_service_pb2.GameOver) -> None:
        """The game has ended."""
