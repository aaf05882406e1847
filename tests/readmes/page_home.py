"""A made-up checkout in which the commands of one page are run from top to bottom, each as it stands."""

import json
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/e2e"))
sys.path.insert(0, str(pathlib.Path(__file__).parent))

import claims  # noqa: E402
from arena import BUILD, PATIENCE_S, SAMPLE_BOTS  # noqa: E402
from pages import all_said  # noqa: E402
from server import ServerTest  # noqa: E402

# So that games are soon over: what stands in the pages, and what is run.
CUTS = {
    "--rounds 5 --games 2 --tc 10+0.1": "--rounds 2 --games 2 --tc 1+0.02",
    "--rounds 2 --tc 10+0.1": "--rounds 1 --games 1 --tc 1+0.02 --max-plies 60",
    "standard --rounds 200": "standard --rounds 50 --tc 5+0.05",
    "--rounds 10": "--rounds 1 --tc 2+0.02",
    "--games 10": "--games 2 --tc 2+0.02",
}
ADDRESS = "tls:arena.example:7443"


def fetch(url):
    """The headers and the content of an answer."""
    with urllib.request.urlopen(url) as answer:
        return answer.headers, answer.read()


def lines_of(page):
    return [one for one in all_said() if one.page == page and claims.CLAIMS["run in its page's home"](one)]


class PageTest(ServerTest):
    def setUp(self):
        super().setUp()
        self.checkout = self.folder / "flagfall"
        self.checkout.mkdir()
        (self.checkout / "build").symlink_to(BUILD.parent)
        self.home = self.checkout / "flagfall-home"
        self.environment["PATH"] = f"{BUILD}:{self.environment['PATH']}"
        self.environment["PYTHONUNBUFFERED"] = "1"
        # Assignments of the lines before, which hold for those after.
        self.settings = []
        self.lasting = []

    def tearDown(self):
        for process in self.lasting:
            self.end(process)
        super().tearDown()

    def as_run(self, text):
        for shown, run in CUTS.items():
            text = text.replace(shown, run)
        return text.replace("build/release", f"build/{BUILD.name}")

    def script(self, text):
        return ["/bin/bash", "-e", "-c", "\n".join([*self.settings, text])]

    def run_line(self, one, text=None, **environment):
        """Runs the line to its end and returns its output. Its assignments hold for the lines after it."""
        text = self.as_run(text or one.text)
        done = subprocess.run(self.script(text), cwd=self.checkout, env=dict(self.environment, **environment),
                              capture_output=True, text=True, timeout=PATIENCE_S)
        self.assertEqual(done.returncode, 0, f"{one}: {text}\n{done.stdout}\n{done.stderr}")
        if re.match(r"(export )?\w+=", text):
            self.settings.append(text)
        return done.stdout

    def start_line(self, one, text, answer, folder=None, **environment):
        """Starts a program that does not end by itself. Returns it with the match of the first line that says it is ready."""
        process = subprocess.Popen(self.script(self.as_run(text)), cwd=folder or self.checkout,
                                   env=dict(self.environment, **environment), stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, text=True, start_new_session=True)
        self.lasting.append(process)
        printed = []
        for line in process.stdout:
            printed.append(line)
            if found := re.search(answer, line):
                return process, found
        self.fail(f"{one}: {text}\n{''.join(printed)}")

    def end(self, process):
        if process in self.lasting:
            self.lasting.remove(process)
            # The shell and what it has started.
            subprocess.run(["pkill", "-TERM", "-s", str(process.pid)], check=False)
            process.wait()
            process.stdout.close()

    def run_page(self, page, acts):
        """Runs the page's lines; `acts` are functions of a line for those in which their words stand."""
        lines = lines_of(page)
        self.assertTrue(lines)
        for words in acts:
            self.assertTrue([one for one in lines if words in one.text], f"{page} has no line with {words}")
        for one in lines:
            act = next((act for words, act in acts.items() if words in one.text), self.run_line)
            act(one)

    def serve_site(self, one):
        """Starts `serve --http` until its site has answered."""
        self.need_strict_sandbox()
        text = one.text.replace("127.0.0.1:8080", "127.0.0.1:0 --listen 127.0.0.1:0")
        process, found = self.start_line(one, text, r"Web report at (http://\S+)")
        self.assertIn(b"games", fetch(found[1].rstrip("/") + "/api/v1/site")[1])
        self.end(process)

    # ---- What pages take for granted.

    def make_bot(self, folder, name="mybot", sample="template", **fields):
        shutil.copytree(SAMPLE_BOTS / sample, folder)
        manifest = dict(json.loads((folder / "bot.json").read_text()), name=name, **fields)
        (folder / "bot.json").write_text(json.dumps(manifest))
        return folder

    def make_certificate(self):
        """Makes a certificate with the file names of the pages, which clients trust."""
        super().make_certificate()
        shutil.copy(self.certificate, self.checkout / "chain.pem")
        shutil.copy(self.folder / "host.key", self.checkout / "key.pem")
        self.environment["FLAGFALL_TLS_CA"] = str(self.certificate)

    # ---- What came of it.

    def assert_all_games_were_played(self):
        games = self.games()
        self.assertTrue(games)
        for game in games:
            self.assertNotIn(game["outcome"]["reason"], ("REASON_FORFEIT_NO_SHOW", "REASON_DISCONNECTED",
                                                         "REASON_ILLEGAL_ACTION"), game)
