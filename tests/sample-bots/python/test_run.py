"""The program around a player: how it ends. Each test runs one as a process of its own."""

import os
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PATIENCE_S = 60
PROGRAM = """
import atexit, os, signal
from flagfall_bot import BotInfo, Player, run

def end():
    print("ending", flush=True)
    os.kill(os.getpid(), signal.SIGTERM)
    print("ended", flush=True)

if "FLAGFALL_DIAL_FOR" in os.environ:
    atexit.register(end)
run(Player, BotInfo("bot", "1", ["classic"]))
"""

# Instead of dialling in: what Python's locks do now and then when a signal's handler raises where they are taken.
BROKEN_INTO = """
import sys, threading, flagfall_bot

class Channel:
    def close(self):
        pass

    def __enter__(self):
        print("dialling", file=sys.stderr, flush=True)
        try:
            threading.Event().wait()
        except BaseException:
            raise RuntimeError("release unlocked lock") from None

    def __exit__(self, *error):
        pass

sys.modules["flagfall_bot.run"].open_channel = lambda address: Channel()
"""


class RunTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        # Nobody listens there.
        self.address = f"unix:{folder.name}/referee"

    def start(self, before: str = "", **environment: str) -> subprocess.Popen[str]:
        given = {"FLAGFALL_ADDRESS": self.address, "FLAGFALL_TOKEN": "token", **environment}
        return subprocess.Popen([sys.executable, "-c", before + PROGRAM], env={**os.environ, **given}, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)

    def end_of(self, **environment: str) -> tuple[int, str, str]:
        with self.start(**environment) as bot:
            said, error = bot.communicate(timeout=PATIENCE_S)
        return bot.returncode, said, error

    def test_a_signal_does_not_break_into_what_it_does_at_its_end(self) -> None:
        code, said, error = self.end_of(FLAGFALL_DIAL_FOR="0")
        self.assertNotIn("Traceback", error)
        self.assertEqual((code, said), (1, "ending\nended\n"))

    def test_nor_a_second_signal(self) -> None:
        # On a busy machine its end may take longer than the seconds that a program has after a signal.
        patient = f'import sys, flagfall_bot\nsys.modules["flagfall_bot.run"].STOP_WITHIN_S = {PATIENCE_S}\n'
        with self.start(patient, FLAGFALL_DIAL_FOR="forever") as bot:
            self.assertIn("waiting for it", bot.stderr.readline())
            bot.send_signal(signal.SIGINT)
            said, error = bot.communicate(timeout=PATIENCE_S)
        self.assertEqual((bot.returncode, said, error), (0, "ending\nended\n", ""))

    def test_a_signal_ends_it_whatever_its_player_waits_for(self) -> None:
        for waits in (
            "threading.Thread(target=threading.Event().wait).start()",
            "import flagfall_bot; atexit.register(threading.Event().wait)",
            # What is left is taken apart when no thread but the main one can run any more.
            "left = type('Left', (), {'__del__': lambda self, wait=threading.Event().wait: wait()})()",
        ):
            with self.subTest(waits=waits), self.start(f"import atexit, threading\n{waits}\n", FLAGFALL_DIAL_FOR="forever") as bot:
                self.assertIn("waiting for it", bot.stderr.readline())
                bot.send_signal(signal.SIGTERM)
                bot.communicate(timeout=PATIENCE_S)
                self.assertEqual(bot.returncode, 0)

    def test_a_signal_is_no_error_whatever_it_breaks_into(self) -> None:
        with self.start(BROKEN_INTO) as bot:
            self.assertEqual(bot.stderr.readline(), "dialling\n")
            bot.send_signal(signal.SIGTERM)
            _, error = bot.communicate(timeout=PATIENCE_S)
        self.assertEqual((bot.returncode, error), (0, ""))

    def test_what_is_wrong_with_a_setting_is_told_in_one_line(self) -> None:
        for name, value, said in (
            ("FLAGFALL_ADDRESS", "arena.example:7443", "write tls:arena.example:7443"),
            ("FLAGFALL_ADDRESS", "", "FLAGFALL_TOKEN must be set"),
            ("FLAGFALL_BOT_OPTIONS", "[1]", "FLAGFALL_BOT_OPTIONS must be a JSON object"),
        ):
            with self.subTest(name=name, value=value):
                code, _, error = self.end_of(**{name: value})
                self.assertEqual((code, error.count("\n")), (78, 1), error)
                self.assertIn(said, error)

    def test_a_manifest_of_no_use_is_told_in_one_line(self) -> None:
        program = "from flagfall_bot import Player, run\nrun(Player)\n"
        for manifest, said in ((None, "No such file"), ("{", "bot.json is not JSON: Expecting"), ('{"name": "bot"}', 'bot.json has no "rulesets"')):
            with self.subTest(manifest=manifest), tempfile.TemporaryDirectory() as folder:
                if manifest is not None:
                    Path(folder, "bot.json").write_text(manifest, encoding="utf-8")
                done = subprocess.run([sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=False,
                                      timeout=PATIENCE_S)
                self.assertEqual((done.returncode, done.stderr.count("\n")), (78, 1), done.stderr)
                self.assertIn(said, done.stderr)

    def test_a_python_without_grpc_is_told_which_one_to_use(self) -> None:
        # -S leaves out what is installed beside Python.
        program = subprocess.run([sys.executable, "-S", "-c", "import flagfall_bot"], capture_output=True, text=True)
        self.assertNotEqual(program.returncode, 0)
        self.assertRegex(program.stderr.splitlines()[-1], f"ImportError: No module named 'google'.* this is {sys.executable}: .*"
                         "/usr/bin/python3, and install python3-grpcio")


if __name__ == "__main__":
    unittest.main()
