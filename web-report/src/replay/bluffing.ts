// The claims, calls and tokens of a game of `bluffing`, all of which are public.
import type { BluffingEvent, BluffingStep, ClaimedAttack } from "../data/messages";
import { oneOf } from "../data/one_of";
import { pieceNumber } from "../data/words";
import { folded } from "./folded";
import type { Color } from "./observer";

// The last claim about a piece (0 for none), and the types that calls have left possible; none are listed while all are.
export interface PieceClaim {
  claim: number;
  possible: readonly number[];
}

export interface BluffingState {
  // By the piece's origin.
  claims: ReadonlyMap<number, PieceClaim>;
  tokens: Record<Color, number>;
  // An attack that is not settled yet.
  contest: { attack: ClaimedAttack; declaration: number } | null;
}

export const BLUFFING_START: BluffingState = { claims: new Map(), tokens: { red: 0, blue: 0 }, contest: null };

// After an event of its own. That a ply was made, which ends a contest, is an event of all board games.
export function applied(state: BluffingState, event: BluffingEvent): BluffingState {
  const happened = oneOf(event);
  switch (happened?.kind) {
    case "attack":
      return { ...state, contest: { attack: happened.value, declaration: 0 } };
    case "declaration":
      return state.contest
        ? { ...state, contest: { ...state.contest, declaration: pieceNumber(happened.value) } }
        : state;
    case "piece": {
      const { origin = 0, claim, possible_types = [] } = happened.value;
      const claims = new Map(state.claims);
      claims.set(origin, { claim: pieceNumber(claim), possible: possible_types.map(pieceNumber) });
      return { ...state, claims };
    }
    case "tokens":
      return { ...state, tokens: { red: happened.value.red ?? 0, blue: happened.value.blue ?? 0 } };
    default:
      return state;
  }
}

// The state at each position. An attack is settled or taken back by the step that has its ply.
export function bluffingGame(
  said: readonly BluffingStep[],
  plies: readonly number[],
): (position: number) => BluffingState {
  return folded(BLUFFING_START, (before, step) => {
    const state = (said[step - 1]?.events ?? []).reduce(applied, before);
    return plies[step - 1] ? { ...state, contest: null } : state;
  });
}
