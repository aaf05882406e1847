"""What the Python SDK knows of a game, against the referee's own view, over whole games of every ruleset."""

import unittest

from flagfall.v1 import bot_service_pb2, cards_pb2, game_pb2, gogo_pb2
from flagfall_bot import Side
from flagfall_bot.game_table import new_game
from google.protobuf.message import Message
from tell import RULESETS, inner, told_game


def told(view: game_pb2.View) -> Message:
    return getattr(view, view.WhichOneof("game"))


def started_as(ruleset: str) -> bot_service_pb2.GameStarted:
    return bot_service_pb2.GameStarted(side=Side.RED, ruleset=game_pb2.Ruleset(id=ruleset))


class ViewsTest(unittest.TestCase):
    def follow(self, ruleset: str, seed: int, side: Side) -> None:
        started, messages = told_game(ruleset, seed, side)
        game = new_game(started.game_started)
        self.assertEqual(game.view, told(started.game_started.view))
        for message, view in messages:
            game.apply(inner(message).events)
            if message.HasField("decision_required") or message.HasField("events_occurred"):
                self.assertEqual(game.view, told(view))

    def test_what_is_kept_equals_the_view_R9_1(self) -> None:
        for ruleset in RULESETS:
            for seed, side in enumerate(Side, start=1):
                with self.subTest(ruleset=ruleset, side=side):
                    self.follow(ruleset, seed, side)

    def test_refuses_events_that_cannot_follow(self) -> None:
        place = cards_pb2.CardsArmyChange(side=Side.RED, places=[cards_pb2.CardsPlaceChange(place=6)])
        gone = gogo_pb2.GogoChanged(red=gogo_pb2.GogoTeamChange(gone=[3]))
        attack = game_pb2.ClaimedAttack(ply=game_pb2.Ply(**{"from": 31, "to": 60}))
        bad = [
            ("bluffing", "is empty", game_pb2.Event(bluffing=game_pb2.BluffingEvent(attack=attack))),
            ("bluffing", "none is attacked", game_pb2.Event(bluffing=game_pb2.BluffingEvent(declaration=4))),
            ("cards", "place 6", game_pb2.Event(cards=cards_pb2.CardsEvent(changes=[place]))),
            ("cards", "does not know", game_pb2.Event(gogo={})),
            ("gogo", "is not in play", game_pb2.Event(gogo=gogo_pb2.GogoEvent(changed=gone))),
            ("gogo", "does not know", game_pb2.Event(cards={})),
        ]
        for ruleset, words, event in bad:
            with self.subTest(ruleset=ruleset, words=words), self.assertRaisesRegex(ValueError, words):
                new_game(started_as(ruleset)).apply([event])

    def test_passes_over_events_of_a_later_version(self) -> None:
        later = [game_pb2.Event(), game_pb2.Event(bluffing=game_pb2.BluffingEvent()), game_pb2.Event(gogo={})]
        for ruleset, events in {"bluffing": later[:2], "cards": later[:1], "gogo": later[::2]}.items():
            with self.subTest(ruleset=ruleset):
                game, before = (new_game(started_as(ruleset)) for _ in range(2))
                game.apply(events)
                self.assertEqual(game.view, before.view)


if __name__ == "__main__":
    unittest.main()
