#!/usr/bin/env python3
"""What a game of a worker costs the server that leases it, referees its record again and stores it:

    workers_bench.py BUILD-FOLDER JSON-FILE [GAMES [WORKERS,WORKERS,...]]

GAMES (default 4,000) games of barrage, a draw after 120 plies at the latest, are played by fake workers (fake_workers.cc): 10, 100 and 1,000
of them unless told otherwise, at most 20 on a connection. All play on this machine, so that games a second say how fast it is;
the server's CPU time a game is what is measured."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from sandbox_plies_bench import Bench  # noqa: E402

WORKERS_ON_A_CONNECTION = 20
# Of one address in a burst; more of them wait.
CONNECTIONS_AT_ONCE = 16
PAUSE_S = 0.5
# Each look reads the whole tournament, as a host does now and then.
LOOKS_EACH_S = 2


class WorkersBench(Bench):
    def __init__(self, build, folder):
        super().__init__(build, folder)
        self.fake_workers = str(build / "tests" / "bench" / "fake_workers")
        self.version = self.run("--version").strip()
        self.run("user", "add", "host", "--role", "host")
        self.run("user", "add", "cluster", "--role", "worker")
        self.host, self.cluster = (self.run("token", "create", name).strip() for name in ("host", "cluster"))

    def measure(self, workers, games):
        server = subprocess.Popen([*self.program, "serve", "--listen", "127.0.0.1:0", "--http", "off", "--no-games-here"],
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        address = server.stdout.readline().split()[-1]
        made = subprocess.run(
            [self.program[0], "--server", address, "--token", self.host, "tournament", "create", "--bots", "one,two", "--ruleset", "barrage",
             "--games", str(games), "--concurrency", "1024", "--max-plies", "120", "--tc", "600+5", "--book", "standard", "--unrated", "--json"],
            capture_output=True, text=True, check=True)
        tournament = json.loads(made.stdout)["id"]
        began, before = time.monotonic(), self.cpu_seconds(server)
        players = []
        try:
            self.start_workers(address, workers, players)
            while self.shown(address, tournament)["state"] != "STATE_FINISHED":
                if any(player.poll() is not None for player in players):
                    raise SystemExit("workers_bench: a fake worker has ended; what it said stands above")
                time.sleep(LOOKS_EACH_S)
            took, cpu = time.monotonic() - began, self.cpu_seconds(server) - before
        finally:
            for process in (*players, server):
                process.kill()
                process.wait()
        return {"workers": workers, "games": games, "games_a_second": games / took, "server_cpu_ms_a_game": 1000 * cpu / games}

    def start_workers(self, address, workers, players):
        for first in range(0, workers, WORKERS_ON_A_CONNECTION):
            count = min(WORKERS_ON_A_CONNECTION, workers - first)
            players.append(subprocess.Popen([self.fake_workers, address, self.version, str(first), str(count)],
                                            env=dict(os.environ, FLAGFALL_USER_TOKEN=self.cluster)))
            if len(players) % CONNECTIONS_AT_ONCE == 0:
                time.sleep(PAUSE_S)

    def shown(self, address, tournament):
        done = subprocess.run([self.program[0], "--server", address, "--token", self.host, "tournament", "show", str(tournament), "--json"],
                              capture_output=True, text=True, check=True)
        return json.loads(done.stdout)

    @staticmethod
    def cpu_seconds(process):
        fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main():
    build, output, *rest = sys.argv[1:]
    games = int(rest[0]) if rest else 4000
    loads = [int(workers) for workers in (rest[1] if len(rest) > 1 else "10,100,1000").split(",")]
    rows = []
    print(f"{'workers':>8} {'games':>8} {'games/s':>8} {'server CPU, ms a game':>22}")
    with tempfile.TemporaryDirectory(prefix="flagfall-bench-") as folder:
        os.chmod(folder, 0o755)
        bench = WorkersBench(pathlib.Path(build).absolute(), pathlib.Path(folder))
        for workers in loads:
            row = bench.measure(workers, games)
            rows.append(row)
            print(f"{workers:8} {games:8} {row['games_a_second']:8.0f} {row['server_cpu_ms_a_game']:22.2f}", flush=True)
    pathlib.Path(output).write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
