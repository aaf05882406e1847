// Games that were won, drawn and lost, as numbers.
import type { Tally } from "./messages";

export function gamesIn(tally: Tally | undefined): number {
  return (tally?.wins ?? 0) + (tally?.draws ?? 0) + (tally?.losses ?? 0);
}

export function pointsIn(tally: Tally | undefined): number {
  return (tally?.wins ?? 0) + (tally?.draws ?? 0) / 2;
}

// The share of the points in so many games; 0 without games.
export function scoreIn(tally: Tally | undefined, games = gamesIn(tally)): number {
  return games > 0 ? pointsIn(tally) / games : 0;
}

export function sumOfTallies(tallies: readonly (Tally | undefined)[]): Tally {
  const sum = (of: keyof Tally) => tallies.reduce((total, tally) => total + (tally?.[of] ?? 0), 0);
  return { wins: sum("wins"), draws: sum("draws"), losses: sum("losses") };
}
