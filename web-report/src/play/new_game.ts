// What is asked for when somebody wants to play a game.
import type { CreateChallengeRequest, TournamentSpec } from "../data/messages";
import { openPoolOf } from "../data/words";
import { opponentOf, type Color } from "../replay/observer";

// The rulesets that people can play here.
export const PLAYED: readonly string[] = ["barrage", "duel", "battle", "classic", "bluffing", "cards", "gogo"];
// The first is proposed.
export const TIMES: readonly (readonly [string, string])[] = [
  ["300+10 setup=300", "5 min + 10 s a ply"],
  ["900+15 setup=600", "15 min + 15 s a ply"],
  ["1800+30 setup=900", "30 min + 30 s a ply"],
  ["120+5 setup=120", "2 min + 5 s a ply"],
];

// What somebody should know who asks for a rated game.
export function ratedNote(ruleset: string): string {
  return (
    `It counts for the ratings of people and bots who choose their opponents, in the pool ${openPoolOf(ruleset)}. ` +
    "It cannot be taken back: a rated game that is cancelled is played to its end."
  );
}

// The tournament of a game: 7 for `7-1`.
export function tournamentOf(game: string): number {
  return Number(game.split("-")[0]);
}

// The game of `spec` again with sides changed; `self` has played it on `side`. Null where nobody can tell who the opponent was.
export function rematchOf(
  spec: TournamentSpec,
  self: string,
  side: Color,
  opponent: string,
): CreateChallengeRequest | null {
  if (!opponent || opponent === self || !(spec.bots ?? []).includes(opponent)) return null;
  const { ruleset, time_control: time = "", book = "", rated = false } = spec;
  return {
    spec: {
      bots: [self, opponent],
      games: 1,
      ...(ruleset ? { ruleset } : {}),
      ...(time ? { time_control: time } : {}),
      ...(book ? { book } : {}),
      ...(rated ? { rated } : {}),
    },
    side: opponentOf(side) === "red" ? "SIDE_RED" : "SIDE_BLUE",
  };
}
