"""Takes its time until a file is there, and attacks nobody until then, so that its games are still running when a page that
shows them has come: a game of two of them is surely. Beside it, a file with the suffix `begun` says that the first ply has
been asked for."""

import pathlib
import time as clocks

from flagfall_bot import Player, random_set_up, run


class Stroller(Player):
    def choose_set_up(self, game, time):
        return random_set_up(game, self.random)

    def choose_ply(self, game, time):
        until = pathlib.Path(self.options.get("until", ""))
        if until.name:
            until.with_suffix(".begun").touch()
        if until.exists():
            return self.random.choice(game.legal_plies)
        clocks.sleep(self.options.get("pause_ms", 100) / 1000)
        quiet = [ply for ply in game.legal_plies if game.at(ply.end) is None]
        return self.random.choice(quiet or game.legal_plies)


if __name__ == "__main__":
    run(Stroller)
