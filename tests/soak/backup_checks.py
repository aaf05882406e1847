"""The backups that the server makes while it is killed again and again: each is restored to a home of its own and checked there."""

import shutil
import subprocess

from arena import BUILD
from backups import backups_in
from ledger_proofs import Ledger
from visitors import Visitor

KEPT, EVERY_S = 3, 60
FLAGS = ["--backup-every", "1m", "--backup-keep", KEPT]
# For a backup that is due on a busy machine, and for one that is checked while the oldest goes, which takes longer the more the
# ledger holds: beside all that a soak does, one of 245 MiB took 306 s.
LATE_S, LATE_S_PER_MIB = 90, 1.5


def longest_wait_s(ledger_bytes):
    """After a backup the next one is there within so many seconds."""
    return EVERY_S + LATE_S + LATE_S_PER_MIB * ledger_bytes / 2**20


class BackupChecks(Visitor):
    def __init__(self, arena, folder):
        super().__init__(arena)
        self.folder = folder
        self.made, self.checked = set(), 0
        self.life, self.newest_at = 0, 0
        # Heads that were shown before the next backup can have begun.
        self.heads = {}

    def visit(self):
        heads = self.arena.told.copy_of_heads()
        names, parts = backups_in(self.folder)
        new = [name for name in names if name not in self.made]
        self.made.update(new)
        if new or self.life != self.arena.life:
            self.life, self.newest_at = self.arena.life, self.arena.now()
        elif self.arena.now() - self.newest_at > longest_wait_s((self.arena.home / "flagfall.db").stat().st_size):
            self.wrong.append(f"no backup was made since {self.newest_at:.0f} s, in life {self.life}")
            self.newest_at = self.arena.now()
        if len(names) > KEPT + 1:
            self.wrong.append(f"{len(names)} backups are kept: {names}")
        # Where checks take longer than a minute some are left out.
        for name in new[-1:]:
            self.check(name)
        if not new and not parts:
            self.heads = heads
        self.stop.wait(0.5)

    def check(self, name):
        home, backup = self.folder.parent / "restored", self.folder.parent / "backup.db"
        # The host may remove it meanwhile.
        backup.hardlink_to(self.folder / name)
        try:
            self.check_restored(name, backup, home)
        finally:
            backup.unlink()
            shutil.rmtree(home, ignore_errors=True)
        self.checked += 1

    def check_restored(self, name, backup, home):
        for words in (["db", "restore", backup], ["db", "check"], ["verify", "--chain"]):
            done = subprocess.run([BUILD / "flagfall", "--home", home, *words], env=self.arena.environment, capture_output=True, text=True)
            if done.returncode:
                self.wrong.append(f"{name}: {words[:2]}: {done.stdout}{done.stderr}")
                return
        with Ledger(home / "flagfall.db") as ledger:
            self.wrong += [f"{name}: {wrong}" for wrong in ledger.wrong_heads(self.heads) + ledger.doubled() + ledger.wrong_ratings()]
