"""The Python SDK's knowledge of a game, against the referee's own view, over whole games."""

import unittest

from flagfall.v1 import bot_service_pb2, game_pb2
from flagfall_bot import GameState, Piece, Ply, Side
from flagfall_bot.game_table import new_game
from tell import inner, told_game, told_messages

RULESETS = ("classic", "battle", "duel", "barrage", "bluffing")


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
        started, told = told_game(ruleset, seed)
        game = new_game(started.game_started)
        for message, observed in told:
            game.apply(inner(message).events)
            view = observed.bluffing.board if ruleset == "bluffing" else observed.board
            self.assertEqual([piece_of(piece) for piece in view.pieces],
                             [piece_known(game.pieces[origin]) for origin in sorted(game.pieces)])
            self.assertEqual(len(game.plies), view.ply_count)
            for piece in game.pieces.values():
                if piece.is_on_board:
                    self.assertIs(game.at(piece.square), piece)
            standing = sum(1 for square in range(100) if game.at(square))
            self.assertEqual(standing, sum(piece.is_on_board for piece in game.pieces.values()))
            if view.ply_count:
                self.assertEqual(game.plies[-1], Ply.of(view.last_ply))

    def test_knowledge_from_events_equals_the_view_R9_1(self) -> None:
        for ruleset in RULESETS:
            with self.subTest(ruleset=ruleset):
                self.follow(ruleset, seed=3)

    def test_hidden_counts_are_the_army_less_what_was_seen(self) -> None:
        started, *messages = told_messages("barrage", 3)
        game = GameState(started.game_started)
        for message in messages:
            game.apply(inner(message).events)
            unknown = [piece for piece in game.opposing_pieces() if piece.type is None]
            if any(piece.owner is Side.BLUE for piece in game.pieces.values()):
                self.assertEqual(game.hidden_counts().total(), len(unknown))

    def test_refuses_events_that_cannot_follow(self) -> None:
        started = bot_service_pb2.GameStarted(side=game_pb2.SIDE_RED, ruleset=game_pb2.Ruleset(id="classic"))
        bad = {
            "none stands": game_pb2.Event(ply_made=game_pb2.PlyMade(**{"number": 1, "from": 33, "to": 43})),
            "there is none": game_pb2.Event(piece_revealed=game_pb2.PieceRevealed(origin=5, type=4)),
            "does not know": game_pb2.Event(cards={}),
        }
        for words, event in bad.items():
            with self.subTest(words), self.assertRaisesRegex(ValueError, words):
                GameState(started).apply([event])

    def test_passes_over_events_of_a_later_version(self) -> None:
        started = bot_service_pb2.GameStarted(side=game_pb2.SIDE_RED, ruleset=game_pb2.Ruleset(id="classic"))
        piece = {"origin": 3, "owner": game_pb2.SIDE_RED, "square": 3, "type": game_pb2.PIECE_TYPE_FLAG}
        game = GameState(started)
        game.apply([game_pb2.Event(), game_pb2.Event(pieces_placed={"pieces": [piece]}), game_pb2.Event()])
        self.assertEqual([own.origin for own in game.own_pieces()], [3])


if __name__ == "__main__":
    unittest.main()
