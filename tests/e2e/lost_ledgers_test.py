"""Homes whose ledger is gone, and backups that are not a home's own: nothing good is lost, and what to do is told."""

import contextlib
import re
import shutil
import sqlite3
import subprocess
import unittest

from arena import SAMPLE_BOTS
from backups import BackupTest


class LostLedgers(BackupTest):
    def setUp(self):
        super().setUp()
        self.add_sample("random")
        self.flagfall("db", "backup", self.folder_of_backups)

    def lose(self):
        for name in ("flagfall.db", "flagfall.db-wal", "flagfall.db-shm"):
            (self.home / name).unlink(missing_ok=True)

    def assert_is_told(self, *left):
        """Commands that would make a home, and those that need one; returns the command that comes back."""
        for words in (["bot", "add", SAMPLE_BOTS / "random"], ["user", "add", "amy"], ["bot", "list"], ["tournament", "resume"],
                      ["db", "backup", self.folder_of_backups, "--keep", 1]):
            said = self.refused(*words, saying=f"{self.home} has lost its ledger: {', '.join(left)} ")
            self.assertIn(", and no flagfall.db; nothing was changed", said)
            self.assertIn("to begin anew, with nothing of what was played, moves away what is named here", said)
        self.assertFalse(self.database.exists())
        return re.search(r"`flagfall (--home \S+ db restore) BACKUP`", said)[1].split()

    def test_a_new_one_does_not_take_its_place(self):
        self.need_strict_sandbox()
        self.lose()
        kept = self.backups()
        way_back = self.assert_is_told("flagfall.key")
        self.refused("serve", "--listen", self.address, "--insecure", "--http", "off", "--backup-dir", self.folder_of_backups,
                     "--backup-keep", 1, saying="has lost its ledger")
        self.assertEqual(self.backups(), kept)
        self.flagfall(*way_back[2:], self.folder_of_backups)
        bot, = self.json("bot", "list")
        self.assertEqual(bot["manifest"]["name"], "random")

    def test_whoever_wants_to_begins_anew(self):
        self.lose()
        (self.home / "flagfall.key").rename(self.folder / "old.key")
        self.flagfall("user", "add", "amy")
        self.assertEqual(self.json("bot", "list"), [])

    def kill_a_restore_at_its_renaming(self):
        traced = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=rename", "-e", "inject=rename:signal=SIGKILL"]
        if not shutil.which("strace") or subprocess.run([*traced, "true"], capture_output=True).returncode != 0:
            self.skipTest("no strace here, or no right to use it")
        done = subprocess.run([*traced, *self.command("db", "restore", self.folder_of_backups)], env=self.environment,
                              capture_output=True, text=True)
        self.assertNotEqual(done.returncode, 0, done.stderr)

    def test_a_restore_that_is_killed_leaves_a_ledger(self):
        self.flagfall("user", "add", "amy")
        self.kill_a_restore_at_its_renaming()
        self.assertIn("amy", [user["name"] for user in self.json("user", "list")])
        self.flagfall("db", "restore", self.folder_of_backups)
        self.assertNotIn("amy", [user["name"] for user in self.json("user", "list")])

    def test_one_that_is_killed_over_a_ledger_with_a_log_says_how_to_go_on(self):
        # A process that ends without closing its connection leaves the log.
        write = ("import os, sqlite3, sys; ledger = sqlite3.connect(sys.argv[1]); "
                 "ledger.executescript('PRAGMA user_version = 1'); os._exit(0)")
        version = self.version()
        subprocess.run(["/usr/bin/python3", "-c", write.replace("= 1'", f"= {version}'"), self.database], check=True)
        self.assertGreater((self.home / "flagfall.db-wal").stat().st_size, 0)
        self.kill_a_restore_at_its_renaming()
        self.assert_is_told("flagfall.db.replaced", "flagfall.db.replaced-wal", "flagfall.db.restoring", "flagfall.key")
        self.flagfall("db", "restore", self.folder_of_backups)
        self.flagfall("db", "check")

    def version(self):
        with contextlib.closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as ledger:
            return ledger.execute("PRAGMA user_version").fetchone()[0]


class TwoHomes(BackupTest):
    def setUp(self):
        super().setUp()
        self.others = self.folder / "other-home"
        self.add_sample("random")

    def backup_of(self, home):
        self.home = home
        try:
            self.flagfall("user", "add", f"user{len(self.backups())}")
            self.flagfall("db", "backup", self.folder_of_backups, "--keep", 1)
        finally:
            self.home = self.own_home

    def test_each_keeps_and_takes_its_own(self):
        for _ in range(2):
            self.backup_of(self.home)
            self.backup_of(self.others)
        mine, theirs = self.backups()
        self.flagfall("user", "add", "amy")
        said = self.flagfall("db", "restore", self.folder_of_backups).stdout
        self.assertIn(f"is that of {mine}, checked", said)
        self.assertNotIn("amy", [user["name"] for user in self.json("user", "list")])
        self.refused("db", "restore", theirs, saying=f"{theirs}: is not shown to be of the ledger of {self.home}")
        self.assertEqual(len(self.json("bot", "list")), 1)
        self.flagfall("db", "restore", theirs, "--other-home")
        self.assertEqual(self.json("bot", "list"), [])
        self.home = self.folder / "third-home"
        self.refused("db", "restore", self.folder_of_backups, saying="has backups of 2 ledgers")
        self.flagfall("db", "restore", mine)
        self.assertEqual(len(self.json("bot", "list")), 1)

    def test_what_is_empty_or_of_the_future_is_left_out(self):
        self.backup_of(self.home)
        mine, = self.backups()
        end = mine.name[-12:]
        (self.folder_of_backups / f"flagfall-20200101T000000.000Z{end}").touch()
        (self.folder_of_backups / f"flagfall-29990101T000000.000Z{end}").write_bytes(mine.read_bytes())
        left_out = f"flagfall-20200101T000000.000Z{end} is empty, flagfall-29990101T000000.000Z{end} is dated later than now"
        said = self.flagfall("db", "restore", self.folder_of_backups).stdout
        self.assertIn(f"Left out: {left_out}\n", said)
        self.assertIn(f"is that of {mine}, checked", said)
        said = self.flagfall("db", "backup", self.folder_of_backups, "--keep", 1).stdout
        self.assertIn(f"neither counted nor removed: {left_out}\n", said)
        self.assertNotIn(mine, self.backups())
        self.assertEqual(len(self.backups()), 3)


if __name__ == "__main__":
    unittest.main()
