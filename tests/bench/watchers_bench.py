#!/usr/bin/env python3
"""Plies a second of a server's tournament between two bots that answer at once, without a web report, with one, and with watchers
of its running games:

    watchers_bench.py BUILD-FOLDER JSON-FILE [WATCHERS [GAMES-AT-ONCE [ROUNDS]]]

The ways take turns, ROUNDS times (default 3), and the medians are told. The watchers run on the same machine: their own share of its
time is told beside the rate."""

import asyncio
import json
import os
import pathlib
import random
import resource
import statistics
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "support")]
from sandbox_plies_bench import Bench, seconds  # noqa: E402
from web_watchers import WebWatchers  # noqa: E402

GAMES_FOR_EACH_AT_ONCE = 4


async def watch_until_gone(watchers, count, process):
    """So many watchers of `watchers` look on while the process lives."""
    watching = [asyncio.create_task(watchers.watch(number)) for number in range(count)]
    await asyncio.get_running_loop().run_in_executor(None, process.wait)
    for task in watching:
        task.cancel()
    for result in await asyncio.gather(*watching, return_exceptions=True):
        if not isinstance(result, (asyncio.CancelledError, OSError, EOFError)):
            raise result


class ServerBench(Bench):
    def __init__(self, build, folder):
        super().__init__(build, folder)
        self.run("user", "add", "host", "--role", "host")
        self.token = self.run("token", "create", "host").strip()

    def measure(self, http, watchers, at_once):
        self.tournaments += 1
        server = subprocess.Popen([*self.program, "serve", "--listen", "127.0.0.1:0", "--http", "127.0.0.1:0" if http else "off"],
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        address = server.stdout.readline().split()[-1]
        port = int(server.stdout.readline().rsplit(":", 1)[1]) if http else 0
        mine = WebWatchers(port)
        before = resource.getrusage(resource.RUSAGE_SELF)
        tournament = subprocess.Popen(
            [self.program[0], "--server", address, "--token", self.token, "tournament", "create", "--bots", "one,two", "--ruleset",
             "classic", "--games", str(at_once * GAMES_FOR_EACH_AT_ONCE), "--concurrency", str(at_once), "--tc", "600+5", "--seed",
             str(random.randrange(1, 1 << 30)), "--unrated", "--watch"], stdout=subprocess.DEVNULL)
        asyncio.run(watch_until_gone(mine, watchers, tournament))
        after = resource.getrusage(resource.RUSAGE_SELF)
        server.terminate()
        server.wait()
        rows = [json.loads(line) for line in
                self.run("game", "list", "--tournament", self.tournaments, "--count", 100000, "--json").splitlines()]
        starts = [seconds(row["start_time"]) for row in rows]
        ends = [start + int(row["duration_micros"]) / 1e6 for start, row in zip(starts, rows)]
        span = max(ends) - min(starts)
        own = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return {"plies_a_second": sum(row["plies"] for row in rows) / span, "watchers_cores": own / span,
                "events_a_second": mine.events / span, "games": len(rows)}


def main():
    build, output, *numbers = sys.argv[1:]
    watchers, at_once, rounds = [int(number) for number in numbers] + [200, 50, 3][len(numbers):]
    ways = {"no web report": (False, 0), "nobody looks on": (True, 0), f"{watchers} watchers": (True, watchers)}
    figures = {way: [] for way in ways}
    with tempfile.TemporaryDirectory(prefix="flagfall-bench-") as folder:
        os.chmod(folder, 0o755)
        bench = ServerBench(pathlib.Path(build).absolute(), pathlib.Path(folder))
        for _ in range(rounds):
            for way, (http, count) in ways.items():
                figures[way].append(bench.measure(http, count, at_once))
    print(f"{at_once} games at once{'':12} {'plies/s':>9} {'ratio':>7} {'events/s':>9} {'cores of the watchers':>22}")
    table = []
    for way, runs in figures.items():
        row = {name: statistics.median(run[name] for run in runs) for name in runs[0]}
        row["ratio"] = row["plies_a_second"] / statistics.median(run["plies_a_second"] for run in figures["no web report"])
        print(f"{way:28} {row['plies_a_second']:9.0f} {row['ratio']:7.2f} {row['events_a_second']:9.0f} {row['watchers_cores']:22.2f}")
        table.append({"way": way, **row})
    pathlib.Path(output).write_text(json.dumps(table, indent=1))


main()
