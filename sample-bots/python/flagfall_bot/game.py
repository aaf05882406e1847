"""What the games of all rulesets have in common."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence

from flagfall.v1 import bot_service_pb2, game_pb2
from flagfall_bot.board import Side

Action = game_pb2.Action


class DecisionKind(enum.IntEnum):
    """What a decision asks for; game.proto says which ruleset has which."""

    SET_UP = 1
    PLY = 2
    DEFENCE = 3
    CALL = 4
    TURN = 5
    FILL = 6
    FRONT_LINE = 7
    STEPS = 8
    CHALLENGE = 9
    BLOCK = 10


class Game:
    """All that a player knows of its game. Each ruleset adds its own: see new_game."""

    def __init__(self, started: bot_service_pb2.GameStarted) -> None:
        # Game id, ruleset with options, opponent's name, time control, and what was known as the game began.
        self.started = started
        self.side = Side(started.side)
        # Of the decision that is open, or of the last.
        self.kind: DecisionKind | None = None
        # What may be done then; empty when that cannot be listed, as for a set-up.
        self.legal_actions: Sequence[Action] = []
        # How the game ended; None while it is on.
        self.outcome: game_pb2.Outcome | None = None

    @property
    def ruleset(self) -> str:
        """As in "classic"."""
        return self.started.ruleset.id

    @property
    def options(self) -> dict[str, str]:
        """Those of the ruleset, by name."""
        return {option.name: option.value for option in self.started.ruleset.options}

    def ask(self, kind: DecisionKind, legal_actions: Sequence[Action]) -> None:
        """A decision is open."""
        self.kind = kind
        self.legal_actions = legal_actions

    def apply(self, events: Iterable[game_pb2.Event]) -> None:
        """Takes in what the referee tells. ValueError for events that cannot follow.

        An event without content is of a kind that a later referee has; it is passed over.
        """
        for event in events:
            if event.WhichOneof("kind") is not None:
                self._follow(event)

    def _follow(self, event: game_pb2.Event) -> None:
        raise ValueError(f"an event of a kind that this SDK does not know: {event}")
