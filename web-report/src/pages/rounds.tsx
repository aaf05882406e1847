// The rounds of a Swiss, one at a time.
import type { RoundMatch } from "../data/messages";
import { pointsText } from "../ui/format";
import { Badge, BotLink, Loaded } from "../ui/parts";
import { useArena, useReloadOn, useResource } from "../ui/resource";
import { setQuery } from "../ui/route";
import { Table, type Column } from "../ui/table";
import { GameNumbers } from "./bracket";

type Numbered = RoundMatch & { table: number };

const columnsOf = (id: number): readonly Column<Numbered>[] => [
  { title: "Table", isNumber: true, cell: (match) => match.table },
  { title: "First", cell: (match) => <BotLink name={match.first} /> },
  {
    title: "Score",
    cell: (match) => (
      <span>
        {match.second ? `${pointsText(match.first_points)} : ${pointsText(match.second_points)}` : "bye"}{" "}
        {match.is_running && <Badge kind="live">running</Badge>}
      </span>
    ),
  },
  { title: "Second", cell: (match) => match.second && <BotLink name={match.second} /> },
  { title: "Games", cell: (match) => <GameNumbers id={id} games={match.games ?? []} /> },
];

export function Rounds({
  id,
  count,
  query,
  stored,
}: {
  id: number;
  count: number;
  query: URLSearchParams;
  stored: number;
}) {
  const { source } = useArena();
  const asked = Number(query.get("round") ?? count);
  const round = asked >= 1 && asked <= count ? Math.trunc(asked) : count;
  const resource = useResource(`${id}/${round}`, () => source.round(id, round));
  useReloadOn(stored, resource.reload);
  return (
    <>
      <label class="filters">
        <span>Round</span>
        <select value={round} onChange={(event) => setQuery({ round: event.currentTarget.value, page: "" })}>
          {Array.from({ length: count }, (_, i) => (
            <option key={i} value={i + 1}>
              {i + 1} of {count}
            </option>
          ))}
        </select>
      </label>
      <Loaded resource={resource} what={`round ${round}`}>
        {(data) => (
          <Table
            label={`Round ${round}`}
            columns={columnsOf(id)}
            rows={(data.matches ?? []).map((match, i) => ({ ...match, table: i + 1 }))}
            rowKey={(match) => match.first ?? ""}
            query={query}
          />
        )}
      </Loaded>
    </>
  );
}
