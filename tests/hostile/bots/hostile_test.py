#!/usr/bin/python3
"""Every hostile program plays two good bots in both seats, and each game must end in the right verdict.

    hostile_test.py               as a test
    hostile_test.py --rounds 5    each game five times, and the table of verdicts
    hostile_test.py --only NAME   one of them
    hostile_test.py --kill        how long it takes to end a bot of 200 processes; a measurement
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

sys.dont_write_bytecode = True
BUILD = pathlib.Path(os.environ["FLAGFALL_BUILD"])
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(BUILD / "python-stubs"), str(HERE), str(HERE.parents[1] / "support")]

import hostile_bot  # noqa: E402, F401
from bot_folder import write_bot_folder  # noqa: E402
from referee_watch import RefereeWatch, abandoned, marked, mounts  # noqa: E402
from strict_sandbox import refusal_in  # noqa: E402
from verdicts import BY_THE_RULES, PROGRAMS, TREE_OF_200, UNHURRIED  # noqa: E402

GOOD = ["random", "sergeant"]
PATIENCE_S = 300
# The programs wait most of the time.
MATCHES_AT_ONCE = 8
# A program that may lose on time should do so soon. Where nobody may, there is time enough even if a bomb of processes
# holds up the machine for seconds.
SHORT_TIME, LONG_TIME = "3+0.1 setup=2", "20+0.1 setup=20"
# Programs that are given a second trial when their first was wrong; if more were wrong, it was not the machine.
DOUBTFUL_MAX = 8
# The most memory of a run's referee, which a flood must not raise. It normally has some 40 MiB.
REFEREE_BYTES_MAX = 512 << 20
# 64 KiB at the start and for each game, with a line about what was dropped.
LOG_BYTES_MAX = 6 * (64 << 10) + 4096


class Arena:
    """Homes with the same bots in them, one for each match."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="flagfall-hostile-"))
        self.folder.chmod(0o755)
        self.template = self.folder / "template"
        # Inherited by all bots; in a sandbox HOME is another.
        self.environment = dict(os.environ, LANG=f"C.{self.folder.name}")
        self.plant()
        for name in GOOD:
            self.flagfall(self.template, "bot", "add", BUILD / "sample-bots" / name)

    def command(self, home, *arguments):
        return [str(BUILD / "flagfall"), "--home", str(home), *map(str, arguments)]

    def flagfall(self, home, *arguments):
        return subprocess.run(self.command(home, *arguments), env=self.environment, check=True, capture_output=True,
                              text=True, timeout=PATIENCE_S).stdout

    def json(self, home, *arguments):
        return [json.loads(line) for line in self.flagfall(home, *arguments, "--json").splitlines()]

    def plant(self):
        """Makes what hostile programs look for."""
        self.tcp = socket.create_server(("127.0.0.1", 0))
        self.abstract = socket.socket(socket.AF_UNIX)
        self.abstract.bind("\0" + self.folder.name)
        self.abstract.listen()
        self.shared_memory = pathlib.Path("/dev/shm") / self.folder.name
        self.shared_memory.write_text("planted")
        (self.template / "logs").mkdir(parents=True)
        (self.template / "logs" / "planted.log").write_text("planted")
        self.facts = {
            "home": str(self.template), "database": str(self.template / "flagfall.db"),
            "logs": [str(self.template / "logs" / "planted.log")],
            "other_bots": [str(BUILD / "sample-bots" / "random" / "bot.json")],
            "port": self.tcp.getsockname()[1], "abstract_socket": self.folder.name,
            "shared_memory": self.folder.name, "host_pid": os.getpid()}

    def add(self, name, **manifest):
        folder = write_bot_folder(self.folder / "bots" / name, self.facts, **manifest)
        self.flagfall(self.template, "bot", "add", folder)

    def close(self):
        self.shared_memory.unlink()
        shutil.rmtree(self.folder)
        self.tcp.close()
        self.abstract.close()


def is_right(game, verdict):
    outcome = game["outcome"]
    winner = {"RESULT_RED_WINS": game["red"], "RESULT_BLUE_WINS": game["blue"]}.get(outcome["result"])
    reason = outcome["reason"].removeprefix("REASON_")
    if reason not in verdict.reasons or outcome["result"] == "RESULT_VOID":
        return False
    return winner in GOOD or (reason in BY_THE_RULES and not verdict.loses)


class Match:
    """One tournament of a program and two good bots at one referee: four games of the program, two without it."""

    def __init__(self, arena, program, mode, round_number):
        self.arena, self.program, self.mode = arena, program, mode
        self.verdict = program.verdicts[mode]
        self.name = f"{program.name}/{mode}"
        self.home = arena.folder / f"{program.name}-{mode}-{round_number}"
        self.seed = 1000 * round_number + 1
        self.wrong = []
        self.seats = []

    def play(self):
        shutil.copytree(self.arena.template, self.home)
        time_control = SHORT_TIME if "OUT_OF_TIME" in self.verdict.reasons else LONG_TIME
        command = self.arena.command(
            self.home, "tournament", "run", "--bots", ",".join([self.program.name, *GOOD]), "--ruleset", "barrage",
            "--games", 2, "--tc", time_control, "--concurrency", 3, "--seed", self.seed, "--disconnect-grace", 1,
            "--max-plies", 150, "--startup-time", 10, "--faults-max", 1 if self.verdict.is_suspended else 9, f"--sandbox={self.mode}")
        referee = RefereeWatch(command, self.arena.environment, self.home.with_suffix(".out"))
        code = referee.wait(PATIENCE_S)
        self.said = self.home.with_suffix(".out").read_text(errors="replace")
        self.expect(code == 0, f"the referee ended with {code}: {self.said[-2000:]}")
        self.expect(referee.bytes_peak < REFEREE_BYTES_MAX, f"the referee took {referee.bytes_peak >> 20} MiB")
        self.bytes_peak = referee.bytes_peak
        self.expect(not (left := referee.left_over(PATIENCE_S)), f"left over: {left}")
        self.judge()
        return self

    def expect(self, condition, otherwise):
        if not condition:
            self.wrong.append(f"{self.name}: {otherwise}")

    def judge(self):
        games = self.arena.json(self.home, "game", "list", "--count", 100)
        self.expect(len(games) == 6, f"{len(games)} games of 6")
        for game in games:
            if self.program.name in (game["red"], game["blue"]):
                right = is_right(game, self.verdict)
                self.seats.append(("red" if game["red"] == self.program.name else "blue", game, right))
                self.expect(right, f"{game['red']}-{game['blue']}: {game['outcome']}")
            else:
                reason = game["outcome"]["reason"].removeprefix("REASON_")
                self.expect(reason in BY_THE_RULES, f"good bots' game: {game['outcome']}")
                self.expect(game["attempt"] == 1, f"good bots' game took {game['attempt']} attempts")
        self.judge_bot()
        self.expect("all equal" in self.arena.flagfall(self.home, "verify", "--all"), "records differ")

    def judge_bot(self):
        bot, = self.arena.json(self.home, "bot", "show", self.program.name)
        faults = bot.get("faults", 0)
        self.expect((faults > 0) == bool(self.verdict.fault), f"{faults} faults: {self.said[-2000:]}")
        self.expect(self.verdict.fault in self.said, f"nothing is said of {self.verdict.fault!r}: {self.said[-2000:]}")
        self.expect((bot["state"] == "STATE_SUSPENDED") == self.verdict.is_suspended, f"{bot['state']}")
        self.expect(self.verdict.fault in bot.get("suspended_reason", "") or not self.verdict.is_suspended,
                    f"suspended since {bot.get('suspended_reason')}")
        for name in GOOD:
            good, = self.arena.json(self.home, "bot", "show", name)
            self.expect(good.get("faults", 0) == 0 and good["state"] == "STATE_READY", f"{name} is at fault")
        logs = self.home / "logs" / "1"
        of_games = (logs / "games" / self.program.name).glob("*.log")
        printed = sum(log.stat().st_size for log in [logs / f"{self.program.name}.log", *of_games] if log.exists())
        self.expect(printed <= LOG_BYTES_MAX * (1 + faults), f"logs of {printed} bytes")


class Beside:
    """Two good bots that play during the whole test, in a home of their own."""

    def __init__(self, arena):
        self.arena, self.home = arena, arena.folder / "beside"
        arena.add(UNHURRIED)
        shutil.copytree(arena.template, self.home)
        self.process = subprocess.Popen(
            arena.command(self.home, "match", UNHURRIED, "random", "--ruleset", "barrage", "--games", 1_000_000,
                          "--tc", "10+0.1", "--concurrency", 1, "--seed", 3, "--max-plies", 300, "--sandbox=strict"),
            env=arena.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def end(self):
        """Returns all that was wrong."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(PATIENCE_S)
        games = self.arena.json(self.home, "game", "list", "--count", 1_000_000)
        print(f"beside them two good bots played {len(games)} games")
        return [f"an undisturbed game: {game['outcome']}" for game in games
                if game["outcome"]["reason"].removeprefix("REASON_") not in BY_THE_RULES or game["attempt"] != 1]


def try_strict(arena):
    """Returns why this machine has no strict sandboxes, and whether control groups limit memory in them."""
    home = arena.folder / "trial"
    shutil.copytree(arena.template, home)
    command = arena.command(home, "match", *GOOD, "--ruleset", "barrage", "--games", 1, "--sandbox=strict")
    tried = subprocess.run(command, env=arena.environment, capture_output=True, text=True, timeout=PATIENCE_S)
    return refusal_in(tried.stderr), re.search("control groups, version.*memory", tried.stdout + tried.stderr) is not None


def play_all(arena, rounds, only, has_control_groups):
    programs = [program for program in PROGRAMS.values()
                if (not only or program.name in only) and (has_control_groups or not program.needs_control_groups)]
    for program in programs:
        arena.add(program.name, **program.manifest)
    matches = [Match(arena, program, mode, number) for number in range(rounds)
               for program in programs for mode in program.verdicts]
    # The programs that take longest come first: they wait for a timeout of the referee.
    matches.sort(key=lambda match: not {"SLOW_READER", "FORFEIT_NO_SHOW", "OUT_OF_TIME"} & set(match.verdict.reasons))
    with concurrent.futures.ThreadPoolExecutor(MATCHES_AT_ONCE) as pool:
        return list(pool.map(Match.play, matches))


def table(matches):
    rows = collections.defaultdict(list)
    for match in matches:
        for seat, game, right in match.seats:
            reason = game["outcome"]["reason"].removeprefix("REASON_")
            rows[match.program.name, match.mode, seat].append(
                (f"loses: {reason}" if match.verdict.loses else "plays on", right))
    print(f"{'program':40} {'sandbox':8} {'seat':5} {'right':9} verdicts")
    for (name, mode, seat), verdicts in sorted(rows.items()):
        seen = ", ".join(f"{text} {count}" for text, count in collections.Counter(text for text, _ in verdicts).items())
        print(f"{name:40} {mode:8} {seat:5} {sum(right for _, right in verdicts):3} of {len(verdicts):<3} {seen}")
    largest = max(matches, key=lambda match: match.bytes_peak)
    print(f"{len({match.program.name for match in matches})} programs, {len(matches)} matches; the largest referee "
          f"took {largest.bytes_peak >> 20} MiB ({largest.name})")


class HostileBots(unittest.TestCase):
    ROUNDS = 1
    ONLY: list[str] = []

    def test_each_verdict_is_right_and_nothing_is_left(self):
        arena = Arena()
        self.addCleanup(arena.close)
        why_not, has_control_groups = try_strict(arena)
        if why_not:
            self.skipTest(why_not)
        before = mounts()
        beside = Beside(arena)
        try:
            matches = play_all(arena, self.ROUNDS, self.ONLY, has_control_groups)
        finally:
            wrong = beside.end()
        table(matches)
        wrong += [text for match in self.play_again(arena, matches) for text in match.wrong]
        self.assertEqual(wrong, [], "\n" + "\n".join(wrong))
        self.assertEqual(mounts() - before, set(), "mounts left over")
        self.assertEqual(abandoned(arena.environment["LANG"], PATIENCE_S), [], "processes left over")
        if not self.ONLY:
            self.assertGreaterEqual(len({match.program.name for match in matches}), 40)

    def play_again(self, arena, matches):
        """Some verdicts are about time, and a machine that does other work too may bend one of some five hundred games: a
        few programs that were wrong are played twice more, alone, and must be right both times."""
        doubtful = [match for match in matches if match.wrong]
        if len(doubtful) > DOUBTFUL_MAX:
            return doubtful
        for match in doubtful:
            print("wrong at first, and played again:", *match.wrong, sep="\n  ")
        return [Match(arena, match.program, match.mode, self.ROUNDS + number).play()
                for match in doubtful for number in range(2)]


class HostileFolders(unittest.TestCase):
    """Attacks on the host when it reads a bot's folder to add the bot."""

    def setUp(self):
        self.arena = Arena()
        self.addCleanup(self.arena.close)

    def test_what_is_no_manifest_is_refused_without_waiting_for_it(self):
        for name, make in {"fifo": os.mkfifo, "folder": os.mkdir, "endless": lambda path: os.symlink("/dev/zero", path),
                           "loop": lambda path: os.symlink(path, path)}.items():
            with self.subTest(name):
                folder = self.arena.folder / name
                folder.mkdir()
                make(folder / "bot.json")
                done = subprocess.run(self.arena.command(self.arena.template, "bot", "add", folder), text=True,
                                      env=self.arena.environment, capture_output=True, timeout=PATIENCE_S)
                self.assertEqual(done.returncode, 1, done.stdout)
                self.assertIn("bot.json", done.stderr)


def measure_kill(rounds):
    """Measures how long after the host's Ctrl-C the last of some 200 processes that ignore all signals is gone."""
    arena = Arena()
    try:
        arena.add(TREE_OF_200, limits={"processes_max": 256})
        for number in range(rounds):
            home = arena.folder / f"tree-{number}"
            shutil.copytree(arena.template, home)
            process = subprocess.Popen(
                arena.command(home, "match", TREE_OF_200, "random", "--ruleset", "barrage", "--tc", "600+0",
                              "--sandbox=strict"), env=arena.environment, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL)
            mark = arena.environment["LANG"]
            # The count includes flagfall itself, supervisors, bubblewrap and the good bot.
            while len(marked(mark)) < 200:
                time.sleep(0.05)
            count, began = len(marked(mark)), time.monotonic()
            process.send_signal(signal.SIGINT)
            while marked(mark):
                pass
            took_ms = (time.monotonic() - began) * 1000
            print(f"{count} processes were gone {took_ms:.0f} ms after Ctrl-C; 250 are theirs to end by themselves")
            process.wait(PATIENCE_S)
    finally:
        arena.close()


if __name__ == "__main__":
    os.umask(0o022)
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--kill", action="store_true")
    flags = parser.parse_args()
    if flags.kill:
        sys.exit(measure_kill(flags.rounds))
    HostileBots.ROUNDS, HostileBots.ONLY = flags.rounds, flags.only
    unittest.main(argv=sys.argv[:1])
