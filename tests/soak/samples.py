"""Samples what the server uses every few seconds, and evaluates the samples of each of its lives."""

import csv
import json
import os
import pathlib
import threading
import time
import urllib.request
from dataclasses import astuple, dataclass, fields

# The first seconds of a life, in which caches fill, are left out. The rest must last at least as long as the second value.
WARM_UP_S, FITTED_S = 30, 90
# A life grows when the line through its memory rises by more than this in all, and by more than this for 1000 games.
GROWTH_KIB_MAX = 32 << 10
GROWTH_KIB_PER_1000_GAMES_MAX = 256


@dataclass(frozen=True)
class Sample:
    seconds: float
    # The number of the server's life, from 1.
    life: int
    rss_kib: int
    # The memory that is not mapped from files.
    anonymous_kib: int
    descriptors: int
    threads: int
    ledger_bytes: int
    wal_bytes: int
    # As the web report says; -1 when it did not answer.
    games: int = -1
    plies_per_second: float = -1
    games_running: int = -1


def look(pid, home):
    """Reads the fields that need no answer of the server. OSError when it has just ended."""
    process = pathlib.Path(f"/proc/{pid}")
    status = dict(line.split(":", 1) for line in (process / "status").read_text().splitlines())
    return {"rss_kib": int(status["VmRSS"].split()[0]), "anonymous_kib": int(status["RssAnon"].split()[0]),
            "threads": int(status["Threads"]), "descriptors": len(os.listdir(process / "fd")),
            "ledger_bytes": (home / "flagfall.db").stat().st_size, "wal_bytes": (home / "flagfall.db-wal").stat().st_size}


def ask(site):
    """Reads the fields that need an answer."""
    def get(what):
        with urllib.request.urlopen(f"{site}/api/v1/{what}", timeout=5) as answer:
            return json.load(answer)
    status = get("status")
    return {"games": get("site").get("games", 0), "plies_per_second": status.get("plies_per_second", 0),
            "games_running": len(status.get("games", []))}


def run_folder_of(pid):
    """Returns the folder of the bots' sockets; None when there is none."""
    targets = (os.readlink(entry) for entry in pathlib.Path(f"/proc/{pid}/fd").iterdir())
    return next((target for target in targets if pathlib.Path(target).name.startswith("flagfall-run-")), None)


class Sampler(threading.Thread):
    """`server()` returns the server's life, process and site; None while there is no server."""

    def __init__(self, server, home, every_s):
        super().__init__(daemon=True)
        self.server, self.home, self.every_s = server, home, every_s
        self.began = time.monotonic()
        self.samples = []
        # By the life that made them.
        self.run_folders = {}
        self.stop = threading.Event()

    def run(self):
        while not self.stop.wait(self.every_s):
            at = self.server()
            if at is None:
                continue
            life, pid, site = at
            try:
                found = look(pid, self.home)
                if folder := run_folder_of(pid):
                    self.run_folders[folder] = life
            except (OSError, KeyError):
                continue
            try:
                found |= ask(site)
            except (OSError, ValueError):
                pass
            self.samples.append(Sample(seconds=round(time.monotonic() - self.began, 2), life=life, **found))


def write_csv(samples, path):
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(field.name for field in fields(Sample))
        writer.writerows(map(astuple, samples))


def line_through(points):
    """Returns the slope and the value at 0 of the least-squares line through (x, y)."""
    x_mean = sum(x for x, _ in points) / len(points)
    y_mean = sum(y for _, y in points) / len(points)
    slope = sum((x - x_mean) * (y - y_mean) for x, y in points) / sum((x - x_mean) ** 2 for x, _ in points)
    return slope, y_mean - slope * x_mean


@dataclass(frozen=True)
class Growth:
    """The evaluation of one life, without its beginning."""

    life: int
    began_s: float
    ended_s: float
    games: int
    # The values of the line at both ends.
    first_kib: float
    last_kib: float

    @property
    def kib(self):
        return self.last_kib - self.first_kib

    @property
    def kib_per_1000_games(self):
        return 1000 * self.kib / max(1, self.games)

    @property
    def is_flat(self):
        return self.kib <= GROWTH_KIB_MAX or self.kib_per_1000_games <= GROWTH_KIB_PER_1000_GAMES_MAX


def growths(samples):
    """Evaluates all lives that are long enough."""
    found = []
    for life in sorted({sample.life for sample in samples}):
        of_life = [sample for sample in samples if sample.life == life]
        warm = [sample for sample in of_life if sample.seconds >= of_life[0].seconds + WARM_UP_S]
        if not warm or warm[-1].seconds - warm[0].seconds < FITTED_S:
            continue
        slope, base = line_through([(sample.seconds, sample.rss_kib) for sample in warm])
        games = [sample.games for sample in warm if sample.games >= 0] or [0]
        ends = (warm[0].seconds, warm[-1].seconds)
        found.append(Growth(life, *ends, games[-1] - games[0], *(base + slope * end for end in ends)))
    return found
