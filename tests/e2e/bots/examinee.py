"""Answers in an exam what it was told: for each game the plies that were played in it, or something else now and then.

Its options:
  plies        a JSON file with the plies of each game by its id, as [[from, to], ...] of both sides
  illegal_at   answers an illegal ply at each ply with this number in its game; 0 for none
  silent_at    the same, and never answers
  die_at       the same, and ends with code 3
  died         a file; once it is there, it does not die any more. Empty: it dies again and again
"""

import json
import os
import pathlib
import threading

from flagfall_bot import Player, Ply, random_set_up, run

LAKE = 42


class Examinee(Player):
    def choose_set_up(self, game, time):
        return random_set_up(game, self.random)

    def choose_ply(self, game, time):
        number = len(game.plies) + 1
        if number == self.options.get("die_at", 0):
            self.die()
        if number == self.options.get("silent_at", 0):
            threading.Event().wait()
        if number == self.options.get("illegal_at", 0):
            return Ply(LAKE, LAKE + 1)
        plies = json.loads(pathlib.Path(self.options.get("plies", "")).read_text())
        recorded = next(plies[game_id] for game_id in plies if game.started.game_id.endswith(f"-{game_id}"))
        return Ply(*recorded[number - 1])

    def die(self):
        died = pathlib.Path(self.options.get("died", ""))
        if not died.name or not died.exists():
            if died.name:
                died.touch()
            os._exit(3)


if __name__ == "__main__":
    run(Examinee)
