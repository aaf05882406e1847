"""Prints the game's id at each decision, and when the game is over. Nothing is flushed here: that is the SDK's work."""

from flagfall_bot import Player, random_set_up, run


class Talker(Player):
    def __init__(self, started, options):
        super().__init__(started, options)
        self.id = started.game_id
        self.decisions = 0

    def choose_set_up(self, game, time):
        print(f"set-up of {self.id}")
        return random_set_up(game, self.random)

    def choose_ply(self, game, time):
        self.decisions += 1
        print(f"decision {self.decisions} of {self.id}")
        return self.random.choice(game.legal_plies)

    def on_game_over(self, game, over):
        print(f"end of {self.id}")


if __name__ == "__main__":
    run(Talker)
