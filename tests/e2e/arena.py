"""An arena of its own for each test: a home in a temporary folder, the real program, and real bots."""

import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from marked_processes import marked_processes  # noqa: E402

# Given by CTest: where the programs have been built.
BUILD = pathlib.Path(os.environ["FLAGFALL_BUILD"])
BOTS = pathlib.Path(__file__).parent / "bots"
SAMPLE_BOTS = BUILD / "sample-bots"
STUBS = BUILD / "python-stubs"
PATIENCE_S = 120


class ArenaTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="flagfall-e2e-"))
        self.home = self.folder / "home"
        # Bots inherit HOME, so that it marks every process of this arena.
        self.environment = dict(os.environ, HOME=str(self.folder))

    def tearDown(self):
        left = self.processes()
        for pid in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        shutil.rmtree(self.folder, ignore_errors=True)
        self.assertEqual(left, [], "processes left over")

    # ---- The program.

    def command(self, *arguments):
        return [str(BUILD / "flagfall"), "--home", str(self.home), *map(str, arguments)]

    def flagfall(self, *arguments, code=0, stdin="", patience_s=PATIENCE_S):
        """Runs the program to its end; returns what it printed on both outputs, which a wrong exit code shows too."""
        done = subprocess.run(self.command(*arguments), env=self.environment, cwd=self.folder, input=stdin,
                              capture_output=True, text=True, timeout=patience_s)
        self.assertEqual(done.returncode, code, f"{arguments}\n{done.stdout}\n{done.stderr}")
        return done

    def refused(self, *arguments, saying, code=1):
        error = self.flagfall(*arguments, code=code).stderr
        self.assertIn(saying, error)
        return error

    def start(self, *arguments):
        """Starts the program and leaves it running."""
        process = subprocess.Popen(self.command(*arguments), env=self.environment, cwd=self.folder,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.addCleanup(process.stdout.close)
        return process

    def json(self, *arguments):
        return [json.loads(line) for line in self.flagfall(*arguments, "--json").stdout.splitlines()]

    # ---- Bots.

    def add_sample(self, *names):
        for name in names:
            self.flagfall("bot", "add", SAMPLE_BOTS / name)

    def write_bot(self, name, **fields):
        """The folder of a new bot, which ends at once unless it has another command."""
        folder = self.folder / "bots" / name
        folder.mkdir(parents=True)
        manifest = dict({"name": name, "version": "1", "command": ["/bin/true"], "rulesets": ["classic", "barrage"]},
                        **fields)
        (folder / "bot.json").write_text(json.dumps(manifest))
        return folder

    def add_bad(self, *behaviours):
        for behaviour in behaviours:
            command = ["/usr/bin/python3", str(BOTS / "bot.py"), str(STUBS), behaviour]
            self.flagfall("bot", "add", self.write_bot(behaviour, command=command))

    # ---- What came of it.

    def add_stroller(self):
        """Adds a bot that takes its time until the file returned is there: its games last until they have been seen."""
        play_on = self.folder / "play-on"
        option = {"name": "until", "type": "TYPE_STRING", "default_value": str(play_on)}
        folder = self.write_bot("stroller", command=["/usr/bin/python3", "stroller.py"], options=[option])
        shutil.copy(BOTS / "stroller.py", folder)
        for package in ("flagfall_bot", "flagfall"):
            shutil.copytree(SAMPLE_BOTS / "template" / package, folder / package)
        self.flagfall("bot", "add", folder)
        return play_on

    def games(self):
        return self.json("game", "list", "--count", 100000)

    def record(self, game_id):
        return json.loads(self.flagfall("game", "export", game_id, "--format", "json").stdout)

    def log(self, tournament, bot):
        return (self.home / "logs" / str(tournament) / f"{bot}.log").read_text(errors="replace")

    def assert_sound(self):
        self.assertIn("all equal", self.flagfall("verify", "--all").stdout)

    # ---- Processes.

    def processes(self):
        """All living processes that descend from this test's arena, by their inherited environment."""
        return marked_processes("HOME", self.folder)

    def wait_for(self, condition, what):
        deadline = time.monotonic() + PATIENCE_S
        while not condition():
            self.assertLess(time.monotonic(), deadline, f"never: {what}")
            time.sleep(0.005)

    def wait_until_nobody_is_left(self):
        self.wait_for(lambda: not self.processes(), "all processes gone")


def winner(game):
    return {"RESULT_RED_WINS": game["red"], "RESULT_BLUE_WINS": game["blue"]}.get(game["outcome"]["result"])
