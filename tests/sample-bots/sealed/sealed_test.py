"""Bots' folders as they are built hold all that they need: each plays where nothing is to be seen but /usr and its
folder, read-only, and the referee's socket.
"""

import json
import pathlib
import shlex
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "e2e"))
from arena import SAMPLE_BOTS, ArenaTest  # noqa: E402

SEAL = """exec bwrap --unshare-all --die-with-parent --ro-bind /usr /usr --symlink usr/lib /lib
 --symlink usr/lib64 /lib64 --symlink usr/bin /bin --proc /proc --dev /dev --tmpfs /tmp --ro-bind {folder} /bot
 --bind "${{FLAGFALL_ADDRESS#unix:}}" "${{FLAGFALL_ADDRESS#unix:}}" --chdir /bot {command}""".replace("\n", "")

NOT_PLAYED = ("REASON_FORFEIT_NO_SHOW", "REASON_DISCONNECTED", "REASON_RESIGNED")


class SealedTest(ArenaTest):
    def setUp(self):
        self.need_bubblewrap("--unshare-all")
        super().setUp()

    def plays(self, bot, ruleset):
        if not (SAMPLE_BOTS / bot).exists():
            self.skipTest(f"{bot} is not built: there is no Node, or ./dev setup has not run")
        manifest = json.loads((SAMPLE_BOTS / bot / "bot.json").read_text())
        script = SEAL.format(folder=shlex.quote(str(SAMPLE_BOTS / bot)), command=shlex.join(manifest["command"]))
        self.flagfall("bot", "add", self.write_bot("sealed", command=["/bin/sh", "-c", script]))
        self.add_sample("sergeant")
        self.flagfall("match", "sealed", "sergeant", "--ruleset", ruleset, "--games", 2, "--tc", "60+1")
        self.assertEqual(len(self.games()), 2)
        for game in self.games():
            self.assertNotIn(game["outcome"]["reason"], NOT_PLAYED, f"{game}\n{self.log(1, 'sealed')}")

    def test_cpp(self):
        self.plays("random", "barrage")

    def test_python(self):
        self.plays("template", "barrage")

    def test_node(self):
        self.plays("rover", "barrage")

    def test_stdio(self):
        self.plays("plodder", "classic")


if __name__ == "__main__":
    unittest.main()
