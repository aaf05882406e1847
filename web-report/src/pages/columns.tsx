// Columns that several tables have.
import type { Tally } from "../data/messages";
import { gamesIn, pointsIn, scoreIn } from "../data/tally";
import { percentText, pointsText } from "../ui/format";
import { BotLink } from "../ui/parts";
import { numberColumn, type Column } from "../ui/table";

export function placeColumn<Row>(place: (row: Row) => number | undefined): Column<Row> {
  return { id: "place", title: "Place", isNumber: true, value: (row) => place(row) ?? 0, cell: place };
}

export function botColumn<Row>(name: (row: Row) => string | undefined, title = "Bot", id = "bot"): Column<Row> {
  return { id, title, value: (row) => name(row) ?? "", cell: (row) => <BotLink name={name(row)} /> };
}

export function wonDrawnLost<Row>(tally: (row: Row) => Tally | undefined): Column<Row>[] {
  return [
    numberColumn("wins", "Won", (row) => tally(row)?.wins ?? 0),
    numberColumn("draws", "Drawn", (row) => tally(row)?.draws ?? 0),
    numberColumn("losses", "Lost", (row) => tally(row)?.losses ?? 0),
  ];
}

export interface Tallied {
  tally?: Tally | undefined;
}

export const COUNTS: readonly Column<Tallied>[] = [
  numberColumn("games", "Games", ({ tally }) => gamesIn(tally), undefined, true),
  ...wonDrawnLost<Tallied>(({ tally }) => tally),
];

export const POINTS = numberColumn<Tallied>(
  "points",
  "Points",
  ({ tally }) => pointsIn(tally),
  ({ tally }) => pointsText(pointsIn(tally)),
  true,
);

export const SCORE = numberColumn<Tallied>(
  "score",
  "Score",
  ({ tally }) => scoreIn(tally),
  ({ tally }) => percentText(pointsIn(tally), gamesIn(tally)),
);
