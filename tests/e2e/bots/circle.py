"""Resigns its games as it is told: `loses_to` names opponents with the rounds that it gives up against each, counted from 0 to 3
again and again, as in "rock=012,paper=3". In the others it plays on until the opponent resigns. `pairs` is the number of
pairs of games in a round."""

from flagfall_bot import Player, Resignation, random_set_up, run


class Circle(Player):
    def __init__(self, started, options):
        super().__init__(started, options)
        lost = dict(each.split("=") for each in options.get("loses_to", "").split(",") if each)
        number = int(started.game_id.partition("-")[2])
        current = (number - 1) // 2 // options.get("pairs", 1) % 4
        self.gives_up = str(current) in lost.get(started.opponent_name, "")

    def choose_set_up(self, game, time):
        return random_set_up(game, self.random)

    def choose_ply(self, game, time):
        return Resignation() if self.gives_up else self.random.choice(game.legal_plies)


if __name__ == "__main__":
    run(Circle)
