#!/usr/bin/env python3
"""Games a second of 2, 4, 8, ... workers of a core each, between bots that take 5 ms of it for a ply, against the sum of what the
same cores play singly:

    pinned_workers_bench.py BUILD-FOLDER JSON-FILE [SECONDS [CORES]]

Each core's worker plays one game at a time, alone for SECONDS (default 30) and then with the others; CORES (default: all that this
machine gives) are given from the first on. The server has no core of its own, since its share of the work is what may be missing."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE))
from workers_bench import WorkersBench  # noqa: E402

# All games of classic are drawn by then, so that each is the same work.
PLIES = 60
# So that every worker has its bots and their first game behind it when the count begins.
GAMES_BEFORE = 5
LOOKS_EACH_S = 0.1


class PinnedWorkersBench(WorkersBench):
    def __init__(self, build, folder):
        super().__init__(build, folder)
        self.folder = folder
        for name in ("thinker", "ponderer"):
            bot = folder / name
            bot.mkdir()
            shutil.copy(HERE / "thinker.py", bot)
            for package in ("flagfall_bot", "flagfall"):
                shutil.copytree(build / "sample-bots" / "template" / package, bot / package)
            (bot / "bot.json").write_text(json.dumps({"name": name, "version": "1", "rulesets": ["classic"],
                                                      "command": ["/usr/bin/python3", "thinker.py"]}))
            if self.run("bot", "add", bot) is None:
                raise SystemExit(f"pinned_workers_bench: {bot} was not added")

    def games_a_second(self, cores, seconds):
        server = subprocess.Popen([*self.program, "serve", "--listen", "127.0.0.1:0", "--http", "off", "--no-games-here"],
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        workers = []
        try:
            address = server.stdout.readline().split()[-1]
            made = self.ask(address, "create", "--bots", "thinker,ponderer", "--ruleset", "classic", "--games", "100000",
                            "--concurrency", "1024", "--max-plies", str(PLIES), "--tc", "60+1", "--unrated", "--json")
            self.tournament = json.loads(made)["id"]
            workers = [self.start_worker(address, core) for core in cores]
            self.wait_until_stored(address, GAMES_BEFORE * len(cores), workers)
            began, before = time.monotonic(), self.stored(address)
            time.sleep(seconds)
            took, played = time.monotonic() - began, self.stored(address) - before
            # The next server would go on with it.
            self.ask(address, "cancel", str(self.tournament))
        finally:
            for process in (*workers, server):
                process.kill()
                process.wait()
        return played / took

    def ask(self, address, *words):
        return subprocess.run([self.program[0], "--server", address, "--token", self.host, "tournament", *words],
                              capture_output=True, text=True, check=True).stdout

    def start_worker(self, address, core):
        command = ["taskset", "--cpu-list", str(core), self.program[0], "worker", "--server", address, "--name", f"core{core}",
                   "--games-at-once", "1", "--folder", str(self.folder / f"worker{core}"), "--sandbox", "none"]
        with open(self.folder / f"worker{core}.log", "a") as log:
            return subprocess.Popen(command, env=dict(os.environ, FLAGFALL_USER_TOKEN=self.cluster), stdout=log, stderr=log)

    def stored(self, address):
        return self.shown(address, self.tournament).get("games_stored", 0)

    def wait_until_stored(self, address, games, workers):
        while self.stored(address) < games:
            if any(worker.poll() is not None for worker in workers):
                raise SystemExit("pinned_workers_bench: a worker has ended:\n" +
                                 "\n".join(log.read_text() for log in self.folder.glob("*.log")))
            time.sleep(LOOKS_EACH_S)


def main():
    build, output, *numbers = sys.argv[1:]
    seconds = float(numbers[0]) if numbers else 30
    cores = sorted(os.sched_getaffinity(0))[:int(numbers[1]) if len(numbers) > 1 else None]
    rows = []
    print(f"{'workers':>8} {'games/s':>8} {'singly':>8} {'ratio':>7}")
    with tempfile.TemporaryDirectory(prefix="flagfall-bench-") as folder:
        os.chmod(folder, 0o755)
        bench = PinnedWorkersBench(pathlib.Path(build).absolute(), pathlib.Path(folder))
        alone = [bench.games_a_second([core], seconds) for core in cores]
        workers = 2
        while workers <= len(cores):
            rate, singly = bench.games_a_second(cores[:workers], seconds), sum(alone[:workers])
            rows.append({"workers": workers, "games_a_second": rate, "singly": singly, "ratio": rate / singly})
            print(f"{workers:8} {rate:8.2f} {singly:8.2f} {rate / singly:7.3f}", flush=True)
            workers *= 2
    pathlib.Path(output).write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
