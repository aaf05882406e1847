// Tables. One that is given the page's query comes in pages and is sorted by a click on a heading; what is chosen stands in
// the query.
import type { ComponentChildren } from "preact";
import { Scroll } from "./parts";
import { setQuery } from "./route";
import { pageOf, sorted, sortIn, sortText, type SortBy, type SortValue } from "./table_rows";

export interface Column<Row> {
  title: string;
  // What a title that is too short to be understood stands for.
  meaning?: string;
  cell: (row: Row) => ComponentChildren;
  // The column's name in the address, and what the table is sorted by. Without both it cannot be sorted by this column.
  id?: string;
  value?: (row: Row) => SortValue;
  isNumber?: boolean;
  // Its cells are the headings of their rows.
  isHead?: boolean;
  // Its texts may take several lines.
  isLong?: boolean;
  // Left out on narrow screens.
  isMinor?: boolean;
  // Left out where a window is no wider than a tablet.
  isSpare?: boolean;
  // Stands in a line below its row on narrow screens.
  isBelow?: boolean;
  // The first click sorts the greatest to the top.
  isBestHigh?: boolean;
}

interface TableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  query?: URLSearchParams | undefined;
  // The column that the rows are sorted by at first, as in the address; empty for the order of `rows`.
  sort?: string;
  pageSize?: number;
  // No wider than it must be.
  isNarrow?: boolean;
}

// A column of numbers, the greatest of which is the best.
export function numberColumn<Row>(
  id: string,
  title: string,
  value: (row: Row) => number,
  text: (row: Row) => ComponentChildren = value,
  isMinor = false,
): Column<Row> {
  return { id, title, isNumber: true, isBestHigh: true, isMinor, value, cell: text };
}

const PAGE_SIZE = 100;

function classOf<Row>(column: Column<Row>): string {
  const { isNumber, isLong, isMinor, isSpare, isBelow } = column;
  const classes = [isNumber && "number", isLong && "wrap", (isMinor || isBelow) && "minor", isSpare && "spare"];
  return classes.filter(Boolean).join(" ");
}

function Title<Row>({ column: { title, meaning } }: { column: Column<Row> }) {
  return meaning ? <abbr title={meaning}>{title}</abbr> : <>{title}</>;
}

function HeadCell<Row>({
  column,
  sort,
}: {
  column: Column<Row>;
  // Absent for a table that cannot be sorted.
  sort: SortBy | undefined;
}) {
  if (!sort || !column.id || !column.value)
    return (
      <th scope="col" class={classOf(column)}>
        <Title column={column} />
      </th>
    );
  const isSorted = sort.column === column.id;
  const next = { column: column.id, descending: isSorted ? !sort.descending : (column.isBestHigh ?? false) };
  const arrow = isSorted ? (sort.descending ? "▼" : "▲") : "";
  return (
    <th
      scope="col"
      class={`sortable ${classOf(column)}`}
      aria-sort={isSorted ? (sort.descending ? "descending" : "ascending") : "none"}
    >
      <button type="button" class="sort" onClick={() => setQuery({ sort: sortText(next), page: "" })}>
        <Title column={column} />
        {arrow && (
          <span class="arrow" aria-hidden="true">
            {arrow}
          </span>
        )}
      </button>
    </th>
  );
}

function BodyCell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  if (column.isHead) return <th scope="row">{column.cell(row)}</th>;
  return <td class={classOf(column)}>{column.cell(row)}</td>;
}

function Row<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  // An empty one has no line.
  const below = columns.filter((column) => column.isBelow && column.cell(row) !== "");
  return (
    <>
      <tr>
        {columns.map((column) => (
          <BodyCell key={column.title} column={column} row={row} />
        ))}
      </tr>
      {below.length > 0 && (
        <tr class="below">
          <td class="wrap" colSpan={columns.length}>
            {below.map((column) => (
              <p key={column.title}>
                {column.title && <span class="muted">{column.title}: </span>}
                {column.cell(row)}
              </p>
            ))}
          </td>
        </tr>
      )}
    </>
  );
}

function Pager({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  if (pages <= 1) return null;
  return (
    <nav class="pager" aria-label="Pages">
      <button type="button" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </button>
      <span>
        Page {page} of {pages}
      </span>
      <button type="button" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
      </button>
    </nav>
  );
}

export function Table<Row>({
  label,
  columns,
  rows,
  rowKey,
  query,
  sort = "",
  pageSize = PAGE_SIZE,
  isNarrow = false,
}: TableProps<Row>) {
  const by = sortIn(query?.get("sort") ?? "", sort);
  const value = columns.find((column) => column.id === by.column)?.value;
  const ordered = value ? sorted(rows, value, by.descending) : [...rows];
  const shown = query
    ? pageOf(ordered, Number(query.get("page") ?? 1), pageSize)
    : { rows: ordered, page: 1, pages: 1 };
  return (
    <>
      <Scroll label={label}>
        <table class={isNarrow ? "narrow" : ""}>
          <thead>
            <tr>
              {columns.map((column) => (
                <HeadCell key={column.title} column={column} sort={query && by} />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.rows.map((row) => (
              <Row key={rowKey(row)} columns={columns} row={row} />
            ))}
          </tbody>
        </table>
      </Scroll>
      <Pager page={shown.page} pages={shown.pages} onPage={(page) => setQuery({ page: String(page) })} />
    </>
  );
}
