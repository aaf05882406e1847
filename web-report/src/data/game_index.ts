// A static site's list of games: columns of thousands, filtered in the browser.
import type { GameIndex, GameSummary } from "./messages";
import type { GameFilter } from "./source";
import { entryOf, REASONS, RESULTS } from "./words";

const at = (column: readonly number[] | undefined, row: number) => column?.[row] ?? 0;

// A row of the columns as the server would send that game.
export function summaryAt(index: GameIndex, row: number): GameSummary {
  const start = at(index.start_seconds, row);
  return {
    game_id: index.game_ids?.[row] ?? "",
    tournament_id: at(index.tournaments, row),
    round: at(index.rounds, row),
    red: index.bots?.[at(index.red, row)] ?? "",
    blue: index.bots?.[at(index.blue, row)] ?? "",
    ruleset_id: index.ruleset_ids?.[at(index.rulesets, row)] ?? "",
    outcome: { result: RESULTS[at(index.results, row)], reason: REASONS[at(index.reasons, row)] },
    plies: at(index.plies, row),
    start_time: new Date(start * 1000).toISOString(),
    duration_micros: String(at(index.duration_ms, row) * 1000),
    ...(at(index.red_elo_change_cents, row)
      ? { rating: { red_elo_change: at(index.red_elo_change_cents, row) / 100 } }
      : {}),
  };
}

// The indices of the players that a name stands for: `mybot` stands for mybot@1 and mybot@1#2 too. Null for no name.
function indicesOf(names: readonly string[], name: string): Set<number> | null {
  if (!name) return null;
  const found = new Set<number>();
  names.forEach((one, i) => {
    const entry = entryOf(one);
    if (one === name || entry === name || entry.startsWith(`${name}@`)) found.add(i);
  });
  return found;
}

const numberOr = (text: string, fallback: number) => (text === "" ? fallback : Number(text));
const secondsOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000;

// A function that says whether a row fits the filter.
export function matches(index: GameIndex, filter: GameFilter): (row: number) => boolean {
  const bots = index.bots ?? [];
  const own = indicesOf(bots, filter.bot);
  const other = filter.bot ? indicesOf(bots, filter.opponent) : null;
  const ruleset = filter.ruleset ? (index.ruleset_ids ?? []).indexOf(filter.ruleset) : null;
  const result = filter.result ? RESULTS.findIndex((result) => result === filter.result) : null;
  const reason = filter.reason ? REASONS.findIndex((reason) => reason === filter.reason) : null;
  const tournament = filter.tournament ? Number(filter.tournament) : null;
  const [pliesMin, pliesMax] = [numberOr(filter.pliesMin, 0), numberOr(filter.pliesMax, Infinity)];
  const start = filter.dateMin ? secondsOf(filter.dateMin) : -Infinity;
  const end = filter.dateMax ? secondsOf(filter.dateMax) + 86_400 : Infinity;
  const plays = (row: number) => {
    if (!own) return true;
    const [red, blue] = [at(index.red, row), at(index.blue, row)];
    const fits = (a: number, b: number) => own.has(a) && (!other || other.has(b));
    return fits(red, blue) || fits(blue, red);
  };
  // Files hold no games that were played elsewhere.
  const wantsImported = filter.imported !== "";
  return (row) =>
    !wantsImported &&
    (tournament === null || at(index.tournaments, row) === tournament) &&
    (ruleset === null || at(index.rulesets, row) === ruleset) &&
    (result === null || at(index.results, row) === result) &&
    (reason === null || at(index.reasons, row) === reason) &&
    at(index.plies, row) >= pliesMin &&
    at(index.plies, row) <= pliesMax &&
    at(index.start_seconds, row) >= start &&
    at(index.start_seconds, row) < end &&
    plays(row);
}
