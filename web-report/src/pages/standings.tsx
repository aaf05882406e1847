import type { Tournament, TournamentSpec_Format, TournamentStanding } from "../data/messages";
import { pointsIn, scoreIn } from "../data/tally";
import { percentText, pointsText, ratingText } from "../ui/format";
import { Note } from "../ui/parts";
import { numberColumn, Table, type Column } from "../ui/table";
import { botColumn, placeColumn, wonDrawnLost } from "./columns";

type Standing = TournamentStanding;

const number = numberColumn<Standing>;

const COMMON: readonly Column<Standing>[] = [
  placeColumn((row) => row.place),
  botColumn((row) => row.bot),
  number(
    "points",
    "Points",
    (row) => row.points ?? 0,
    (row) => pointsText(row.points),
  ),
  number("games", "Games", (row) => row.games ?? 0, undefined, true),
  ...wonDrawnLost<Standing>((row) => row),
  number(
    "score",
    "Score",
    // A bye gives points without a game.
    (row) => scoreIn(row, row.games ?? 0),
    (row) => percentText(pointsIn(row), row.games ?? 0),
    true,
  ),
];

const BYES = number("byes", "Byes", (row) => row.byes ?? 0, undefined, true);
const BUCHHOLZ = number(
  "buchholz",
  "Buchholz",
  (row) => row.buchholz ?? 0,
  (row) => pointsText(row.buchholz),
  true,
);
const SONNEBORN_BERGER = number(
  "sb",
  "Sonneborn-Berger",
  (row) => row.sonneborn_berger ?? 0,
  (row) => (row.sonneborn_berger ?? 0).toFixed(2),
  true,
);
const RATING = number(
  "rating",
  "Rating",
  (row) => row.rating ?? 0,
  (row) => `${ratingText(row.rating)} ±${ratingText(1.96 * (row.rating_deviation ?? 0))}`,
);

// Holds however often one looks.
const SEQUENCE: Column<Standing> = {
  ...number(
    "any-time",
    "Score, any time",
    (row) => row.sequence_score_low ?? 0,
    (row) => <span class="nowrap">{sequenceText(row)}</span>,
  ),
  isSpare: true,
};

export function sequenceText({ sequence_score_low: low, sequence_score_high: high }: Standing): string {
  return low === undefined || high === undefined ? "–" : `${Math.round(100 * low)}–${Math.round(100 * high)} %`;
}

const minor = (column: Column<Standing>): Column<Standing> => ({ ...column, isMinor: true });

// The columns that decide about places in each format.
export function columnsFor(format: TournamentSpec_Format | undefined): Column<Standing>[] {
  switch (format) {
    case "FORMAT_SWISS":
      return [...COMMON, BYES, BUCHHOLZ, SONNEBORN_BERGER];
    case "FORMAT_LADDER":
      // With the rating, the points alone have room on a telephone.
      return [...COMMON.slice(0, 2), RATING, ...COMMON.slice(2, 4), ...COMMON.slice(4).map(minor), SEQUENCE];
    case "FORMAT_KNOCKOUT":
    case "FORMAT_SPRT":
      return [...COMMON];
    default:
      return [...COMMON, SONNEBORN_BERGER];
  }
}

// What the numbers are that do not explain themselves.
export function standingsHint(format: TournamentSpec_Format | undefined): string {
  const titles = columnsFor(format).map((column) => column.title);
  const parts = ["Points: a win 1, a draw ½; games that nobody played count too.", "Score: the share of the points."];
  if (titles.includes("Byes")) parts.push("Byes: rounds without an opponent, which count as won.");
  if (titles.includes("Buchholz")) parts.push("Buchholz: the opponents’ points together.");
  if (titles.includes("Sonneborn-Berger"))
    parts.push("Sonneborn-Berger: each opponent’s points times the score against it.");
  if (titles.includes("Rating")) parts.push("Rating: of this tournament alone, with its 95 % interval.");
  if (titles.includes(SEQUENCE.title))
    parts.push(
      "Score, any time: the score to be expected against the opponents so far, with 95 % for whoever looks whenever.",
    );
  return parts.join(" ");
}

export function Standings({ tournament, query }: { tournament: Tournament; query: URLSearchParams }) {
  const standings = tournament.standings ?? [];
  if (standings.length === 0) return <Note>No games yet.</Note>;
  return (
    <>
      <Table
        label="Standings"
        columns={columnsFor(tournament.spec?.format)}
        rows={standings}
        rowKey={(row) => row.bot ?? ""}
        query={query}
        sort="place"
      />
      <p class="hint">{standingsHint(tournament.spec?.format)}</p>
    </>
  );
}
