"""Samples what the server uses every few seconds, and evaluates the samples of each of its lives."""

import csv
import json
import os
import pathlib
import re
import threading
import time
import urllib.request
from dataclasses import astuple, dataclass, fields

from worker_lives import NAMES

# The first seconds of a life, in which caches fill, are left out. The rest must last at least as long as the second value.
WARM_UP_S, FITTED_S = 30, 90
# A life grows when the line through its own memory rises by more than this in all, and by more than this for 1000 games.
GROWTH_KIB_MAX = 32 << 10
GROWTH_KIB_PER_1000_GAMES_MAX = 256
# The ledger's part: pages, 32 MiB for the connection that writes and 2 for each of those that read, and what these use beside.
LEDGER_KIB_MAX = 96 << 10
# Folders with many files are measured so often.
FOLDERS_EVERY_S = 20


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
    # The part of the memory that is the ledger's, most of it pages that its connections keep.
    ledger_memory_kib: int = 0
    # What lies in the folders of bots' logs, of backups, and of workers; the memory of all workers.
    logs_bytes: int = 0
    backups_bytes: int = 0
    workers_bytes: int = 0
    workers_kib: int = 0

    @property
    def own_kib(self):
        """The memory without the ledger's part, which grows with the ledger until its caches are full."""
        return self.rss_kib - self.ledger_memory_kib


def status_of(process):
    return dict(line.split(":", 1) for line in (process / "status").read_text().splitlines())


def look(pid, home):
    """Reads the fields that need no answer of the server. OSError when it has just ended."""
    process = pathlib.Path(f"/proc/{pid}")
    status = status_of(process)
    return {"rss_kib": int(status["VmRSS"].split()[0]), "anonymous_kib": int(status["RssAnon"].split()[0]),
            "threads": int(status["Threads"]), "descriptors": len(os.listdir(process / "fd")),
            "ledger_bytes": (home / "flagfall.db").stat().st_size, "wal_bytes": (home / "flagfall.db-wal").stat().st_size}


def memory_of(pids):
    """In KiB, of those that live."""
    found = 0
    for pid in pids:
        try:
            found += int(status_of(pathlib.Path(f"/proc/{pid}"))["VmRSS"].split()[0])
        except (OSError, KeyError):
            continue
    return found


def size_of_folder(folder):
    """In bytes of files, which may come and go meanwhile."""
    found = 0
    for path, _, names in os.walk(folder):
        for name in names:
            try:
                found += os.lstat(os.path.join(path, name)).st_size
            except OSError:
                continue
    return found


def ask(site, told):
    """Reads the fields that need an answer, and tells `told` which head of the chain is shown."""
    def get(what):
        with urllib.request.urlopen(f"{site}/api/v1/{what}", timeout=5) as answer:
            return json.load(answer)
    status, shown = get("status"), get("site")
    with urllib.request.urlopen(f"{site}/metrics", timeout=5) as answer:
        ledger_memory = re.search(r"^flagfall_ledger_memory_bytes (\S+)$", answer.read().decode(), re.MULTILINE)
    if head := shown.get("chain_head"):
        told.head(head)
    return {"games": shown.get("games", 0), "plies_per_second": status.get("plies_per_second", 0),
            "games_running": len(status.get("games", [])), "ledger_memory_kib": int(float(ledger_memory[1])) >> 10}


def run_folder_of(pid):
    """Returns the folder of the bots' sockets; None when there is none."""
    try:
        targets = [os.readlink(entry) for entry in pathlib.Path(f"/proc/{pid}/fd").iterdir()]
    except OSError:
        return None
    return next((target for target in targets if pathlib.Path(target).name.startswith("flagfall-run-")), None)


class Sampler(threading.Thread):
    """`arena` is the soak test, whose server may be away at any time."""

    def __init__(self, arena, every_s):
        super().__init__(daemon=True)
        self.arena, self.every_s = arena, every_s
        self.began = time.monotonic()
        self.samples = []
        # By folder: the process that made it.
        self.run_folders = {}
        # What was measured last of folders, and when.
        self.folders, self.measured = {}, -FOLDERS_EVERY_S
        self.stop = threading.Event()

    def run(self):
        while not self.stop.wait(self.every_s):
            at = self.arena.server_now()
            if at is None:
                continue
            life, pid, site = at
            try:
                found = look(pid, self.arena.home)
            except (OSError, KeyError):
                continue
            found |= self.look_beside(pid)
            try:
                found |= ask(site, self.arena.told)
            except (OSError, ValueError):
                pass
            self.samples.append(Sample(seconds=round(time.monotonic() - self.began, 2), life=life, **found))

    def look_beside(self, pid):
        """What is there because of the server and its workers, beside the server's process."""
        workers = [worker.pid for worker in list(self.arena.workers.values())]
        for process in (pid, *workers):
            if folder := run_folder_of(process):
                self.run_folders[folder] = process
        if time.monotonic() >= self.measured + FOLDERS_EVERY_S:
            self.measured = time.monotonic()
            self.folders = {"logs_bytes": size_of_folder(self.arena.home / "logs"), "backups_bytes": size_of_folder(self.arena.backups),
                            "workers_bytes": sum(size_of_folder(self.arena.folder / name) for name in NAMES)}
        return {**self.folders, "workers_kib": memory_of(workers)}


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
        # Without an answer of the server it is not known what is the ledger's.
        warm = [sample for sample in of_life if sample.seconds >= of_life[0].seconds + WARM_UP_S and sample.games >= 0]
        if not warm or warm[-1].seconds - warm[0].seconds < FITTED_S:
            continue
        slope, base = line_through([(sample.seconds, sample.own_kib) for sample in warm])
        ends = (warm[0].seconds, warm[-1].seconds)
        found.append(Growth(life, *ends, warm[-1].games - warm[0].games, *(base + slope * end for end in ends)))
    return found
