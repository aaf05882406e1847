import type { ComponentChildren } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { EVERY_GAME, type GameFilter } from "../data/source";
import { REASONS, reasonText, RESULTS, resultText } from "../data/words";
import { Heading, Loaded } from "../ui/parts";
import { useArena, useResource } from "../ui/resource";
import { hrefOf, setQuery } from "../ui/route";
import { GamesTable } from "./games_table";

const PAGE_SIZE = 50;
const NUMBERS: readonly (keyof GameFilter)[] = ["tournament", "pliesMin", "pliesMax"];
const DATES: readonly (keyof GameFilter)[] = ["dateMin", "dateMax"];

// The filter that an address asks for. A value that makes no sense is left out.
export function filterIn(query: URLSearchParams): GameFilter {
  const filter = { ...EVERY_GAME };
  for (const field of Object.keys(filter) as (keyof GameFilter)[]) {
    const value = query.get(field) ?? "";
    const isRight = NUMBERS.includes(field)
      ? /^\d{0,9}$/.test(value)
      : DATES.includes(field)
        ? /^(\d{4}-\d\d-\d\d)?$/.test(value)
        : field === "imported"
          ? /^(true)?$/.test(value)
          : true;
    if (isRight) filter[field] = value;
  }
  return filter;
}

// A field whose text goes into the address once typing pauses.
function TextInput({
  label,
  field,
  value,
  type = "text",
  list,
  onFocus,
}: {
  label: string;
  field: string;
  value: string;
  type?: string;
  list?: string;
  onFocus?: () => void;
}) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return undefined;
    const timer = setTimeout(() => setQuery({ [field]: text, token: "" }), 350);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <label>
      <span>{label}</span>
      <input
        type={type}
        value={text}
        list={list}
        onFocus={onFocus}
        min={type === "number" ? 0 : undefined}
        onInput={(event) => setText(event.currentTarget.value)}
      />
    </label>
  );
}

function Select({
  label,
  field,
  value,
  options,
  otherwise = "any",
}: {
  label: string;
  field: string;
  value: string;
  options: readonly (readonly [string, string])[];
  otherwise?: string;
}) {
  return (
    <label>
      <span>{label}</span>
      <select value={value} onChange={(event) => setQuery({ [field]: event.currentTarget.value, token: "" })}>
        <option value="">{otherwise}</option>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

const NAMES = "names-of-bots";
const FIELDS = "fields-of-filter";

// The names of all bots, which are asked for when a visitor goes to a field that takes one.
function useBotNames(): { all: readonly string[]; ask: () => void } {
  const { source } = useArena();
  const [all, setAll] = useState<readonly string[]>([]);
  const isAsked = useRef(false);
  const ask = useCallback(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    source.bots().then(
      ({ bots = [] }) => setAll(bots.map(({ manifest }) => manifest?.name ?? "").filter(Boolean)),
      // Names can be typed without it.
      () => void (isAsked.current = false),
    );
  }, [source]);
  return { all, ask };
}

// On a telephone the fields are behind a button, which says how many of them are filled in.
function FilterFold({ filter, children }: { filter: GameFilter; children: ComponentChildren }) {
  const [isOpen, setIsOpen] = useState(false);
  const filled = Object.values(filter).filter(Boolean).length;
  return (
    <>
      <button
        type="button"
        class="filter-toggle"
        aria-expanded={isOpen}
        aria-controls={FIELDS}
        onClick={() => setIsOpen(!isOpen)}
      >
        {filled > 0 ? `Filters (${filled})` : "Filters"}
      </button>
      <div id={FIELDS} class="filters grid" role="search" aria-label="Filter games">
        {children}
      </div>
    </>
  );
}

function Filters({ filter }: { filter: GameFilter }) {
  const { site, source } = useArena();
  const names = useBotNames();
  const rulesets = [...new Set((site.pools ?? []).map((pool) => pool.ruleset_id ?? ""))];
  return (
    <FilterFold filter={filter}>
      <TextInput label="Bot" field="bot" value={filter.bot} list={NAMES} onFocus={names.ask} />
      <TextInput label="Opponent" field="opponent" value={filter.opponent} list={NAMES} onFocus={names.ask} />
      <datalist id={NAMES}>
        {names.all.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Select label="Ruleset" field="ruleset" value={filter.ruleset} options={rulesets.map((id) => [id, id])} />
      <Select
        label="Result"
        field="result"
        value={filter.result}
        options={RESULTS.slice(1, 4).map((result) => [result, resultText(result)])}
      />
      <Select
        label="Reason"
        field="reason"
        value={filter.reason}
        options={REASONS.slice(1).map((reason) => [reason, reasonText(reason)])}
      />
      <TextInput label="Tournament" field="tournament" value={filter.tournament} type="number" />
      <TextInput label="Plies, at least" field="pliesMin" value={filter.pliesMin} type="number" />
      <TextInput label="Plies, at most" field="pliesMax" value={filter.pliesMax} type="number" />
      <TextInput label="From" field="dateMin" value={filter.dateMin} type="date" />
      <TextInput label="To" field="dateMax" value={filter.dateMax} type="date" />
      {source.isLive && (
        <Select
          label="Played"
          field="imported"
          value={filter.imported}
          options={[["true", "elsewhere (imported)"]]}
          otherwise="here"
        />
      )}
    </FilterFold>
  );
}

// The links to the pages around this one: their texts, and what their addresses add to the filter. The server names only the
// page after this one, so the address carries `trail`, the tokens of the pages before it.
export function pagesAround(
  token: string,
  trail: string,
  next: string,
): [text: string, page: Record<string, string>][] {
  const before = token ? trail.split(",").filter(Boolean) : [];
  const newer = before[before.length - 1];
  const pages: [string, Record<string, string>][] = token ? [["Newest", {}]] : [];
  if (newer) pages.push(["Newer games", { token: newer, trail: before.slice(0, -1).join(",") }]);
  if (next) pages.push(["Older games", { token: next, trail: [...before, token].filter(Boolean).join(",") }]);
  return pages;
}

function Pager({ filter, query, next }: { filter: GameFilter; query: URLSearchParams; next: string }) {
  return (
    <nav class="pager" aria-label="Pages">
      {pagesAround(query.get("token") ?? "", query.get("trail") ?? "", next).map(([text, page]) => (
        <a key={text} class="button" href={hrefOf(["games"], { ...filter, ...page })}>
          {text}
        </a>
      ))}
    </nav>
  );
}

export function GamesPage({ query }: { query: URLSearchParams }) {
  const { source } = useArena();
  const filter = filterIn(query);
  const token = query.get("token") ?? "";
  const key = JSON.stringify([filter, token]);
  const page = useResource(key, () => source.games(filter, token, PAGE_SIZE));
  const isFiltered = Object.values(filter).some(Boolean);
  return (
    <>
      <Heading>Games</Heading>
      <Filters filter={filter} />
      {isFiltered && (
        <p>
          <a href={hrefOf(["games"])}>All games</a>
        </p>
      )}
      <Loaded resource={page} what="games">
        {(data) => (
          <>
            <GamesTable games={data.games} />
            <Pager filter={filter} query={query} next={data.next} />
          </>
        )}
      </Loaded>
    </>
  );
}
