"""Games on cores of their own."""

import collections
import os
import pathlib
import subprocess
import unittest

from arena import PATIENCE_S
from server import ServerTest


def cores_of_this_process():
    """Sets of processors: those that are threads of one core are together."""
    cores = {}
    for processor in sorted(os.sched_getaffinity(0)):
        siblings = pathlib.Path(f"/sys/devices/system/cpu/cpu{processor}/topology/thread_siblings_list")
        cores.setdefault(siblings.read_text() if siblings.exists() else processor, set()).add(processor)
    return sorted(cores.values(), key=min)


def descendants_of(root):
    parents = {}
    for entry in pathlib.Path("/proc").iterdir():
        try:
            if entry.name.isdigit():
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    found, new = set(), {root}
    while new:
        found |= new
        new = {process for process, parent in parents.items() if parent in new} - found
    return found - {root}


def affinity_of(program, root):
    """Of each thread of the processes below `root` whose command line has this in it."""
    found = []
    for process in descendants_of(root):
        try:
            if program.encode() in pathlib.Path(f"/proc/{process}/cmdline").read_bytes():
                threads = [int(task.name) for task in pathlib.Path(f"/proc/{process}/task").iterdir()]
                found += [os.sched_getaffinity(thread) for thread in threads]
        except OSError:
            continue
    return found


MATCH = ["match", "stroller", "random", "--ruleset", "barrage", "--games", 1, "--tc", "600+1", "--max-plies", 30]


class Pin(ServerTest):
    def setUp(self):
        super().setUp()
        self.cores = cores_of_this_process()
        # In a sandbox the stroller may be a user of its own, which says there that it has begun.
        self.folder.chmod(0o777)
        self.play_on = self.add_stroller(pause_ms=20)
        self.add_copies("random")

    def test_too_few_cores_are_refused_by_number(self):
        first = min(os.sched_getaffinity(0))
        done = subprocess.run(["taskset", "-c", str(first), *self.command(*MATCH, "--pin")], env=self.environment,
                              cwd=self.folder, capture_output=True, text=True, timeout=PATIENCE_S)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("one core for the referee and one at least for a game, and this process may run on 1 alone", done.stderr)
        if len(self.cores) == 2:
            self.refused(*MATCH, "--pin", saying="a game takes 2 cores of its own, since its bots may think at any time")
            self.assertEqual(self.games(), [])
        self.serve()
        self.denied(self.zoe, *MATCH, "--pin", saying="--pin is for bots that run here")

    def test_referee_and_bots_have_cores_of_their_own(self):
        if len(self.cores) < 2:
            self.skipTest("all processors of this process are one core")
        # With two cores, bots that may not ponder share one of them.
        shares = len(self.cores) == 2
        how = ["--sandbox=basic", "--no-pondering"] if shares else []
        process = self.start(*MATCH, "--pin", *how)
        begun = self.play_on.with_suffix(".begun")
        self.wait_for(lambda: begun.exists() or process.poll() is not None, "the game has begun")
        if process.poll() is not None:
            said = process.stdout.read()
            self.assertIn("cannot be kept from pondering", said)
            self.skipTest(said)
        host, first, second = self.cores[0], self.cores[1], self.cores[1 if shares else 2]
        self.assertEqual(os.sched_getaffinity(process.pid), host)
        self.addCleanup(process.kill)
        expected = [[{frozenset(first)}, {frozenset(second)}], [{frozenset(second)}, {frozenset(first)}]]
        # What was there last, which a failure shows.
        seen = collections.deque(maxlen=1)

        def have_cores_of_their_own():
            bots = [affinity_of(program, process.pid) for program in ("stroller.py", "random/random")]
            seen.append([{frozenset(cores) for cores in bot} for bot in bots])
            return seen[-1] in expected

        # A process that is just being started has its parent's cores for a moment.
        self.wait_for(have_cores_of_their_own, seen)
        self.play_on.touch()
        said, _ = process.communicate(timeout=PATIENCE_S)
        self.assertEqual(process.returncode, 0, said)
        self.assertEqual(len(self.games()), 1)
        self.assert_sound()

    def test_a_stop_ends_games_that_wait_for_cores(self):
        if len(self.cores) < 2:
            self.skipTest("all processors of this process are one core")
        # Where one game takes all cores, the others wait for it.
        one_game = self.cores[:2 if len(self.cores) == 2 else 3]
        how = ["--sandbox=basic", "--no-pondering"] if len(self.cores) == 2 else []
        self.add_copies("sergeant", "scout")
        run = ["taskset", "-c", ",".join(str(processor) for core in one_game for processor in core),
               *self.command("tournament", "run", "--bots", "stroller,random,sergeant,scout", "--format", "round_robin",
                             "--ruleset", "barrage", "--games", 2, "--tc", "600+1", "--max-plies", 30, "--concurrency", 4,
                             "--pin", *how)]
        process = subprocess.Popen(run, env=self.environment, cwd=self.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, text=True)
        self.addCleanup(process.stdout.close)
        begun = self.play_on.with_suffix(".begun")
        self.wait_for(lambda: begun.exists() or process.poll() is not None, "a game of the stroller has begun")
        if process.poll() is not None:
            said = process.stdout.read()
            self.assertIn("cannot be kept from pondering", said)
            self.skipTest(said)
        process.terminate()
        said, _ = process.communicate(timeout=PATIENCE_S)
        self.assertIn("tournament resume 1", said)
        stored = len(self.games())
        self.assertLess(stored, 12)
        self.play_on.touch()
        self.flagfall("tournament", "resume", 1, *how[:1])
        games = self.games()
        self.assertEqual(len(games), 12)
        for game in games:
            self.assertNotIn("FORFEIT", game["outcome"]["reason"], game)
        self.assert_sound()


if __name__ == "__main__":
    unittest.main()
