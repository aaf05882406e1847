import type { Bot } from "../data/messages";
import { stateText } from "../data/words";
import { plural } from "../ui/format";
import { Badge, Heading, Loaded, Note, Time } from "../ui/parts";
import { useArena, useResource } from "../ui/resource";
import { setQuery } from "../ui/route";
import { Table, type Column } from "../ui/table";
import { containsWords } from "../ui/table_rows";
import { botColumn } from "./columns";

const nameOf = (bot: Bot) => bot.manifest?.name ?? "";

const COLUMNS: readonly Column<Bot>[] = [
  botColumn(nameOf),
  {
    id: "state",
    title: "State",
    value: (bot) => bot.state ?? "",
    cell: (bot) => <Badge kind={bot.state === "STATE_READY" ? "good" : "quiet"}>{stateText(bot.state)}</Badge>,
  },
  { title: "Plays", isLong: true, isBelow: true, cell: (bot) => (bot.manifest?.rulesets ?? []).join(", ") },
  {
    id: "language",
    title: "Language",
    isMinor: true,
    value: (bot) => bot.manifest?.language ?? "",
    cell: (bot) => bot.manifest?.language,
  },
  {
    id: "author",
    title: "Author",
    isMinor: true,
    value: (bot) => bot.manifest?.author ?? "",
    cell: (bot) => bot.manifest?.author,
  },
  {
    id: "added",
    title: "Added",
    isMinor: true,
    isBestHigh: true,
    value: (bot) => bot.add_time ?? "",
    cell: (bot) => <Time time={bot.add_time} />,
  },
];

function Bots({ bots, query }: { bots: readonly Bot[]; query: URLSearchParams }) {
  const typed = query.get("q") ?? "";
  const rows = bots.filter(({ manifest }) =>
    containsWords([manifest?.name, manifest?.author, manifest?.language, ...(manifest?.rulesets ?? [])], typed),
  );
  return (
    <>
      <div class="filters" role="search">
        <label>
          <span class="sr-only">Search for bots</span>
          <input
            type="search"
            placeholder="Name, author, language, ruleset…"
            value={typed}
            onInput={(event) => setQuery({ q: event.currentTarget.value, page: "" })}
          />
        </label>
      </div>
      <p class="muted" role="status">
        {plural(rows.length, "bot")}
      </p>
      {rows.length === 0 ? (
        <Note>No bot fits.</Note>
      ) : (
        <Table label="Bots" columns={COLUMNS} rows={rows} rowKey={nameOf} query={query} sort="bot" />
      )}
    </>
  );
}

export function BotsPage({ query }: { query: URLSearchParams }) {
  const { source } = useArena();
  const bots = useResource("bots", () => source.bots());
  return (
    <>
      <Heading>Bots</Heading>
      <Loaded resource={bots} what="bots">
        {(list) => <Bots bots={list.bots ?? []} query={query} />}
      </Loaded>
    </>
  );
}
