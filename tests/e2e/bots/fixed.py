"""Sets up as it is told, and plays the ply that comes first by its squares: what it does never depends on what its pieces are,
as long as each may move."""

from flagfall_bot import PieceType, Player, Side, run


class Fixed(Player):
    def choose_set_up(self, game, time):
        """As in "MARSHAL=69,GENERAL=79" for Blue; Red's squares are those opposite."""
        pairs = (pair.split("=") for pair in self.options.get("army", "").split(","))
        return {int(square) if game.side is Side.BLUE else 99 - int(square): PieceType[name] for name, square in pairs}

    def choose_ply(self, game, time):
        return min(game.legal_plies, key=lambda ply: (ply.start, ply.end))


if __name__ == "__main__":
    run(Fixed)
