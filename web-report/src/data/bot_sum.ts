// A bot's results in all rulesets together.
import type { BotRecord, OpponentRecord, ReasonCount } from "./messages";
import { gamesIn, sumOfTallies } from "./tally";

function opponentsOf(records: readonly BotRecord[]): OpponentRecord[] {
  const all = records.flatMap(({ opponents = [] }) => opponents);
  const names = [...new Set(all.map(({ bot = "" }) => bot))];
  return names
    .map((bot) => ({ bot, tally: sumOfTallies(all.filter((one) => one.bot === bot).map(({ tally }) => tally)) }))
    .sort((a, b) => gamesIn(b.tally) - gamesIn(a.tally));
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
