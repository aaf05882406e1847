// A bot that is tuned: where its options began, how they moved and what they have become.
import { useMemo } from "preact/hooks";
import type { TunedValue, Tournament, TuningState } from "../data/messages";
import { countText, plural, realText } from "../ui/format";
import { Note } from "../ui/parts";
import { Plot } from "../ui/plot";
import { numberColumn, Table, type Column } from "../ui/table";

// An option with what its spec says of it.
interface Row extends TunedValue {
  low: number;
  high: number;
  use: string;
}

// As many digits as tell the values of a range apart.
export function valueText(value: number, low: number, high: number): string {
  const digits = Math.ceil(3 - Math.log10(Math.max(high - low, 1e-12)));
  return realText(value, Math.min(12, Math.max(0, digits)));
}

export function rowsOf({ spec, tuned }: Tournament): Row[] {
  return (tuned?.options ?? []).map((value, i) => {
    const { low = 0, high = 0 } = spec?.tuning?.options?.[i] ?? {};
    return { ...value, low, high, use: tuned?.values?.[value.name ?? ""] ?? "–" };
  });
}

const number = numberColumn<Row>;

const COLUMNS: readonly Column<Row>[] = [
  { id: "option", title: "Option", value: (row) => row.name ?? "", cell: (row) => row.name },
  number("low", "From", (row) => row.low, undefined, true),
  number("high", "To", (row) => row.high, undefined, true),
  number(
    "start",
    "Start",
    (row) => row.start ?? 0,
    (row) => valueText(row.start ?? 0, row.low, row.high),
  ),
  number(
    "value",
    "Now",
    (row) => row.value ?? 0,
    (row) => valueText(row.value ?? 0, row.low, row.high),
  ),
  number(
    "use",
    "To use",
    (row) => row.value ?? 0,
    (row) => row.use,
  ),
];

function Course({ row, iterations }: { row: Row; iterations: readonly number[] }) {
  const columns = useMemo(() => [[...iterations], [...(row.course ?? [])]], [row, iterations]);
  if (iterations.length < 2 || row.course?.length !== iterations.length) return null;
  return (
    <Plot
      label={`${row.name ?? ""} by iterations`}
      height={220}
      columns={columns}
      yRange={[row.low, row.high]}
      xText={(x) => plural(x, "iteration")}
      lines={[{ label: row.name ?? "", color: "accent" }]}
      format={(value) => valueText(value, row.low, row.high)}
    />
  );
}

function hintOf(tuned: TuningState): string {
  const unplayed = tuned.iterations_unplayed ?? 0;
  const parts = [
    `After ${plural(tuned.iterations ?? 0, "iteration")}, in each of which the bot met itself with options a little above and below.`,
    "To use: the mean over the second half of them, rounded where an option is an integer.",
  ];
  if (unplayed > 0) parts.push(`${countText(unplayed)} more told nothing: nobody played one of their games.`);
  if (tuned.is_given_up) parts.push("It ended early, since the bot did not come any more.");
  return parts.join(" ");
}

export function Tuning({ tournament, query }: { tournament: Tournament; query: URLSearchParams }) {
  const tuned = tournament.tuned;
  if (!tuned) return <Note>What the options have become is shown when the tuning is finished.</Note>;
  const rows = rowsOf(tournament);
  return (
    <>
      <Table label="Options" columns={COLUMNS} rows={rows} rowKey={(row) => row.name ?? ""} query={query} />
      <p class="hint">{hintOf(tuned)}</p>
      {rows.map((row) => (
        <Course key={row.name} row={row} iterations={tuned.course_iterations ?? []} />
      ))}
    </>
  );
}
