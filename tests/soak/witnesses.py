"""Who is told of results and heads while a server is killed again and again, and what each was told. Nothing here asks what is
true: `ledger_proofs.py` holds all of it against the ledger."""

import base64
import datetime
import hashlib
import hmac
import http.client
import json
import queue
import re
import threading
import time
import urllib.parse

from visitors import Follower

LOOK_EVERY_S = 0.05
SAMPLE = re.compile(r'^(flagfall_\w+)(?:\{\w+="(\w+)"\})? (\S+)$', re.M)


def short(name):
    """RESULT_RED_WINS as the ledger has it: red_wins."""
    return name.partition("_")[2].lower()


def micros(time_text):
    whole, _, rest = time_text.rstrip("Z").partition(".")
    seconds = datetime.datetime.fromisoformat(whole + "+00:00").timestamp()
    return int(seconds) * 1_000_000 + int(rest.ljust(6, "0")[:6] or 0)


def told_of(game):
    """What a Game in JSON says of a result, by the names of the ledger's columns."""
    return {"red": game["red"], "blue": game["blue"], "result": short(game["outcome"]["result"]),
            "reason": short(game["outcome"]["reason"]), "plies": game.get("plies", 0), "attempt": game["attempt"],
            "start_time_us": micros(game["start_time"])}


class Told:
    """What anybody was told, by game, with who was told it. Threads add; the run reads what is new."""

    def __init__(self):
        self.lock = threading.Lock()
        self.new, self.seen, self.by = [], set(), {}
        self.heads = {}

    def game(self, who, game_id, facts):
        key = (who, game_id, tuple(sorted(facts.items())))
        with self.lock:
            if key not in self.seen:
                self.seen.add(key)
                self.new.append((who, game_id, facts))
                self.by[who] = self.by.get(who, 0) + 1

    def head(self, head):
        """A head as `db head` prints it: its link and its hash."""
        with self.lock:
            link, digest = int(head.split(":")[2]), head.split(":")[3]
            self.heads.setdefault(link, set()).add((digest, head))

    def copy_of_heads(self):
        with self.lock:
            return {link: set(shown) for link, shown in self.heads.items()}

    def newest_head(self):
        """As `db head` prints it; None as long as none was shown."""
        with self.lock:
            return next((shown[1] for link in sorted(self.heads, reverse=True) for shown in self.heads[link] if len(shown) > 1), None)

    def take(self):
        with self.lock:
            new, self.new = self.new, []
            return new


class SiteReader(threading.Thread):
    """Reads the site's games, heads and figures as fast as it may, over one connection a life."""

    def __init__(self, arena):
        super().__init__(daemon=True)
        self.arena, self.stop = arena, threading.Event()
        # The newest figures of /metrics, and when they were read.
        self.figures, self.read_at = {}, 0.0
        self.wrong = []

    def run(self):
        while not self.stop.wait(LOOK_EVERY_S):
            life = self.arena.life_now()
            if life is None:
                continue
            where = urllib.parse.urlsplit(self.arena.site)
            connection = http.client.HTTPConnection(where.hostname, where.port, timeout=20)
            try:
                while not self.stop.wait(LOOK_EVERY_S):
                    self.look(connection)
            except (OSError, http.client.HTTPException, ValueError):
                # It was killed, perhaps within an answer.
                pass
            finally:
                connection.close()

    def get(self, connection, path):
        connection.request("GET", path)
        answer = connection.getresponse()
        body = answer.read()
        return body.decode() if answer.status == 200 else ""

    def look(self, connection):
        if text := self.get(connection, "/metrics"):
            self.figures = {(name, label): float(value) for name, label, value in SAMPLE.findall(text)}
            self.read_at = time.monotonic()
        if text := self.get(connection, "/api/v1/games?page_size=50"):
            for game in json.loads(text).get("games", []):
                self.arena.told.game("the site's list", game["game_id"], told_of(game))
        if text := self.get(connection, "/api/v1/site"):
            if head := json.loads(text).get("chain_head"):
                self.arena.told.head(head)
        self.get(connection, "/api/v1/feed")


class Listener(Follower):
    """Watches a tournament by gRPC through all lives; ends, told of nothing more, with its last."""

    def run(self):
        while not self.stop.is_set():
            if self.arena.life_now() is None:
                time.sleep(LOOK_EVERY_S)
                continue
            try:
                self.visit()
            except OSError:
                # The server was killed, or the tournament was cancelled; the latter ends the watch as well.
                time.sleep(LOOK_EVERY_S)

    def take(self, stored, total, game, red, blue, reason, plies, more):
        super().take(stored, total, game, red, blue, reason, plies, more)
        if game in self.told:
            self.arena.told.game("a watcher by gRPC", game, {"red": red, "blue": blue, "reason": reason, "plies": int(plies)})


class Reports:
    """What a webhook was sent: each report is signed, and one game is in one report, however often that is sent."""

    def __init__(self, arena, receiver, secret):
        self.arena, self.receiver = arena, receiver
        self.key = base64.b64decode(secret.removeprefix("whsec_"))
        # The names of the reports, by what they are about, and how many came again.
        self.about, self.again = {}, 0
        self.came = threading.Event()
        self.wrong = []

    def read(self):
        while True:
            try:
                headers, body = self.receiver.received.get_nowait()
            except queue.Empty:
                return
            self.take(headers, body)

    def take(self, headers, body):
        signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
        if headers["webhook-signature"] != "v1," + base64.b64encode(hmac.new(self.key, signed, hashlib.sha256).digest()).decode():
            self.wrong.append(f"report {headers['webhook-id']} has no signature of its webhook")
        report = json.loads(body)
        if "game" not in report:
            return
        game = report["game"]
        before = self.about.setdefault(game["game_id"], report["id"])
        if before != report["id"]:
            self.wrong.append(f"game {game['game_id']} is in two reports: {before} and {report['id']}")
        self.again += game["game_id"] in self.about
        self.arena.told.game("a webhook", game["game_id"], told_of(game))
