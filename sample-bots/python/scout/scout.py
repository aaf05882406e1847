"""scout: finds out what stands there, takes what it can, and keeps on walking.

It looks one ply ahead and judges each ply by a few plain rules; the whole of its play is `score`.
"""

from flagfall_bot import AttackResult, GameState, Piece, PieceType, Player, Ply, SetUp, TimeLeft, attack, distance, run
from flagfall_bot import neighbours, random_set_up, zone_of

# What a piece is worth.
VALUE = {
    PieceType.SPY: 6,
    PieceType.SCOUT: 2,
    PieceType.MINER: 6,
    PieceType.SERGEANT: 4,
    PieceType.LIEUTENANT: 6,
    PieceType.CAPTAIN: 9,
    PieceType.MAJOR: 13,
    PieceType.COLONEL: 19,
    PieceType.GENERAL: 28,
    PieceType.MARSHAL: 38,
    PieceType.BOMB: 6,
    PieceType.FLAG: 300,
}

# What it may cost to find out what an opposing piece is.
PRICE_OF_KNOWLEDGE = 5


def exchange(attacker: PieceType, defender: PieceType) -> int:
    """What an attack wins, less what it loses."""
    result = attack(attacker, defender)
    won = VALUE[defender] if result is not AttackResult.DEFENDER_WINS else 0
    lost = VALUE[attacker] if result is not AttackResult.ATTACKER_WINS else 0
    return won - lost


class Scout(Player):
    """Plays the ply with the highest score."""

    def choose_set_up(self, game: GameState, time: TimeLeft) -> SetUp:
        """The Flag in the back row with Bombs before and beside it, all else anywhere."""
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
        """How good the ply looks."""
        own, target = game.at(ply.start), game.at(ply.end)
        assert own is not None and own.type is not None
        score = self.danger(game, own, ply.start) - self.danger(game, own, ply.end)
        if target is None:
            nearest = min(distance(ply.end, piece.square) for piece in targets)
            return score + (0.4 if nearest < min(distance(ply.start, piece.square) for piece in targets) else 0)
        if target.type is not None:
            return score + exchange(own.type, target.type)
        return score + PRICE_OF_KNOWLEDGE - VALUE[own.type]

    def danger(self, game: GameState, own: Piece, square: int) -> float:
        """What the piece may lose on the square to the opposing pieces that are known."""
        losses = [0]
        for at in neighbours(square):
            other = game.at(at)
            if other is not None and other.owner != game.side and other.type is not None and other.may_move:
                losses.append(exchange(other.type, own.type))
        return max(losses)


if __name__ == "__main__":
    run(Scout)
