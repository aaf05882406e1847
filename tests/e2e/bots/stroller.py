"""Takes its time until a file is there, so that its games are still running when a page that shows them has come. Beside it,
a file with the suffix `begun` says that the first ply has been asked for."""

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
        if not until.exists():
            clocks.sleep(self.options.get("pause_ms", 100) / 1000)
        return self.random.choice(game.legal_plies)


if __name__ == "__main__":
    run(Stroller)
