"""The class that keeps a player's knowledge, by ruleset."""

from __future__ import annotations

from flagfall.v1 import bot_service_pb2
from flagfall_bot.bluffing import BluffingState
from flagfall_bot.cards import CardsState
from flagfall_bot.game import Game
from flagfall_bot.game_state import GameState
from flagfall_bot.gogo import GogoState

_STATES: dict[str, type[Game]] = {"bluffing": BluffingState, "cards": CardsState, "gogo": GogoState}


def new_game(started: bot_service_pb2.GameStarted) -> Game:
    """Makes the knowledge at the game's beginning. It is a GameState for board games."""
    return _STATES.get(started.ruleset.id, GameState)(started)
