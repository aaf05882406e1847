// A bot's results in all rulesets together.
import type { BotRecord, OpponentRecord, ReasonCount, Tally } from "./messages";

function sumOfTallies(tallies: readonly (Tally | undefined)[]): Tally {
  const sum = (of: keyof Tally) => tallies.reduce((total, tally) => total + (tally?.[of] ?? 0), 0);
  return { wins: sum("wins"), draws: sum("draws"), losses: sum("losses") };
}

const gamesOf = ({ tally }: OpponentRecord) => (tally?.wins ?? 0) + (tally?.draws ?? 0) + (tally?.losses ?? 0);

function opponentsOf(records: readonly BotRecord[]): OpponentRecord[] {
  const all = records.flatMap(({ opponents = [] }) => opponents);
  const names = [...new Set(all.map(({ bot = "" }) => bot))];
  return names
    .map((bot) => ({ bot, tally: sumOfTallies(all.filter((one) => one.bot === bot).map(({ tally }) => tally)) }))
    .sort((a, b) => gamesOf(b) - gamesOf(a));
}

function reasonsOf(counts: readonly ReasonCount[]): ReasonCount[] {
  const sums = new Map<ReasonCount["reason"], number>();
  for (const { reason, games = 0 } of counts) sums.set(reason, (sums.get(reason) ?? 0) + games);
  return [...sums]
    .map(([reason, games]) => ({ ...(reason ? { reason } : {}), games }))
    .sort((a, b) => b.games - a.games);
}

// Without a ruleset, and without the time that its decisions took, since decisions differ from ruleset to ruleset.
export function sumOf(records: readonly BotRecord[]): BotRecord {
  return {
    as_red: sumOfTallies(records.map((record) => record.as_red)),
    as_blue: sumOfTallies(records.map((record) => record.as_blue)),
    opponents: opponentsOf(records),
    wins: reasonsOf(records.flatMap(({ wins = [] }) => wins)),
    draws: reasonsOf(records.flatMap(({ draws = [] }) => draws)),
    losses: reasonsOf(records.flatMap(({ losses = [] }) => losses)),
  };
}
