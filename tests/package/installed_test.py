"""What `cmake --install` lays down does without the source tree and the build: both are out of sight of all that is run here."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/e2e"))
from arena import BUILD, ArenaTest  # noqa: E402
from server import ServerTest  # noqa: E402

NOT_PLAYED = ("REASON_FORFEIT_NO_SHOW", "REASON_DISCONNECTED", "REASON_RESIGNED", "REASON_ILLEGAL_ACTION")
IS_INSTRUMENTED = re.search(r"^CMAKE_CXX_FLAGS:.*(-fsanitize|-fprofile|--coverage)", (BUILD / "CMakeCache.txt").read_text(), re.M)


def setUpModule():
    global PREFIX
    PREFIX = pathlib.Path(tempfile.mkdtemp(prefix="flagfall-installed-"))
    subprocess.run(["cmake", "--install", BUILD, "--prefix", PREFIX], check=True, stdout=subprocess.DEVNULL)


def tearDownModule():
    shutil.rmtree(PREFIX)


class Installed(ArenaTest):
    def setUp(self):
        self.need_bubblewrap()
        super().setUp()
        # As CMake finds what is installed at such a place.
        self.environment["PATH"] = f"{PREFIX / 'bin'}:{os.environ['PATH']}"

    def command(self, *arguments):
        hidden = [word for folder in (ROOT, BUILD) for word in ("--tmpfs", str(folder))]
        return ["bwrap", "--dev-bind", "/", "/", *hidden, "--die-with-parent", "--",
                str(PREFIX / "bin/flagfall"), "--home", str(self.home), *map(str, arguments)]

    def add(self, *folders):
        for folder in folders:
            self.flagfall("bot", "add", folder)

    def assert_all_played(self, count):
        games = self.games()
        self.assertEqual(len(games), count)
        for game in games:
            self.assertNotIn(game["outcome"]["reason"], NOT_PLAYED, game)


class Bots(Installed):
    def test_every_sample_bot_plays(self):
        bots = sorted((PREFIX / "share/flagfall/sample-bots").iterdir())
        self.add(*bots)
        self.assertGreaterEqual(len(bots), 8)
        manifests = [json.loads((bot / "bot.json").read_text()) for bot in bots]
        names = {ruleset: [bot["name"] for bot in manifests if ruleset in bot["rulesets"]]
                 for ruleset in ("classic", "cards", "gogo")}
        self.assertEqual(set().union(*names.values()), {bot["name"] for bot in manifests})
        games = 0
        for ruleset, found in names.items():
            opponents = [name for name in found if name != "random"]
            self.flagfall("tournament", "run", "--format", "gauntlet", "--bots", ",".join(["random", *opponents]),
                          "--ruleset", ruleset, "--games", 1, "--max-plies", 20)
            games += len(opponents)
        self.assert_all_played(games)
        self.assert_sound()

    def test_the_python_sdk_makes_a_bot(self):
        folder = self.write_bot("new", command=["/usr/bin/python3", "mybot.py"])
        shutil.copytree(PREFIX / "share/flagfall/sdk/python", folder, dirs_exist_ok=True)
        shutil.copy(PREFIX / "share/flagfall/sample-bots/template/mybot.py", folder)
        self.add(folder, PREFIX / "share/flagfall/sample-bots/random")
        self.flagfall("match", "new", "random", "--ruleset", "barrage", "--games", 1, "--max-plies", 20)
        self.assert_all_played(1)

    @unittest.skipIf(IS_INSTRUMENTED, "the libraries need what the bot is built without")
    def test_the_cpp_sdk_makes_a_bot(self):
        folder = self.folder / "mybot"
        shutil.copytree(PREFIX / "share/flagfall/sdk/cpp/template", folder)
        self.add(folder, PREFIX / "share/flagfall/sample-bots/random")
        self.flagfall("match", "mybot", "random", "--ruleset", "barrage", "--games", 1, "--max-plies", 20)
        self.assert_all_played(1)


class Site(Installed, ServerTest):
    @unittest.skipUnless((BUILD / "web-report").is_dir(), "the web report was not built; that takes Node")
    def test_the_server_finds_its_pages(self):
        self.serve("--http", "127.0.0.1:0")
        with urllib.request.urlopen(self.site) as answer:
            self.assertIn("assets/", answer.read().decode())


class Files(unittest.TestCase):
    def test_none_names_the_source_tree(self):
        """Programs and libraries aside, whose checks name the line that failed."""
        texts = [(path, text) for path in PREFIX.rglob("*") if path.is_file() and b"\0" not in (text := path.read_bytes())]
        self.assertGreater(len(texts), 100)
        self.assertEqual([str(path) for path, text in texts if str(ROOT).encode() in text], [])


if __name__ == "__main__":
    unittest.main()
