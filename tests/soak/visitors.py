"""The visitors of the server while it plays, as threads. Each goes on when the server is back, and keeps the errors that it saw."""

import asyncio
import collections
import http.client
import json
import random
import re
import shutil
import subprocess
import threading
import time
import urllib.parse

from arena import SAMPLE_BOTS
from web_watchers import WebWatchers

PAGES_A_SECOND = 4
# The same few finished games are loaded again and again: answers that never change are cached up to 64 MiB, and that growth would
# hide other growth.
GAMES_LOADED = 8
# The allowed statuses of an existing page: also for a game that does not exist or must not be shown yet, and for overload.
ANSWERS = {200, 404, 409, 429, 503}
LINE = re.compile(r"^(\d+)(?:/(\d+))?  (\d+-\d+)  (\S+) - (\S+): .*, (\w+), (\d+) pl(?:y|ies)(.*)$")


class Visitor(threading.Thread):
    """`arena` is the soak test, whose server may be away at any time."""

    def __init__(self, arena, seed=0):
        super().__init__(daemon=True)
        self.arena, self.chance = arena, random.Random(f"{type(self).__name__} {seed}")
        self.stop = threading.Event()
        self.wrong = []

    def run(self):
        while not self.stop.is_set():
            life = self.arena.life_now()
            if life is None:
                time.sleep(0.1)
                continue
            try:
                self.visit()
            except (OSError, EOFError, http.client.HTTPException) as error:
                # Waits until it is known whether the server was killed.
                time.sleep(1)
                if self.arena.life_now() == life:
                    self.wrong.append(f"{type(self).__name__}: life {life}: {error!r}")
            except Exception as error:
                self.wrong.append(f"{type(self).__name__}: life {life}: {error!r}")
                raise

    def visit(self):
        raise NotImplementedError


class Watchers(Visitor):
    """Browsers that watch running games."""

    def __init__(self, arena, count):
        super().__init__(arena)
        self.count = count
        self.events = 0

    def visit(self):
        asyncio.run(self.watch())

    async def watch(self):
        watchers = WebWatchers(urllib.parse.urlsplit(self.arena.site).port)
        tasks = [asyncio.create_task(watchers.watch(number)) for number in range(self.count)]
        done = []
        while not self.stop.is_set() and not done:
            done, _ = await asyncio.wait(tasks, timeout=0.5, return_when=asyncio.FIRST_EXCEPTION)
        for task in tasks:
            task.cancel()
        self.events += watchers.events
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            if not isinstance(result, asyncio.CancelledError):
                raise result


class PageLoader(Visitor):
    """Loads every kind of page."""

    def __init__(self, arena, seed):
        super().__init__(arena, seed)
        self.answers = collections.Counter()

    def path(self):
        game = f"games/{self.chance.randrange(1, 4)}-{self.chance.randrange(1, GAMES_LOADED + 1)}"
        tournament = f"tournaments/{self.chance.choice([1, 2, 3, max(self.arena.playing, 1)])}"
        bot = self.chance.choice(["random", "scout", "rover", "far"])
        return self.chance.choice([
            "", "/api/v1/" + self.chance.choice([
                "site", "status", "rulesets", "leaderboards/barrage", "leaderboards/classic", "bots", f"bots/{bot}", "tournaments",
                "tournaments?page_size=5", tournament, tournament, f"{tournament}/rounds/1", "games", f"games?bot={bot}",
                "games?ruleset_id=cards&result=draw", game, game, f"{game}/record", f"{game}/text", f"{game}/xml"])])

    def visit(self):
        where = urllib.parse.urlsplit(self.arena.site)
        connection = http.client.HTTPConnection(where.hostname, where.port, timeout=60)
        try:
            # Several pages by one connection, as a browser does.
            for _ in range(10):
                path = self.path()
                connection.request("GET", path or "/", headers={"Accept-Encoding": "gzip"})
                answer = connection.getresponse()
                body = answer.read()
                self.answers[answer.status] += 1
                if answer.status not in ANSWERS:
                    self.wrong.append(f"GET {path}: {answer.status} {body[:200]}")
                if self.stop.wait(1 / PAGES_A_SECOND):
                    return
        finally:
            connection.close()


class Follower(Visitor):
    """Watches one tournament by gRPC, and keeps what is reported as stored."""

    def __init__(self, arena, tournament):
        super().__init__(arena)
        self.tournament = tournament
        # (red, blue, reason, plies) of each game that counts.
        self.told = {}
        self.games_left = None

    def visit(self):
        watch = subprocess.Popen(self.arena.command(*self.arena.at_server(self.arena.zoe), "tournament", "watch", self.tournament),
                                 env=self.arena.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        # A tournament has few notices.
        with watch:
            for line in watch.stdout:
                if not self.stop.is_set() and (found := LINE.match(line)):
                    self.take(*found.groups())
            error = watch.stderr.read()
        if watch.returncode != 0:
            raise OSError(f"tournament watch {self.tournament}: {error}")
        self.stop.set()

    def take(self, stored, total, game, red, blue, reason, plies, more):
        if total:
            self.games_left = int(total) - int(stored)
        if "to be played again" not in more:
            self.told[game] = (red, blue, reason, int(plies))


class Submitter(Visitor):
    """An owner who submits a bot, and a new version each time a submission is over."""

    def __init__(self, arena, owner_token):
        super().__init__(arena)
        self.token = owner_token
        self.versions = self.ready = self.interrupted = 0

    def visit(self):
        self.versions += 1
        folder = self.arena.folder / "submitted" / f"version-{self.versions}"
        shutil.copytree(SAMPLE_BOTS / "template", folder)
        manifest = json.loads((folder / "bot.json").read_text())
        (folder / "bot.json").write_text(json.dumps({**manifest, "version": f"0.{self.versions}"}))
        life = self.arena.life_now()
        sent = subprocess.run(self.arena.command(*self.arena.at_server(self.token), "bot", "submit", folder),
                              env=self.arena.environment, capture_output=True, text=True)
        shutil.rmtree(folder)
        if sent.returncode == 0:
            self.ready += 1
            self.stop.wait(self.arena.flags.submit_every_s)
            return
        time.sleep(1)
        self.interrupted += 1
        if self.arena.life_now() == life and "submit it again" not in sent.stderr:
            self.wrong.append(f"submission {self.versions}: {sent.stdout}{sent.stderr}")
