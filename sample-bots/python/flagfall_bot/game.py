"""What the games of all rulesets have in common."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence

from flagfall.v1 import bot_service_pb2, game_pb2
from flagfall_bot.board import Side

Action = game_pb2.Action


class DecisionKind(enum.IntEnum):
    """What a decision asks for. game.proto says which ruleset has which kinds."""

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
    BASES = 11


class Game:
    """All that a player knows of its game. Each ruleset adds to it: see new_game in game_table.py."""

    def __init__(self, started: bot_service_pb2.GameStarted) -> None:
        # Game id, ruleset with options, opponent's name, time control, and the view at the game's beginning.
        self.started = started
        self.side = Side(started.side)
        # What the open decision asks for, or what the last one did.
        self.kind: DecisionKind | None = None
        # The legal actions at this decision; empty when they cannot be listed, as for a set-up.
        self.legal_actions: Sequence[Action] = []
        # How the game ended; None while it is on.
        self.outcome: game_pb2.Outcome | None = None

    @property
    def ruleset(self) -> str:
        """The ruleset's id, as in "classic"."""
        return self.started.ruleset.id

    @property
    def options(self) -> dict[str, str]:
        """The options of the ruleset, by name."""
        return {option.name: option.value for option in self.started.ruleset.options}

    def ask(self, kind: DecisionKind, legal_actions: Sequence[Action]) -> None:
        """Notes that a decision is open."""
        self.kind = kind
        self.legal_actions = legal_actions

    def apply(self, events: Iterable[game_pb2.Event]) -> None:
        """Applies the referee's events. ValueError for an event that contradicts what is known.

        An event without content is of a kind of a later version of the referee, and is passed over.
        """
        for event in events:
            if event.WhichOneof("kind") is not None:
                self._follow(event)

    def _follow(self, event: game_pb2.Event) -> None:
        raise ValueError(f"an event of a kind that this SDK does not know: {event}")
