#!/usr/bin/python3
"""Computes a pool's ratings anew from nothing but exported games, and compares them with the leaderboard's.

    FLAGFALL_BUILD=$PWD/build/release tests/e2e/export_ratings.py --games 10000

plays a tournament of so many games between sample bots, exports it as csv and as jsonl, and computes from either the
running Elo (arena/rating/elo.h) and the likeliest ratings with their intervals (arena/rating/davidson.h). It is not a part
of `./dev test`, which does the same with a few games (export_test.py). It needs nothing but Python.
"""

import argparse
import collections
import csv
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import time

# Natural units in Elo where no game is drawn, and the priors' deviations in them; see pool_ratings.h.
MODEL_ELO = 400 / math.log(10)
RATING_DEVIATION = 1000 / MODEL_ELO
RED_DEVIATION = 100 / MODEL_ELO
LOG_DRAW_DEVIATION = 2.0
Z95 = 1.959963984540054
MICRO = 1_000_000

# A game that counts: who had Red, who had Blue, and Red's score.
Game = collections.namedtuple("Game", "red blue score")


def in_schedule(game_id):
    return tuple(int(part) for part in game_id.split("-"))


def games_of_csv(path):
    """The rated games, in the order in which they are rated."""
    with open(path, newline="") as file:
        rows = sorted((row for row in csv.DictReader(file) if row["pool"]), key=lambda row: in_schedule(row["game_id"]))
    return [Game(row["red"], row["blue"], float(row["red_score"])) for row in rows]


def games_of_jsonl(path):
    """The same of records, which do not say what is rated: all games but those that nobody played."""
    scores = {"RESULT_RED_WINS": 1.0, "RESULT_BLUE_WINS": 0.0, "RESULT_DRAW": 0.5}
    games = []
    with open(path) as file:
        for line in file:
            record = json.loads(line)
            if record["outcome"]["reason"] == "REASON_FORFEIT_NO_SHOW" and not record.get("plies"):
                continue
            game = Game(record["red"]["name"], record["blue"]["name"], scores[record["outcome"]["result"]])
            games.append((in_schedule(record["game_id"]), game))
    return [game for _, game in sorted(games)]


def elo_of(games):
    """The running Elo of each bot, in whole millionths as the ledger keeps it."""
    elo = collections.defaultdict(lambda: 1500 * MICRO)
    played = collections.Counter()
    for red, blue, score in games:
        k = 32 if min(played[red], played[blue]) < 30 else 16
        # For the bot that is ahead, so that both sides round alike.
        sign, ahead, behind, points = (1, red, blue, score) if elo[red] >= elo[blue] else (-1, blue, red, 1 - score)
        expected = 1 / (1 + 10 ** (-((elo[ahead] - elo[behind]) / MICRO) / 400))
        exact = (points - expected) * k * MICRO
        change = sign * int(math.copysign(math.floor(abs(exact) + 0.5), exact))
        elo[red] += change
        elo[blue] -= change
        played.update((red, blue))
    return {bot: rating / MICRO for bot, rating in elo.items()}


def solved(matrix, columns):
    """The solution of a linear system for each column, by Gauss and Jordan."""
    size = len(matrix)
    rows = [list(matrix[i]) + [column[i] for column in columns] for i in range(size)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for k in range(size):
            if k != i and rows[k][i]:
                factor = rows[k][i]
                rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i])]
    return [[rows[i][size + k] for i in range(size)] for k in range(len(columns))]


class Davidson:
    """Davidson's model of wins, draws and losses, with the pool's weak priors. All bots must be connected by games."""

    def __init__(self, games):
        self.bots = sorted({bot for game in games for bot in (game.red, game.blue)})
        index = {bot: i for i, bot in enumerate(self.bots)}
        self.pairs = collections.defaultdict(lambda: [0, 0, 0])
        for red, blue, score in games:
            self.pairs[index[red], index[blue]][{1.0: 0, 0.5: 1, 0.0: 2}[score]] += 1
        self.red, self.draw = len(self.bots), len(self.bots) + 1
        deviations = [RATING_DEVIATION] * len(self.bots) + [RED_DEVIATION, LOG_DRAW_DEVIATION]
        self.precisions = [1 / deviation**2 for deviation in deviations]
        # Information on the mean of all strengths, of which games tell nothing.
        self.held = (1 + len(games)) / self.draw

    def local(self, point):
        """The logarithm of the density at a point, its gradient and its information."""
        size = self.draw + 1
        log = -sum(p * x * x for p, x in zip(self.precisions, point)) / 2
        gradient = [-p * x for p, x in zip(self.precisions, point)]
        information = [[self.precisions[i] if i == k else 0.0 for k in range(size)] for i in range(size)]
        nu = math.exp(point[self.draw])
        for (a, b), (wins, draws, losses) in self.pairs.items():
            half = (point[a] - point[b] + point[self.red]) / 2
            weights = [math.exp(half), nu, math.exp(-half)]
            z = sum(weights)
            win, drawn, loss = (weight / z for weight in weights)
            games = wins + draws + losses
            log += wins * math.log(win) + draws * math.log(drawn) + losses * math.log(loss)
            by_lead = (wins - losses - games * (win - loss)) / 2
            lead = ((a, 1), (b, -1), (self.red, 1))
            for i, sign in lead:
                gradient[i] += sign * by_lead
                for k, other in lead:
                    information[i][k] += sign * other * games * (drawn * (win + loss) + 4 * win * loss) / 4
                mixed = sign * games * (loss - win) * drawn / 2
                information[i][self.draw] += mixed
                information[self.draw][i] += mixed
            gradient[self.draw] += draws - games * drawn
            information[self.draw][self.draw] += games * drawn * (win + loss)
        for i in range(self.red):
            gradient[i] -= self.held / self.red * sum(point[:self.red])
            for k in range(self.red):
                information[i][k] += self.held / self.red
        return log - self.held / self.red * sum(point[:self.red]) ** 2 / 2, gradient, information

    def mode(self):
        """Newton's method, whose steps are halved while they lead downhill."""
        point = [0.0] * (self.draw + 1)
        log, gradient, information = self.local(point)
        for _ in range(100):
            step = solved(information, [gradient])[0]
            if sum(a * b for a, b in zip(step, gradient)) < 1e-18:
                break
            while True:
                trial = [a + b for a, b in zip(point, step)]
                there = self.local(trial)
                if there[0] >= log - 1e-9 * abs(log):
                    break
                step = [value / 2 for value in step]
            point, (log, gradient, information) = trial, there
        return point, information

    def ratings(self):
        """By bot, the likeliest rating and half the width of its 95 % interval."""
        point, information = self.mode()
        size = self.draw + 1
        covariance = solved(information, [[float(i == k) for i in range(size)] for k in range(size)])
        nu = math.exp(point[self.draw])
        elo_per_unit = MODEL_ELO * 2 / (2 + nu)
        # The mean is held, and has no variance of its own.
        mean_variance = 1 / (self.precisions[0] + self.held) / self.red
        ratings = {}
        for i, bot in enumerate(self.bots):
            by_draw = nu / (2 + nu) * point[i]
            variance = (covariance[i][i] - mean_variance - 2 * by_draw * covariance[i][self.draw] +
                        by_draw**2 * covariance[self.draw][self.draw])
            ratings[bot] = (1500 + elo_per_unit * point[i], Z95 * elo_per_unit * math.sqrt(max(variance, 0.0)))
        return ratings


def differences(games, leaderboard):
    """What the leaderboard (its lines of JSON) has otherwise than these games give; empty when all is equal: Elo to the last
    digit, and what comes of Newton's steps to a ten-thousandth of a point."""
    elo, likely = elo_of(games), Davidson(games).ratings()
    found = []
    if {entry["bot"] for entry in leaderboard} != set(elo):
        found.append(f"bots {sorted(elo)}")
    for entry in leaderboard:
        bot = entry["bot"]
        for name, ours, theirs, within in (("elo", elo[bot], entry["elo"], 0.0),
                                           ("likelihood_elo", likely[bot][0], entry["likelihood_elo"], 1e-4),
                                           ("likelihood_elo_error", likely[bot][1], entry["likelihood_elo_error"], 1e-4)):
            if abs(ours - theirs) > within:
                found.append(f"{bot}: {name} is {theirs} on the leaderboard, and {ours} by the games")
    return found


def print_ratings(games, leaderboard):
    elo, likely = elo_of(games), Davidson(games).ratings()
    print("bot           Elo by the games  leaderboard   MLE by the games        leaderboard")
    for entry in leaderboard:
        bot = entry["bot"]
        print(f"{bot:12} {elo[bot]:17.6f} {entry['elo']:12.6f}   {likely[bot][0]:9.4f} +/- {likely[bot][1]:8.4f}"
              f"  {entry['likelihood_elo']:9.4f} +/- {entry['likelihood_elo_error']:8.4f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--ruleset", default="duel")
    parser.add_argument("--bots", default="random,sergeant,marshal")
    options = parser.parse_args()
    build = pathlib.Path(os.environ["FLAGFALL_BUILD"])
    with tempfile.TemporaryDirectory(prefix="flagfall-ratings-") as folder:
        home, files = f"{folder}/home", {name: f"{folder}/games.{name}" for name in ("csv", "jsonl")}

        def flagfall(*arguments):
            begin = time.monotonic()
            done = subprocess.run([build / "flagfall", "--home", home, *map(str, arguments)], capture_output=True, text=True)
            if done.returncode != 0:
                sys.exit(done.stderr)
            print(f"{' '.join(map(str, arguments[:2]))}: {time.monotonic() - begin:.1f} s", flush=True)
            return done.stdout

        bots = options.bots.split(",")
        for bot in bots:
            flagfall("bot", "add", build / "sample-bots" / bot)
        pairs = len(bots) * (len(bots) - 1) // 2
        flagfall("tournament", "run", "--bots", options.bots, "--ruleset", options.ruleset, "--games", 2, "--rounds",
                 -(-options.games // (2 * pairs)), "--tc", "60+1", "--seed", 7)
        for name, path in files.items():
            flagfall("game", "export", "--all", "--format", name, "-o", path)
        leaderboard = [json.loads(line) for line in flagfall("leaderboard", "--json").splitlines()]
        failed = False
        for name, read in (("csv", games_of_csv), ("jsonl", games_of_jsonl)):
            begin = time.monotonic()
            games = read(files[name])
            found = differences(games, leaderboard)
            failed = failed or bool(found)
            print(f"{name}: {len(games)} games, {time.monotonic() - begin:.1f} s: " +
                  ("; ".join(found) or f"Elo and likelihood of {len(leaderboard)} bots equal to the leaderboard's"))
        print_ratings(games, leaderboard)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
