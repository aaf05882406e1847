#!/usr/bin/env python3
"""Plies a second of real tournaments between two bots that answer at once, in each sandbox, and with bots frozen off their turns:

    sandbox_plies_bench.py BUILD-FOLDER JSON-FILE [ROUNDS]

The ways to run take turns, ROUNDS times (default 3), and the medians are told. A round's time is that from its first game's start to its
last game's end, so that starting the bots is not in it."""

import datetime
import json
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile

WAYS = {
    "none": ["--sandbox", "none"],
    "basic": ["--sandbox", "basic"],
    "strict": ["--sandbox", "strict"],
    "strict, no pondering": ["--sandbox", "strict", "--no-pondering"],
}
# At once, and all of a round.
LOADS = {"1 game": (1, 20), "16 games": (16, 96)}


def seconds(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


class Bench:
    def __init__(self, build, folder):
        self.program = [str(build / "flagfall"), "--home", str(folder / "home")]
        for name in ("one", "two"):
            bot = folder / name
            shutil.copytree(build / "sample-bots" / "random", bot)
            manifest = json.loads((bot / "bot.json").read_text())
            (bot / "bot.json").write_text(json.dumps(dict(manifest, name=name)))
            self.run("bot", "add", bot)
        self.tournaments = 0

    def run(self, *words):
        done = subprocess.run([*self.program, *map(str, words)], capture_output=True, text=True, check=False)
        return done.stdout if done.returncode == 0 else None

    def plies_a_second(self, flags, concurrency, games):
        """None where this machine has no such sandbox."""
        self.tournaments += 1
        if self.run("tournament", "run", "--bots", "one,two", "--ruleset", "classic", "--games", games, "--concurrency",
                    concurrency, "--tc", "60+1", "--seed", 1, "--unrated", *flags) is None:
            return None
        rows = [json.loads(line) for line in
                self.run("game", "list", "--tournament", self.tournaments, "--count", 100000, "--json").splitlines()]
        starts = [seconds(row["start_time"]) for row in rows]
        ends = [start + int(row["duration_micros"]) / 1e6 for start, row in zip(starts, rows)]
        return sum(row["plies"] for row in rows) / (max(ends) - min(starts))


def main():
    build, output, rounds = pathlib.Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 3
    figures = {}
    with tempfile.TemporaryDirectory(prefix="flagfall-bench-") as folder:
        # Sandboxed bots have user ids of their own.
        pathlib.Path(folder).chmod(0o755)
        bench = Bench(build, pathlib.Path(folder))
        for _ in range(rounds):
            for load, (concurrency, games) in LOADS.items():
                for way, flags in WAYS.items():
                    rate = bench.plies_a_second(flags, concurrency, games)
                    if rate is not None:
                        figures.setdefault((load, way), []).append(rate)
    print(f"{'load':10} {'sandbox':22} {'plies/s':>9} {'of none':>8}")
    table = []
    for (load, way), rates in figures.items():
        rate = statistics.median(rates)
        ratio = rate / statistics.median(figures[load, "none"])
        table.append({"load": load, "sandbox": way, "plies_a_second": rate, "of_none": ratio})
        print(f"{load:10} {way:22} {rate:9.0f} {ratio:8.2f}")
    pathlib.Path(output).write_text(json.dumps(table, indent=1))


if __name__ == "__main__":
    main()
