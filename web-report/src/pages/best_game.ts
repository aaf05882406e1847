// Which game the front page shows.
import type { GameSummary, HostStatus, Reason } from "../data/messages";

// How many of the newest games are looked at.
export const NEWEST = 50;

// Decided on the board, and not by a clock, a fault or a limit.
const WON_ON_THE_BOARD: readonly (Reason | undefined)[] = [
  "REASON_FLAG_CAPTURED",
  "REASON_NO_LEGAL_PLY",
  "REASON_RESIGNED",
];

const isWon = ({ outcome }: GameSummary) =>
  (outcome?.result === "RESULT_RED_WINS" || outcome?.result === "RESULT_BLUE_WINS") &&
  WON_ON_THE_BOARD.includes(outcome.reason);

const ratingOf = ({ rating }: GameSummary) =>
  rating ? (rating.red_elo_before ?? 0) + (rating.blue_elo_before ?? 0) : -Infinity;

// The best of the newest games: of those that were won on the board, the one whose players were rated highest together; of
// those the newest. Games without ratings come last. `games`: the newest first.
export function bestGame(games: readonly GameSummary[], isUnfit: (id: string) => boolean): string {
  let best: GameSummary | undefined;
  for (const game of games.slice(0, NEWEST)) {
    if (!isWon(game) || isUnfit(game.game_id ?? "")) continue;
    if (!best || ratingOf(game) > ratingOf(best)) best = game;
  }
  return best?.game_id ?? "";
}

// The running game to show: the one that was shown before, as long as it runs, else the one that is furthest on.
export function liveGame(status: HostStatus | undefined, before: string, isUnfit: (id: string) => boolean): string {
  const fit = (status?.games ?? []).filter(({ game_id: id = "" }) => !isUnfit(id));
  if (fit.some((game) => game.game_id === before)) return before;
  return fit.reduce((best, game) => ((game.plies ?? 0) > (best?.plies ?? -1) ? game : best), fit[0])?.game_id ?? "";
}
