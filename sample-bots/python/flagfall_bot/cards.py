"""`cards` (R7): what a player knows of its game, the actions, and which card beats which. Places count from 1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from flagfall.v1 import bot_service_pb2, cards_pb2, game_pb2
from flagfall_bot.board import ARMIES, AttackResult, PieceType, Side
from flagfall_bot.game import Action, Game

# The places of a front line.
PLACES = range(1, 6)


def front_line(types: Sequence[PieceType]) -> Action:
    """SET_UP, FRONT_LINE: the cards of the hand for places 1 to 5; all cards when there are fewer (R7.2, R7.8)."""
    return _action(front_line=cards_pb2.CardsFrontLine(types=types))


def attack(place: int, at: int) -> Action:
    """TURN: the own card on `place` attacks the opposing one on `at` (R7.4)."""
    return _action(attack=cards_pb2.CardsAttack(place=place, at=at))


def look_at_hand(place: int) -> Action:
    """TURN: the Spy that lies on `place` looks at the opponent's hand (R7.5)."""
    return _action(look_at_hand=cards_pb2.CardsLookAtHand(place=place))


def peek(place: int, at: Sequence[int]) -> Action:
    """TURN: the Scout on `place` looks at two opposing cards, or at the only one (R7.6)."""
    return _action(peek=cards_pb2.CardsPeek(place=place, at=sorted(at)))


def name_card(place: int, at: int, piece_type: PieceType) -> Action:
    """TURN: the Spotter on `place` says what the opposing card on `at` is (R7.7)."""
    return _action(name_card=cards_pb2.CardsNameCard(place=place, at=at, type=piece_type))


def redeal(place: int) -> Action:
    """TURN: the trick of the Flag, which lies on `place` (R7.8)."""
    return _action(redeal=cards_pb2.CardsRedeal(place=place))


def fill(cards: Mapping[int, PieceType]) -> Action:
    """FILL: the cards of the hand that go into the gaps, by place, as far as the hand lasts (R7.3)."""
    fillings = [cards_pb2.CardsFilling(place=place, type=cards[place]) for place in sorted(cards)]
    return _action(fill=cards_pb2.CardsFill(fillings=fillings))


def _action(**kind: object) -> Action:
    return Action(cards=cards_pb2.CardsAction(**kind))


def can_attack(piece_type: PieceType) -> bool:
    """Whether a front card of this type may attack (R7.4)."""
    return piece_type not in (PieceType.BOMB, PieceType.FLAG)


def combat(attacker: PieceType, defender: PieceType) -> AttackResult:
    """The result of an attack by a type that can attack (R7.4)."""
    if defender is PieceType.FLAG:
        return AttackResult.ATTACKER_WINS
    if defender is PieceType.BOMB:
        return AttackResult.ATTACKER_WINS if attacker is PieceType.MINER else AttackResult.DEFENDER_WINS
    if attacker is PieceType.SPY and defender is PieceType.MARSHAL:
        return AttackResult.ATTACKER_WINS
    if defender is PieceType.SPY and attacker is not PieceType.SPY:
        return AttackResult.ATTACKER_WINS
    one, other = _rank(attacker), _rank(defender)
    if one == other:
        return AttackResult.BOTH_REMOVED
    return AttackResult.ATTACKER_WINS if one > other else AttackResult.DEFENDER_WINS


def _rank(piece_type: PieceType) -> int:
    return 1 if piece_type is PieceType.SPOTTER else piece_type


class CardsState(Game):
    """All that a player knows of its game of `cards`."""

    def __init__(self, started: bot_service_pb2.GameStarted) -> None:
        super().__init__(started)
        self.view = cards_pb2.CardsView()
        self.view.CopyFrom(started.view.cards)

    def army_of(self, side: Side) -> cards_pb2.CardsArmy:
        """Front line, hand, size of the deck and cards lost of one side, as far as the player knows them."""
        return self.view.red if side is Side.RED else self.view.blue

    @property
    def own(self) -> cards_pb2.CardsArmy:
        return self.army_of(self.side)

    @property
    def opposing(self) -> cards_pb2.CardsArmy:
        return self.army_of(self.side.opponent)

    @property
    def army(self) -> Counter[PieceType]:
        """The number of cards of each type that both players begin with (R7.1)."""
        army = Counter(ARMIES["cards"])
        if self.options.get("spotter") == "off":
            del army[PieceType.SPOTTER]
        return army

    def cards_left(self, side: Side) -> Counter[PieceType]:
        """The cards of the side that are not lost."""
        return self.army - Counter(PieceType(value) for value in self.army_of(side).lost)

    def hidden_counts(self) -> Counter[PieceType]:
        """The opponent's cards whose place the player does not know."""
        known = [card.type for card in self.opposing.front_line if card.type] + list(self.opposing.hand.types)
        return self.cards_left(self.side.opponent) - Counter(PieceType(value) for value in known)

    def possible_types(self, at: int) -> Counter[PieceType]:
        """The types that the opposing card on this place may have, with the number of such cards. Empty for a gap."""
        card = self.opposing.front_line[at - 1]
        if card.is_gap:
            return Counter()
        if card.type:
            return Counter([PieceType(card.type)])
        return Counter({one: count for one, count in self.hidden_counts().items() if one not in card.excluded})

    def gaps(self) -> list[int]:
        """The player's own places without a card."""
        return [place for place, card in zip(PLACES, self.own.front_line) if card.is_gap]

    def _follow(self, event: game_pb2.Event) -> None:
        if not event.HasField("cards"):
            super()._follow(event)
        for change in event.cards.changes:
            army = self.army_of(Side(change.side))
            for place in change.places:
                if place.place not in PLACES:
                    raise ValueError(f"an event names place {place.place}; there are places 1 to 5")
                army.front_line[place.place - 1].CopyFrom(place.card)
            if change.HasField("hand"):
                army.hand.CopyFrom(change.hand)
            if change.HasField("deck_size"):
                army.deck_size = change.deck_size
            army.lost.extend(change.lost)
        if event.cards.HasField("deed"):
            self.view.last_deed.CopyFrom(event.cards.deed)
        if event.cards.HasField("turn"):
            self.view.turn.CopyFrom(event.cards.turn)
