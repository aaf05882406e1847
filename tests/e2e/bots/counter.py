"""Plays at random, and hands in what follows from counting with each ply; `beliefs` says whether right, or for certain and wrong."""

from flagfall_bot import Answer, PieceType, Player, run


class Counter(Player):
    def choose_ply(self, game, time):
        beliefs = {piece.origin: self.weights(game, piece) for piece in game.opposing_pieces() if piece.type is None}
        return Answer(self.random.choice(game.legal_plies), beliefs=beliefs)

    def weights(self, game, piece):
        if self.options.get("beliefs", "right") == "wrong":
            # No Flag has moved, and no Marshal has stood still: neither can be said for certain.
            return [0] * 11 + [1] if piece.has_moved else [0] * 9 + [1]
        left = game.hidden_counts()
        hidden = [other for other in game.opposing_pieces() if other.type is None]
        still = sum(not other.has_moved for other in hidden)
        movable = sum(count for kind, count in left.items() if kind.is_movable)
        can_move = 1 if piece.has_moved else 1 - (len(hidden) - movable) / still
        return [can_move * left[kind] / movable if kind.is_movable else 0 if piece.has_moved else left[kind] / still
                for kind in list(PieceType)[:12]]


if __name__ == "__main__":
    run(Counter)
