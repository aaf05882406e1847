"""People who play on the site against bots while its server is killed again and again, as threads."""

import functools
import http.client
import json
import time
import urllib.parse

from account_site import posted
from programme import PLAYERS
from site_player import PlayerByChance, Stream
from visitors import Visitor

RULESETS = ["barrage", "bluffing", "cards", "gogo"]
GAMES_MAX = 3
# Between two acts, and between two challenges.
ACTS_AFTER_S, CHALLENGES_AFTER_S = 0.03, 15
# Within this time of its end a game is stored, and its challenge is over.
STORED_WITHIN_S = 3
# There was too much, or the server is overloaded.
AGAIN = (429, 503)


class Person(PlayerByChance, Visitor):
    """One who has signed in, challenges bots one after the other, and plays by chance; once told to stop, to the end of the challenge."""

    def __init__(self, arena, name, token, seed):
        Visitor.__init__(self, arena, f"{name} {seed}")
        self.bot, self.token, self.cookie = name, token, None
        # The games of each challenge that was answered, by its id; how many were not answered, of which nobody knows.
        self.asked, self.unanswered = {}, 0
        # When each game was over, and how: (seconds, result, reason).
        self.told = {}

    # ---- The site.

    def connect(self):
        where = urllib.parse.urlsplit(self.arena.site)
        return http.client.HTTPConnection(where.hostname, where.port, timeout=60)

    def answered(self, what, ask):
        while True:
            connection = self.connect()
            try:
                answer, text = ask(connection)
            finally:
                connection.close()
            if answer.status == 200:
                return answer, json.loads(text)
            if answer.status == 401:
                # A server that is started again knows no sessions of the one before.
                raise ConnectionError(f"{what}: {text[:300]}")
            if answer.status not in AGAIN:
                raise AssertionError(f"{what}: {answer.status} {text[:300]}")
            time.sleep(0.5)

    def post(self, path, **message):
        return self.answered(path, lambda connection: posted(self.arena.site, connection, path, message, Cookie=self.cookie))

    @functools.cache
    def rulesets(self):
        return self.get("rulesets")

    def api(self, path):
        """A page asks for the rulesets once."""
        return self.rulesets() if path == "rulesets" else self.get(path)

    def get(self, path):
        def ask(connection):
            connection.request("GET", f"/api/v1/{path}")
            answer = connection.getresponse()
            return answer, answer.read().decode()
        return self.answered(path, ask)[1]

    def act(self, **message):
        time.sleep(ACTS_AFTER_S)
        self.post(f"play/{self.bot}", **message)

    # ---- Challenges.

    def visit(self):
        self.cookie = None
        signed_in, _ = self.post("session", token=self.token)
        self.cookie = signed_in.getheader("set-cookie").partition(";")[0]
        stream = Stream(self, self.bot, self.cookie, tells_beats=True)
        try:
            self.play(stream)
        finally:
            stream.close()

    def play(self, stream):
        if self.has_none_open(STORED_WITHIN_S):
            self.challenge()
        for name, message in stream.events():
            if name == "end":
                raise AssertionError(f"the page is told to end: {message}")
            if "game_error" in message:
                self.wrong.append(f"{self.bot}: {message}")
            self.answer_to(message, self.chance)
            over = message.get("game_over")
            if over:
                # Its bytes are kept for tests that look at them.
                stream.bytes = b""
                self.told[over["game_id"]] = (self.arena.now(), over["outcome"].get("result"), over["outcome"]["reason"])
            # The end of one that was played to its end before a kill is told by nothing else.
            if (name == "beat" and self.has_none_open(0)) or (over and self.is_last(over) and self.has_none_open(STORED_WITHIN_S)):
                if self.stop.wait(CHALLENGES_AFTER_S):
                    return
                self.challenge()
        raise EOFError("the stream has ended")

    def is_last(self, over):
        """Perhaps; also of a challenge of which nothing is known."""
        tournament, _, number = over["game_id"].partition("-")
        return int(number) == self.asked.get(int(tournament), int(number))

    def has_none_open(self, within_s):
        end = time.monotonic() + within_s
        while any(row["spec"]["bots"][0] == self.bot and row["state"] != "STATE_FINISHED"
                  for row in self.api("tournaments?page_size=50").get("tournaments", [])):
            if time.monotonic() > end:
                return False
            time.sleep(0.2)
        return True

    def challenge(self):
        ruleset, games = self.chance.choice(RULESETS), self.chance.randint(1, GAMES_MAX)
        spec = {"bots": [self.bot, self.chance.choice(PLAYERS[ruleset])], "ruleset": {"id": ruleset}, "games": games, "concurrency": 1,
                "time_control": "60+1 setup=60"}
        self.unanswered += 1
        _, made = self.post("call/CreateChallenge", spec=spec)
        self.unanswered -= 1
        self.asked[made["id"]] = games
