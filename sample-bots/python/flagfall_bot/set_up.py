"""Helpers for set-ups."""

from __future__ import annotations

import random

from flagfall_bot.board import FILES, SQUARES, PieceType, Side, zone_rows_of
from flagfall_bot.game import Action
from flagfall_bot.game_state import GameState

# A set-up: the type of the piece on each square.
SetUp = dict[int, PieceType]


def zone_of(game: GameState) -> list[list[int]]:
    """The rows of the player's set-up zone from the back row, each from file a."""
    rows = [list(range(first, first + FILES)) for first in range(0, SQUARES, FILES)]
    return (rows if game.side is Side.RED else rows[::-1])[: zone_rows_of(game.ruleset, game.options)]


def random_set_up(game: GameState, chance: random.Random) -> SetUp:
    """The army on random squares of the zone."""
    squares = [square for row in zone_of(game) for square in row]
    return dict(zip(chance.sample(squares, game.army.total()), game.army.elements()))


def set_up_action(set_up: SetUp) -> Action:
    """The set-up as the answer to a decision."""
    action = Action()
    for square, piece_type in set_up.items():
        action.set_up.placements.add(square=square, type=piece_type)
    return action
