"""A bot whose best option is known: it plays as scout does with a probability that is 1 where its option `aim` is 7 and falls with
the distance from there, and anything legal otherwise. With its option `seed` all that it does follows from the game's number and
its side, so that the same games have the same results."""

from flagfall_bot import run
from scout import Scout

BEST = 7
# At this distance it plays at random.
FAR = 8


class Peak(Scout):
    def __init__(self, started, options):
        super().__init__(started, options)
        aim = options.get("aim", 0.0)
        self.skill = max(0.0, 1 - abs(aim - BEST) / FAR)
        print("plays with the aim", aim, flush=True)

    def choose_ply(self, game, time):
        if self.random.random() < self.skill:
            return super().choose_ply(game, time)
        return self.random.choice(game.legal_plies)


if __name__ == "__main__":
    run(Peak)
