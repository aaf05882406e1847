"""Takes 5 ms of its core for each ply, and plays one by chance."""

import time as clocks

from flagfall_bot import Player, random_set_up, run

THOUGHT_S = 0.005


class Thinker(Player):
    def choose_set_up(self, game, time):
        return random_set_up(game, self.random)

    def choose_ply(self, game, time):
        until = clocks.thread_time() + THOUGHT_S
        while clocks.thread_time() < until:
            pass
        return self.random.choice(game.legal_plies)


if __name__ == "__main__":
    run(Thinker)
