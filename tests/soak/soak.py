#!/usr/bin/python3
"""Plays tournaments of every format and ruleset through a server that is killed again and again, for an hour or longer, and judges what
is there in the end: see README.md.

    soak.py --out FOLDER                              90 minutes or 100,000 games, whichever is first
    soak.py --minutes 4 --kill-every 0.5 --hostile 8 --submit-every 10 --out FOLDER
"""

import argparse
import os
import pathlib
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import unittest

sys.dont_write_bytecode = True
TESTS = pathlib.Path(__file__).resolve().parents[1]
BUILD = pathlib.Path(os.environ["FLAGFALL_BUILD"])
sys.path[:0] = [str(TESTS / folder) for folder in ("soak", "e2e", "support", "hostile/bots")] + [str(BUILD / "python-stubs")]

import hostile_bot  # noqa: E402, F401
import backup_checks  # noqa: E402
import judgement  # noqa: E402
import summary  # noqa: E402
from arena import PATIENCE_S  # noqa: E402
from bot_folder import write_bot_folder  # noqa: E402
from kills import Kills  # noqa: E402
from ledger_proofs import Ledger  # noqa: E402
from marked_processes import marked_processes  # noqa: E402
from people import RULESETS, Person  # noqa: E402
from plot import svg  # noqa: E402
from programme import FORMATS, PEOPLE, PLAYERS, REMOTE, SAMPLES, Programme  # noqa: E402
from referee_watch import control_groups, mounts  # noqa: E402
from samples import Sampler, growths, look, write_csv  # noqa: E402
from server import ServerTest  # noqa: E402
from verdicts import PROGRAMS  # noqa: E402
from visitors import Follower, PageLoader, Submitter, Watchers  # noqa: E402
from witnesses import Told  # noqa: E402
from worker_lives import NAMES, STARTUP, WorkerLives  # noqa: E402
from workers import WorkersTest  # noqa: E402

# Verifying 100,000 games takes long.
JUDGED_WITHIN_S = 3600
# Tournaments that are queued when the time is over are played to their end.
REST_WITHIN_S = 1800
# Tournaments, also those of people; a run of 90 minutes has less.
LISTED_MAX = 1000
TOURNAMENT_LINE = re.compile(r"^flagfall: tournament (\d+)(:?) (.*)$")
# Connections that only read are kept in a pool.
DESCRIPTORS_KEPT_MAX = 32


class Soak(WorkersTest):
    flags = None

    def setUp(self):
        super().setUp()
        # Sandboxed bots have user ids of their own.
        self.folder.chmod(0o755)
        # Only the server and its bots have it, so that callers are not counted with them.
        self.mark = f"C.{self.folder.name}"
        self.chance = random.Random(f"soak {self.flags.seed}")
        self.control_groups_before, self.mounts_before = set(control_groups()), mounts()
        self.began_at = time.monotonic()
        self.http = "127.0.0.1:0"
        self.life, self.is_up = 0, False
        # By life: the time and the moment of the kill. By process, also of workers: the time.
        self.killed, self.killed_at = {}, {}
        self.longest_s = 0
        # The tournaments as planned, by id.
        self.tournaments, self.unfinished, self.followers = {}, set(), {}
        # What the server says about them: which one is running, and when one began and finished last.
        self.playing, self.began, self.finished = 0, -1, -1
        self.log_read = 0
        self.wrong, self.played_again = [], []
        self.told, self.backups = Told(), self.folder / "backups"
        self.backups.mkdir()
        self.worker_lives = WorkerLives(self, 60 * self.flags.kill_every, self.chance)

    def now(self):
        return time.monotonic() - self.began_at

    def processes(self):
        return marked_processes("LANG", self.mark)

    # ---- The server and its lives.

    def life_now(self):
        """Returns None while there is no server."""
        return self.life if self.is_up else None

    def server_now(self):
        return (self.life, self.pid, self.site) if self.is_up else None

    def begin_life(self):
        ServerTest.serve(self, "--http", self.http, "--sandbox", self.flags.sandbox, "--worker-heartbeat", 1, "--second-worker", "5%", *STARTUP,
                         "--challenge-games-a-day", 1_000_000, "--backup-dir", self.backups, *backup_checks.FLAGS, *judgement.LOGS_FLAGS,
                         LANG=self.mark)
        self.http = self.site.removeprefix("http://").rstrip("/")
        self.pid = self.server.pid
        self.life += 1
        self.is_up = True

    def end_life(self, how):
        self.is_up = False
        return self.end_server(how)

    def kill(self, moment):
        self.end_life(signal.SIGKILL)
        self.killed[self.life] = (self.now(), moment)
        self.killed_at[self.pid] = self.now()
        # In every other life old supervisors may still be at work when the new server comes.
        if self.chance.random() < 0.5:
            since = time.monotonic()
            self.wait_until_nobody_is_left()
            self.longest_s = max(self.longest_s, time.monotonic() - since)
        self.begin_life()
        self.unfinished = {row["id"] for row in self.asked(self.zoe, "tournament", "list", "--count", LISTED_MAX)
                           if row["state"] != "STATE_FINISHED" and row["id"] in self.tournaments}

    def read_log(self):
        with open(self.log_path) as log:
            log.seek(self.log_read)
            text = log.read()
        lines = text[:text.rfind("\n") + 1]
        self.log_read += len(lines.encode())
        for line in lines.splitlines():
            if (found := TOURNAMENT_LINE.match(line)) and not found[2]:
                self.take_note(int(found[1]), found[3])

    def take_note(self, id, said):
        if said == "begins":
            if id in self.tournaments:
                self.playing, self.began = id, self.now()
        elif said == "is finished":
            if id in self.tournaments:
                self.unfinished.discard(id)
                self.finished = self.now()
        elif said.endswith("the host was too slow; play them with `tournament resume` when it has less to do"):
            self.played_again.append(id)
            self.ask(self.zoe, "tournament", "resume", id)
        elif not said.startswith("is put aside"):
            self.wrong.append(f"tournament {id} {said}")

    # ---- Players.

    def add_bots(self):
        """Adds the bots once for all lives."""
        self.add_sample(*SAMPLES)
        for name in {name for ruleset in RULESETS for name in PLAYERS[ruleset]}:
            self.flagfall("bot", "challenges", name, "on")
        self.planted = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(self.planted.close)
        facts = {"home": str(self.home), "database": str(self.home / "flagfall.db"), "logs": [str(self.folder / "server.log")],
                 "other_bots": [str(BUILD / "sample-bots" / "random" / "bot.json")], "port": self.planted.getsockname()[1],
                 "abstract_socket": self.folder.name, "shared_memory": self.folder.name, "host_pid": os.getpid()}
        # Programs that attack the memory would disturb the measurement of memory.
        hostile = [program.name for program in PROGRAMS.values() if "strict" in program.verdicts and not program.needs_control_groups]
        self.hostile = self.chance.sample(hostile, self.flags.hostile if self.flags.sandbox == "strict" else 0)
        for name in self.hostile:
            self.flagfall("bot", "add", write_bot_folder(self.folder / "bots" / name, facts, **PROGRAMS[name].manifest))

    def begin_visits(self):
        ann = self.owner("ann")
        made, = self.asked(ann, "bot", "remote", REMOTE, "--rulesets", "barrage")
        self.remote_secret = made["token"]["secret"]
        self.submitter = Submitter(self, ann)
        self.watchers, self.loader = Watchers(self, self.flags.watchers), PageLoader(self, self.flags.seed)
        self.sampler = Sampler(self, self.flags.sample_every)
        self.backup_checks = backup_checks.BackupChecks(self, self.backups)
        self.people = [self.person(name) for name in PEOPLE]
        self.visitors = [self.submitter, self.watchers, self.loader, self.backup_checks, *self.people]
        for thread in [self.sampler, *self.visitors]:
            thread.start()

    def person(self, name):
        token = self.owner(name)
        self.ask(token, "bot", "remote", name, "--rulesets", ",".join(RULESETS))
        return Person(self, name, token, self.flags.seed)

    def look_after_bots(self):
        """A remote bot dials for ten seconds and then gives up, so it is started again; workers come and go."""
        self.worker_lives.look_after(self.now())
        if not self.bots or self.bots[-1].poll() is not None:
            self.start_remote(self.remote_secret, sample="scout")

    def queue(self):
        """Keeps one tournament running and one waiting."""
        while len(self.unfinished) < 2:
            planned = self.programme.next(self.submitter.ready > 0)
            self.readmit(planned.bots)
            created, = self.asked(self.zoe, *planned.command())
            self.tournaments[created["id"]] = planned
            self.unfinished.add(created["id"])
            self.followers[created["id"]] = Follower(self, created["id"])
            self.followers[created["id"]].start()

    def readmit(self, names):
        for name in set(names) & set(self.hostile):
            bot, = self.asked("", "bot", "show", name)
            if bot["state"] == "STATE_SUSPENDED":
                self.ask(self.zoe, "bot", "resume", name)

    # ---- The run.

    def test_nothing_is_lost_and_nothing_counts_twice(self):
        try:
            self.play()
            self.judge()
        except KeyboardInterrupt:
            # unittest would skip tearDown for this exception, and the server and its bots would stay.
            self.wrong.append("interrupted")
        finally:
            self.keep_what_tells()
        self.assertEqual(self.wrong, [], "\n" + "\n".join(self.wrong))

    def play(self):
        self.add_bots()
        self.began_at = time.monotonic()
        self.begin_life()
        at_rest = self.descriptors()
        self.begin_visits()
        self.programme = Programme(self.flags.seed, self.flags.tournament_games or max(20, int(6 * self.flags.minutes)),
                                   self.hostile)
        kills = Kills(60 * self.flags.kill_every, self.chance)
        end_s = 60 * self.flags.minutes
        while self.now() < end_s and self.games_stored() < self.flags.games:
            self.queue()
            self.look_after_bots()
            self.read_log()
            if self.now() < (1 - self.flags.last_life) * end_s and kills.is_now(self.now(), self.began, self.finished, self.games_left()):
                self.kill(kills.moment)
                kills.plan(self.now())
            time.sleep(0.02)
        self.play_the_rest()
        self.wait_for(lambda: self.descriptors() <= at_rest + DESCRIPTORS_KEPT_MAX,
                      f"no more descriptors than {DESCRIPTORS_KEPT_MAX} above the {at_rest} of the beginning, when all is at rest")
        print(f"descriptors at rest: {at_rest} before the first tournament, {self.descriptors()} after the last")
        if (code := self.end_life(signal.SIGTERM)) != 0:
            self.wrong.append(f"the server ended with {code}")
        self.wait_until_nobody_is_left()

    def descriptors(self):
        return look(self.pid, self.home)["descriptors"]

    def games_stored(self):
        return max((sample.games for sample in self.sampler.samples[-5:]), default=0)

    def games_left(self):
        """The most games that the running tournament still has; many when that is not known."""
        left = self.followers[self.playing].games_left if self.playing in self.unfinished else None
        return 1 << 30 if left is None else left

    def play_the_rest(self):
        """Plays the queued tournaments without kills, and then ends everything."""
        deadline = time.monotonic() + REST_WITHIN_S
        while self.unfinished:
            self.assertLess(time.monotonic(), deadline, f"tournaments {sorted(self.unfinished)} do not come to an end")
            self.look_after_bots()
            self.read_log()
            time.sleep(0.02)
        for thread in [*self.visitors, self.sampler]:
            self.assertTrue(thread.is_alive(), f"{thread} has come to an end too early")
            thread.stop.set()
        for thread in [*self.followers.values(), *self.visitors, self.sampler]:
            thread.join(PATIENCE_S)
            self.assertFalse(thread.is_alive(), f"{thread} does not come to an end")
        self.worker_lives.stop_all()
        self.wrong += [text for of in [*self.followers.values(), *self.visitors, self.worker_lives] for text in of.wrong]
        for bot in self.bots:
            bot.kill()

    # ---- Judgement.

    def judge(self):
        # This includes all checks of `db check`.
        self.judge_by("verify", "--all")
        self.judge_by("verify", "--chain", "--head", self.told.newest_head())
        with Ledger(self.home / "flagfall.db") as ledger:
            self.wrong += ledger.wrong_heads(self.told.copy_of_heads()) + ledger.doubled() + ledger.wrong_ratings()
        self.flagfall("db", "backup", self.backups, "--keep", backup_checks.KEPT)
        games = self.json("game", "list", "--count", 1_000_000)
        rows = self.json("tournament", "list", "--count", LISTED_MAX)
        workers = self.json("cluster", "workers", "list")
        leaderboard = [row for row in self.json("leaderboard") if "bot" in row]
        bots = self.json("bot", "list", "--all")
        self.wrong += judgement.check_counts({**self.tournaments, **judgement.challenges(self.people, rows)}, rows, games)
        self.wrong += judgement.check_people(self.people, rows, games, [at for at, _ in self.killed.values()])
        self.wrong += judgement.check_workers(workers)
        self.wrong += judgement.check_backups(self.backups, backup_checks.KEPT)
        self.wrong += judgement.check_disk(self.sampler.samples, backup_checks.KEPT)
        self.wrong += judgement.check_told(self.followers.values(), games)
        self.wrong += judgement.check_ratings(games, leaderboard)
        self.wrong += judgement.check_endings(games)
        self.wrong += judgement.check_bots(bots, [*SAMPLES, REMOTE, *PEOPLE, *self.hostile])
        self.wrong += judgement.check_submitted(self.home, bots)
        self.wrong += judgement.control_groups_left(self.control_groups_before)
        self.wrong += [f"mount left over: {mount}" for mount in mounts() - self.mounts_before]
        abandoned = {folder: self.killed_at[pid] for folder, pid in self.sampler.run_folders.items() if pid in self.killed_at}
        self.wrong += judgement.check_run_folders(abandoned, self.began)
        self.wrong += judgement.check_memory(self.sampler.samples)
        for what, wanted, kind in (("formats", FORMATS, "format"), ("rulesets", PLAYERS, "ruleset")):
            if missing := set(wanted) - {getattr(planned, kind) for planned in self.tournaments.values()}:
                self.wrong.append(f"too short: of the {what}, {', '.join(sorted(missing))} were not played")
        summary.tell(self, games, workers)

    def judge_by(self, *command):
        since = time.monotonic()
        done = subprocess.run(self.command(*command), env=self.environment, cwd=self.folder, capture_output=True, text=True,
                              timeout=JUDGED_WITHIN_S)
        print(f"{' '.join(command)}, within {time.monotonic() - since:.0f} s:", *done.stdout.splitlines(), sep="\n  ")
        if done.returncode != 0:
            self.wrong.append(f"{' '.join(command)}: {done.stdout}{done.stderr}")

    def keep_what_tells(self):
        out = self.flags.out
        out.mkdir(parents=True, exist_ok=True)
        samples = getattr(self, "sampler", None) and self.sampler.samples
        if samples:
            write_csv(samples, out / "samples.csv")
            title = f"{samples[-1].games} games, {len(self.killed)} kills, {samples[-1].seconds / 60:.0f} minutes"
            (out / "samples.svg").write_text(svg(samples, growths(samples), title))
        for log in (self.log_path, *(self.folder / f"{name}.log" for name in NAMES)):
            shutil.copy(log, out)
        shutil.rmtree(out / "home", ignore_errors=True)
        if self.wrong or sys.exc_info()[0]:
            shutil.copytree(self.home, out / "home")
        print(f"samples.csv, samples.svg, logs{' and the home' if (out / 'home').exists() else ''} are in {out}")


def main():
    parser = argparse.ArgumentParser(description="A long run of the server, killed again and again: see README.md.")
    parser.add_argument("--minutes", type=float, default=90)
    parser.add_argument("--games", type=int, default=100_000, help="whichever is first")
    parser.add_argument("--kill-every", type=float, default=4, metavar="MINUTES", help="half of that more or less")
    parser.add_argument("--last-life", type=float, default=0.3, metavar="SHARE", help="of the time; the server is not killed in it")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tournament-games", type=int, help="of a tournament of barrage")
    parser.add_argument("--hostile", type=int, default=30, help="so many of the hostile programs, by --seed")
    parser.add_argument("--watchers", type=int, default=6)
    parser.add_argument("--sample-every", type=float, default=2, metavar="SECONDS")
    parser.add_argument("--submit-every", type=float, default=60, metavar="SECONDS", dest="submit_every_s")
    parser.add_argument("--sandbox", choices=["strict", "none"], default="strict", help="none: without hostile programs")
    parser.add_argument("--out", type=pathlib.Path, default=BUILD / "soak")
    Soak.flags = parser.parse_args()
    os.umask(0o022)
    unittest.main(argv=sys.argv[:1], verbosity=2)


if __name__ == "__main__":
    main()
