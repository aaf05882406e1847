#!/usr/bin/python3
"""Computes a pool's ratings anew from nothing but exported games, and compares them with the leaderboard's.

    FLAGFALL_BUILD=$PWD/build/release tests/e2e/export_ratings.py --games 10000

plays a tournament of so many games between sample bots, exports it as csv, jsonl and pb, and computes from each the
running Elo and the likeliest ratings with their intervals, also with anchors, as "Ratings from exported games" in
arena/rating/README.md says; the numbers below are those of its steps. `./dev test` does the same with a few games
(export_test.py). It needs nothing but Python, and Flagfall's modules for pb alone. With --home HOME it plays nothing and
compares the pool --ruleset of that home, in which each pool has one tournament.
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

# Elo in a unit where no game is drawn, and the priors' deviations in units.
MODEL_ELO = 400 / math.log(10)
STRENGTH_DEVIATION, RED_DEVIATION, DRAW_DEVIATION = 1000 / MODEL_ELO, 100 / MODEL_ELO, 2.0
Z95 = 1.959963984540054
MICRO = 1_000_000
# Points within which likeliest ratings are equal, and the share within which their errors are.
WITHIN = 1e-6
SCORES = {"RESULT_RED_WINS": 1.0, "RESULT_BLUE_WINS": 0.0, "RESULT_DRAW": 0.5}

# A game that counts: who had Red, who had Blue, and Red's score.
Game = collections.namedtuple("Game", "red blue score")


def games_of_csv(path, pool):
    """The pool's rated games, in the order in which they were rated."""
    with open(path, newline="") as file:
        rows = sorted((row for row in csv.DictReader(file) if row["pool"] == pool), key=lambda row: int(row["rating_step"]))
    return [Game(row["red"], row["blue"], float(row["red_score"])) for row in rows]


def in_order(records, ruleset):
    """The same of records, from (game_id, ruleset, red, blue, result, reason, plies)."""
    played = [(tuple(map(int, game_id.split("-"))), Game(red, blue, SCORES[result]))
              for game_id, its_ruleset, red, blue, result, reason, plies in records
              if its_ruleset == ruleset and (reason != "REASON_FORFEIT_NO_SHOW" or plies)]
    return [game for _, game in sorted(played)]


def games_of_jsonl(path, ruleset):
    with open(path) as file:
        records = map(json.loads, file)
        return in_order(((record["game_id"], record["ruleset"]["id"], record["red"]["name"], record["blue"]["name"],
                          record["outcome"]["result"], record["outcome"]["reason"], record.get("plies", 0))
                         for record in records), ruleset)


def games_of_pb(path, ruleset):
    from flagfall.v1 import game_pb2, record_pb2
    from google.protobuf.internal.decoder import _DecodeVarint32

    def records(data, at=0):
        while at < len(data):
            size, at = _DecodeVarint32(data, at)
            record = record_pb2.GameRecord.FromString(data[at:at + size])
            at += size
            yield (record.game_id, record.ruleset.id, record.red.name, record.blue.name,
                   game_pb2.Result.Name(record.outcome.result), game_pb2.Reason.Name(record.outcome.reason), record.plies)

    return in_order(records(pathlib.Path(path).read_bytes()), ruleset)


READERS = {"csv": games_of_csv, "jsonl": games_of_jsonl, "pb": games_of_pb}


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


class Model:
    """Davidson's model of wins, draws and losses with weak priors (1, 2), for bots that games connect. `known` are the
    strengths of bots that are no parameters."""

    def __init__(self, games, known):
        self.bots = sorted({bot for game in games for bot in (game.red, game.blue)})
        self.known = known
        self.free = [bot for bot in self.bots if bot not in known]
        self.red, self.draw = len(self.free), len(self.free) + 1
        index = {bot: i for i, bot in enumerate(self.free)}
        self.pairs = collections.Counter(games)
        self.index = {bot: index.get(bot) for bot in self.bots}
        deviations = [STRENGTH_DEVIATION] * len(self.free) + [RED_DEVIATION, DRAW_DEVIATION]
        self.precisions = [1 / deviation**2 for deviation in deviations]

    def strength(self, point, bot):
        return self.known[bot] if self.index[bot] is None else point[self.index[bot]]

    def local(self, point):
        """L at a point, its gradient, and its second derivatives with the sign changed."""
        log = -sum(p * x * x for p, x in zip(self.precisions, point)) / 2
        gradient = [-p * x for p, x in zip(self.precisions, point)]
        information = [[p if i == k else 0.0 for k in range(self.draw + 1)] for i, p in enumerate(self.precisions)]
        nu = math.exp(point[self.draw])
        for (red, blue, score), games in self.pairs.items():
            lead = self.strength(point, red) - self.strength(point, blue) + point[self.red]
            weights = {1.0: math.exp(lead / 2), 0.5: nu, 0.0: math.exp(-lead / 2)}
            z = sum(weights.values())
            win, drawn, loss = (weight / z for weight in weights.values())
            log += games * math.log(weights[score] / z)
            by_lead = games * (score - 0.5 - (win - loss) / 2)
            signs = [(i, sign) for i, sign in ((self.index[red], 1), (self.index[blue], -1), (self.red, 1)) if i is not None]
            for i, sign in signs:
                gradient[i] += sign * by_lead
                for k, other in signs:
                    information[i][k] += sign * other * games * (drawn * (win + loss) + 4 * win * loss) / 4
                mixed = sign * games * (loss - win) * drawn / 2
                information[i][self.draw] += mixed
                information[self.draw][i] += mixed
            gradient[self.draw] += games * ((score == 0.5) - drawn)
            information[self.draw][self.draw] += games * drawn * (win + loss)
        return log, gradient, information

    def mode(self):
        """Newton's method, whose steps are halved while they lead downhill. Returns the mode and what is there."""
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


def likely_ratings(games, anchors):
    """By bot, and by None for Red's advantage, the likeliest rating and half the width of its 95 % interval."""
    centre = sum(anchors.values()) / len(anchors) if anchors else 1500
    elo_per_unit = None
    if len(anchors) > 1:
        nu = math.exp(Model(games, {}).mode()[0][-1])
        elo_per_unit = max(MODEL_ELO * 2 / (2 + nu), (max(anchors.values()) - min(anchors.values())) / 300)
    model = Model(games, {bot: (rating - centre) / (elo_per_unit or 1) for bot, rating in anchors.items()})
    point, information = model.mode()
    covariance = solved(information, [[float(i == k) for i in range(len(point))] for k in range(len(point))])
    if not anchors:
        # 4: the mean is held.
        for i in range(model.red):
            for k in range(model.red):
                covariance[i][k] -= STRENGTH_DEVIATION**2 / model.red
    nu = math.exp(point[model.draw])
    share = 0.0 if len(anchors) > 1 else nu / (2 + nu)
    elo_per_unit = elo_per_unit or MODEL_ELO * 2 / (2 + nu)

    def in_elo(i):
        # 3 and 5.
        by_draw = share * point[i]
        variance = (covariance[i][i] - 2 * by_draw * covariance[i][model.draw] +
                    by_draw**2 * covariance[model.draw][model.draw])
        return elo_per_unit * point[i], Z95 * elo_per_unit * math.sqrt(max(variance, 0.0))

    ratings = {bot: (anchors[bot], 0.0) for bot in anchors}
    for i, bot in enumerate(model.free):
        value, error = in_elo(i)
        ratings[bot] = (centre + value, error)
    ratings[None] = in_elo(model.red)
    return ratings


def differences(games, leaderboard, anchors=None):
    """What the leaderboard (its lines of JSON) has otherwise than these games give; empty when all is equal: Elo to the last
    digit, the likeliest rating to a millionth of a point, and its error to a millionth of itself; tables print tenths."""
    elo, likely = elo_of(games), likely_ratings(games, anchors or {})
    found = []
    if {entry["bot"] for entry in leaderboard} != set(elo):
        found.append(f"bots {sorted(elo)}")
    for entry in leaderboard:
        bot = entry["bot"]
        for name, ours, within in (("elo", elo[bot], 0.0), ("likelihood_elo", likely[bot][0], WITHIN),
                                   ("likelihood_elo_error", likely[bot][1], WITHIN * likely[bot][1])):
            if abs(ours - entry[name]) > within:
                found.append(f"{bot}: {name} is {entry[name]} on the leaderboard, and {ours} by the games")
    return found


def print_ratings(games, leaderboard, anchors):
    elo, likely = elo_of(games), likely_ratings(games, anchors)
    print(f"anchors {anchors or 'none'}, Red is worth {likely[None][0]:+.7f} +/- {likely[None][1]:.7f}")
    print("bot           Elo by the games  leaderboard   MLE by the games               leaderboard")
    for entry in leaderboard:
        bot = entry["bot"]
        print(f"{bot:12} {elo[bot]:17.6f} {entry['elo']:12.6f}   {likely[bot][0]:.7f} +/- {likely[bot][1]:.7f}"
              f"   {entry['likelihood_elo']:.7f} +/- {entry['likelihood_elo_error']:.7f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--ruleset", default="duel")
    parser.add_argument("--bots", default="random,sergeant,scout,template", help="folders in build/release/sample-bots")
    parser.add_argument("--home", help="a home whose games are compared; otherwise they are played in a new one")
    options = parser.parse_args()
    build = pathlib.Path(os.environ["FLAGFALL_BUILD"])
    sys.path.insert(0, str(build / "python-stubs"))
    with tempfile.TemporaryDirectory(prefix="flagfall-ratings-") as folder:
        home = options.home or f"{folder}/home"

        def flagfall(*arguments):
            begin = time.monotonic()
            done = subprocess.run([build / "flagfall", "--home", home, *map(str, arguments)], capture_output=True, text=True)
            if done.returncode != 0:
                sys.exit(done.stderr)
            return done.stdout, time.monotonic() - begin

        if not options.home:
            folders = [build / "sample-bots" / bot for bot in options.bots.split(",")]
            for bot in folders:
                flagfall("bot", "add", bot)
            names = [json.loads((bot / "bot.json").read_text())["name"] for bot in folders]
            pairs = len(names) * (len(names) - 1) // 2
            _, seconds = flagfall("tournament", "run", "--bots", ",".join(names), "--ruleset", options.ruleset, "--games", 2,
                                  "--rounds", -(-options.games // (2 * pairs)), "--tc", "60+1", "--seed", 7)
            print(f"tournament run: {seconds:.1f} s", flush=True)
        failed, read = False, []
        for name, reader in READERS.items():
            path = f"{folder}/games.{name}"
            _, exported = flagfall("game", "export", "--all", "--format", name, "-o", path)
            begin = time.monotonic()
            read.append(reader(path, options.ruleset))
            print(f"{name}: {len(read[-1])} games, exported in {exported:.1f} s ({os.path.getsize(path) / 1e6:.1f} MB), "
                  f"read in {time.monotonic() - begin:.1f} s", flush=True)
            failed = failed or read[-1] != read[0]
        bots = sorted({game.red for game in read[0]})
        for anchors in ({}, {bots[0]: 1000}, {bots[0]: 1000, bots[-1]: 1333.3}):
            flags = [flag for bot, rating in anchors.items() for flag in ("--anchor", f"{bot}={rating}")]
            lines, _ = flagfall("leaderboard", "--ruleset", options.ruleset, "--json", *flags)
            leaderboard = [json.loads(line) for line in lines.splitlines()]
            begin = time.monotonic()
            found = differences(read[0], leaderboard, anchors)
            failed = failed or bool(found)
            print("; ".join(found) or f"Elo and likelihood of {len(leaderboard)} bots equal to the leaderboard's", end=", ")
            print(f"{time.monotonic() - begin:.1f} s")
            print_ratings(read[0], leaderboard, anchors)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
