// What a player of `cards` may do, as a few choices one after the other: which card, what it does, and at what. No rule is
// known here: the choices are those of the actions that the referee lists.
import type { Action, CardsAction, PieceType } from "../data/messages";
import { pieceNumber, pieceText } from "../data/words";

interface Step {
  // What is chosen, and the choice.
  label: string;
  value: string;
}

interface Way {
  action: Action;
  steps: Step[];
}

export interface Choice {
  label: string;
  options: string[];
  value: string;
}

const cardText = (type: PieceType | undefined) => pieceText(pieceNumber(type), "cards");

function stepsOf(action: CardsAction, front: readonly number[]): Step[] {
  const { attack, look_at_hand: hand, peek, name_card: named, redeal, fill } = action;
  const does = (place: number | undefined, value: string): Step[] => [
    { label: "Your card", value: `${place ?? 0} ${pieceText(front[(place ?? 0) - 1] ?? 0, "cards")}` },
    { label: "What it does", value },
  ];
  const at = (places: readonly number[]): Step => ({ label: "At place", value: places.join(" and ") });
  if (attack) return [...does(attack.place, "attacks"), at([attack.at ?? 0])];
  if (hand) return does(hand.place, "looks at the hand");
  if (peek) return [...does(peek.place, "looks at cards"), at(peek.at ?? [])];
  if (named)
    return [
      ...does(named.place, "says what a card is"),
      at([named.at ?? 0]),
      { label: "It is", value: cardText(named.type) },
    ];
  if (redeal) return does(redeal.place, "has all your cards dealt anew");
  return (fill?.fillings ?? []).map(({ place = 0, type }) => ({ label: `Place ${place}`, value: cardText(type) }));
}

// The actions of a list that are deeds or fillings. `front`: the types of the own front line, by place.
export function waysOf(legal: readonly Action[], front: readonly number[]): Way[] {
  return legal.flatMap((action) => (action.cards ? [{ action, steps: stepsOf(action.cards, front) }] : []));
}

// The choices along a way, where `chosen` holds as far as it can be had and the first of each that is left beyond, and the action
// to which they lead; null where there is none.
export function choicesAlong(
  ways: readonly Way[],
  chosen: readonly string[],
): { choices: Choice[]; action: Action | null } {
  const choices: Choice[] = [];
  let rest = ways;
  for (let i = 0; ; ++i) {
    const steps = rest.flatMap((way) => way.steps[i] ?? []);
    if (!steps[0]) break;
    const options = [...new Set(steps.map(({ value }) => value))];
    const wanted = chosen[i] ?? "";
    const value = options.includes(wanted) ? wanted : steps[0].value;
    choices.push({ label: steps[0].label, options, value });
    rest = rest.filter((way) => way.steps[i]?.value === value);
  }
  return { choices, action: rest[0]?.action ?? null };
}

// A front line while it is chosen: places in the hand, from the front line's place 1 on. One that is chosen again is put back.
export function toggled(order: readonly number[], card: number, max: number): number[] {
  if (order.includes(card)) return order.filter((one) => one !== card);
  return order.length < max ? [...order, card] : [...order];
}

// So many cards make a front line of a hand.
export function frontSize(hand: readonly unknown[]): number {
  return Math.min(5, hand.length);
}
