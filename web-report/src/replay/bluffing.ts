// What is said in a game of `bluffing`: claims, calls and tokens, all of it public.
import type { BluffingEvent, BluffingStep, CallMade, ClaimedAttack } from "../data/replay_messages";
import { pieceNumber } from "../data/words";
import { folded } from "./folded";

// What was said and proved of a piece. Types by their numbers; `possible` is empty while it is all of them.
export interface Talk {
  claim: number;
  possible: readonly number[];
}

export interface TableTalk {
  talk: ReadonlyMap<number, Talk>;
  redTokens: number;
  blueTokens: number;
  // An attack that is not settled yet.
  contest: { attack: ClaimedAttack; declaration: number } | null;
  // Made in this very step.
  call: CallMade | null;
}

const START: TableTalk = { talk: new Map(), redTokens: 0, blueTokens: 0, contest: null, call: null };

function applied(table: TableTalk, event: BluffingEvent): TableTalk {
  if (event.attack) return { ...table, contest: { attack: event.attack, declaration: 0 } };
  if (event.declaration && table.contest) {
    return { ...table, contest: { ...table.contest, declaration: pieceNumber(event.declaration) } };
  }
  if (event.call) return { ...table, call: event.call };
  if (event.piece) {
    const { origin = 0, claim, possible_types = [] } = event.piece;
    return {
      ...table,
      talk: new Map(table.talk).set(origin, { claim: pieceNumber(claim), possible: possible_types.map(pieceNumber) }),
    };
  }
  if (event.tokens) return { ...table, redTokens: event.tokens.red ?? 0, blueTokens: event.tokens.blue ?? 0 };
  return table;
}

// By position. An attack is settled or taken back by the step that has its ply.
export function tableTalk(said: readonly BluffingStep[], plies: readonly number[]): (position: number) => TableTalk {
  return folded(START, (before, step) => {
    let table: TableTalk = { ...before, call: null };
    for (const event of said[step - 1]?.events ?? []) table = applied(table, event);
    return plies[step - 1] ? { ...table, contest: null } : table;
  });
}
