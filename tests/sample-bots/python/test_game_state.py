"""The Python SDK's knowledge of a game, against the referee's own view, over whole games."""

import os
import subprocess
import unittest

from flagfall.v1 import bot_service_pb2, game_pb2
from flagfall_bot import GameState, Piece, Ply, Side
from google.protobuf import json_format

RULESETS = ("classic", "battle", "duel", "barrage")


def told_game(ruleset: str, seed: int) -> list[str]:
    """The lines of tell_game."""
    command = [os.environ["TELL_GAME"], ruleset, str(seed)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def piece_of(view: game_pb2.PieceView) -> tuple[object, ...]:
    removal = view.removal.ply if view.HasField("removal") else None
    return view.origin, view.owner, view.square, view.type or None, view.has_moved, view.is_revealed, removal


def piece_known(piece: Piece) -> tuple[object, ...]:
    return (
        piece.origin,
        piece.owner,
        piece.square,
        piece.type,
        piece.has_moved,
        piece.is_revealed,
        piece.removed_by_ply,
    )


class GameStateTest(unittest.TestCase):
    def follow(self, ruleset: str, seed: int) -> None:
        lines = told_game(ruleset, seed)
        started = json_format.Parse(lines[0], bot_service_pb2.PlayResponse()).game_started
        game = GameState(started)
        for message_line, view_line in zip(lines[1::2], lines[2::2], strict=True):
            message = json_format.Parse(message_line, bot_service_pb2.PlayResponse())
            told = getattr(message, message.WhichOneof("message"))
            game.apply(told.events)
            view = json_format.Parse(view_line, game_pb2.View()).board
            self.assertEqual([piece_of(piece) for piece in view.pieces],
                             [piece_known(game.pieces[origin]) for origin in sorted(game.pieces)])
            self.assertEqual(len(game.plies), view.ply_count)
            for piece in game.pieces.values():
                if piece.is_on_board:
                    self.assertIs(game.at(piece.square), piece)
            standing = sum(1 for square in range(100) if game.at(square))
            self.assertEqual(standing, sum(piece.is_on_board for piece in game.pieces.values()))
            if view.ply_count:
                last = view.last_ply
                self.assertEqual(game.plies[-1], Ply(getattr(last, "from"), last.to))

    def test_knowledge_from_events_equals_the_view_R9_1(self) -> None:
        for ruleset in RULESETS:
            for seed in (1, 2):
                with self.subTest(ruleset=ruleset, seed=seed):
                    self.follow(ruleset, seed)

    def test_hidden_counts_are_the_army_less_what_was_seen(self) -> None:
        lines = told_game("barrage", 3)
        game = GameState(json_format.Parse(lines[0], bot_service_pb2.PlayResponse()).game_started)
        for line in lines[1::2]:
            message = json_format.Parse(line, bot_service_pb2.PlayResponse())
            game.apply(getattr(message, message.WhichOneof("message")).events)
            unknown = [piece for piece in game.opposing_pieces() if piece.type is None]
            if any(piece.owner is Side.BLUE for piece in game.pieces.values()):
                self.assertEqual(game.hidden_counts().total(), len(unknown))

    def test_refuses_events_that_cannot_follow(self) -> None:
        started = bot_service_pb2.GameStarted(side=game_pb2.SIDE_RED, ruleset=game_pb2.Ruleset(id="classic"))
        bad = {
            "none stands": game_pb2.Event(ply_made=game_pb2.PlyMade(**{"number": 1, "from": 33, "to": 43})),
            "there is none": game_pb2.Event(piece_revealed=game_pb2.PieceRevealed(origin=5, type=4)),
            "does not know": game_pb2.Event(),
        }
        for words, event in bad.items():
            with self.subTest(words), self.assertRaisesRegex(ValueError, words):
                GameState(started).apply([event])


if __name__ == "__main__":
    unittest.main()
