"""What a player knows of a board game, built only from the events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from flagfall.v1 import board_pb2, bot_service_pb2, game_pb2
from flagfall_bot.board import PieceType, Side, army_of
from flagfall_bot.game import Action, DecisionKind, Game


class Ply(NamedTuple):
    """A move from one square to another. A move onto an opposing piece is an attack."""

    start: int
    end: int

    @staticmethod
    def of(message: board_pb2.Ply | board_pb2.PlyMade) -> Ply:
        """Makes a ply from the message."""
        # `from` is a keyword of Python.
        return Ply(getattr(message, "from"), message.to)

    def message(self) -> board_pb2.Ply:
        return board_pb2.Ply(**{"from": self.start, "to": self.end})


@dataclass
class Piece:
    """A piece as the player knows it. Its `origin`, the square where it stood at first, names it for the whole game."""

    origin: int
    owner: Side
    square: int
    # None while the player does not know the type.
    type: PieceType | None
    has_moved: bool = False
    # Whether both players know its type.
    is_revealed: bool = False
    # The number of the ply that removed it; None while it is on the board.
    removed_by_ply: int | None = None
    # `bluffing`: the type that its owner claimed last.
    claim: PieceType | None = None
    # `bluffing`: the types that calls have left possible; empty while all types are.
    possible_types: frozenset[PieceType] = frozenset()

    @property
    def is_on_board(self) -> bool:
        return self.removed_by_ply is None

    @property
    def may_move(self) -> bool:
        """Whether the piece may have a type that moves."""
        return self.type is None or self.type.is_movable


class GameState(Game):
    """All that a player knows of its board game: `classic`, `battle`, `duel`, `barrage`, and in part `bluffing`."""

    def __init__(self, started: bot_service_pb2.GameStarted) -> None:
        super().__init__(started)
        # All pieces by origin, including removed ones.
        self.pieces: dict[int, Piece] = {}
        # All plies made, from the first.
        self.plies: list[Ply] = []
        # The side to move; None until both players have set up.
        self.side_to_move: Side | None = None
        # The legal plies at a decision.
        self.legal_plies: list[Ply] = []
        self._by_square: dict[int, Piece] = {}
        self._mover: Piece | None = None

    @property
    def army(self) -> Counter[PieceType]:
        """The number of pieces of each type that both players begin with."""
        return Counter(army_of(self.ruleset, self.options))

    def at(self, square: int) -> Piece | None:
        """The piece on the square."""
        return self._by_square.get(square)

    def own_pieces(self) -> Iterator[Piece]:
        """The pieces on the board."""
        return (piece for piece in self._by_square.values() if piece.owner == self.side)

    def opposing_pieces(self) -> Iterator[Piece]:
        """The pieces on the board."""
        return (piece for piece in self._by_square.values() if piece.owner != self.side)

    def hidden_counts(self) -> Counter[PieceType]:
        """The number of opposing pieces of each type that the player has not identified yet."""
        seen = Counter(piece.type for piece in self.pieces.values() if piece.owner != self.side and piece.type)
        return self.army - seen

    @property
    def view(self) -> board_pb2.BoardView:
        """The same as the referee's message, while the game is on; made anew at each call."""
        view = board_pb2.BoardView(ply_count=len(self.plies), side_to_move=self.side_to_move)
        if self.plies:
            view.last_ply.CopyFrom(self.plies[-1].message())
        for _, piece in sorted(self.pieces.items()):
            told = view.pieces.add(origin=piece.origin, owner=piece.owner, square=piece.square, type=piece.type,
                                   has_moved=piece.has_moved, is_revealed=piece.is_revealed)
            if piece.removed_by_ply is not None:
                told.removal.CopyFrom(board_pb2.Removal(square=piece.square, ply=piece.removed_by_ply))
        return view

    def ask(self, kind: DecisionKind, legal_actions: Sequence[Action]) -> None:
        super().ask(kind, legal_actions)
        self.legal_plies = [Ply.of(action.ply) for action in legal_actions if action.HasField("ply")]

    def _follow(self, event: game_pb2.Event) -> None:
        kind = event.WhichOneof("kind")
        if kind == "pieces_placed":
            self._place(event.pieces_placed)
        elif kind == "ply_made":
            self._make(event.ply_made)
        elif kind == "piece_revealed":
            piece = self._piece(event.piece_revealed.origin)
            piece.type = PieceType(event.piece_revealed.type)
            piece.is_revealed = True
        elif kind == "piece_removed":
            self._remove(event.piece_removed)
        else:
            super()._follow(event)

    def _piece(self, origin: int) -> Piece:
        if origin not in self.pieces:
            raise ValueError(f"an event names the piece from {origin}, and there is none")
        return self.pieces[origin]

    def _place(self, placed: game_pb2.PiecesPlaced) -> None:
        for view in placed.pieces:
            piece = Piece(
                origin=view.origin,
                owner=Side(view.owner),
                square=view.square,
                type=PieceType(view.type) if view.type else None,
                has_moved=view.has_moved,
                is_revealed=view.is_revealed,
            )
            self.pieces[piece.origin] = piece
            self._by_square[piece.square] = piece
        if {piece.owner for piece in self.pieces.values()} == set(Side):
            self.side_to_move = Side.RED

    def _make(self, made: game_pb2.PlyMade) -> None:
        ply = Ply.of(made)
        if ply.start not in self._by_square:
            raise ValueError(f"ply {made.number} moves a piece from {ply.start}, where none stands")
        mover = self._by_square.pop(ply.start)
        mover.square = ply.end
        mover.has_moved = True
        # The move is an attack. The events that follow remove the losers.
        self._by_square.setdefault(ply.end, mover)
        self._mover = mover
        self.side_to_move = mover.owner.opponent
        self.plies.append(ply)

    def _remove(self, removed: game_pb2.PieceRemoved) -> None:
        piece = self._piece(removed.origin)
        piece.removed_by_ply = removed.removal.ply
        piece.square = removed.removal.square
        if self._by_square.get(piece.square) is piece:
            del self._by_square[piece.square]
        if self._mover is not None and self._mover.is_on_board:
            self._by_square.setdefault(self._mover.square, self._mover)
