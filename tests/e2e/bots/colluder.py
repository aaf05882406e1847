"""Writes down where its pieces stand, and attacks by what another one has written down, where it is told to.

Its options:
  folder   where they write, a file for each game and side
  reads    1: it reads what its opponent has written
  first    1: of the plies that it likes it makes the first, and not any
"""

import pathlib

from flagfall_bot import PieceType, Player, random_set_up, run


class Colluder(Player):
    def choose_set_up(self, game, time):
        set_up = random_set_up(game, self.random)
        text = "\n".join(f"{square} {int(piece)}" for square, piece in set_up.items())
        self.file_of(game, game.side).write_text(text)
        return set_up

    def choose_ply(self, game, time):
        attacks = [ply for ply in game.legal_plies if game.at(ply.end)]
        told = self.told(game)
        if told:
            attacks = [ply for ply in attacks if self.wins(game.at(ply.start), told[game.at(ply.end).origin])]
        liked = attacks or game.legal_plies
        return liked[0] if self.options.get("first", 0) else self.random.choice(liked)

    def file_of(self, game, side):
        return pathlib.Path(self.options.get("folder", "")) / f"{game.started.game_id}-{int(side)}"

    def told(self, game):
        """What the opponent's pieces are, by origin; nothing where nobody has written it down."""
        if not self.options.get("reads", 0):
            return {}
        file = self.file_of(game, 3 - int(game.side))
        return dict(map(int, line.split()) for line in file.read_text().splitlines()) if file.exists() else {}

    @staticmethod
    def wins(own, type_number):
        hidden = PieceType(type_number)
        return hidden.is_movable and own.type > hidden or hidden == PieceType.FLAG


if __name__ == "__main__":
    run(Colluder)
