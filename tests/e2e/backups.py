"""A home with a folder for its backups."""

import contextlib
import os
import re
import sqlite3

from server import ServerTest

NAME = re.compile(r"flagfall-\d{8}T\d{6}\.\d{3}Z-[0-9a-f]{8}\.db")
PLAY = ["--ruleset", "barrage", "--tc", "60+1", "--rounds", 2000, "--concurrency", 4]


def backups_in(folder):
    """The names of those that count, the oldest first, and of what else lies there, which has to be a part, or beside one."""
    names = sorted(os.listdir(folder))
    if strange := [name for name in names if not NAME.fullmatch(name.partition(".part")[0])]:
        raise AssertionError(f"{strange} lie beside the backups")
    return [name for name in names if ".part" not in name], [name for name in names if ".part" in name]


class BackupTest(ServerTest):
    def setUp(self):
        super().setUp()
        self.folder_of_backups = self.folder / "backups"
        self.folder_of_backups.mkdir()
        self.database = self.home / "flagfall.db"
        self.own_home = self.home

    def backups(self):
        return [self.folder_of_backups / name for name in backups_in(self.folder_of_backups)[0]]

    def stored(self):
        with contextlib.closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as ledger:
            return ledger.execute("SELECT count(*) FROM games").fetchone()[0]

    def assert_is_whole(self, backup):
        """Restored to a home of its own it passes all checks; returns how many games it has."""
        self.home = self.folder / "restored" / backup.name
        try:
            self.flagfall("db", "restore", backup)
            self.flagfall("db", "check")
            self.assert_sound()
            return len(self.games())
        finally:
            self.home = self.own_home

    def play(self):
        process = self.start("tournament", "run", "--bots", "random,sergeant", *PLAY)
        for line in process.stdout:
            if "plies" in line:
                return process
        self.fail("no game was played")

    def end(self, process):
        process.kill()
        process.communicate()
        self.wait_until_nobody_is_left()
