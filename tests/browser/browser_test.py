#!/usr/bin/env python3
"""The web report in Chromium: a server and a static site with what real tournaments have made."""

import contextlib
import functools
import http.server
import json
import os
import pathlib
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import unittest

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "e2e"))

from arena import SAMPLE_BOTS  # noqa: E402
from server import ServerTest  # noqa: E402

# Which bots play what, so that every kind of game is there.
TOURNAMENTS = {"barrage": "random,sergeant,scout", "bluffing": "random,sergeant", "cards": "random,cardsharp", "gogo": "random,skirmisher"}
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")


@unittest.skipUnless(shutil.which("node") and pathlib.Path(CHROMIUM).exists(), "needs node (./dev setup) and chromium (./dev test)")
class BrowserTest(ServerTest):
    def serve_site(self, *flags):
        self.serve("--http", "127.0.0.1:0", *flags)
        return self.site.rstrip("/") + "/"

    def in_browser(self, test, site, **environment):
        # What comes after it is tried too.
        with self.subTest(test), tempfile.TemporaryFile("w+") as shown:
            node = subprocess.Popen(["node", "--test", "--test-concurrency=1", str(HERE / test)], stdout=shown, stderr=subprocess.STDOUT,
                                    env=dict(os.environ, SITE=site, **environment), start_new_session=True)
            try:
                done = node.wait(timeout=2400)
            except subprocess.TimeoutExpired as expired:
                # What it has shown until then says which test it was.
                done = str(expired)
                # The file runs in a child of its own, which has a browser.
                os.killpg(node.pid, signal.SIGKILL)
                node.wait()
            shown.seek(0)
            self.assertEqual(done, 0, shown.read()[-10000:])

    def copy_of(self, sample, name, **fields):
        folder = self.folder / "copies" / name
        shutil.copytree(SAMPLE_BOTS / sample, folder)
        manifest = json.loads((folder / "bot.json").read_text())
        (folder / "bot.json").write_text(json.dumps(dict(manifest, name=name, **fields)))
        return folder


class ManyPagesTest(BrowserTest):
    def test_many_pages_of_one_browser(self):
        for name in ("stroller", "ambler"):
            play_on = self.add_stroller(pause_ms=500, name=name)
        site = self.serve_site()
        self.ask(self.zoe, "tournament", "create", "--bots", "stroller,ambler", "--ruleset", "barrage", "--tc", "60+1", "--games", 2,
                 "--max-plies-without-capture", 0)
        self.in_browser("many_pages.test.mjs", site, PLAY_ON=str(play_on))


class FirstArenaTest(BrowserTest):
    def test_an_arena_without_a_rated_game(self):
        self.add_sample("random", "sergeant")
        site = self.serve_site()
        begin = self.command(*self.at_server(self.zoe), "tournament", "create", "--bots", "random,sergeant", "--ruleset", "duel",
                             "--tc", "2+0.02", "--games", 2)
        self.in_browser("first_arena.test.mjs", site, BEGIN=json.dumps(begin))


class PlayTest(BrowserTest):
    def play(self, tests, games, games_more=0, opponent="marshal", plays_already=False):
        """Plays so many games; the tests play up to `games_more` further ones where a game was over too soon."""
        for name in ("random", opponent):
            self.flagfall("bot", "challenges", name, "on")
        site = self.serve_site()
        token = self.owner("ann")
        if plays_already:
            self.ask(token, "bot", "remote", "person", "--rulesets", "gogo")
        for test in tests:
            self.in_browser(test, site, TOKEN=token, OPPONENT=opponent)
        self.assertEqual(self.end_server(), 0)
        stored = len(self.games())
        self.assertIn(stored, range(games, games + games_more + 1))
        self.assertIn(f"{stored} games refereed again, all equal", self.flagfall("verify", "--all").stdout)

    def test_a_person_plays(self):
        self.add_sample("random", "marshal")
        self.play(["play.test.mjs", "play_ways.test.mjs"], games=6, games_more=7)

    def test_a_person_plays_gogo(self):
        self.add_sample("random")
        self.add_program("homely", "fixed_gogo.py", {"roles": "SOLDIER,WORKER,TRAP,MONARCH"}, rulesets=["gogo"])
        self.play(["play_field.test.mjs", "play_rounds.test.mjs"], games=3, opponent="homely", plays_already=True)


class RatedPlayTest(BrowserTest):
    def test_a_person_plays_rated_games(self):
        self.add_sample("random")
        self.flagfall("bot", "challenges", "random", "on")
        site = self.serve_site()
        token = self.owner("ann")
        self.ask(token, "bot", "remote", "person", "--rulesets", "barrage,duel")
        self.in_browser("rated_play.test.mjs", site, TOKEN=token, RATED="")
        self.assertEqual(self.end_server(), 0)
        self.in_browser("rated_play.test.mjs", self.serve_site("--challenges", "rated"), TOKEN=token, RATED="yes")
        self.assertEqual(self.end_server(), 0)
        self.assertEqual([game["rating"]["pool"] for game in self.games()], 3 * ["barrage[open]"])
        self.flagfall("db", "check")


class AccountPagesTest(BrowserTest):
    def test_what_owners_and_hosts_do_in_the_browser(self):
        self.add_sample("random")
        play_on = self.add_stroller(pause_ms=1000)
        site = self.serve_site()
        self.ask(self.zoe, "bot", "challenges", "stroller", "on")
        ann = self.owner("ann")
        # One ruleset is checked more quickly than four.
        self.ask(ann, "bot", "submit", self.copy_of("template", "sent", rulesets=["barrage"]))
        wally = self.worker_that_was_here("wally", "cellar", "attic")
        site = self.suspect("attic")
        archive = shutil.make_archive(str(self.folder / "dropped"), "gztar", self.copy_of("template", "dropped", rulesets=["barrage"]))
        self.in_browser("account_ways.test.mjs", site, ANN=ann, ZOE=self.zoe)
        self.in_browser("account.test.mjs", site, ARCHIVE=archive, ANN=ann, ZOE=self.zoe, WALLY=wally, PLAY_ON=str(play_on))

    def worker_that_was_here(self, user, *names):
        """The token of a user with workers that have asked for games once."""
        self.ask(self.zoe, "user", "add", user, "--role", "worker")
        token = self.ask(self.zoe, "token", "create", user).stdout.strip()
        for name in names:
            worker = self.start(*self.at_server(token), "worker", "--name", name, "--folder", self.folder / name)
            self.wait_for(lambda: any(one["name"] == name for one in self.asked(self.zoe, "cluster", "workers", "list")), "the worker")
            worker.terminate()
            worker.wait()
        return token

    def suspect(self, name):
        """Has the ledger say that a worker is suspected, as it does when a record of its did not verify; the server's site from then on."""
        # What was sent in would fail with the server.
        self.wait_for(lambda: all(one["state"] == "STATE_READY" for one in self.asked(self.zoe, "bot", "submissions")), "the end of the check", 0.5)
        self.assertEqual(self.end_server(), 0)
        with contextlib.closing(sqlite3.connect(self.home / "flagfall.db")) as ledger, ledger:
            changed = ledger.execute("UPDATE workers SET suspected_reason = 'a record of its did not verify' WHERE name = ?", [name])
            self.assertEqual(changed.rowcount, 1)
        return self.serve_site()


class WebTest(BrowserTest):
    def setUp(self):
        super().setUp()
        self.add_sample("random", "sergeant", "scout", "marshal", "cardsharp", "skirmisher")
        for ruleset, bots in TOURNAMENTS.items():
            self.flagfall("tournament", "run", "--bots", bots, "--ruleset", ruleset, "--tc", "2+0.02", "--seed", 5)
        # Every part of a tournament's page: rounds, a bracket, the course of a test.
        for bots, *flags in (("random,sergeant,scout,marshal", "--format", "swiss", "--rounds", 2),
                             ("random,sergeant,scout,marshal", "--format", "knockout"),
                             ("sergeant,random", "--format", "sprt", "--sprt", "elo0=0", "elo1=200", "--rounds", 20)):
            self.flagfall("tournament", "run", "--bots", bots, "--ruleset", "duel", "--tc", "2+0.02", "--seed", 5, *flags)
        self.play_hostile()

    def play_hostile(self):
        words = json.loads((HERE / "bots" / "hostile" / "words.json").read_text())
        folder = self.copy_of("template", "hostile", description=words[0], author=words[1],
                              command=["/usr/bin/python3", "hostile.py"])
        shutil.copytree(HERE / "bots" / "hostile", folder, dirs_exist_ok=True)
        self.flagfall("bot", "add", folder)
        self.flagfall("tournament", "run", "--bots", "hostile,random", "--ruleset", "classic", "--tc", "5+0.05", "--seed", 5,
                      "--name", words[2])

    def test_server(self):
        site = self.serve_site()
        self.in_browser("front.test.mjs", site)
        self.in_browser("game.test.mjs", site)
        self.in_browser("uncertainty.test.mjs", site)
        self.in_browser("rules.test.mjs", site)
        self.in_browser("guides.test.mjs", site)
        self.in_browser("embed.test.mjs", site)
        self.in_browser("game_layout.test.mjs", site)
        self.in_browser("reading.test.mjs", site)
        self.in_browser("connection.test.mjs", site)
        self.in_browser("pages.test.mjs", site)
        self.in_browser("hostile.test.mjs", site)

    def test_tournament_of_eight_live(self):
        walkers = [f"walker-{number}" for number in range(3)]
        for name in walkers:
            self.flagfall("bot", "add", self.copy_of("random", name))
        # A game against a strong bot is over after some fifteen plies: the page that follows it must come before.
        play_on = self.add_stroller(pause_ms=1000)
        site = self.serve_site()
        bots = ",".join(["random", "sergeant", "scout", "marshal", *walkers, "stroller"])
        begin = self.command(*self.at_server(self.zoe), "tournament", "create", "--bots", bots, "--ruleset", "barrage",
                             "--tc", "60+1", "--json")
        self.in_browser("live.test.mjs", site, BEGIN=json.dumps(begin), PLAY_ON=str(play_on))

    def test_files(self):
        folder = self.folder / "site"
        self.flagfall("report", "--out", folder)
        handler = functools.partial(QuietFiles, directory=str(folder))
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as files:
            threading.Thread(target=files.serve_forever, daemon=True).start()
            site = f"http://127.0.0.1:{files.server_port}/"
            self.in_browser("front.test.mjs", site)
            self.in_browser("game.test.mjs", site)
            self.in_browser("uncertainty.test.mjs", site)
            self.in_browser("rules.test.mjs", site)
            self.in_browser("pages.test.mjs", site)
            self.in_browser("hostile.test.mjs", site)
            files.shutdown()


class QuietFiles(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


if __name__ == "__main__":
    unittest.main()
