"""Workers and servers on machines with something wrong: a time of day that jumps, a full disk, too few cores, no sandboxes."""

import os
import resource
import shutil
import signal
import subprocess
import unittest
from pathlib import Path

from arena import SAMPLE_BOTS
from pin_test import cores_of_this_process
from workers import WorkersTest

YEAR_S = 366 * 24 * 3600
HOUR_S = 3600


class Clocks(WorkersTest):
    """The time of day is for people to read: leases, games and clocks count time."""

    def setUp(self):
        super().setUp()
        if shutil.which("cc") is None:
            self.skipTest("there is no compiler")
        self.jump = self.folder / "clock_jump.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", self.jump, Path(__file__).parent / "clock_jump.c", "-ldl"], check=True)
        self.jumped = self.folder / "jumped"

    def clock_that_jumps(self, seconds):
        # A sanitizer's library wants to be the first of all.
        sanitizer = os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"
        return {"LD_PRELOAD": str(self.jump), "JUMP_FILE": str(self.jumped), "JUMP_S": str(seconds), "ASAN_OPTIONS": sanitizer}

    def play_over_jumps(self, tournament):
        """The clock goes forth and back while games are played and handed in."""
        for jump in (lambda: self.jumped.touch(), lambda: self.jumped.unlink()):
            before = self.stored(tournament)
            self.wait_for(lambda before=before: self.stored(tournament) > before, "games that are stored")
            jump()
        self.wait_until_finished(tournament)
        self.assert_played_once(tournament, 200)
        for game in self.games_of(tournament):
            self.assertNotEqual(game["outcome"]["reason"], "REASON_OUT_OF_TIME", game)
        self.assertNotIn("its lease of", self.log_path.read_text())
        self.assertEqual(self.stop_worker("one"), 0)

    def test_the_clock_of_a_worker_may_jump(self):
        self.add_sample("random", "sergeant")
        self.serve(heartbeat=20)
        tournament = self.create("--bots", "random,sergeant", "--rounds", 100, "--concurrency", 2)
        before = dict(self.environment)
        self.environment.update(self.clock_that_jumps(20 * YEAR_S))
        self.start_worker("one", "--games-at-once", 2)
        self.environment = before
        self.play_over_jumps(tournament)
        # The server's clock says when a game was played.
        self.assertLess(max(game["start_time"] for game in self.games_of(tournament)), "2040")
        self.assertEqual(self.end_server(), 0)
        self.assert_sound()

    def test_the_clock_of_the_server_may_jump(self):
        self.add_sample("random", "sergeant")
        # Not as far as tokens are good.
        self.serve(heartbeat=20, **self.clock_that_jumps(HOUR_S))
        tournament = self.create("--bots", "random,sergeant", "--rounds", 100, "--concurrency", 2)
        self.start_worker("one", "--games-at-once", 2)
        self.play_over_jumps(tournament)
        self.assertEqual(self.end_server(), 0)
        self.assert_sound()


class Namespaces(WorkersTest):
    WITHOUT = ["unshare", "--user", "--map-root-user", "sh", "-c", 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"', "sh"]

    def test_a_worker_without_user_namespaces_gets_no_bots_that_need_a_strict_sandbox(self):
        if subprocess.run([*self.WITHOUT, "true"], capture_output=True).returncode != 0:
            self.skipTest("this machine does not let a process forbid itself user namespaces")
        if shutil.which("bwrap") is None:
            self.skipTest("there is no bubblewrap")
        self.add_sample("random", "sergeant")
        self.flagfall("bot", "submit", SAMPLE_BOTS / "scout")
        self.serve()
        strict = self.create("--bots", "scout,random", "--rounds", 1)
        with open(self.folder / "bare.log", "a") as log:
            self.workers["bare"] = subprocess.Popen([*self.WITHOUT, *self.worker_command("bare", "--games-at-once", 1)], env=self.environment,
                                                    cwd=self.folder, stdout=log, stderr=log, start_new_session=True)
        self.wait_for(lambda: f"all games of tournament {strict}: scout@1 needs a strict sandbox, and the worker has none: "
                      in self.said_by("bare"), "the refusal")
        self.assertRegex(self.said_by("bare"), "no bots that need a strict sandbox: .*namespace")
        # It is good for all others.
        plain = self.create("--bots", "sergeant,random", "--rounds", 1)
        self.wait_until_finished(plain)
        self.assertEqual(self.stored(strict), 0)
        self.start_worker("able", "--games-at-once", 1)
        self.wait_until_finished(strict)
        self.assert_played_once(strict, 2)


class Lacking(WorkersTest):
    def test_a_worker_keeps_no_more_bots_than_it_may(self):
        self.add_sample("random", "scout", "sergeant")
        self.serve(heartbeat=60)
        kept = lambda: sorted(path.name for path in (self.folder / "one" / "bots").iterdir())
        self.start_worker("one", "--games-at-once", 1, "--cache-max", "0")
        for rival in ("random", "scout"):
            tournament = self.create("--bots", f"sergeant,{rival}", "--rounds", 1)
            self.wait_until_finished(tournament)
            self.assert_played_once(tournament, 2)
            self.wait_for(lambda: kept() == [], "the end of what does not play any more")
        self.assertEqual(self.stop_worker("one"), 0)
        done = self.flagfall("worker", "--cache-max", "much", code=2)
        self.assertIn('"much" is no size from 0', done.stderr)

    def test_a_worker_whose_disk_is_full_gives_its_games_back(self):
        self.add_sample("random", "sergeant")
        self.serve()
        tournament = self.create("--bots", "random,sergeant", "--rounds", 2)
        command = self.worker_command("full", "--games-at-once", 1)
        # Files that would grow beyond this size fail as on a full disk.
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 16, 1 << 16))
        with open(self.folder / "full.log", "a") as log:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            self.workers["full"] = subprocess.Popen(command, env=self.environment, cwd=self.folder, stdout=log, stderr=log,
                                                    start_new_session=True, preexec_fn=limit, restore_signals=False)
        self.wait_for(lambda: "cannot write" in self.said_by("full"), "the word")
        self.wait_for(lambda: "worker full of cluster has given back" in self.log_path.read_text(), "the word at the server")
        self.assertIn("cannot write", self.log_path.read_text())
        self.start_worker("roomy", "--games-at-once", 1)
        self.wait_until_finished(tournament)
        self.assert_played_once(tournament, 4)
        self.assertEqual(self.stop_worker("full"), 0)

    def test_a_worker_without_strict_sandboxes_gets_no_bots_that_need_one(self):
        self.add_sample("random")
        self.flagfall("bot", "submit", SAMPLE_BOTS / "scout")
        self.serve()
        tournament = self.create("--bots", "scout,random", "--rounds", 1)
        programs = self.folder / "programs"
        programs.mkdir()
        self.environment["PATH"], before = str(programs), self.environment["PATH"]
        self.start_worker("bare", "--games-at-once", 1)
        self.environment["PATH"] = before
        self.wait_for(lambda: "scout@1 needs a strict sandbox, and the worker has none: " in self.said_by("bare"), "the refusal")
        self.start_worker("able", "--games-at-once", 1)
        self.wait_until_finished(tournament)
        self.assert_played_once(tournament, 2)

    def test_a_worker_with_too_few_cores_for_games_says_so_once_and_gets_none(self):
        cores = cores_of_this_process()
        if len(cores) < 2:
            self.skipTest("all processors of this process are one core")
        self.add_sample("random", "sergeant")
        self.serve()
        tournament = self.create("--bots", "random,sergeant", "--rounds", 2)
        both = ",".join(str(processor) for core in cores[:2] for processor in sorted(core))
        with open(self.folder / "narrow.log", "a") as log:
            self.workers["narrow"] = subprocess.Popen(["taskset", "-c", both, *self.worker_command("narrow", "--pin")], env=self.environment,
                                                      cwd=self.folder, stdout=log, stderr=log, start_new_session=True)
        self.wait_for(lambda: f"cannot play tournament {tournament}: a game takes 2 cores of its own" in self.said_by("narrow"), "the word")
        self.wait_for(lambda: f"tournament {tournament}: 4 games wait for a worker that can play them: a game takes 2 cores of its own"
                      in self.log_path.read_text(), "the word at the server")
        self.start_worker("wide", "--games-at-once", 1)
        self.wait_until_finished(tournament)
        self.assert_played_once(tournament, 4)
        self.assertEqual(self.said_by("narrow").count("takes 2 cores"), 1, self.said_by("narrow"))
        self.assertNotIn(f"tournament {tournament}: ", self.said_by("narrow").replace(f"cannot play tournament {tournament}: ", ""))
        self.assertEqual(self.stop_worker("narrow"), 0)


if __name__ == "__main__":
    unittest.main()
