"""Says with each ply what a page must show as text and never as anything else."""

import json
import pathlib

from flagfall_bot import Answer, Player, random_set_up, run

WORDS = json.loads((pathlib.Path(__file__).parent / "words.json").read_text())


class Hostile(Player):
    def choose_set_up(self, game, time):
        return random_set_up(game, self.random)

    def choose_ply(self, game, time):
        return Answer(self.random.choice(game.legal_plies), comment=WORDS[len(game.plies) // 2 % len(WORDS)])


if __name__ == "__main__":
    run(Hostile)
