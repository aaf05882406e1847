// Sorting and paging of tables, apart from how they look.

export interface SortBy {
  column: string;
  descending: boolean;
}

export type SortValue = number | string;

// Reads the text by which an address says how a table is sorted: "elo", or "-elo" for descending.
export function sortIn(text: string, fallback: string): SortBy {
  const chosen = text || fallback;
  return chosen.startsWith("-") ? { column: chosen.slice(1), descending: true } : { column: chosen, descending: false };
}

export function sortText(sort: SortBy): string {
  return (sort.descending ? "-" : "") + sort.column;
}

const words = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

// The rows in the order of their values. Rows of the same value keep their order, and NaN comes last in either direction.
export function sorted<Row>(rows: readonly Row[], value: (row: Row) => SortValue, descending: boolean): Row[] {
  const sign = descending ? -1 : 1;
  const compare = (a: SortValue, b: SortValue) => {
    if (typeof a === "string" || typeof b === "string") return sign * words.compare(String(a), String(b));
    if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
    return sign * (a - b);
  };
  return rows
    .map((row, place) => ({ row, place, key: value(row) }))
    .sort((a, b) => compare(a.key, b.key) || a.place - b.place)
    .map(({ row }) => row);
}

interface PageOfRows<Row> {
  rows: Row[];
  // From 1.
  page: number;
  pages: number;
}

export function pageOf<Row>(rows: readonly Row[], page: number, size: number): PageOfRows<Row> {
  const pages = Math.max(1, Math.ceil(rows.length / size));
  const shown = Math.min(Math.max(1, Math.trunc(page) || 1), pages);
  return { rows: rows.slice((shown - 1) * size, shown * size), page: shown, pages };
}

// Whether each of the typed words occurs in one of the texts.
export function containsWords(texts: readonly (string | undefined)[], typed: string): boolean {
  const all = texts.join("\n").toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
