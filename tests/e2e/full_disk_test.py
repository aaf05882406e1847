"""A server whose disk becomes full while it plays: nothing is lost, it says so, and goes on when there is room."""

import contextlib
import os
import shutil
import subprocess
import unittest
import urllib.request

from server import ServerTest

DISK = "96M"
BLOCK = bytes(4096)
# So many that they are not over before the disk is full.
ROUNDS = 2000


class FullDisk(ServerTest):
    def setUp(self):
        super().setUp()
        disk = self.folder / "disk"
        disk.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK},mode=0755", "tmpfs", disk], capture_output=True)
        if mounted.returncode != 0:
            self.skipTest("no right to mount a small disk")
        self.addCleanup(subprocess.run, ["umount", "--lazy", disk], check=True)
        self.home = shutil.copytree(self.home, disk / "home")
        self.add_sample("random", "sergeant")
        self.filling = self.home / "filling"

    def fill(self, leave=0):
        """Until so many bytes are left."""
        # The server writes at the same time.
        with contextlib.suppress(OSError), open(self.filling, "wb", buffering=0) as file:
            while (free := os.statvfs(self.home)).f_bavail * free.f_frsize > leave:
                file.write(BLOCK)

    def create(self, rounds):
        made, = self.asked(self.zoe, "tournament", "create", "--ruleset", "barrage", "--tc", "60+1", "--bots", "random,sergeant",
                           "--rounds", rounds, "--concurrency", 2)
        return made["id"]

    def shown(self, tournament):
        shown, = self.asked("", "tournament", "show", str(tournament))
        return shown

    def log(self):
        return self.log_path.read_text()

    def finish(self, tournament, games):
        self.wait_for(lambda: self.shown(tournament)["state"] == "STATE_FINISHED", "the end of the tournament")
        self.assertEqual(self.shown(tournament)["games_stored"], games)
        self.assertEqual(self.end_server(), 0)
        self.assert_sound()

    def assert_callers_are_told(self):
        # A write of the server's that failed gives room back, in which a few of them may fit.
        for number in range(100):
            made = self.ask(self.zoe, "user", "add", f"one-more-user-{number}", code=None)
            if made.returncode != 0:
                return self.assertIn("the host's disk is full; try again later", made.stderr)
        self.fail("a full disk takes one user after the other")

    def test_results_wait_in_memory_until_there_is_room(self):
        self.serve("--free-space-min", "0")
        tournament = self.create(rounds=ROUNDS)
        self.wait_for(lambda: self.shown(tournament).get("games_stored", 0) >= 5, "games")
        self.fill()
        self.wait_for(lambda: "the disk is full" in self.log(), "the word of the full disk")
        self.assertEqual(self.shown(tournament)["state"], "STATE_RUNNING")
        self.assert_callers_are_told()
        self.filling.unlink()
        self.wait_for(lambda: "there is room on the disk again: all results that waited are stored" in self.log(), "room")
        self.finish(tournament, 2 * ROUNDS)

    def test_a_server_that_ends_with_a_full_disk_has_kept_all_that_it_told_of(self):
        self.serve("--free-space-min", "0")
        tournament = self.create(rounds=ROUNDS)
        self.wait_for(lambda: self.shown(tournament).get("games_stored", 0) >= 5, "games")
        self.fill()
        self.wait_for(lambda: "the disk is full" in self.log(), "the word of the full disk")
        told = self.shown(tournament)["games_stored"]
        # A write that fails gives room back, in which a later one of fewer results may fit.
        self.fill()
        status = self.end_server()
        # What could not be written is no success.
        was_full = self.log().rfind("the disk is full") > self.log().rfind("there is room on the disk again")
        self.assertEqual(status != 0, was_full, self.log())
        self.filling.unlink()
        self.serve("--free-space-min", "0")
        self.assertGreaterEqual(self.shown(tournament)["games_stored"], told)
        self.finish(tournament, 2 * ROUNDS)

    def test_no_game_begins_below_the_least_of_free_space(self):
        self.serve("--free-space-min", "12M", "--http", "127.0.0.1:0")
        tournament = self.create(rounds=ROUNDS)
        self.wait_for(lambda: self.shown(tournament).get("games_stored", 0) >= 5, "games")
        self.fill(leave=8 << 20)
        self.wait_for(lambda: "MiB free, and no game begins with less than 12 MiB" in self.log(), "the word of the little room")
        with urllib.request.urlopen(f"{self.site.rstrip('/')}/api/v1/status") as answer:
            self.assertIn("no game begins with less than 12 MiB", answer.read().decode())
        self.assertIn("flagfall_play_held 1", self.metrics())
        self.assertIn("no game begins with less than 12 MiB", self.shown(tournament)["waiting"]["reason"])
        # Those that had begun are over soon.
        self.wait_for(lambda: 'flagfall_games_running{state="running"} 0' in self.metrics(), "the end of the games that were played")
        before = self.shown(tournament)["games_stored"]
        self.assertLess(before, 2 * ROUNDS)
        # A tournament that is created now waits too.
        late = self.create(rounds=1)
        self.wait_for(lambda: self.shown(late)["state"] == "STATE_RUNNING", "the state of the late one")
        self.assertEqual(self.shown(tournament)["games_stored"], before)
        self.assertEqual(self.shown(late).get("games_stored", 0), 0)
        self.filling.unlink()
        self.wait_for(lambda: "has room again: games begin" in self.log(), "the word of the room")
        self.assertNotIn("waiting", self.shown(late))
        self.wait_for(lambda: self.shown(late)["state"] == "STATE_FINISHED", "the end of the late one")
        self.finish(tournament, 2 * ROUNDS)

    def metrics(self):
        with urllib.request.urlopen(f"{self.site.rstrip('/')}/metrics") as answer:
            return answer.read().decode()


if __name__ == "__main__":
    unittest.main()
