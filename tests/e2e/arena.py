"""An arena of its own for each test: a home in a temporary folder, the real program, and real bots."""

import contextlib
import functools
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
from strict_sandbox import refusal_in  # noqa: E402

# Given by CTest: where the programs have been built.
BUILD = pathlib.Path(os.environ["FLAGFALL_BUILD"])
BOTS = pathlib.Path(__file__).parent / "bots"
SAMPLE_BOTS = BUILD / "sample-bots"
STUBS = BUILD / "python-stubs"
PATIENCE_S = 300


def write_manifest(folder, name, **fields):
    """Writes the manifest of a bot, which ends at once unless `fields` has another command."""
    manifest = dict({"name": name, "version": "1", "command": ["/bin/true"], "rulesets": ["classic", "barrage"]}, **fields)
    (folder / "bot.json").write_text(json.dumps(manifest))


@functools.cache
def why_no_strict_sandbox():
    """Empty where the machine allows one."""
    with tempfile.TemporaryDirectory(prefix="flagfall-e2e-") as folder:
        write_manifest(pathlib.Path(folder), "trial")
        command = [str(BUILD / "flagfall"), "--home", f"{folder}/home", "bot", "add", folder, "--sandbox=strict"]
        tried = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S)
    return refusal_in(tried.stderr)


class ArenaTest(unittest.TestCase):
    def need_strict_sandbox(self):
        if why_no_strict_sandbox():
            self.skipTest(why_no_strict_sandbox())

    def need_bubblewrap(self, *flags):
        """Runs bwrap itself with these flags, without the program under test."""
        tried = subprocess.run(["bwrap", *flags, "--dev-bind", "/", "/", "true"], capture_output=True, text=True)
        if tried.returncode != 0:
            self.skipTest(tried.stderr)

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="flagfall-e2e-"))
        # Also after a set-up that is skipped on its way.
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.home = self.folder / "home"
        # Bots inherit HOME, so that it marks every process of this arena.
        self.environment = dict(os.environ, HOME=str(self.folder))

    def tearDown(self):
        left = self.processes()
        for pid in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.assertEqual(left, [], "processes left over")

    # ---- The program.

    def command(self, *arguments):
        home = [] if "--server" in arguments else ["--home", str(self.home)]
        return [str(BUILD / "flagfall"), *home, *map(str, arguments)]

    def flagfall(self, *arguments, code=0, stdin="", patience_s=PATIENCE_S):
        """Runs the program to its end; returns what it printed on both outputs, which a wrong exit code shows too. Any exit
        code will do where `code` is None."""
        done = subprocess.run(self.command(*arguments), env=self.environment, cwd=self.folder, input=stdin,
                              capture_output=True, text=True, timeout=patience_s)
        if code is not None:
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

    def add_copies(self, *names):
        """Adds samples from the test's own folder: a bot that is a user of its own may not be let into a checkout."""
        for name in names:
            self.flagfall("bot", "add", shutil.copytree(SAMPLE_BOTS / name, self.folder / "bots" / name))

    def write_bot(self, name, **fields):
        """The folder of a new bot."""
        folder = self.folder / "bots" / name
        folder.mkdir(parents=True)
        write_manifest(folder, name, **fields)
        return folder

    def add_bad(self, *behaviours):
        for behaviour in behaviours:
            folder = self.write_bot(behaviour, command=["/usr/bin/python3", "bot.py", "stubs", behaviour])
            shutil.copy(BOTS / "bot.py", folder)
            shutil.copytree(STUBS, folder / "stubs")
            self.flagfall("bot", "add", folder)

    def add_program(self, name, program, options, **manifest):
        """Adds a Python bot of tests/e2e/bots, with the template's SDK beside it; `options` are its texts and whole numbers by name."""
        described = [{"name": option, "type": "TYPE_INTEGER" if isinstance(value, int) else "TYPE_STRING", "default_value": str(value)}
                     for option, value in options.items()]
        folder = self.write_bot(name, command=["/usr/bin/python3", program], options=described, **manifest)
        shutil.copy(BOTS / program, folder)
        for package in ("flagfall_bot", "flagfall"):
            shutil.copytree(SAMPLE_BOTS / "template" / package, folder / package)
        self.flagfall("bot", "add", folder)

    def add_stroller(self, pause_ms=100, name="stroller"):
        """Adds a bot that pauses so long before each ply, and attacks nobody, until the file returned is there. An opponent
        that is no stroller may end a game before that."""
        play_on = self.folder / "play-on"
        self.add_program(name, "stroller.py", {"until": str(play_on), "pause_ms": pause_ms})
        return play_on

    # ---- Results.

    def games(self):
        return self.json("game", "list", "--count", 100000)

    def record(self, game_id):
        return json.loads(self.flagfall("game", "export", game_id, "--format", "json").stdout)

    def log(self, tournament, bot):
        """All that the bot has printed there: outside of single games, and then in these."""
        logs = self.home / "logs" / str(tournament)
        games = sorted((logs / "games" / bot).glob("*.log"), key=lambda path: path.stat().st_mtime_ns)
        return "".join(path.read_text(errors="replace") for path in [logs / f"{bot}.log", *games])

    def game_log(self, game_id, bot):
        return (self.home / "logs" / game_id.split("-")[0] / "games" / bot / f"{game_id}.log").read_text()

    def assert_sound(self):
        self.assertIn("all equal", self.flagfall("verify", "--all").stdout)

    # ---- Processes.

    def processes(self):
        """All living processes that descend from this test's arena, by their inherited environment."""
        return marked_processes("HOME", self.folder)

    def wait_for(self, condition, what, pause_s=0.005):
        """Looks again and again, after so long, until the condition holds."""
        deadline = time.monotonic() + PATIENCE_S
        while not condition():
            self.assertLess(time.monotonic(), deadline, f"never: {what}")
            time.sleep(pause_s)

    def wait_until_nobody_is_left(self):
        self.wait_for(lambda: not self.processes(), "all processes gone")


def winner(game):
    return {"RESULT_RED_WINS": game["red"], "RESULT_BLUE_WINS": game["blue"]}.get(game["outcome"]["result"])
