"""The Python SDK of Flagfall: write a Player, call run(), and play.

    from flagfall_bot import Player, random_set_up, run

    class MyPlayer(Player):
        def choose_set_up(self, game, time):
            return random_set_up(game, self.random)

        def choose_ply(self, game, time):
            return self.random.choice(game.legal_plies)

    run(MyPlayer)

That is enough for board games. The modules bluffing, cards and gogo have the knowledge and actions of those rulesets.
The guide is sample-bots/README.md.
"""

import os
import sys

# gRPC's own lines about a connection that fails, several of OpenSSL's for each attempt; the bot says what they mean. It
# reads this when it is imported.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")

# ruff: noqa: E402, F401
try:
    if sys.version_info < (3, 10):
        raise ImportError("Python 3.10 or newer is needed")
    import google.protobuf
    import grpc
except ImportError as error:
    raise ImportError(
        f"{error}, and this is {sys.executable}: on Debian let `command` in bot.json begin with /usr/bin/python3, and install"
        " python3-grpcio and python3-protobuf; elsewhere `pip install grpcio protobuf`"
    ) from None

from flagfall_bot import bluffing, cards, gogo
from flagfall_bot.bluffing import BluffingState
from flagfall_bot.board import ARMIES, AttackResult, PieceType, Side, attack, distance, neighbours, square_name
from flagfall_bot.cards import CardsState
from flagfall_bot.game import Action, DecisionKind, Game
from flagfall_bot.game_state import GameState, Piece, Ply
from flagfall_bot.gogo import GogoState
from flagfall_bot.options import Options
from flagfall_bot.player import Answer, BotInfo, Player, Resignation, TimeLeft
from flagfall_bot.random_action import random_action
from flagfall_bot.run import run
from flagfall_bot.set_up import SetUp, random_set_up, set_up_action, zone_of

__all__ = [
    "ARMIES",
    "Action",
    "Answer",
    "AttackResult",
    "BluffingState",
    "BotInfo",
    "CardsState",
    "DecisionKind",
    "Game",
    "GameState",
    "GogoState",
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
    "bluffing",
    "cards",
    "distance",
    "gogo",
    "neighbours",
    "random_action",
    "random_set_up",
    "run",
    "set_up_action",
    "square_name",
    "zone_of",
]
