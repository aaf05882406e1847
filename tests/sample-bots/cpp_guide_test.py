"""The commands of the bot author's guide that make a C++ bot: what they make compiles, under its own name."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PRESET = pathlib.Path(os.environ["FLAGFALL_BUILD"]).name
# Relative to sample-bots/cpp of the build; to link the program the whole project would be built again.
OBJECTS = ("CMakeFiles/bot_mybot.dir/mybot/main.cc.o", "mybot/CMakeFiles/flagfall_bot_mybot.dir/mybot_player.cc.o")


class CppGuideTest(unittest.TestCase):
    def setUp(self):
        self.checkout = pathlib.Path(tempfile.mkdtemp(prefix="flagfall-guide-"))
        self.addCleanup(shutil.rmtree, self.checkout)
        for folder, copied in ((".", "sample-bots"), ("sample-bots", "cpp")):
            (self.checkout / folder).mkdir(exist_ok=True)
            for entry in (ROOT / folder).iterdir():
                if entry.name not in (copied, "build", ".git"):
                    (self.checkout / folder / entry.name).symlink_to(entry)
        shutil.copytree(ROOT / "sample-bots/cpp", self.checkout / "sample-bots/cpp")

    def run_script(self, script):
        done = subprocess.run(["/bin/bash", "-e", "-c", script], cwd=self.checkout, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, f"{script}\n{done.stdout}\n{done.stderr}")

    def test_the_bot_copied_compiles_under_its_own_name(self):
        guide = (ROOT / "sample-bots/README.md").read_text(encoding="utf-8").split("## A bot in C++")[1]
        shown, builds, _ = re.search(r"(?:^    .*\n)+", guide, re.MULTILINE).group().partition("./dev build")
        self.assertTrue(builds)
        self.run_script(shown)
        manifest = json.loads((self.checkout / "sample-bots/cpp/mybot/bot.json").read_text())
        self.assertEqual((manifest["name"], manifest["command"]), ("mybot", ["./mybot"]))
        left = [path.name for path in (self.checkout / "sample-bots/cpp/mybot").iterdir()
                if re.search(r"RandomPlayer|random_player|cpp/random|bot_random", path.name + path.read_text())]
        self.assertEqual(left, [])
        objects = " ".join(f"sample-bots/cpp/{path}" for path in OBJECTS)
        self.run_script(f"cmake --preset {PRESET} -DFLAGFALL_UNITY=OFF && cmake --build --preset {PRESET} --target {objects}")


if __name__ == "__main__":
    unittest.main()
