// A list that one may search, once it has more than a few entries.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { containsWords } from "../ui/table_rows";

const FEW = 8;

export function Searched<Row>({
  rows,
  what,
  texts,
  children,
}: {
  rows: readonly Row[];
  // What is searched for, as in "name, owner or tag".
  what: string;
  texts: (row: Row) => readonly (string | undefined)[];
  children: (rows: readonly Row[]) => ComponentChildren;
}) {
  const [typed, setTyped] = useState("");
  if (rows.length <= FEW) return <>{children(rows)}</>;
  return (
    <>
      <div class="filters" role="search">
        <label>
          <span class="sr-only">Search by {what}</span>
          <input
            type="search"
            placeholder={`Search by ${what}…`}
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
      </div>
      {children(rows.filter((row) => containsWords(texts(row), typed)))}
    </>
  );
}
