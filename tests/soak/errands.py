"""What hosts and owners ask of a server while it may be killed at any time, as commands of their own processes, and what they may
rely on once a command has answered that it is done."""

import json
import re
import shutil
import subprocess
import tempfile
import time

from arena import SAMPLE_BOTS
from programme import FORMATS, PLAYERS, made_by, players

# Of each ruleset, and with bots of each language; small, so that tournaments begin and end within a few lives.
GAMES = {"barrage": 24, "duel": 12, "cards": 24, "gogo": 24, "bluffing": 6, "battle": 4, "classic": 4}


# A sign-in link is good for ten minutes, and may be forgotten afterwards.
LINK_IS_GOOD_S = 9 * 60


class Errand:
    """One command; `promise(ledger)` holds from when it has ended well, on, and is made of what it printed."""

    def __init__(self, arena, what, arguments, promise=None, after=None):
        self.what, self.promise, self.after = what, promise, after
        self.output = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(arena.command(*arguments), env=arena.environment, cwd=arena.folder, stdout=self.output,
                                        stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)

    def is_running(self):
        return self.process.poll() is None

    def end(self):
        """Reads what it printed, which is nothing unless it ended well."""
        self.process.wait()
        self.output.seek(0)
        printed = self.output.read()
        self.output.close()
        if self.after:
            self.after(printed if self.process.returncode == 0 else None)
        return printed if self.process.returncode == 0 else None


class Errands:
    """`promised` are pairs of words and a function of the ledger that returns whether it holds; `done` counts by kind."""

    def __init__(self, arena, chance):
        self.arena, self.chance = arena, chance
        self.running, self.promised, self.done, self.made = [], [], {}, 0
        # What was last done to a tournament, and answered; None while that is not known.
        self.standing = {}
        # With too many tournaments at once, starting bots leaves no time for games.
        self.tournaments, self.versions, self.may_begin_more = [], 0, True

    def start(self, what, *arguments, promise=None, after=None):
        self.running.append(Errand(self.arena, what, arguments, promise, after))
        return self.running[-1]

    def names(self):
        return [errand.what for errand in self.running if errand.is_running()]

    def harvest(self, all=False):
        left = []
        for errand in self.running:
            if errand.is_running() and not all:
                left.append(errand)
                continue
            printed = errand.end()
            if printed is not None:
                self.done[errand.what] = self.done.get(errand.what, 0) + 1
                if errand.promise and (found := errand.promise(printed)):
                    self.promised.append(found)
        self.running = left

    # ---- Each kind.

    def any(self):
        kinds = [self.user, self.token, self.link, self.steer, self.steer, self.submit]
        return self.chance.choice(kinds + ([self.challenge, self.tournament] if self.may_begin_more else []))()

    def as_host(self, *arguments):
        return [*self.arena.at_server(self.arena.zoe), *arguments]

    def user(self):
        self.made += 1
        name = f"owner{self.made}"
        return self.start("user add", *self.as_host("user", "add", name),
                          promise=lambda _: (f"user {name}", lambda ledger: ledger.has_user(name)))

    def token(self):
        return self.start("token create", *self.as_host("token", "create", "ann"),
                          promise=lambda text: (f"token {text[:8]}", lambda ledger: ledger.has_token(text.strip())))

    def link(self):
        until = time.monotonic() + LINK_IS_GOOD_S

        def is_good(text):
            secret = text.strip().rpartition("/")[2]
            return "sign-in link", lambda ledger: time.monotonic() > until or ledger.has_link(secret)
        return self.start("token link", *self.as_host("token", "link", "ann"), promise=is_good)

    def challenge(self):
        ruleset = self.chance.choice(["barrage", "duel"])
        return self.start("challenge", *self.arena.at_server(self.arena.ann), "challenge", "far", "random", "--ruleset", ruleset,
                          "--games", 2, "--no-watch", "--json", promise=self.is_there)

    def is_there(self, text):
        id = json.loads(text.splitlines()[0])["id"]
        return f"tournament {id}", lambda ledger: ledger.has_tournament(id)

    def tournament(self):
        self.made += 1
        format, ruleset = self.chance.choice(list(FORMATS)), list(GAMES)[self.made % len(GAMES)]
        good = [name for name in PLAYERS[ruleset] if name != "plodder"]
        bots = players(self.chance, format, self.chance.sample(good, self.chance.randrange(2, 1 + min(4, len(good)))))
        if ruleset == "barrage" and format not in ("sprt", "tune"):
            bots.append("far")
        flags, _, _ = FORMATS[format](len(bots), GAMES[ruleset])
        return self.start("tournament create", *self.as_host(*made_by(format, bots)), "--ruleset", ruleset, *flags, "--tc", "60+1",
                          "--max-plies", 400, "--concurrency", 3, "--json", promise=self.queued)

    def queued(self, text):
        promised = self.is_there(text)
        self.tournaments.append(json.loads(text.splitlines()[0])["id"])
        return promised

    def steer(self):
        """Pauses, cancels or resumes one of the newest; between the command and its answer nothing is known of its state."""
        if not self.tournaments:
            return self.user()
        id = self.chance.choice(self.tournaments[-4:])
        how = self.chance.choice(["pause", "cancel", "resume", "resume"])
        self.standing[id] = None
        busy = f"tournament {how}"

        def after(printed):
            if printed is not None and not any(other.is_running() and other.what.startswith("tournament ") for other in self.running):
                self.standing[id] = {"pause": "paused", "cancel": "cancelled"}.get(how)
        return self.start(busy, *self.as_host("tournament", how, id), after=after)

    def submit(self, filler_bytes=0):
        """Another version of the owner's bot, with as many bytes that do not pack."""
        self.versions += 1
        folder = self.arena.folder / "submitted" / f"version-{self.versions}"
        shutil.copytree(SAMPLE_BOTS / "template", folder)
        manifest = json.loads((folder / "bot.json").read_text())
        (folder / "bot.json").write_text(json.dumps({**manifest, "version": f"0.{self.versions}"}))
        (folder / "filler").write_bytes(self.chance.randbytes(filler_bytes))

        def is_ready(text):
            name = re.search(r"Ready: (\S+)", text)[1]
            return f"bot {name}", lambda ledger: self.is_whole(ledger, name)
        return self.start("bot submit", *self.arena.at_server(self.arena.ann), "bot", "submit", folder, promise=is_ready,
                          after=lambda _: shutil.rmtree(folder))

    def is_whole(self, ledger, name):
        """A retired version stays an entry, and needs files no more."""
        return ledger.folder_of_bot(name) and (ledger.is_retired(name) or (self.arena.home / "bots" / name / "bot.json").exists())

    def wrong(self, ledger):
        wrong = [f"lost: {what}, which was answered to be there" for what, holds in self.promised if not holds(ledger)]
        wrong += [f"changed: tournament {id} was answered to be {standing}, and is {ledger.standing(id)}"
                  for id, standing in self.standing.items() if standing and ledger.standing(id) != standing]
        return wrong
