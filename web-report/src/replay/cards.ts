// A game of `cards` as a page replays it, and what an observer may see of it (R7.10).
import type { CardsArmy, CardsArmyChange, CardsEvent, CardsReplay, CardsView } from "../data/messages";
import { pieceNumber } from "../data/words";
import { folded } from "./folded";
import { colorOf, knowsOwn, opponentOf, type Color, type Observer } from "./observer";

function changedArmy(army: CardsArmy, change: CardsArmyChange): CardsArmy {
  const front = [...(army.front_line ?? [])];
  for (const { place = 1, card = {} } of change.places ?? []) front[place - 1] = card;
  return {
    front_line: front,
    hand: change.hand ?? army.hand ?? {},
    deck_size: change.deck_size ?? army.deck_size ?? 0,
    lost: change.lost ? [...(army.lost ?? []), ...change.lost] : (army.lost ?? []),
  };
}

// A view after what has happened.
export function changedCards(view: CardsView, event: CardsEvent): CardsView {
  const next = { ...view };
  for (const change of event.changes ?? []) {
    const color = colorOf(change.side);
    next[color] = changedArmy(next[color] ?? {}, change);
  }
  if (event.turn) next.turn = event.turn;
  if (event.deed) next.last_deed = event.deed;
  return next;
}

export function cardsGame(replay: CardsReplay): (position: number) => CardsView {
  const changes = replay.changes ?? [];
  return folded<CardsView>(replay.start ?? {}, (view, step) => changedCards(view, changes[step - 1] ?? {}));
}

// A card as an observer sees it; `type` is 0 for its back.
export interface CardSeen {
  type: number;
  isGap: boolean;
  // Known to everybody; known to the opponent.
  isShown: boolean;
  isPeeked: boolean;
  // Types that it is known not to have.
  excluded: number[];
}

export interface ArmySeen {
  front: CardSeen[];
  // 0 for backs.
  hand: number[];
  handIsSeen: boolean;
  deckSize: number;
  // The types in the deck, in no order, where the observer can work them out; else empty.
  deck: number[];
  lost: number[];
}

// One player's cards as the observer sees them. `army`: how many cards of each type the player began with.
export function armySeen(view: CardsView, color: Color, observer: Observer, army: readonly number[]): ArmySeen {
  const cards = view[color] ?? {};
  const isOwner = knowsOwn(observer, color);
  const isOpponent = observer === opponentOf(color);
  const front = (cards.front_line ?? []).map((card): CardSeen => {
    const isPeeked = card.is_peeked ?? false;
    const isSeen = isOwner || card.is_shown || (isPeeked && isOpponent);
    return {
      type: isSeen ? pieceNumber(card.type) : 0,
      isGap: card.is_gap ?? false,
      isShown: card.is_shown ?? false,
      isPeeked,
      excluded: (card.excluded ?? []).map(pieceNumber),
    };
  });
  const handIsSeen = cards.hand?.is_seen ?? false;
  const seesHand = isOwner || (handIsSeen && isOpponent);
  const known = seesHand ? (cards.hand?.types ?? []).map(pieceNumber) : [];
  const hand = known.length > 0 ? known : new Array<number>(cards.hand?.size ?? 0).fill(0);
  const seen: ArmySeen = {
    front,
    hand,
    handIsSeen,
    deckSize: cards.deck_size ?? 0,
    deck: [],
    lost: (cards.lost ?? []).map(pieceNumber),
  };
  return isOwner ? { ...seen, deck: restOf(army, seen) } : seen;
}

// The army without the cards that are seen; empty when one of those is unknown.
function restOf(army: readonly number[], seen: ArmySeen): number[] {
  const elsewhere = [...seen.front.filter((card) => !card.isGap).map((card) => card.type), ...seen.hand, ...seen.lost];
  if (elsewhere.includes(0)) return [];
  const left = [...army];
  for (const type of elsewhere) left[type] = (left[type] ?? 0) - 1;
  return left.flatMap((count, type) => new Array<number>(Math.max(0, count)).fill(type));
}
