// A fight of `gogo`: which challenges and blocks may be made, as the referee lists them.
import type { Action, GogoChallenge } from "../data/messages";

// Those of the listed actions that are challenges.
function challengesOf(legal: readonly Action[]): GogoChallenge[] {
  return legal.flatMap(({ gogo }) => (gogo?.challenge ? [gogo.challenge] : []));
}

const different = (numbers: readonly number[]) => [...new Set(numbers)];

export function challengersOf(legal: readonly Action[]): number[] {
  return different(challengesOf(legal).map(({ challenger }) => challenger ?? 0));
}

// Whom a player may challenge.
export function targetsFor(legal: readonly Action[], challenger: number): number[] {
  const own = challengesOf(legal).filter((each) => (each.challenger ?? 0) === challenger);
  return different(own.map(({ target }) => target ?? 0));
}

// The numbers of those who may take an attack, with 0 where nobody does.
export function blockersOf(legal: readonly Action[]): number[] {
  return legal.flatMap(({ gogo }) => (gogo?.block ? [gogo.block.number ?? 0] : []));
}

export const challengeOf = (challenger: number, target: number): Action => ({
  gogo: { challenge: { challenger, target } },
});
export const blockOf = (number: number): Action => ({ gogo: { block: { number } } });
export const PASS: Action = { gogo: { pass: {} } };
