"""skirmisher: plays `gogo`. A strong party walks to the opposing flag together, and a guard stays at its own flag.

Each player goes to the point with the best score among those that it can reach. fights.py decides about fights.
"""

import math
from collections import Counter

from fights import best_block, best_challenge, gain, odds_of
from flagfall.v1 import bot_service_pb2, gogo_pb2
from flagfall_bot import Action, DecisionKind, GogoState, Options, Player, TimeLeft, gogo, run
from flagfall_bot.gogo import Point, Role, place_of

# The possible plans for the team. Each game draws one, so that the opponent cannot know it. A plan first lists the roles
# that stay at the own flag: Traps, which block, and hunters of intruders. Then it lists the roles that go to the
# opposing flag: the strong ones, and an Engineer against Traps.
PLANS = [
    ((Role.TRAP, Role.MERCHANT), (Role.MONARCH, Role.PEER, Role.PEER, Role.SOLDIER, Role.ENGINEER)),
    ((Role.TRAP, Role.TRAP, Role.MERCHANT), (Role.MONARCH, Role.PEER, Role.PEER, Role.ENGINEER)),
    ((Role.TRAP, Role.PEER, Role.ASSASSIN), (Role.MONARCH, Role.PEER, Role.MERCHANT, Role.ENGINEER)),
]
# When these are used up, the best remaining cards enter.
RESERVES = (Role.MERCHANT, Role.SOLDIER, Role.SOLDIER, Role.ASSASSIN, Role.BLACKSMITH, Role.ENGINEER, Role.WORKER,
            Role.CONSCRIPT)

# So many players keep together. The party does not wait for players that are more than this many paces behind.
TOGETHER = 3
PATIENCE = 3
# The weight of an expected fight at a point, compared with one pace of the way.
WARINESS = 0.15
DIRECTIONS = 8


def distance(one: Point, other: Point) -> float:
    """The distance in millimetres."""
    return math.dist(one, other)


class Skirmisher(Player):
    """Answers all kinds of decisions of `gogo`."""

    def __init__(self, started: bot_service_pb2.GameStarted, options: Options) -> None:
        super().__init__(started, options)
        self._guards, self._party = self.random.choice(PLANS)

    def choose_action(self, game: GogoState, kind: DecisionKind, time: TimeLeft) -> Action:
        if kind is DecisionKind.BASES:
            return self._bases()
        if kind is DecisionKind.CHALLENGE:
            return best_challenge(game)
        return best_block(game) if kind is DecisionKind.BLOCK else self._steps(game)

    def _bases(self) -> Action:
        """The flag as near to the base as it may be, so that guards come soon, at a place that cannot be foreseen."""
        base = self.random.randint(0, gogo.LINE - gogo.APART)
        base, flag = self.random.choice([(base, base + gogo.APART), (base + gogo.APART, base)])
        return gogo.bases(base, flag)

    def _steps(self, game: GogoState) -> Action:
        party = [player for player in game.own.players if player.role not in self._guards]
        guard = [player for player in game.own.players if player.role in self._guards]
        made = [gogo.step(player, self._party_step(game, player, party)) for player in party]
        made += [gogo.step(player, self._guard_step(game, player)) for player in guard]
        return gogo.steps(made, self._entries(game))

    # ---- Entering.

    def _entries(self, game: GogoState) -> list[gogo_pb2.GogoEntry]:
        in_play, entries = Counter(player.role for player in game.own.players), []
        wanted = list((Counter((*self._guards, *self._party)) - in_play).elements()) + list(RESERVES)
        deck = game.deck()
        for number in game.numbers_to_enter():
            role = next((role for role in wanted if deck[role]), None)
            if role is None:
                break
            wanted.remove(role)
            deck[role] -= 1
            goal = game.flag(game.side if role in self._guards else game.side.opponent)
            entries.append(gogo.entry(number, role, gogo.towards(game.base(game.side), goal, game.pace)))
        return entries

    # ---- Moving.

    def _party_step(self, game: GogoState, player: gogo_pb2.GogoPlayer, party: list[gogo_pb2.GogoPlayer]) -> Point:
        """Scores points towards the opposing flag, not further ahead of the others than they can come in this tick."""
        flag, place = game.flag(game.side.opponent), place_of(player)
        ways = sorted(distance(place_of(one), flag) for one in party)
        slowest = ways[min(TOGETHER, len(ways)) - 1] - game.pace
        way = distance(place, flag)
        waits = way > 2 * game.reach and slowest - way < PATIENCE * game.pace
        length = max(0, min(game.pace, round(way - slowest))) if waits else game.pace
        points = [place, gogo.towards(place, flag, length), *self._around(place, length)]
        return max(points, key=lambda at: self._fights(game, player, at) * WARINESS - distance(at, flag) / game.pace)

    def _guard_step(self, game: GogoState, player: gogo_pb2.GogoPlayer) -> Point:
        """Scores points near the own flag. A player that can attack goes to intruders that it should beat."""
        flag, place = game.flag(game.side), place_of(player)
        intruders = [one for one in game.opposing.players if distance(place_of(one), flag) < 2 * game.pace + game.reach]
        goal = flag
        if intruders and player.role != Role.TRAP:
            nearest = min(intruders, key=lambda one: distance(place_of(one), flag))
            if gain(game, Role(player.role), odds_of(game, nearest)) > 0:
                goal = place_of(nearest)
        return gogo.towards(place, goal, game.pace)

    @staticmethod
    def _around(place: Point, length: int) -> list[Point]:
        """Points on a circle."""
        turns = [2 * math.pi * number / DIRECTIONS for number in range(DIRECTIONS)]
        circle = (Point(round(place.x + length * math.cos(at)), round(place.y + length * math.sin(at))) for at in turns)
        # Rounding may move a point one millimetre too far.
        return [gogo.towards(place, at, length) for at in circle]

    @staticmethod
    def _fights(game: GogoState, player: gogo_pb2.GogoPlayer, at: Point) -> float:
        """The expected value of the fights at a point, as attacker or attacked."""
        near = (one for one in game.opposing.players if game.are_in_reach(at, place_of(one)))
        return sum(gain(game, Role(player.role), odds_of(game, one)) for one in near)


if __name__ == "__main__":
    run(Skirmisher)
