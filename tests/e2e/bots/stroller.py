"""Takes its time until a file is there, so that its games are still running when a page that shows them has come."""

import pathlib
import time as clocks

from flagfall_bot import Player, random_set_up, run

PAUSE = 0.1


class Stroller(Player):
    def choose_set_up(self, game, time):
        return random_set_up(game, self.random)

    def choose_ply(self, game, time):
        if not pathlib.Path(self.options.get("until", "")).exists():
            clocks.sleep(PAUSE)
        return self.random.choice(game.legal_plies)


if __name__ == "__main__":
    run(Stroller)
