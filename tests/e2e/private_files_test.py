"""With a umask that takes no right away: a home is its owner's alone, and nobody else may write to anything that a host or a worker makes."""

import json
import os
import shutil
import stat
import unittest

from arena import SAMPLE_BOTS
from workers import WorkersTest

OTHERS = stat.S_IRWXG | stat.S_IRWXO
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


class PrivateFiles(WorkersTest):
    def setUp(self):
        before = os.umask(0)
        self.addCleanup(os.umask, before)
        super().setUp()

    def write_template(self, name):
        # As its author would have it, whose umask is another.
        os.umask(0o022)
        folder = shutil.copytree(SAMPLE_BOTS / "template", self.folder / name)
        manifest = json.loads((folder / "bot.json").read_text())
        (folder / "bot.json").write_text(json.dumps(dict(manifest, name=name, rulesets=["barrage"])))
        os.umask(0)
        return folder

    def open_to_others(self, root, rights):
        """Paths below the folder, and itself, with any of these rights; links have all, and mean nothing."""
        paths = [root, *(path for path in root.rglob("*") if not path.is_symlink())]
        return [str(path.relative_to(root.parent)) for path in paths if path.lstat().st_mode & rights]

    def test_a_server_and_a_worker_make_nothing_that_others_may_write(self):
        self.flagfall("bot", "check", self.write_template("checked"))
        self.serve("--backup-dir", self.home / "backups")
        for name in ("ann", "bob"):
            # A folder is packed in memory: there is no room for an archive.
            self.environment["TMPDIR"] = "/nowhere"
            self.ask(self.zoe, "bot", "submit", self.write_template(name))
            del self.environment["TMPDIR"]
        self.start_worker("worker")
        tournament = self.create("--bots", "ann,bob", "--rounds", 1, "--games", 2)
        self.wait_for(lambda: self.shown(tournament)["state"] == "STATE_FINISHED", "the end of the tournament")
        for root in (self.home, self.folder / "worker"):
            self.assertEqual(stat.S_IMODE(root.lstat().st_mode), 0o700, root)
            self.assertEqual(self.open_to_others(root, OTHERS_WRITE), [])
        # What bots have printed, and what was found out about them, is their owners' and the host's alone.
        self.assertEqual(self.open_to_others(self.home / "logs", OTHERS), [])
        self.assertEqual([path.name for path in self.home.iterdir() if path.is_file() and path.lstat().st_mode & OTHERS], [])


if __name__ == "__main__":
    unittest.main()
