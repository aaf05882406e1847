"""Which players skirmisher challenges or blocks: the expected value of a fight over the opponent's possible roles."""

from collections.abc import Mapping

from flagfall.v1 import gogo_pb2
from flagfall_bot import Action, AttackResult, GogoState, gogo
from flagfall_bot.gogo import Role, combat, place_of

# The value of a card, from its strength and its abilities.
VALUE = {role: float(role.strength) for role in Role} | {Role.ASSASSIN: 4.0, Role.ENGINEER: 3.0, Role.TRAP: 5.0}
# The value of beating a player between an own player and the flag, or one that is about to take the own flag.
FLAG_IN_REACH = 12.0
# The value of keeping a blocker for later.
ATTACK_KEPT = 0.5

Odds = Mapping[Role, float]


def odds_of(game: GogoState, player: gogo_pb2.GogoPlayer) -> Odds:
    """The probability of each role of an opposing player."""
    if player.role:
        return {Role(player.role): 1.0}
    hidden = game.hidden_counts()
    return {role: count / hidden.total() for role, count in hidden.items()}


def _worth(result: AttackResult, attacker: float, defender: float) -> float:
    """The value of a fight to the attacker."""
    won = defender if result is not AttackResult.DEFENDER_WINS else 0
    lost = attacker if result is not AttackResult.ATTACKER_WINS else 0
    return won - lost


def gain(game: GogoState, attacker: Role, odds: Odds) -> float:
    """The expected value of an attack on an opponent with these odds. A Trap counts as the attacked player."""
    if attacker is Role.TRAP:
        return -sum(odd * _worth(combat(role, attacker), VALUE[role], VALUE[attacker]) for role, odd in odds.items()
                    if role is not Role.TRAP)
    return sum(odd * _worth(combat(attacker, role), VALUE[attacker], VALUE[role]) for role, odd in odds.items())


def _urgency(game: GogoState, challenger: gogo_pb2.GogoPlayer, target: gogo_pb2.GogoPlayer) -> float:
    """The value of beating the target for attacking or guarding the flags."""
    own_flag, flag = game.flag(game.side), game.flag(game.side.opponent)
    urgency = 0.0
    if game.are_in_reach(place_of(target), own_flag):
        urgency += FLAG_IN_REACH
    ways = [gogo.squared_distance(place_of(one), flag) for one in (target, challenger)]
    if game.are_in_reach(place_of(challenger), flag) and ways[0] < ways[1]:
        urgency += FLAG_IN_REACH
    return urgency


def best_challenge(game: GogoState) -> Action:
    """Returns the legal challenge with the highest expected value, or passes when none is positive."""
    best, action = 0.0, gogo.pass_()
    for legal in game.legal_actions:
        if not legal.gogo.HasField("challenge"):
            continue
        challenger = game.own_player(legal.gogo.challenge.challenger)
        target = game.opposing_player(legal.gogo.challenge.target)
        role, odds = Role(challenger.role), odds_of(game, target)
        beaten = sum(odd for one, odd in odds.items() if combat(role, one) is not AttackResult.DEFENDER_WINS)
        value = gain(game, role, odds) + beaten * _urgency(game, challenger, target)
        if value > best:
            best, action = value, legal
    return action


def best_block(game: GogoState) -> Action:
    """Returns the player that takes the attack best: the target itself or a blocker."""
    challenge = game.view.situation.challenge
    attacker, target = game.opposing_player(challenge.challenger), game.own_player(challenge.target)
    odds = _odds_of_attacker(odds_of(game, attacker), target)

    def value(number: int) -> float:
        defender = Role(game.own_player(number or target.number).role)
        won = -sum(odd * _worth(combat(role, defender), VALUE[role], VALUE[defender]) for role, odd in odds.items())
        return won - (ATTACK_KEPT if number else 0)

    return max(game.legal_actions, key=lambda action: value(action.gogo.block.number))


def _odds_of_attacker(odds: Odds, target: gogo_pb2.GogoPlayer) -> Odds:
    """The probabilities of the attacker's role: not a Trap, and likely to beat a target whose role it knows."""
    able = {role: odd for role, odd in odds.items() if role is not Role.TRAP}
    if target.is_on_display:
        able = {role: odd for role, odd in able.items()
                if combat(role, Role(target.role)) is AttackResult.ATTACKER_WINS} or able
    total = sum(able.values())
    return {role: odd / total for role, odd in able.items()}
