"""People who play on the site: by the referee and the clocks of all others, with nothing of their opponent's before it is known."""

import json
import random
import re
import shutil
import unittest

from account_site import AccountTest
from arena import BOTS, SAMPLE_BOTS

TYPES = ["", *(f"PIECE_TYPE_{name}" for name in ("SPY", "SCOUT", "MINER", "SERGEANT", "LIEUTENANT", "CAPTAIN", "MAJOR", "COLONEL", "GENERAL",
                                                 "MARSHAL", "BOMB", "FLAG"))]
# What is no two games' alike: their ids, their seeds' hashes, and the time that was used.
WORLD = re.compile(r'("(?:game_id|seed_sha256|red_clock_micros|blue_clock_micros)"): "[^"]*"')


class Stream:
    """The events of a page that shows a person's games."""

    def __init__(self, test, bot, cookie, seen=None):
        self.connection = test.connect()
        headers = {"Cookie": cookie, **({"Last-Event-ID": str(seen)} if seen is not None else {})}
        self.connection.request("GET", f"/account/play/{bot}/events", headers=headers)
        self.answer = self.connection.getresponse()
        test.assertEqual(self.answer.status, 200, self.answer.read(300) if self.answer.status != 200 else "")
        # Of the events so far: their ids, and all bytes that have come.
        self.seen, self.bytes = 0, b""

    def events(self):
        event = {}
        for line in self.answer:
            self.bytes += line
            line = line.decode().rstrip("\n")
            name, _, value = line.partition(": ")
            if line:
                event[name] = value
            elif "event" in event:
                self.seen = int(event.get("id", self.seen))
                yield event["event"], json.loads(event["data"])
                event = {}

    def close(self):
        self.answer.close()
        self.connection.close()


class SitePlay(AccountTest):
    def setUp(self):
        super().setUp()
        self.cookie = self.sign_in(self.ann)
        self.call(self.cookie, "CreateRemoteBot", manifest={"name": "ann", "version": "1", "rulesets": ["barrage", "bluffing"]})

    def add_bots(self):
        super().add_bots()
        behind = "FLAG=60,SPY=62,SCOUT=63,SCOUT=64,MINER=65,BOMB=66"
        self.add_fixed("here", f"MARSHAL=68,GENERAL=69,{behind}")
        self.add_fixed("there", f"MARSHAL=69,GENERAL=68,{behind}")
        for name in ("random", "here", "there"):
            self.flagfall("bot", "challenges", name, "on")

    def add_fixed(self, name, army):
        """A bot that always sets up like that, and plays the same in the same position."""
        options = [{"name": "army", "type": "TYPE_STRING", "default_value": army}]
        folder = self.write_bot(name, command=["/usr/bin/python3", "fixed.py"], options=options)
        shutil.copy(BOTS / "fixed.py", folder)
        for package in ("flagfall_bot", "flagfall"):
            shutil.copytree(SAMPLE_BOTS / "template" / package, folder / package)
        self.flagfall("bot", "add", folder)

    def challenge(self, **spec):
        made = self.call(self.cookie, "CreateChallenge", spec={"bots": ["ann", "random"], "ruleset": {"id": "barrage"}, "games": 1,
                                                               "time_control": "600+10 setup=300", **spec})
        return made["id"]

    def act(self, **message):
        self.post("play/ann", message, cookie=self.cookie)

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
        asked = message.get("decision_required") or message.get("game_resumed", {}).get("decision_required")
        if not asked:
            return
        action = self.set_up(self.side, chance) if asked["kind"] == "DECISION_KIND_SET_UP" else chance.choice(asked["legal_actions"])
        self.act(act={"game_id": asked["game_id"], "decision": asked["decision"], "action": action, "comment": "by hand"})

    def play(self, stream, chance, until=lambda message: "game_over" in message):
        for name, message in stream.events():
            self.assertEqual(name, "play", message)
            self.answer_to(message, chance)
            if until(message):
                return message
        self.fail("the stream has ended")

    def test_a_whole_game_against_a_bot(self):
        self.play_whole("barrage")

    def test_a_whole_game_of_claims(self):
        self.play_whole("bluffing")

    def play_whole(self, ruleset):
        stream = Stream(self, "ann", self.cookie)
        tournament = self.challenge(ruleset={"id": ruleset})
        over = self.play(stream, random.Random(1))["game_over"]
        self.wait_for(lambda: self.asked("", "tournament", "show", str(tournament))[0]["state"] == "STATE_FINISHED", "the end")
        game, = self.asked("", "game", "list")
        self.assertEqual({game["red"], game["blue"]}, {"ann", "random"})
        self.assertEqual(game["outcome"]["result"], over["outcome"]["result"])
        self.assertNotIn(game["outcome"]["reason"], ("REASON_FORFEIT_NO_SHOW", "REASON_DISCONNECTED", "REASON_OUT_OF_TIME", "REASON_ILLEGAL_ACTION"))
        self.assertNotIn("rating", game)
        stream.close()
        self.assertEqual(self.end_server(), 0)
        self.assertIn("1 game refereed again, all equal", self.flagfall("verify", "--all").stdout)

    def test_a_page_that_is_loaded_again_has_everything(self):
        chance = random.Random(2)
        first = Stream(self, "ann", self.cookie)
        self.challenge()
        plies = lambda message: message.get("decision_required", {}).get("decision") == 4
        self.play(first, chance, until=plies)
        # The same page after its stream broke, and another one from the beginning.
        seen = first.seen
        first.close()
        again = Stream(self, "ann", self.cookie, seen=seen - 1)
        self.assertTrue(plies(next(again.events())[1]))
        whole = Stream(self, "ann", self.cookie)
        events = whole.events()
        # From the beginning of the game, which was told behind the welcome.
        told = [next(events)[1] for _ in range(seen - 1)]
        self.assertIn("game_started", told[0])
        self.assertTrue(plies(told[-1]))
        self.act(resign={"game_id": "1-1"})
        for stream in (again, whole):
            self.assertEqual(self.play(stream, chance)["game_over"]["outcome"]["reason"], "REASON_RESIGNED")
            stream.close()

    def test_what_the_referee_refuses_is_told_and_changes_nothing(self):
        stream = Stream(self, "ann", self.cookie)
        self.challenge()
        events = stream.events()
        for _, message in events:
            if "decision_required" in message:
                break
        self.act(act={"game_id": "9-9", "decision": 1, "action": {}})
        self.act(accept_draw={"game_id": "1-1"})
        self.act(ping={"nonce": "1"})
        self.act(act={"game_id": "1-1", "decision": 7, "action": {"ply": {"from": 1, "to": 2}}})
        errors = []
        for _, message in events:
            self.assertIn("game_error", message)
            errors.append(message["game_error"]["code"])
            if len(errors) == 3:
                break
        self.assertEqual(errors, ["CODE_UNKNOWN_GAME", "CODE_NO_DRAW_OFFER", "CODE_DECISION_NOT_OPEN"])
        self.post("play/ann", {"nothing": 1}, 400, self.cookie)
        # A set-up that is none costs the game, as it costs any bot's.
        self.act(act={"game_id": "1-1", "decision": 1, "action": {"set_up": {}}})
        name, message = next(events)
        self.assertEqual(message["game_over"]["outcome"]["reason"], "REASON_ILLEGAL_ACTION")
        stream.close()

    def test_nobody_plays_as_anothers_bot(self):
        ben = self.sign_in(self.ben)
        for cookie, status in ((ben, 403), ("", 401)):
            self.post("play/ann", {"resign": {"game_id": "1-1"}}, status, cookie)
            self.get("/account/play/ann/events", status, Cookie=cookie)
        self.get("/account/play/nobody/events", 404, Cookie=ben)
        # A bot that the host starts, also for a host.
        self.get("/account/play/random/events", 409, Cookie=self.sign_in(self.zoe))
        # Nobody has opened a page.
        self.post("play/ann", {"resign": {"game_id": "1-1"}}, 409, self.cookie)

    def test_another_program_of_the_bot_ends_the_page(self):
        stream = Stream(self, "ann", self.cookie)
        events = stream.events()
        self.assertIn("welcome", next(events)[1])
        secret = self.call(self.cookie, "CreateBotToken", bot="ann")["secret"]
        name, why = next(events)
        self.assertEqual(name, "end", why)
        stream.close()
        self.start_remote(secret)
        self.wait_for(lambda: self.api("status").get("bots_connected", 0) == 1, "the program")

    def test_too_many_pages_of_one_game(self):
        streams = [Stream(self, "ann", self.cookie) for _ in range(4)]
        for stream in streams:
            self.assertIn("welcome", next(stream.events())[1])
        fifth = Stream(self, "ann", self.cookie)
        name, why = next(fifth.events())
        self.assertEqual((name, why["code"]), ("end", "RESOURCE_EXHAUSTED"))
        for stream in (*streams, fifth):
            stream.close()

    @staticmethod
    def told_by(message):
        """What a message tells, whatever other message tells it too: chance says which of both sides is ready first."""
        told = []
        for kind, content in message.items():
            for event in content.pop("events", []):
                told += event["pieces_placed"]["pieces"] if "pieces_placed" in event else [event]
            told += [{kind: content}] if content and kind != "events_occurred" else []
        return told

    def heard_in_world(self, name, stream):
        """What the page is sent of a quiet game in which ann is Red, without what differs between any two games."""
        chance, heard = random.Random(3), []
        game = f"{self.challenge(bots=['ann', name])}-1"
        is_new = False
        for _, message in stream:
            is_new = is_new or message.get("game_started", {}).get("game_id") == game
            if not is_new:
                continue
            heard += self.told_by(json.loads(WORLD.sub(r'\1: ""', json.dumps(message)).replace(name, "opponent")))
            self.assertNotIn("game_over", message)
            asked = message.get("decision_required")
            if asked and asked["kind"] == "DECISION_KIND_PLY":
                if asked["decision"] == 9:
                    break
                # An attack would tell what it met.
                quiet = [each for each in asked["legal_actions"] if each["ply"].get("to", 0) < 60]
                asked["legal_actions"] = [chance.choice(quiet)]
            self.answer_to(message, chance)
            if self.side != "SIDE_RED":
                break
        self.act(resign={"game_id": game})
        while "game_over" not in next(stream)[1]:
            pass
        # Chance says who is Red.
        return heard if self.side == "SIDE_RED" else self.heard_in_world(name, stream)

    def test_two_worlds(self):
        """Two games that differ in what the opponent hides: the page is sent the same."""
        stream = Stream(self, "ann", self.cookie)
        events = stream.events()
        here, there = self.heard_in_world("here", events), self.heard_in_world("there", events)
        stream.close()
        self.assertGreater(len(here), 30)
        in_order = lambda told: sorted(json.dumps(each, sort_keys=True) for each in told)
        self.assertEqual(in_order(here), in_order(there))


if __name__ == "__main__":
    unittest.main()
