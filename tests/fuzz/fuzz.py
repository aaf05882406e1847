#!/usr/bin/python3
"""Builds the fuzzers, runs them, keeps what they have learnt, and says how far they reach.

    fuzz.py [run] [SECONDS] [NAME...]   each fuzzer, or those named, for so long (default 60)
    fuzz.py [run] --inputs N [NAME...]  all in turn, for as long each, until they have run so many inputs together
    fuzz.py minimize [NAME...]          the smallest inputs that reach all that was reached, into tests/fuzz/corpus
    fuzz.py coverage [NAME...]          what the corpora reach of the code that each fuzzer is for
    fuzz.py table                       inputs, hours, coverage and findings of all runs so far

`--fast` runs them without AddressSanitizer and UBSan: several times as many inputs, by which mistakes of memory are found only where they
end the program. Begin with it, and run what it has learnt with them.

A run begins from tests/fuzz/corpus, tests/fuzz/seeds and what runs before it have found (WORK/corpus). An input that
breaks something is left in WORK/found. WORK is build/fuzz/work.
"""

import argparse
import concurrent.futures
import csv
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]

# The sources that each fuzzer is for, by the beginnings of their paths.
AIMS = {
    "api_call": ["arena/api/"],
    "archive": ["arena/bots/reader/archive_entries", "arena/bots/folder_writer"],
    "board_game": ["referee/rules/board/", "referee/rules/board_game/board_game", "referee/rules/board_game/board_play"],
    "book": ["arena/books/book"],
    "bot_messages": ["referee/service/bot_stream", "referee/service/lobby", "referee/service/game_session", "referee/service/hello",
                     "referee/service/outbox"],
    "entry_stream": ["arena/bots/reader/entry_stream"],
    "game_file": ["arena/imports/text_games", "referee/rules/record_text", "referee/rules/imported_record"],
    "game_text": ["referee/rules/game_text", "referee/rules/replay_text"],
    "handed_in": ["arena/cluster/check_handed_in", "referee/match/referee_again"],
    "http2": ["referee/rpc/"],
    "http_request": ["arena/web/http_message", "arena/web/parameters", "arena/web/client_address"],
    "json": ["arena/base/json"],
    "manifest": ["arena/bots/manifest", "arena/accounts/submitted_manifest"],
    "match": ["referee/match/"],
    "receipt": ["arena/store/game_receipts", "arena/store/chain_format"],
    "record": ["referee/match/referee_again", "referee/rules/imported_record", "referee/rules/record_text", "referee/rules/archive_xml",
               "arena/store/record_codec", "arena/replay/"],
    "ruleset": ["referee/rules/"],
    "short_text": ["arena/web/topics", "arena/web/parameters", "arena/web/host_names", "arena/web/client_address", "arena/webhooks/address_rule",
                   "arena/webhooks/webhook_url", "arena/accounts/secrets", "arena/cluster/slurm", "referee/rules/ruleset", "referee/base/ed25519"],
    "site_request": ["arena/web/router", "arena/web/routes", "arena/web/shared_", "arena/web/account_site", "arena/web/http_message",
                     "arena/web/parameters", "arena/web/sessions", "arena/web/web_answer"],
    "time_control": ["referee/match/time_control"],
    "tournament_spec": ["arena/tournament/"],
    "xml_file": ["arena/imports/xml_games", "referee/rules/archive_xml", "referee/rules/imported_record"],
}

# A larger corpus would be read by nobody, and slow each clone.
KEPT_BYTES_MAX = 200_000
INPUT_BYTES_MAX = 16_384
# Each run has a row here; a table with other columns would have another name.
RUNS = "fuzz_runs.csv"
# A fuzzer's turn, where all run until there were so many inputs. Each turn begins by running its corpus.
TURN_SECONDS = 300


def all_names():
    return sorted(path.name.removesuffix("_fuzz.cc") for path in HERE.glob("*_fuzz.cc"))


# ---- Kept corpora: a text for each fuzzer, with an input on each line, so that a change of one can be read.


def escaped(content):
    """The input on one line, as absl::CUnescape reads it."""
    short = {ord("\n"): "\\n", ord("\r"): "\\r", ord("\t"): "\\t", ord("\\"): "\\\\"}
    return "".join(short.get(byte) or (chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}") for byte in content)


def unescaped(line):
    short = {"n": b"\n", "r": b"\r", "t": b"\t", "\\": b"\\"}
    pieces = re.findall(r"\\([0-7]{3})|\\(.)|([^\\]+)", line)
    return b"".join(bytes([int(octal, 8)]) if octal else short[letter] if letter else text.encode("ascii")
                    for octal, letter, text in pieces)


def unpack(name, folder):
    """Writes the kept corpus into the folder, a file for each input."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    kept = HERE / "corpus" / f"{name}.txt"
    if kept.exists():
        for number, line in enumerate(kept.read_text(encoding="ascii").splitlines(), 1):
            (folder / f"{number:05}").write_bytes(unescaped(line))


def pack(name, folder):
    """Keeps the inputs in the folder, the shortest first as far as there is room. Returns how many, and of how many."""
    lines = sorted({escaped(path.read_bytes()) for path in folder.iterdir() if path.stat().st_size > 0}, key=lambda line: (len(line), line))
    kept, size = [], 0
    for line in lines:
        size += len(line) + 1
        if size > KEPT_BYTES_MAX:
            break
        kept.append(line)
    (HERE / "corpus").mkdir(exist_ok=True)
    (HERE / "corpus" / f"{name}.txt").write_text("".join(line + "\n" for line in sorted(kept)), encoding="ascii")
    return len(kept), len(lines)


# ---- Runs.


class Fuzzers:
    """The built programs, and the folder in which they work."""

    def __init__(self, programs, work, is_fast=False):
        self.programs = programs
        self.work = work
        self.is_fast = is_fast
        # Several run at once.
        self.noting = threading.Lock()
        for folder in ("corpus", "found", "kept", "logs"):
            (work / folder).mkdir(parents=True, exist_ok=True)

    def inputs_of(self, name):
        """The folders that a run begins from; what it learns goes into the first."""
        own = self.work / "corpus" / name
        own.mkdir(exist_ok=True)
        kept = self.work / "kept" / name
        unpack(name, kept)
        seeds = HERE / "seeds" / name
        return [own, kept] + ([seeds] if seeds.is_dir() else [])

    def command(self, name, *flags):
        dictionary = HERE / "dictionaries" / f"{name}.dict"
        return [self.programs / f"{name}_fuzz", f"-max_len={INPUT_BYTES_MAX}", "-timeout=30", "-rss_limit_mb=3000", *flags,
                *([f"-dict={dictionary}"] if dictionary.exists() else [])]

    def run(self, name, seconds):
        """Returns the row of the run."""
        log = self.work / "logs" / f"{name}.log"
        begun = time.monotonic()
        with log.open("wb") as out:
            status = subprocess.run(self.command(name, f"-max_total_time={seconds}", "-print_final_stats=1",
                                                 f"-artifact_prefix={self.work}/found/{name}-") + self.inputs_of(name),
                                    stdout=out, stderr=subprocess.STDOUT, check=False).returncode
        text = log.read_text(errors="replace")
        inputs = re.findall(r"stat::number_of_executed_units: +(\d+)", text)
        covered = re.findall(r"cov: (\d+)", text)
        row = {"name": name, "inputs": int(inputs[-1]) if inputs else 0, "seconds": round(time.monotonic() - begun),
               "edges": int(covered[-1]) if covered else 0, "broke": int(status != 0), "fast": int(self.is_fast)}
        with self.noting:
            self.note(row)
        print(f"{name}: {row['inputs']:,} inputs in {row['seconds']} s, {row['edges']:,} edges"
              + (f"; BROKE SOMETHING, the end of {log}:\n" + "\n".join(text.splitlines()[-30:]) if status != 0 else ""), flush=True)
        return row

    def note(self, row):
        path = self.work / RUNS
        is_new = not path.exists()
        with path.open("a", newline="") as out:
            writer = csv.DictWriter(out, row.keys())
            if is_new:
                writer.writeheader()
            writer.writerow(row)

    def rows(self):
        path = self.work / RUNS
        return list(csv.DictReader(path.open())) if path.exists() else []

    def minimize(self, name):
        """Keeps as few and as short inputs as reach every edge that all of them reach."""
        merged = self.work / "merged"
        shutil.rmtree(merged, ignore_errors=True)
        merged.mkdir()
        result = subprocess.run(self.command(name, "-merge=1", "-use_counters=0") + [merged] + self.inputs_of(name), capture_output=True,
                                text=True, errors="replace", check=False)
        if result.returncode != 0:
            sys.exit(f"{name} cannot be minimized:\n{result.stderr[-2000:]}")
        kept, found = pack(name, merged)
        size = (HERE / "corpus" / f"{name}.txt").stat().st_size
        print(f"{name}: {kept:,} inputs kept of {found:,} that reach something of their own, {size:,} bytes", flush=True)

    def coverage(self, name):
        """Of the sources that the fuzzer is for: functions entered and all, edges taken and all."""
        environment = dict(os.environ, ASAN_OPTIONS="detect_leaks=0")
        result = subprocess.run(self.command(name, "-runs=0", "-print_coverage=1") + self.inputs_of(name), capture_output=True, text=True,
                                errors="replace", check=False, env=environment)
        functions, entered, edges, taken = 0, 0, 0, 0
        for unentered, edges_taken, edges_all, path in re.findall(
                r"^(UN)?COVERED_FUNC: hits: \d+ edges: (\d+)/(\d+) .*?/((?:referee|arena)/\S+):\d+$", result.stderr, re.MULTILINE):
            if any(path.startswith(aim) for aim in AIMS[name]):
                functions += 1
                entered += not unentered
                edges += int(edges_all)
                taken += 0 if unentered else int(edges_taken)
        return functions, entered, edges, taken


def run_for(fuzzers, names, seconds, jobs):
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        rows = list(pool.map(lambda name: fuzzers.run(name, seconds), names))
    return any(row["broke"] for row in rows)


def run_until(fuzzers, names, inputs, seconds, jobs):
    """Every fuzzer gets the same time, so that those of small inputs run many more of them."""
    done, broke = 0, False
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        while done < inputs:
            before = done
            for row in pool.map(lambda name: fuzzers.run(name, seconds), names):
                done += row["inputs"]
                broke |= bool(row["broke"])
            if done == before:
                sys.exit("none of the fuzzers has run any input; their logs say why")
            print(f"{done:,} of {inputs:,} inputs", flush=True)
    return broke


def print_coverage(fuzzers, names):
    print("| fuzzer | functions entered | edges taken |\n|---|---|---|")
    for name in names:
        functions, entered, edges, taken = fuzzers.coverage(name)
        print(f"| `{name}` | {entered:,} of {functions:,} | {taken:,} of {edges:,} ({100 * taken / max(edges, 1):.0f} %) |", flush=True)


def print_table(fuzzers, names):
    inputs, fast, seconds, broke = defaultdict(int), defaultdict(int), defaultdict(int), defaultdict(int)
    edges = defaultdict(int)
    for row in fuzzers.rows():
        inputs[row["name"]] += int(row["inputs"])
        fast[row["name"]] += int(row["inputs"]) if int(row["fast"]) else 0
        seconds[row["name"]] += int(row["seconds"])
        broke[row["name"]] += int(row["broke"])
        edges[row["name"]] = max(edges[row["name"]], int(row["edges"]))
    print("| fuzzer | inputs | of these without sanitizers | minutes | edges | runs that broke something |\n|---|---:|---:|---:|---:|---:|")
    for name in names:
        print(f"| `{name}` | {inputs[name]:,} | {fast[name]:,} | {seconds[name] / 60:.0f} | {edges[name]:,} | {broke[name]} |")
    print(f"| all | {sum(inputs.values()):,} | {sum(fast.values()):,} | {sum(seconds.values()) / 60:.0f} | | {sum(broke.values())} |")


def build(preset):
    for command in (["cmake", "--preset", preset], ["cmake", "--build", "--preset", preset, "--target", "fuzzers"]):
        if subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL if "--build" not in command else None, check=False).returncode != 0:
            sys.exit(f"{' '.join(command)} has failed")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", metavar="WORD")
    parser.add_argument("--inputs", type=int, help="run until there were so many inputs in all")
    parser.add_argument("--jobs", type=int, default=1, help="how many fuzzers run at once (default 1)")
    parser.add_argument("--fast", action="store_true", help="without AddressSanitizer and UBSan")
    parser.add_argument("--programs", type=Path, help="built programs elsewhere; nothing is built then")
    parser.add_argument("--work", type=Path, default=ROOT / "build/fuzz/work", help="where runs keep what they learn")
    # Names may follow options, too.
    asked = parser.parse_intermixed_args()
    asked.step = asked.words.pop(0) if asked.words and asked.words[0] in ("run", "minimize", "coverage", "table") else "run"
    asked.seconds = int(asked.words.pop(0)) if asked.step == "run" and asked.words and asked.words[0].isdigit() else None
    for name in asked.words:
        if name not in all_names():
            parser.error(f"there is no fuzzer '{name}'; there are {', '.join(all_names())}")
    asked.names = asked.words or all_names()
    return asked


def main():
    asked = arguments()
    preset = "fuzz-fast" if asked.fast else "fuzz"
    if asked.programs is None and asked.step != "table":
        build(preset)
    fuzzers = Fuzzers(asked.programs or ROOT / "build" / preset / "tests/fuzz", asked.work, asked.fast)
    if asked.step == "minimize":
        for name in asked.names:
            fuzzers.minimize(name)
    elif asked.step == "coverage":
        print_coverage(fuzzers, asked.names)
    elif asked.step == "table":
        print_table(fuzzers, asked.names)
    elif asked.inputs is not None:
        return run_until(fuzzers, asked.names, asked.inputs, asked.seconds or TURN_SECONDS, asked.jobs)
    else:
        return run_for(fuzzers, asked.names, asked.seconds or 60, asked.jobs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
