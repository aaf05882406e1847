"""`gogo` (R8): what a team knows of its game, the actions, and which role beats which. Lengths are in millimetres."""

from __future__ import annotations

import enum
import math
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from flagfall.v1 import bot_service_pb2, game_pb2, gogo_pb2
from flagfall_bot.board import AttackResult, Side
from flagfall_bot.game import Action, Game

IN_PLAY_MAX = 7


class Role(enum.IntEnum):
    """The role cards."""

    MONARCH = 1
    PEER = 2
    MERCHANT = 3
    SOLDIER = 4
    BLACKSMITH = 5
    WORKER = 6
    CONSCRIPT = 7
    ASSASSIN = 8
    ENGINEER = 9
    TRAP = 10

    @property
    def strength(self) -> int:
        """The strength, 9 to 3 from Monarch to Conscript; 0 for the others (R8.2)."""
        return max(0, 10 - self) if self <= Role.CONSCRIPT else 0


# The number of cards of each role that a team begins with (R8.2).
DECK = Counter(dict(zip(Role, (1, 2, 2, 2, 3, 3, 3, 2, 3, 2), strict=True)))


class Point(NamedTuple):
    x: int
    y: int


# Where a team may place its base and flag, with the option `bases = chosen`: y from 0 to LINE, at least APART apart
# (R8.1).
LINE = 3000
APART = 1500

_BASES = {Side.RED: Point(0, 500), Side.BLUE: Point(8000, 2500)}
_FLAGS = {Side.RED: Point(0, 2500), Side.BLUE: Point(8000, 500)}


def squared_distance(one: Point, other: Point) -> int:
    """The squared distance. Comparing squares is exact."""
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2


def place_of(player: gogo_pb2.GogoPlayer) -> Point:
    """The player's point."""
    return Point(player.x, player.y)


def towards(start: Point, end: Point, length: int) -> Point:
    """The point towards `end` that is at most `length` away; `end` itself if it is near enough."""
    squared = squared_distance(start, end)
    if squared <= length * length:
        return end
    # The distance is rounded up and the quotients towards zero, so that the point is never too far.
    distance = math.isqrt(squared) + 1
    return Point(*(one + math.trunc((other - one) * length / distance) for one, other in zip(start, end)))


def step(player: gogo_pb2.GogoPlayer, to: Point) -> gogo_pb2.GogoStep:
    """A step of the player to a point that is within its pace (R8.4)."""
    return gogo_pb2.GogoStep(number=player.number, dx=to.x - player.x, dy=to.y - player.y)


def step_towards(player: gogo_pb2.GogoPlayer, to: Point, pace: int) -> gogo_pb2.GogoStep:
    """A step of the player towards the point, as far as its pace allows (R8.4)."""
    return step(player, towards(place_of(player), to, pace))


def entry(number: int, role: Role, at: Point) -> gogo_pb2.GogoEntry:
    """An entry of a player that is not in play, with a card of the deck, within a pace of the base (R8.4)."""
    return gogo_pb2.GogoEntry(number=number, role=role, x=at.x, y=at.y)


def steps(made: Iterable[gogo_pb2.GogoStep] = (), entries: Iterable[gogo_pb2.GogoEntry] = ()) -> Action:
    """STEPS: players that are not named do not move, or stay out of play (R8.4)."""
    return _action(steps=gogo_pb2.GogoSteps(steps=made, entries=entries))


def challenge(challenger: int, target: int) -> Action:
    """CHALLENGE: one of the own players attacks an opposing one within reach (R8.5)."""
    return _action(challenge=gogo_pb2.GogoChallenge(challenger=challenger, target=target))


def pass_() -> Action:
    """CHALLENGE: challenges nobody now (R8.5)."""
    return _action(**{"pass": gogo_pb2.GogoPass()})


def block(number: int = 0) -> Action:
    """BLOCK: the player with this number takes the attack; 0 for none (R8.6)."""
    return _action(block=gogo_pb2.GogoBlock(number=number))


def bases(base_y: int, flag_y: int) -> Action:
    """BASES: places the team's base and flag on its own line, before the first tick (R8.1)."""
    return _action(bases=gogo_pb2.GogoBases(base_y=base_y, flag_y=flag_y))


def _action(**kind: object) -> Action:
    return Action(gogo=gogo_pb2.GogoAction(**kind))


def combat(attacker: Role, defender: Role) -> AttackResult:
    """The result of a fight by R8.7, for an attacker that is not a Trap."""
    if defender is Role.TRAP:
        return AttackResult.ATTACKER_WINS if attacker is Role.ENGINEER else AttackResult.DEFENDER_WINS
    if {attacker, defender} == {Role.ASSASSIN, Role.MONARCH}:
        return AttackResult.ATTACKER_WINS if attacker is Role.ASSASSIN else AttackResult.DEFENDER_WINS
    if attacker.strength == defender.strength:
        return AttackResult.BOTH_REMOVED
    return AttackResult.ATTACKER_WINS if attacker.strength > defender.strength else AttackResult.DEFENDER_WINS


class GogoState(Game):
    """All that a team knows of its game of `gogo`."""

    def __init__(self, started: bot_service_pb2.GameStarted) -> None:
        super().__init__(started)
        self.view = gogo_pb2.GogoView()
        self.view.CopyFrom(started.view.gogo)
        # How far a player can step, and how far it can reach.
        self.pace = int(self.options.get("pace", 750))
        self.reach = int(self.options.get("reach", 750))
        # The number of players of a team, which are numbered from 1.
        self.team_size = int(self.options.get("team_size", 10))

    def team_of(self, side: Side) -> gogo_pb2.GogoTeam:
        """The players in play and the lost cards of one side, as far as the player knows them."""
        return self.view.red if side is Side.RED else self.view.blue

    @property
    def own(self) -> gogo_pb2.GogoTeam:
        return self.team_of(self.side)

    @property
    def opposing(self) -> gogo_pb2.GogoTeam:
        return self.team_of(self.side.opponent)

    def own_player(self, number: int) -> gogo_pb2.GogoPlayer:
        """Returns a player in play; ValueError when it is not in play."""
        return _numbered(self.own, number)

    def opposing_player(self, number: int) -> gogo_pb2.GogoPlayer:
        """Returns a player in play; ValueError when it is not in play."""
        return _numbered(self.opposing, number)

    def base(self, side: Side) -> Point:
        """The point where the side's players enter in this round (R8.1, R8.12); one that is chosen, once both are."""
        team = self.team_of(side)
        return Point(team.base.x, team.base.y) if team.HasField("base") else _BASES[side]

    def flag(self, side: Side) -> Point:
        """The point where the side's flag stands in this round (R8.1, R8.12); one that is chosen, once both are."""
        team = self.team_of(side)
        return Point(team.flag.x, team.flag.y) if team.HasField("flag") else _FLAGS[side]

    def are_in_reach(self, one: Point, other: Point) -> bool:
        """Whether two points are within reach of each other."""
        return squared_distance(one, other) <= self.reach**2

    def deck(self) -> Counter[Role]:
        """The team's cards with which players may enter."""
        return _less(DECK, [*self.own.lost, *(player.role for player in self.own.players)])

    def hidden_counts(self) -> Counter[Role]:
        """The opponent's cards that hidden players may carry or the deck may hold."""
        return _less(DECK, [*self.opposing.lost, *(player.role for player in self.opposing.players)])

    def numbers_to_enter(self) -> list[int]:
        """The numbers of the players that may enter now, from the lowest: no more than there is room for."""
        in_play = {player.number for player in self.own.players}
        out = [number for number in range(1, self.team_size + 1) if number not in in_play]
        return out[: IN_PLAY_MAX - len(in_play)]

    def _follow(self, event: game_pb2.Event) -> None:
        if not event.HasField("gogo"):
            super()._follow(event)
        # The other kinds only describe what this kind changes.
        if event.gogo.HasField("changed"):
            changed = event.gogo.changed
            for team, change in ((self.view.red, changed.red), (self.view.blue, changed.blue)):
                if changed.begins_round:
                    team.Clear()
                    team.SetInParent()
                _change(team, change)
            self.view.situation.CopyFrom(changed.situation)


def _change(team: gogo_pb2.GogoTeam, change: gogo_pb2.GogoTeamChange) -> None:
    players = {player.number: player for player in team.players}
    for number in change.gone:
        if players.pop(number, None) is None:
            raise ValueError(f"player {number} leaves play, and is not in play")
    players.update((player.number, player) for player in change.players)
    in_order = [players[number] for number in sorted(players)]
    del team.players[:]
    team.players.extend(in_order)
    team.lost.extend(change.lost)
    if change.HasField("base"):
        team.base.CopyFrom(change.base)
        team.flag.CopyFrom(change.flag)


def _numbered(team: gogo_pb2.GogoTeam, number: int) -> gogo_pb2.GogoPlayer:
    for player in team.players:
        if player.number == number:
            return player
    raise ValueError(f"player {number} is not in play")


def _less(cards: Counter[Role], roles: Iterable[int]) -> Counter[Role]:
    return cards - Counter(Role(role) for role in roles if role)
