// The results of two bots against each other, as the other one sees them.
import type { HeadToHead, HeadToHeadRecord, Tally } from "./messages";

const swapped = ({ wins = 0, draws = 0, losses = 0 }: Tally = {}): Tally => ({ wins: losses, draws, losses: wins });

// A number that is not finite is a text in JSON.
function negative(value: number | string | undefined): number {
  return 0 - Number(value ?? 0);
}

function turnedRecord(record: HeadToHeadRecord): HeadToHeadRecord {
  const { games = [], points = [] } = record.course ?? {};
  return {
    ...record,
    as_red: swapped(record.as_blue),
    as_blue: swapped(record.as_red),
    wins: record.losses ?? [],
    losses: record.wins ?? [],
    elo: negative(record.elo),
    course: { ...record.course, points: games.map((count, i) => count - (points[i] ?? 0)) },
  };
}

export function turned({ bot = "", opponent = "", records = [] }: HeadToHead): HeadToHead {
  return { bot: opponent, opponent: bot, records: records.map(turnedRecord) };
}
