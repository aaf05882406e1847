// Where time went in a tournament beside the bots' thinking, and which games were void: what its host looks at.
import type { BotTimes, ReasonCount, Tournament } from "../data/messages";
import { reasonText } from "../data/words";
import { durationText, plural } from "../ui/format";
import { Note } from "../ui/parts";
import { numberColumn, Table, type Column } from "../ui/table";
import { botColumn } from "./columns";

function sum(counts: readonly ReasonCount[]): number {
  return counts.reduce((games, count) => games + (count.games ?? 0), 0);
}

// "host was late: 2, supervisor was killed: 1"; empty where nothing was void.
export function causesText(counts: readonly ReasonCount[]): string {
  return counts.map(({ reason, games = 0 }) => `${reasonText(reason)}: ${games}`).join(", ");
}

function seconds(id: string, title: string, value: (row: BotTimes) => number | undefined): Column<BotTimes> {
  return numberColumn<BotTimes>(
    id,
    title,
    (row) => value(row) ?? 0,
    (row) => (value(row) ? durationText(1000 * value(row)!) : "–"),
  );
}

const COLUMNS: readonly Column<BotTimes>[] = [
  botColumn((row) => row.bot),
  numberColumn<BotTimes>("games", "Games", (row) => row.games ?? 0, undefined, true),
  seconds("unsent", "Unsent", (row) => row.unsent_seconds),
  seconds("away", "Away", (row) => row.away_seconds),
  seconds("late", "Host late", (row) => row.host_delay_seconds),
  numberColumn<BotTimes>("void", "Void", (row) => sum(row.voids ?? [])),
  { title: "Causes", isLong: true, isMinor: true, cell: (row) => causesText(row.voids ?? []) || "–" },
];

export function Times({ tournament, query }: { tournament: Tournament; query: URLSearchParams }) {
  const voids = tournament.voids ?? [];
  return (
    <>
      <p>
        {voids.length === 0
          ? "No game was void."
          : `${plural(sum(voids), "void attempt")}, played again: ${causesText(voids)}.`}
      </p>
      <Table
        label="Times and void attempts"
        columns={COLUMNS}
        rows={tournament.times ?? []}
        rowKey={(row) => row.bot ?? ""}
        query={query}
        sort=""
      />
      <Note>
        Over all games: for how long decisions waited until the bot took their messages, the bot was away, and the host
        read its messages late or stood still. A void attempt counts for both players.
      </Note>
    </>
  );
}
