"""The class that a bot author writes, and what it is given."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
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
    """What a bot says about itself in its hello."""

    name: str
    version: str
    rulesets: Sequence[str]
    # The number of games that it can play at once, 1 to 256.
    concurrent_games_max: int = 16
    # Whether the referee sends events as they happen, and not with the next decision, to think on the opponent's time.
    wants_events_at_once: bool = False
    # Whether each game has a thread of its own, for players that wait for something else, as for another program.
    # Otherwise players answer one after the other on the program's main thread.
    thread_per_game: bool = False

    @staticmethod
    def of_manifest(path: Path) -> BotInfo:
        """Reads the info from a bot.json. Raises OSError or ValueError where it cannot be read or lacks something."""
        try:
            manifest = json.loads(path.read_text(encoding="utf-8"))
        except ValueError as error:
            raise ValueError(f"{path} is not JSON: {error}") from None
        for field in ("name", "rulesets"):
            if field not in manifest:
                raise ValueError(f'{path} has no "{field}"')
        return BotInfo(manifest["name"], manifest.get("version", ""), manifest["rulesets"])


@dataclass(frozen=True)
class TimeLeft:
    """The clocks at a decision, in seconds."""

    # The player's time; during set-up, the time for the set-up.
    own: float
    opponent: float
    # The increment, which is added after each ply.
    increment: float
    # If above 0, each ply has this time for itself, and `own` is that time.
    per_ply: float

    @staticmethod
    def of(
        started: bot_service_pb2.GameStarted, decision: bot_service_pb2.DecisionRequired, waited: float = 0.0
    ) -> TimeLeft:
        """Reads the clocks from a message that has `waited` for the bot's other games."""
        red, blue = decision.red_clock_micros / 1e6, decision.blue_clock_micros / 1e6
        own, opponent = (red, blue) if started.side == Side.RED else (blue, red)
        control = started.time_control
        return TimeLeft(max(0.0, own - waited), opponent, control.increment_micros / 1e6, control.per_ply_micros / 1e6)

    def budget(self, share: float = 1 / 40) -> float:
        """The seconds that a player can spend on each ply in a game of any length."""
        usable = max(0.0, self.own - 0.02)
        if self.per_ply:
            return usable / 2
        return min(self.increment + usable * share, usable / 4)


@dataclass(frozen=True)
class Answer:
    """An answer that says more than a ply or an action alone."""

    action: Ply | Action
    # A comment for the record, as an evaluation; hidden from the opponent until the game is over.
    comment: str = ""
    offers_draw: bool = False
    # What the player takes the opponent's hidden pieces for, to be scored after the game and never told before: by origin,
    # the weights of the types from Spy to Flag.
    beliefs: Mapping[int, Sequence[float]] = field(default_factory=dict)


class Resignation:
    """The answer that gives the game up."""


class Player:
    """Plays one game. The SDK makes one player for each game and makes all calls but stop_thinking on one thread.

    Write choose_set_up and choose_ply for board games, choose_action for the other rulesets. `game` is a GameState, and
    in the other rulesets a BluffingState, CardsState or GogoState.
    """

    def __init__(self, started: bot_service_pb2.GameStarted, options: Options) -> None:
        self.options = options
        self.random = options.random_for(started)

    def choose(self, game: Game, kind: DecisionKind, time: TimeLeft) -> SetUp | Ply | Action | Answer | Resignation:
        """Answers any decision of any ruleset. The SDK calls this; by default it calls one of the functions below."""
        if isinstance(game, GameState) and kind is DecisionKind.SET_UP:
            return self.choose_set_up(game, time)
        if isinstance(game, GameState) and not isinstance(game, BluffingState):
            return self.choose_ply(game, time)
        return self.choose_action(game, kind, time)

    def choose_set_up(self, game: GameState, time: TimeLeft) -> SetUp:
        """Board games and `bluffing`: returns the army by square of the set-up zone; by default at random."""
        return random_set_up(game, self.random)

    def choose_ply(self, game: GameState, time: TimeLeft) -> Ply | Answer | Resignation:
        """Board games: returns one of game.legal_plies."""
        raise NotImplementedError(f"{type(self).__name__} has no choose_ply, which a player of board games needs")

    def choose_action(self, game: Game, kind: DecisionKind, time: TimeLeft) -> Action | Answer | Resignation:
        """Other decisions of `bluffing`, `cards` and `gogo`: returns one of game.legal_actions, or a module's action.

        By default a random one.
        """
        return random_action(game, kind, self.random)

    def on_events(self, game: Game, events: Sequence[game_pb2.Event]) -> None:
        """Called before the next decision, when these events have just been applied to `game`.

        After a break of the stream these are all events since the game's beginning, and `game` is a new object.
        """

    def accepts_draw(self, game: Game) -> bool:
        """The opponent offers a draw. Returns whether the player accepts."""
        return False

    def on_illegal(self, game: Game, error: bot_service_pb2.GameError) -> None:
        """The chosen action was illegal, and the tournament allows another try: `choose` will be called again.

        It then gets the clocks of the first time.
        """

    def stop_thinking(self) -> None:
        """The game is over, but `choose` may still be running. Called on another thread, only with thread_per_game."""

    def on_game_over(self, game: Game, over: bot_service_pb2.GameOver) -> None:
        """The game has ended."""
