"""scout: identifies opposing pieces, takes what it can, and keeps moving.

It looks one ply ahead and judges each ply by a few simple rules. Its whole play on the board is in `score`; what it
claims and believes in `bluffing` is in bluffer.py.
"""

from collections.abc import Sequence

from bluffer import Bluffer
from flagfall.v1 import bot_service_pb2, game_pb2
from flagfall_bot import Action, BluffingState, DecisionKind, Game, GameState, Options, Piece, PieceType, Player, Ply
from flagfall_bot import SetUp, TimeLeft, distance, neighbours, random_set_up, run, zone_of
from worth import VALUE, danger, exchange

# How much it may cost to learn the type of an opposing piece.
PRICE_OF_KNOWLEDGE = 5


class Scout(Player):
    """Plays the ply with the highest score."""

    def __init__(self, started: bot_service_pb2.GameStarted, options: Options) -> None:
        super().__init__(started, options)
        self._bluffer = Bluffer(self.random)

    def choose_set_up(self, game: GameState, time: TimeLeft) -> SetUp:
        """The Flag in the back row with Bombs before and beside it, and all other pieces anywhere."""
        set_up = random_set_up(game, self.random)
        back_row = zone_of(game)[0]
        flag = next(square for square, piece in set_up.items() if piece is PieceType.FLAG)
        home = self.random.choice(back_row)
        self._swap(set_up, flag, home)
        zone = {square for row in zone_of(game) for square in row}
        guards = [square for square in neighbours(home) if square in zone]
        bombs = [square for square, piece in set_up.items() if piece is PieceType.BOMB and square not in guards]
        for guard, bomb in zip([at for at in guards if set_up.get(at) is not PieceType.BOMB], bombs):
            self._swap(set_up, guard, bomb)
        return set_up

    @staticmethod
    def _swap(set_up: SetUp, one: int, other: int) -> None:
        pieces = set_up.pop(one, None), set_up.pop(other, None)
        for square, piece in zip((other, one), pieces):
            if piece is not None:
                set_up[square] = piece

    def choose_ply(self, game: GameState, time: TimeLeft) -> Ply:
        targets = list(game.opposing_pieces())
        return max(game.legal_plies, key=lambda ply: self.score(game, ply, targets) + self.random.random())

    def score(self, game: GameState, ply: Ply, targets: list[Piece]) -> float:
        """The score of the ply."""
        own, target = game.at(ply.start), game.at(ply.end)
        assert own is not None and own.type is not None
        score = danger(game, own, ply.start) - danger(game, own, ply.end)
        if target is None:
            nearest = min(distance(ply.end, piece.square) for piece in targets)
            return score + (0.4 if nearest < min(distance(ply.start, piece.square) for piece in targets) else 0)
        if target.type is not None:
            return score + exchange(own.type, target.type)
        return score + PRICE_OF_KNOWLEDGE - VALUE[own.type]

    def choose_action(self, game: BluffingState, kind: DecisionKind, time: TimeLeft) -> Action:
        return self._bluffer.choose(game, kind)

    def on_events(self, game: Game, events: Sequence[game_pb2.Event]) -> None:
        self._bluffer.listen(game, events)


if __name__ == "__main__":
    run(Scout)
