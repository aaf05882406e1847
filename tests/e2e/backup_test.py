"""Backups of a ledger in use, by `db backup` and by `serve`, and the way back by `db restore`."""

import contextlib
import os
import random
import re
import shutil
import sqlite3
import subprocess
import time
import unittest

from arena import SAMPLE_BOTS
from backups import PLAY, BackupTest


class Backups(BackupTest):
    def test_those_that_are_made_while_a_tournament_stores_results_are_whole(self):
        self.add_sample("random", "sergeant")
        process = self.play()
        counts = []
        for _ in range(4):
            before = self.stored()
            self.wait_for(lambda: self.stored() > before, "more games")
            made = self.flagfall("db", "backup", self.folder_of_backups, "--keep", 3).stdout
            self.assertRegex(made, r"flagfall-\S+\.db: \d+ games? in \d+\.\d MiB, checked and on the disk")
            counts.append((before, int(re.search(r"(\d+) game", made)[1]), self.stored()))
        self.assertIsNone(process.poll(), "the tournament plays on")
        self.end(process)
        kept = self.backups()
        self.assertEqual(len(kept), 3)
        for backup, (before, told, after) in zip(kept, counts[-3:]):
            games = self.assert_is_whole(backup)
            self.assertEqual(games, told)
            self.assertTrue(before <= games <= after, (before, games, after))

    def test_a_kill_leaves_nothing_that_counts_and_keeps_what_did(self):
        self.add_sample("random", "sergeant")
        self.flagfall("tournament", "run", "--bots", "random,sergeant", "--ruleset", "barrage", "--tc", "60+1", "--rounds", 30,
                      "--concurrency", 4)
        self.flagfall("db", "backup", self.folder_of_backups)
        first, = self.backups()
        begin = time.monotonic()
        self.flagfall("db", "backup", self.folder_of_backups, "--keep", 1)
        took_s = time.monotonic() - begin
        self.assertNotIn(first, self.backups())
        dice = random.Random(7)
        kept = self.backups()
        for _ in range(12):
            process = self.start("db", "backup", self.folder_of_backups, "--keep", 1)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(dice.uniform(0, took_s))
            process.kill()
            process.wait()
            now = self.backups()
            # One that came to its end before the kill has perhaps not removed those before it yet.
            self.assertTrue(now and (set(kept) <= set(now) or len(now) == 1), (kept, now))
            kept = now
        for backup in kept:
            self.assertEqual(self.assert_is_whole(backup), 60)
        self.flagfall("db", "backup", self.folder_of_backups, "--keep", 1)
        self.assertEqual(len(os.listdir(self.folder_of_backups)), 1, "what was left of killed ones is gone")

    def test_a_file_of_a_name_of_ones_own(self):
        self.flagfall("db", "backup", self.folder / "before-the-cup.db")
        self.refused("db", "backup", self.folder / "before-the-cup.db", saying="exists, and no file is overwritten")
        self.refused("db", "backup", self.folder / "nowhere" / "one.db", saying="nowhere")
        self.flagfall("user", "remove", "zoe")
        self.assertTrue(self.is_removed("zoe"))
        said = self.flagfall("db", "restore", self.folder / "before-the-cup.db").stdout
        self.assertIn(f"What was there before is kept as {self.database}.replaced", said)
        self.assertFalse(self.is_removed("zoe"))

    def is_removed(self, name):
        user, = (user for user in self.json("user", "list") if user["name"] == name)
        return "remove_time" in user

    def test_again_and_again_until_ctrl_c(self):
        process = self.start("db", "backup", self.folder_of_backups, "--every", "1h", "--keep", 2)
        self.assertIn("one every 1h", process.stdout.readline())
        self.assertIn("is checked and on the disk", process.stdout.readline())
        process.terminate()
        self.assertEqual(process.wait(), 0)
        self.assertEqual(len(self.backups()), 1)

    def test_submitted_bots_are_found_in_a_home_that_has_moved(self):
        self.need_strict_sandbox()
        self.flagfall("bot", "submit", shutil.copytree(SAMPLE_BOTS / "random", self.folder / "random"))
        self.flagfall("db", "backup", self.folder / "one.db")
        other = self.folder / "other"
        other.mkdir()
        (self.home / "bots").rename(other / "bots")
        self.home = other
        self.assertNotIn("are not where", self.flagfall("db", "restore", self.folder / "one.db").stdout)
        self.assertEqual(self.json("bot", "show", "random")[0]["folder"], str(other / "bots/random@1"))

    def test_what_a_restored_ledger_lacks_is_told(self):
        self.add_copies("random")
        self.flagfall("db", "backup", self.folder / "one.db")
        (self.folder / "bots/random").rename(self.folder / "bots/elsewhere")
        said = self.flagfall("db", "restore", self.folder / "one.db").stdout
        self.assertIn("The files of 1 bot are not where the ledger has them", said)
        self.assertIn(str(self.folder / "bots/random"), said)

    def test_wrong_words(self):
        self.refused("db", "restore", self.folder / "nothing.db", saying="there is no such backup")
        (self.folder / "empty").mkdir()
        self.refused("db", "restore", self.folder / "empty", saying="there is no backup of this home in this folder")
        self.refused("db", "backup", "x.db", "--every", "10", saying="no interval", code=2)
        self.refused("db", "backup", "backups", "--keep", "0", saying="--keep", code=2)
        self.refused("--server", "127.0.0.1:1", "db", "backup", "x.db", saying="works on a home, and not on a server")
        self.refused("--server", "127.0.0.1:1", "db", "restore", "x.db", saying="works on a home, and not on a server")
        self.home = self.folder / "another"
        self.refused("db", "backup", self.folder / "x.db", saying="is not a home")


class Damage(BackupTest):
    def test_a_damaged_ledger_says_how_to_come_back_and_does(self):
        self.add_sample("random", "sergeant")
        self.flagfall("match", "random", "sergeant", "--ruleset", "barrage", "--games", 2, "--tc", "60+1")
        self.flagfall("db", "backup", self.folder_of_backups)
        content = bytearray(self.database.read_bytes())
        content[100:4096] = b"\xa5" * 3996
        self.database.write_bytes(content)
        for words in (["game", "list"], ["tournament", "resume", 1], ["db", "backup", self.folder_of_backups]):
            said = self.refused(*words, saying="damaged")
            command = re.search(r"`flagfall (--home \S+ db restore) BACKUP`", said)
            self.assertTrue(command, said)
        self.flagfall(*command[1].split()[2:], self.folder_of_backups)
        self.assertEqual(len(self.games()), 2)
        self.assert_sound()

    def test_what_db_check_finds_is_followed_by_the_way_back(self):
        self.add_sample("random")
        self.flagfall("db", "backup", self.folder_of_backups)
        with contextlib.closing(sqlite3.connect(self.database)) as ledger, ledger:
            ledger.execute("UPDATE bots SET manifest = json_set(manifest, '$.name', 'other')")
        said = self.flagfall("db", "check", code=1).stderr
        self.assertIn(f"`flagfall --home {self.home} db restore BACKUP`", said)
        self.refused("db", "backup", self.folder_of_backups, "--keep", 1, saying="is not sound, and does not count")
        self.assertEqual(len(self.backups()), 1)
        self.flagfall("db", "restore", self.folder_of_backups)
        self.flagfall("db", "check")


class Serve(BackupTest):
    def test_it_makes_backups_while_it_plays_and_none_may_be_restored_into_it(self):
        self.add_sample("random")
        # However fast the machine is, games are left for later.
        self.add_stroller(pause_ms=10)
        self.serve("--backup-dir", self.folder_of_backups, "--backup-every", "1m", "--backup-keep", 2)
        self.wait_for(lambda: len(self.backups()) == 1, "a backup")
        self.ask(self.zoe, "tournament", "create", "--bots", "random,stroller", *PLAY)
        self.wait_for(lambda: self.stored() > 5, "some games")
        first, = self.backups()
        self.refused("db", "restore", first, saying=f"another flagfall (process {self.server.pid}) is at work here")
        # The first is a minute old before there is another.
        self.wait_for(lambda: len(self.backups()) == 2, "another backup", pause_s=0.5)
        second = self.backups()[1]
        self.assertEqual(self.end_server(), 0)
        self.wait_until_nobody_is_left()
        self.assertGreater(self.assert_is_whole(second), 5)
        self.assertIn(f"backup: {first} is checked and on the disk", self.log_path.read_text())
        self.flagfall("db", "restore", self.folder_of_backups)
        self.assert_sound()
        # The tournament goes on from there.
        before = self.stored()
        self.serve()
        self.wait_for(lambda: self.stored() > before, "more games")
        self.assertEqual(self.end_server(), 0)
        self.assert_sound()

    def test_a_disk_that_is_full_keeps_the_old_backup_and_the_server(self):
        disk = self.folder_of_backups
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(disk)], capture_output=True)
        if mounted.returncode != 0:
            self.skipTest("no right to mount a small disk")
        self.addCleanup(subprocess.run, ["umount", "-l", str(disk)], check=True)
        self.flagfall("db", "backup", disk)
        old, = self.backups()
        with open(disk / "filler", "wb") as filler, contextlib.suppress(OSError):
            for _ in range(64):
                filler.write(b"x" * (1 << 16))
                filler.flush()
        self.refused("db", "backup", disk, "--keep", 1, saying="the disk is too full for a backup")
        shutil.move(old, self.folder / "old.db")
        self.serve("--backup-dir", disk)
        self.wait_for(lambda: "none was made" in self.log_path.read_text(), "the failure in the log")
        self.assertIn("the disk is too full for a backup", self.log_path.read_text())
        said = self.flagfall(*self.at_server(self.zoe), "status").stdout
        self.assertRegex(said, r"(?m)^backup failures +1 ")
        self.assertEqual(self.end_server(), 0)
        self.assertEqual(self.assert_is_whole(self.folder / "old.db"), 0)

    def test_flags_that_mean_nothing_are_refused(self):
        self.need_strict_sandbox()
        self.refused("serve", "--backup-every", "1h", saying="which --backup-dir DIR names")
        self.refused("serve", "--backup-dir", "/proc/nowhere", saying="cannot make the folder /proc/nowhere")


if __name__ == "__main__":
    unittest.main()
