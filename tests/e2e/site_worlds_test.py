"""People who play on the site are sent nothing of their opponent's before it is known: two games that differ in that alone."""

import hashlib
import json
import random
import re
import unittest

from site_player import BASES, SitePlayerTest, Stream

# What is no two games' alike: their ids, their seeds' hashes, and the time that was used.
WORLD = re.compile(r'("(?:game_id|seed_sha256|red_clock_micros|blue_clock_micros)"): "[^"]*"')
# Of an opponent's front line, which is the same in both worlds of cards.
COMMON_PLACES = 4


class SiteWorlds(SitePlayerTest):
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
        self.assert_same(here, there)

    @staticmethod
    def parts_of(message):
        """What a message of a game of cards tells, piece by piece: chance says which of both sides is ready first."""
        parts = []
        for kind, content in message.items():
            for event in content.pop("events", []):
                cards = event.pop("cards", {})
                for change in cards.pop("changes", []):
                    side = change.pop("side")
                    parts += [{side: place} for place in change.pop("places", [])] + [{side: {field: value}} for field, value in change.items()]
                parts += [event] if event else []
                parts += [{field: value} for field, value in cards.items()]
            parts += [{kind: content}] if content and kind != "events_occurred" else []
        return parts

    def heard_of_cards(self, name, stream, seed):
        """What the page is sent of a game with that seed to ann's third turn as Red, and at the end all of the opponent's cards."""
        self.ask(self.zoe, "tournament", "create", "--bots", f"ann,{name}", "--ruleset", "cards", "--tc", "600+10 setup=300",
                 "--games", 1, "--seed", seed, "--unrated")
        heard, game, turns = [], None, 0
        for _, message in stream:
            game = message.get("game_started", {}).get("game_id", game)
            if game is None:
                continue
            heard += self.parts_of(json.loads(WORLD.sub(r'\1: ""', json.dumps(message)).replace(f'"{name}"', '"opponent"')))
            self.assertNotIn("game_over", message)
            asked = message.get("decision_required", {})
            if asked.get("kind") == "DECISION_KIND_TURN":
                turns += 1
                if turns == 3:
                    break
                # At a card that is the same in both worlds (fixed_cards.py).
                asked["legal_actions"] = [each for each in asked["legal_actions"] if each["cards"].get("attack", {}).get("at", 9) <= COMMON_PLACES]
            self.answer_to(message, random.Random(5))
        self.assertEqual(self.side, "SIDE_RED")
        self.act(resign={"game_id": game})
        over = next(message["game_over"] for _, message in stream if "game_over" in message)
        return heard, over["view"]["cards"]["blue"]

    def test_two_worlds_of_cards(self):
        """The same deal, of which the opponent lays another card at the last place: the page is sent the same as long as that is not shown,
        whatever else is attacked and filled."""
        # The first seed by which the first player of the list is Red (arena/tournament/lots.h).
        place = lambda seed, player: hashlib.sha256(f"flagfall seat {seed} {player}".encode()).digest()
        seed = next(seed for seed in range(1, 100) if place(seed, 0) < place(seed, 1))
        stream = Stream(self, "ann", self.cookie)
        events = stream.events()
        self.assertIn("welcome", next(events)[1])
        (first, cards), (last, other_cards) = (self.heard_of_cards(name, events, seed) for name in ("first", "last"))
        stream.close()
        self.assertNotEqual(cards["front_line"], other_cards["front_line"])
        self.assertEqual(self.count(first, "attack"), 4)
        self.assert_same(first, last)

    def heard_of_field(self, name, stream):
        """What the page is sent of a game in which ann, as Red, walks up to the opponent's first player and fights, and at its end the
        opponent's team."""
        game = self.challenge_as("SIDE_RED", bots=["ann", name], ruleset={"id": "gogo"})
        heard, tick, is_new = [], 0, False
        for _, message in stream:
            is_new = is_new or message.get("game_started", {}).get("game_id") == game
            if not is_new:
                continue
            heard += self.field_parts_of(json.loads(WORLD.sub(r'\1: ""', json.dumps(message)).replace(f'"{name}"', '"opponent"')))
            self.assertNotIn("game_over", message)
            asked = message.get("decision_required", {})
            if asked.get("kind") == "DECISION_KIND_STEPS":
                tick += 1
                if tick == 10:
                    break
                self.next_moves = self.walk(tick)
            elif asked:
                # A challenge where there is one, and no block.
                asked["legal_actions"] = [next((each for each in asked["legal_actions"] if "challenge" in each["gogo"]), asked["legal_actions"][0])]
            self.answer_to(message, random.Random(5))
        self.act(resign={"game_id": game})
        over = next(message["game_over"] for _, message in stream if "game_over" in message)
        return heard, over["view"]["gogo"]["blue"]["players"]

    @staticmethod
    def walk(tick):
        """Three players enter, and go towards the middle of the field as far as to those who stay at the other end."""
        if tick == 1:
            entries = [{"number": number, "role": role, **BASES["SIDE_RED"]} for number, role in ((1, "ROLE_PEER"), (2, "ROLE_CONSCRIPT"), (3, "ROLE_TRAP"))]
            return {"gogo": {"steps": {"entries": entries}}}
        dx, dy = (600, 400) if tick <= 6 else (300, 0)
        return {"gogo": {"steps": {"steps": [{"number": 1, "dx": dx, "dy": dy}]}}}

    def moves(self, chance):
        return self.next_moves

    @staticmethod
    def field_parts_of(message):
        """What a message of a game of `gogo` tells, event by event: chance says which of both teams is ready first."""
        parts = []
        for kind, content in message.items():
            parts += content.pop("events", [])
            parts += [{kind: content}] if content and kind != "events_occurred" else []
        return parts

    def test_two_worlds_of_two_teams(self):
        """The opponent enters with other roles: the page is sent the same, also of a fight of one whose role is the same."""
        stream = Stream(self, "ann", self.cookie)
        events = stream.events()
        self.assertIn("welcome", next(events)[1])
        (plain, team), (crossed, other_team) = (self.heard_of_field(name, events) for name in ("plain", "crossed"))
        stream.close()
        roles = lambda players: [player["role"] for player in players]
        self.assertEqual(sorted(roles(team)), sorted(roles(other_team)))
        self.assertNotEqual(roles(team), roles(other_team))
        self.assertGreater(self.count(plain, "fought"), 0)
        self.assert_same(plain, crossed)

    @staticmethod
    def count(heard, word):
        return sum(json.dumps(each).count(f'"{word}": ') for each in heard if "decision_required" not in each)

    def assert_same(self, heard, also):
        self.assertGreater(len(heard), 10)
        in_order = lambda told: sorted(json.dumps(each, sort_keys=True) for each in told)
        self.assertEqual(in_order(heard), in_order(also))


if __name__ == "__main__":
    unittest.main()
