"""Runs the commands of arena/README.md: a home, bots of others, a server, and the web report."""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import time
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))

from page_home import ADDRESS, PATIENCE_S, ROOT, SAMPLE_BOTS, PageTest, fetch  # noqa: E402
from pages import fragment  # noqa: E402


class HostsGuide(PageTest):
    def setUp(self):
        self.need_strict_sandbox()
        super().setUp()
        self.make_certificate()
        self.make_bot(self.checkout / "mybot", rulesets=["barrage"])
        subprocess.run(["tar", "-czf", self.checkout / "mybot.tar.gz", "-C", self.checkout, "mybot"], check=True)
        self.tokens = {}
        self.process = None

    def test_page(self):
        self.run_page("arena/README.md", {
            "token create": self.create_token,
            "serve --listen": self.serve_as_shown,
            "FLAGFALL_SERVER=": self.choose_server,
            "bot challenges": lambda one: self.run_line(one, TOKEN_OF_CALLER=self.tokens["zoe"]),
            "# an owner": self.as_owner,
            "# a host": self.as_host,
            "serve --http": self.serve_site,
            "report --out": self.report,
            "serve --backup-dir": self.serve_backups,
            "tune marshal": self.tune,
            "user invite": self.invite,
            "tournament create --bots all": self.schedule,
            "register CODE": self.register,
            "flagfall copies": self.compare,
        })
        self.assert_all_games_were_played()
        self.assert_home_is_as_shown()

    def test_page_of_many_machines(self):
        self.run_page("arena/cluster/README.md", {
            "token create": self.create_token,
            "serve --listen": self.serve_as_shown,
            "FLAGFALL_SERVER=": self.choose_server,
            "tournament create": lambda one: self.run_line(one, TOKEN_OF_CALLER=self.tokens["zoe"]),
            "worker --games-at-once": self.start_worker,
            "cluster slurm": self.know_flags,
            "cluster workers": self.know_flags,
        })

    def start_worker(self, one):
        """It gets games of the tournament that the page has created before."""
        process, _ = self.start_line(one, one.text, "Worker .* plays 4 at once for tls:", TOKEN_OF_CALLER=self.tokens["cluster"])
        deadline = time.monotonic() + PATIENCE_S
        while not any(int(worker.get("games", 0)) for worker in self.workers_of_server()):
            self.assertLess(time.monotonic(), deadline, "the worker has played no game")
            time.sleep(0.2)
        self.end(process)

    def workers_of_server(self):
        listed = subprocess.run(self.script("flagfall cluster workers list --json"), cwd=self.checkout, capture_output=True, text=True, check=True,
                                env=dict(self.environment, TOKEN_OF_CALLER=self.tokens["zoe"]))
        return [json.loads(line) for line in listed.stdout.splitlines()]

    def know_flags(self, one):
        """tests/cluster runs it where there is Slurm, and e2e_lying_workers where there is a worker to be trusted; here its flags have to be known."""
        command = one.words[1:4]
        help_text = self.flagfall(*command, "--help").stdout
        for word in one.words[4:]:
            if word.startswith("--"):
                self.assertIn(word, help_text)

    def assert_home_is_as_shown(self):
        """Once a bot has been built and checked, and has printed, too."""
        built = self.make_bot(self.folder / "built", name="built", rulesets=["barrage"], build_command=["/bin/echo", "built"])
        self.flagfall("bot", "add", built)
        self.flagfall("bot", "check", built, "--only", 1)
        # One that prints in a game that it plays alone.
        talker = self.make_bot(self.folder / "talker", name="talker", rulesets=["barrage"], command=["/usr/bin/python3", "talker.py"])
        shutil.copy(ROOT / "tests/e2e/bots/talker.py", talker)
        self.flagfall("bot", "add", talker)
        self.flagfall("match", "talker", "sergeant", "--ruleset", "barrage", "--games", 1, "--tc", "60+1")
        for line in fragment("arena/README.md", "flagfall.db ").splitlines():
            shown = line.split()[0]
            self.assertTrue(list(self.home.glob(re.sub("[A-Z]+", "*", shown).rstrip("/"))), shown)

    def tune(self, one):
        self.flagfall("bot", "add", SAMPLE_BOTS / "marshal")
        self.run_line(one)

    def invite(self, one):
        self.code = self.run_line(one, TOKEN_OF_CALLER=self.tokens["zoe"]).split()[0]

    def schedule(self, one):
        """On a day that lies ahead, and taken back, so that all that was begun is finished."""
        day = time.strftime("%Y-%m-%d", time.gmtime(time.time() + 86400))
        shown = self.run_line(one, re.sub(r"\d{4}-\d\d-\d\d", day, one.text), TOKEN_OF_CALLER=self.tokens["zoe"])
        self.assertIn("every 1d", shown)
        self.run_line(one, "flagfall tournament series stop 1", TOKEN_OF_CALLER=self.tokens["zoe"])

    def register(self, one):
        self.assertRegex(self.run_line(one, one.text.replace(ADDRESS, self.reach).replace("CODE", self.code)), "^fft_")

    def compare(self, one):
        shown = self.run_line(one, one.text.replace(" --plies 400", "").partition("#")[0] + " --games 4 --plies 6")
        self.assertIn("more alike", shown)

    def create_token(self, one):
        self.tokens[one.words[3]] = self.run_line(one).strip()

    def serve_as_shown(self, one):
        text = one.text.replace("0.0.0.0:7443", "127.0.0.1:0") + " --http off"
        self.process, found = self.start_line(one, text, r"Serving on (tls:\S+)")
        self.reach = found[1]

    def choose_server(self, one):
        self.assertIn(ADDRESS, one.text)
        self.run_line(one, one.text.replace(ADDRESS, self.reach).replace("fft_...", '"$TOKEN_OF_CALLER"'))

    def run_line(self, one, text=None, **environment):
        return super().run_line(one, text, **{"TOKEN_OF_CALLER": "", **environment})

    def as_owner(self, one):
        shown = self.run_line(one, TOKEN_OF_CALLER=self.tokens["ann"])
        if "bot remote" in one.text:
            self.start_remote(re.search(r"fft_\S+", shown)[0])

    def as_host(self, one):
        self.assertIn("Leaderboard barrage", self.run_line(one, TOKEN_OF_CALLER=self.tokens["zoe"]))
        played = [game for game in self.games() if game["game_id"].startswith("2-")]
        self.assertEqual({bot.partition("@")[0] for game in played for bot in (game["red"], game["blue"])},
                         {"mybot", "farbot", "sergeant"})

    def serve_site(self, one):
        """Ends the former server first, since only one process may write to a home."""
        self.end(self.process)
        self.settings = [text for text in self.settings if "FLAGFALL_SERVER" not in text]
        super().serve_site(one)

    def serve_backups(self, one):
        process, _ = self.start_line(one, one.text + " --listen 127.0.0.1:0 --http off", "Serving on ")
        self.end(process)

    def report(self, one):
        self.assertIn("-m http.server", one.text)
        process, found = self.start_line(one, one.text.replace("http.server", "http.server 0"), r"port (\d+)")
        self.assertTrue(fetch(f"http://127.0.0.1:{found[1]}/data/site.json.gz")[1])
        self.end(process)


if __name__ == "__main__":
    unittest.main()
