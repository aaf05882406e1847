"""The Python SDK of Flagfall: write a Player, call run(), and play.

    from flagfall_bot import Player, random_set_up, run

    class MyPlayer(Player):
        def choose_set_up(self, game, time):
            return random_set_up(game, self.random)

        def choose_ply(self, game, time):
            return self.random.choice(game.legal_plies)

    run(MyPlayer)

The guide is sample-bots/README.md.
"""

from flagfall_bot.board import ARMIES, AttackResult, PieceType, Side, attack, distance, neighbours, square_name
from flagfall_bot.game_state import GameState, Piece, Ply
from flagfall_bot.options import Options
from flagfall_bot.player import BotInfo, Move, Player, Resignation, TimeLeft
from flagfall_bot.run import run
from flagfall_bot.set_up import SetUp, random_set_up, zone_of

__all__ = [
    "ARMIES",
    "AttackResult",
    "BotInfo",
    "GameState",
    "Move",
    "Options",
    "Piece",
    "PieceType",
    "Player",
    "Ply",
    "Resignation",
    "SetUp",
    "Side",
    "TimeLeft",
    "attack",
    "distance",
    "neighbours",
    "random_set_up",
    "run",
    "square_name",
    "zone_of",
]
