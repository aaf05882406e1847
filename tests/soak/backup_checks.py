"""The backups that the server makes while it is killed again and again: each is restored to a home of its own and checked there."""

import shutil
import subprocess

from arena import BUILD
from backups import backups_in
from ledger_proofs import Ledger
from visitors import Visitor

KEPT, EVERY_S = 3, 60
FLAGS = ["--backup-every", "1m", "--backup-keep", KEPT]
# For a backup that is due on a busy machine, and for one that is checked while the oldest goes.
LATE_S = 90


class BackupChecks(Visitor):
    def __init__(self, arena, folder):
        super().__init__(arena)
        self.folder = folder
        self.checked = set()
        self.life, self.newest_at = 0, 0
        # Heads that were shown before the next backup can have begun.
        self.heads = {}

    def visit(self):
        heads = self.arena.told.copy_of_heads()
        names, parts = backups_in(self.folder)
        new = [name for name in names if name not in self.checked]
        if new or self.life != self.arena.life:
            self.life, self.newest_at = self.arena.life, self.arena.now()
        elif self.arena.now() - self.newest_at > EVERY_S + LATE_S:
            self.wrong.append(f"no backup was made since {self.newest_at:.0f} s, in life {self.life}")
            self.newest_at = self.arena.now()
        if len(names) > KEPT + 1:
            self.wrong.append(f"{len(names)} backups are kept: {names}")
        for name in new:
            self.check(name)
        if not new and not parts:
            self.heads = heads
        self.stop.wait(0.5)

    def check(self, name):
        self.checked.add(name)
        home = self.folder.parent / "restored"
        for words in (["db", "restore", self.folder / name], ["db", "check"], ["verify", "--chain"]):
            done = subprocess.run(["nice", BUILD / "flagfall", "--home", home, *words], env=self.arena.environment, capture_output=True, text=True)
            if done.returncode:
                self.wrong.append(f"{name}: {words[:2]}: {done.stdout}{done.stderr}")
        with Ledger(home / "flagfall.db") as ledger:
            self.wrong += [f"{name}: {wrong}" for wrong in ledger.wrong_heads(self.heads) + ledger.doubled() + ledger.wrong_ratings()]
        shutil.rmtree(home)
