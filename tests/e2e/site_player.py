"""Somebody who plays on the site, over HTTP as its page does."""

import json

from account_site import AccountTest

TYPES = ["", *(f"PIECE_TYPE_{name}" for name in ("SPY", "SCOUT", "MINER", "SERGEANT", "LIEUTENANT", "CAPTAIN", "MAJOR", "COLONEL", "GENERAL",
                                                 "MARSHAL", "BOMB", "FLAG"))]
# In `gogo`: the cards of a deck, and where each team enters.
DECK = {"ROLE_MONARCH": 1, "ROLE_PEER": 2, "ROLE_MERCHANT": 2, "ROLE_SOLDIER": 2, "ROLE_BLACKSMITH": 3, "ROLE_WORKER": 3, "ROLE_CONSCRIPT": 3,
        "ROLE_ASSASSIN": 2, "ROLE_ENGINEER": 3, "ROLE_TRAP": 2}
BASES = {"SIDE_RED": {"x": 0, "y": 500}, "SIDE_BLUE": {"x": 8000, "y": 2500}}


class Stream:
    """The events of a page that shows a person's games; `tells_beats` has it tell, too, that there was none for a while."""

    def __init__(self, site, bot, cookie, seen=None, tells_beats=False):
        self.connection = site.connect()
        headers = {"Cookie": cookie, **({"Last-Event-ID": str(seen)} if seen is not None else {})}
        self.connection.request("GET", f"/account/play/{bot}/events", headers=headers)
        self.answer = self.connection.getresponse()
        if self.answer.status != 200:
            raise AssertionError(f"{self.answer.status}: {self.answer.read(300)}")
        # Of the events so far: their ids, and all bytes that have come.
        self.seen, self.bytes = 0, b""
        self.tells_beats = tells_beats

    def events(self):
        event = {}
        for line in self.answer:
            self.bytes += line
            line = line.decode().rstrip("\n")
            name, _, value = line.partition(": ")
            if line.startswith(":") and self.tells_beats:
                yield "beat", {}
            elif line:
                event[name] = value
            elif "event" in event:
                self.seen = int(event.get("id", self.seen))
                yield event["event"], json.loads(event["data"])
                event = {}

    def close(self):
        self.answer.close()
        self.connection.close()


class PlayerByChance:
    """Plays one game after the other by chance; whoever is one has `act`, which posts what it does, and `api`, which asks the site."""

    def front_line(self, hand):
        return {"cards": {"front_line": {"types": hand[:5]}}}

    def set_up(self, side, chance):
        """The army on squares that chance says, by what the site tells of the ruleset."""
        guide = next(each for each in self.api("rulesets")["rulesets"] if each["id"] == self.ruleset)["guide"]
        zone = guide["board"]["red_zone" if side == "SIDE_RED" else "blue_zone"]
        types = [TYPES[kind["type"]] for kind in guide["pieces"] for _ in range(kind["count"])]
        return {"set_up": {"placements": [{"square": square, "type": kind} for square, kind in zip(chance.sample(zone, len(types)), types)]}}

    def answer_to(self, message, chance):
        """What a player by chance does."""
        started = message.get("game_started") or message.get("game_resumed", {}).get("game_started")
        if started:
            self.side, self.ruleset = started.get("side"), started["ruleset"]["id"]
            self.color = self.side.removeprefix("SIDE_").lower()
            self.cards = started["view"].get("cards", {}).get(self.color, {})
            self.field = started["view"].get("gogo", {})
        # What was dealt since, which the player may have to lay.
        events = [*message.get("events_occurred", {}).get("events", []), *message.get("decision_required", {}).get("events", [])]
        for change in (change for event in events for change in event.get("cards", {}).get("changes", [])):
            if change["side"] == self.side:
                self.cards = {**self.cards, **{field: change[field] for field in ("hand",) if field in change}}
        for change in (event["gogo"]["changed"] for event in events if "changed" in event.get("gogo", {})):
            self.field = {color: self.changed_team(self.field.get(color, {}), change.get(color, {})) for color in ("red", "blue")}
        asked = message.get("decision_required") or message.get("game_resumed", {}).get("decision_required")
        if not asked:
            return
        action = self.choice(asked, chance)
        self.act(act={"game_id": asked["game_id"], "decision": asked["decision"], "action": action, "comment": "by hand"})

    @staticmethod
    def changed_team(team, change):
        players = {player["number"]: player for player in (*team.get("players", []), *change.get("players", []))}
        left = [player for number, player in sorted(players.items()) if number not in change.get("gone", [])]
        return {"players": left, "lost": [*team.get("lost", []), *change.get("lost", [])]}

    def choice(self, asked, chance):
        if asked.get("legal_actions"):
            return chance.choice(asked["legal_actions"])
        if self.ruleset == "gogo":
            return self.moves(chance)
        return self.front_line(self.cards["hand"]["types"]) if self.ruleset == "cards" else self.set_up(self.side, chance)

    def moves(self, chance):
        """In `gogo`: all step as chance says; who is out of play enters with a card that is left, as long as more may be in play."""
        team = self.field.get(self.color, {})
        players = team.get("players", [])
        cards = [role for role, count in DECK.items() for _ in range(count - [*team.get("lost", []), *(player["role"] for player in players)].count(role))]
        out = [number for number in range(1, 11) if number not in {player["number"] for player in players}][:7 - len(players)]
        steps = [{"number": player["number"], "dx": chance.randint(-500, 500), "dy": chance.randint(-500, 500)} for player in players]
        entries = [{"number": number, "role": role, **BASES[self.side]} for number, role in zip(out, chance.sample(cards, len(cards)))]
        return {"gogo": {"steps": {"steps": steps, "entries": entries}}}


class SitePlayerTest(AccountTest, PlayerByChance):
    """ann, who has signed in and plays on the site; bots that always do the same, each by its options."""

    def setUp(self):
        super().setUp()
        self.cookie = self.sign_in(self.ann)
        self.call(self.cookie, "CreateRemoteBot", manifest={"name": "ann", "version": "1", "rulesets": ["barrage", "bluffing", "cards", "gogo"]})

    def add_bots(self):
        super().add_bots()
        behind = "FLAG=60,SPY=62,SCOUT=63,SCOUT=64,MINER=65,BOMB=66"
        self.add_fixed("here", f"MARSHAL=68,GENERAL=69,{behind}")
        self.add_fixed("there", f"MARSHAL=69,GENERAL=68,{behind}")
        for name in ("first", "last"):
            self.add_program(name, "fixed_cards.py", {"front": name}, rulesets=["cards"])
        for name, roles in (("plain", "SOLDIER,WORKER,TRAP,MONARCH"), ("crossed", "SOLDIER,MONARCH,WORKER,TRAP")):
            self.add_program(name, "fixed_gogo.py", {"roles": roles}, rulesets=["gogo"])
        for name in ("random", "here", "there", "plain", "crossed"):
            self.flagfall("bot", "challenges", name, "on")

    def add_fixed(self, name, army):
        """A bot that always sets up like that, and plays the same in the same position."""
        self.add_program(name, "fixed.py", {"army": army})

    def challenge(self, **spec):
        made = self.call(self.cookie, "CreateChallenge", spec={"bots": ["ann", "random"], "ruleset": {"id": "barrage"}, "games": 1,
                                                               "time_control": "600+10 setup=300", **spec})
        return made["id"]

    def challenge_as(self, side, **spec):
        """A challenge in which ann has that side."""
        made = self.call(self.cookie, "CreateChallenge", side=side, spec={"bots": ["ann", "random"], "ruleset": {"id": "barrage"}, "games": 1,
                                                                         "time_control": "600+10 setup=300", **spec})
        return f"{made['id']}-1"

    def act(self, **message):
        self.post("play/ann", message, cookie=self.cookie)

    def play(self, stream, chance, until=lambda message: "game_over" in message):
        """Answers all that is asked, but not the message at which it stops."""
        for name, message in stream.events():
            self.assertEqual(name, "play", message)
            if until(message):
                return message
            self.answer_to(message, chance)
        self.fail("the stream has ended")
