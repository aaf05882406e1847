"""Trains a small policy on `duel`, or another board game, against random play, from nothing, and makes a bot of it.

    /usr/bin/python3 train_duel.py --minutes 10 --bot trained
    flagfall bot add trained
    flagfall match trained random --ruleset duel --games 100

The policy (table_policy.py) has a weight for each own type and what stands on the square entered, and one for each own
type and direction. REINFORCE (Williams 1992) changes them: after each game the weights of what was chosen rise by how much
better it ended than games did of late.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import time
from pathlib import Path

import flagfall_bot
import numpy as np
import numpy.typing as npt
from table_policy import WEIGHTS, TablePolicy, chances, drawn, features

import flagfall

GAMES = 256
MAX_PLIES = 600
# Games before the weights change.
BATCH = 128
RATE = 0.05
# Of the bot.
PYTHON = "/usr/bin/python3"
BOT = """from pathlib import Path

import numpy as np
from table_policy import TablePolicy

import flagfall

flagfall.play(TablePolicy(np.load(Path(__file__).with_name("weights.npy"))))
"""

Weights = npt.NDArray[np.float64]


class Trainer:
    """Plays one side of each game by the weights, and the other at random."""

    def __init__(self, seed: int, threads: int, ruleset: str = "duel") -> None:
        self.env = flagfall.VectorEnv(ruleset, n=GAMES, threads=threads, seed=seed, max_plies=MAX_PLIES)
        self.random = np.random.default_rng(seed)
        self.weights = np.zeros(WEIGHTS)
        # Red's in the even games, Blue's in the odd ones.
        self.side = np.arange(GAMES) % 2
        self.traces = np.zeros((GAMES, WEIGHTS))
        self.gradient = np.zeros(WEIGHTS)
        self.squares = np.ones(WEIGHTS)
        self.games = 0
        self.mean = 0.0

    def step(self) -> None:
        """A ply in each game; the weights change after each BATCH of games."""
        env = self.env
        actions = env.random_actions.copy()
        mine = np.flatnonzero(env.to_move == self.side)
        (games, numbers), of = features(env.observations[mine], env.legal_mask[mine])
        chance = chances(self.weights, games, of)
        chosen = drawn(chance, games, self.random)
        # Of each weight: how often it was chosen, less how often that was to be expected.
        by = -chance
        by[chosen] += 1.0
        at = mine[games] * WEIGHTS
        counts = np.bincount(np.concatenate((at + of[0], at + of[1])), np.concatenate((by, by)), GAMES * WEIGHTS)
        self.traces += counts.reshape(GAMES, WEIGHTS)
        actions[mine] = numbers[chosen]
        env.step(actions)
        for game in np.flatnonzero(env.done):
            reward = float(env.rewards[game, self.side[game]])
            self.gradient += (reward - self.mean) * self.traces[game]
            self.traces[game] = 0.0
            self.mean += 0.002 * (reward - self.mean)
            self.games += 1
            if self.games % BATCH == 0:
                self._change()

    def _change(self) -> None:
        # Each weight moves by about RATE, however often it is used.
        self.squares = 0.9 * self.squares + 0.1 * self.gradient**2
        self.weights += RATE * self.gradient / np.sqrt(self.squares)
        self.gradient[:] = 0.0


def score(weights: Weights, games: int, seed: int, ruleset: str = "duel") -> float:
    """The share of points against random play, as in a match: half of the games with each side."""
    env = flagfall.VectorEnv(ruleset, n=200, threads=2, seed=seed, max_plies=MAX_PLIES)
    policy, side, points, over = TablePolicy(weights, seed), np.arange(200) % 2, 0.0, 0
    while over < games:
        actions = env.random_actions.copy()
        mine = np.flatnonzero(env.to_move == side)
        actions[mine] = policy(env.observations[mine], env.legal_mask[mine])
        env.step(actions)
        ended = np.flatnonzero(env.done)
        points += float((env.rewards[ended, side[ended]] + 1).sum()) / 2
        over += len(ended)
    return points / over


def train(minutes: float, seed: int, threads: int, ruleset: str, enough: float = 2.0) -> Weights:
    """Trains for so long, beside the time that scoring takes, or until the score is `enough`, and prints the curve."""
    trainer, seconds, told = Trainer(seed, threads, ruleset), 0.0, 0.0
    print("seconds   games   score against random")
    while True:
        is_over = seconds >= 60 * minutes
        if seconds >= told or is_over:
            points = score(trainer.weights, 1000 if is_over else 400, seed + 1, ruleset)
            print(f"{seconds:7.0f} {trainer.games:7}   {points:.3f}  {'#' * round(40 * points)}", flush=True)
            told = seconds + 30
            if is_over or points >= enough:
                return trainer.weights
        begun = time.monotonic()
        trainer.step()
        seconds += time.monotonic() - begun


def write_bot(folder: Path, weights: Weights, ruleset: str = "duel") -> None:
    """Makes a folder for `flagfall bot add`, with the packages that play it where they are not installed."""
    folder.mkdir(parents=True, exist_ok=True)
    np.save(folder / "weights.npy", weights)
    shutil.copy(Path(__file__).with_name("table_policy.py"), folder)
    (folder / "bot.py").write_text(BOT)
    manifest = {"name": folder.name, "version": "1", "command": [PYTHON, "bot.py"], "rulesets": [ruleset],
                "language": "Python", "description": "Learnt from nothing against random play"}
    (folder / "bot.json").write_text(json.dumps(manifest, indent=2))
    if is_installed():
        return
    for package in (flagfall, flagfall_bot):
        found = Path(package.__file__).parent
        shutil.copytree(found, folder / found.name, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)


def is_installed() -> bool:
    """Whether bots find the packages: an arena gives them no PYTHONPATH, and a strict sandbox no home of the user's."""
    return subprocess.run([PYTHON, "-I", "-c", "import flagfall, flagfall_bot"], stderr=subprocess.DEVNULL).returncode == 0


def main() -> None:
    parser = argparse.ArgumentParser(description="Trains a small policy on a board game against random play.")
    parser.add_argument("--ruleset", choices=flagfall.BOARD_RULESETS, default="duel")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--enough", type=float, default=2.0, help="end once the score is this, from 0 to 1")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bot", type=Path, help="the folder of the bot that is made of it")
    asked = parser.parse_args()
    weights = train(asked.minutes, asked.seed, asked.threads, asked.ruleset, asked.enough)
    if asked.bot:
        write_bot(asked.bot, weights, asked.ruleset)
        print(f"flagfall bot add {asked.bot}")


if __name__ == "__main__":
    main()
