"""Legal random answers to any decision of any ruleset."""

from __future__ import annotations

import random

from flagfall.v1 import gogo_pb2
from flagfall_bot import bluffing, cards, gogo
from flagfall_bot.bluffing import BluffingState
from flagfall_bot.board import PieceType
from flagfall_bot.cards import CardsState
from flagfall_bot.game import Action, DecisionKind, Game
from flagfall_bot.game_state import GameState
from flagfall_bot.gogo import GogoState, Point, Role
from flagfall_bot.set_up import random_set_up, set_up_action


def random_action(game: Game, kind: DecisionKind, chance: random.Random) -> Action:
    """Returns one of game.legal_actions, or draws an action where they are not listed, as for set-ups."""
    if game.legal_actions:
        return chance.choice(game.legal_actions)
    if isinstance(game, CardsState):
        hand = [PieceType(value) for value in game.own.hand.types]
        return cards.front_line(chance.sample(hand, min(len(cards.PLACES), len(hand))))
    if isinstance(game, GogoState) and kind is DecisionKind.BASES:
        return gogo.bases(*_apart(chance))
    if isinstance(game, GogoState):
        return _random_steps(game, chance)
    if isinstance(game, GameState) and kind is DecisionKind.SET_UP:
        return set_up_action(random_set_up(game, chance))
    if isinstance(game, BluffingState):
        return _unlisted_bluff(game, chance)
    raise ValueError(f"in `{game.ruleset}` there is nothing to do at a decision of the kind {kind.name}")


def _unlisted_bluff(game: BluffingState, chance: random.Random) -> Action:
    """With many tokens there are too many attacks to list."""
    claim, tokens = chance.choice(bluffing.ATTACK_CLAIMS), chance.randint(0, game.tokens[game.side])
    return bluffing.attack(chance.choice(game.legal_attacks), claim, tokens)


def _random_steps(game: GogoState, chance: random.Random) -> Action:
    """Each player in play goes to the opposing flag, goes anywhere or stays; about half of the others enter."""
    flag = game.flag(game.side.opponent)
    made = []
    for player in game.own.players:
        place = gogo.place_of(player)
        goal = chance.choice([flag, flag, _near(place, game.pace, chance), place])
        made.append(gogo.step_towards(player, goal, game.pace))
    numbers = [number for number in game.numbers_to_enter() if chance.random() < 0.5]
    deck = list(game.deck().elements())
    roles = chance.sample(deck, min(len(numbers), len(deck)))
    return gogo.steps(made, [_entry(game, number, role, chance) for number, role in zip(numbers, roles)])


def _entry(game: GogoState, number: int, role: Role, chance: random.Random) -> gogo_pb2.GogoEntry:
    return gogo.entry(number, role, _near(game.base(game.side), game.pace, chance))


def _apart(chance: random.Random) -> tuple[int, int]:
    """Two places on the line, as far from each other as they have to be."""
    near = chance.randint(0, gogo.LINE - gogo.APART)
    far = chance.randint(near + gogo.APART, gogo.LINE)
    return (near, far) if chance.random() < 0.5 else (far, near)


def _near(place: Point, length: int, chance: random.Random) -> Point:
    """A random point that is at most `length` away."""
    anywhere = Point(*(at + chance.randint(-length, length) for at in place))
    return gogo.towards(place, anywhere, length)
