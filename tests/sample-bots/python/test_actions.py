"""Actions that the Python SDK makes, before the referee's own rules."""

import unittest

from flagfall_bot import DecisionKind, Player, PieceType, Ply, Side, bluffing, cards, gogo, random_action
from tell import RULESETS, play


class AtRandom(Player):
    def choose(self, game, kind, time):
        return random_action(game, kind, self.random)


class ByDefault(Player):
    """Writes nothing: plays the rulesets that are no board games."""


class Unlisted(AtRandom):
    """Is not told what is legal, where the SDK can draw an answer without."""

    def choose(self, game, kind, time):
        if kind is DecisionKind.PLY and game.legal_attacks:
            game.ask(kind, [])
        return super().choose(game, kind, time)


class Maker(Player):
    """Answers in turn with each kind of action that there is, made anew by the SDK's functions."""

    made: set[str] = set()

    def choose_action(self, game, kind, time):
        if not game.legal_actions:
            return super().choose_action(game, kind, time)
        legal = [getattr(action, action.WhichOneof("kind")) for action in game.legal_actions]
        kinds = sorted({action.WhichOneof("kind") for action in legal})
        new = [kind for kind in kinds if kind not in self.made] or kinds
        self.made.add(chosen := self.random.choice(new))
        action = self.random.choice([action for action in legal if action.WhichOneof("kind") == chosen])
        return MAKERS[game.ruleset, chosen](getattr(action, chosen))


MAKERS = {
    ("bluffing", "ply"): lambda it: bluffing.ply(Ply.of(it)),
    ("bluffing", "attack"): lambda it: bluffing.attack(Ply.of(it.ply), PieceType(it.claim), it.tokens),
    ("bluffing", "call"): lambda it: bluffing.call(bluffing.BluffCall(it)),
    ("bluffing", "declaration"): lambda it: bluffing.declare(PieceType(it)),
    ("bluffing", "let_stand"): lambda it: bluffing.let_stand(),
    ("cards", "attack"): lambda it: cards.attack(it.place, it.at),
    ("cards", "look_at_hand"): lambda it: cards.look_at_hand(it.place),
    ("cards", "peek"): lambda it: cards.peek(it.place, list(it.at)[::-1]),
    ("cards", "name_card"): lambda it: cards.name_card(it.place, it.at, PieceType(it.type)),
    ("cards", "redeal"): lambda it: cards.redeal(it.place),
    ("cards", "fill"): lambda it: cards.fill({filling.place: PieceType(filling.type) for filling in it.fillings}),
    ("gogo", "challenge"): lambda it: gogo.challenge(it.challenger, it.target),
    ("gogo", "pass"): lambda it: gogo.pass_(),
    ("gogo", "block"): lambda it: gogo.block(it.number),
}


class ActionsTest(unittest.TestCase):
    def test_random_actions_play_whole_games_of_every_ruleset(self) -> None:
        for ruleset in RULESETS:
            for seed, side in enumerate(Side, start=1):
                with self.subTest(ruleset=ruleset, side=side):
                    self.assertTrue(play(ruleset, seed, side, AtRandom).result)

    def test_a_player_that_writes_nothing_plays_what_is_no_board_game(self) -> None:
        for ruleset in ("bluffing", "cards", "gogo"):
            with self.subTest(ruleset):
                self.assertTrue(play(ruleset, 3, Side.BLUE, ByDefault).result)

    def test_random_attacks_that_nobody_listed_are_legal_R6_2(self) -> None:
        for seed in range(1, 4):
            self.assertTrue(play("bluffing", seed, Side.RED, Unlisted).result)

    def test_the_referee_takes_every_action_that_is_made(self) -> None:
        for ruleset in ("bluffing", "cards", "gogo"):
            Maker.made, all_kinds = set(), {kind for of, kind in MAKERS if of == ruleset}
            for seed in range(1, 20):
                if Maker.made != all_kinds:
                    play(ruleset, seed, Side.RED, Maker)
            self.assertEqual(Maker.made, all_kinds)


if __name__ == "__main__":
    unittest.main()
