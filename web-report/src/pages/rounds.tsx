// The rounds of a Swiss, one at a time.
import { useEffect } from "preact/hooks";
import type { RoundMatch } from "../data/web_messages";
import { pointsText } from "../ui/format";
import { Badge, BotLink, Loaded, Scroll } from "../ui/parts";
import { useArena, useResource } from "../ui/resource";
import { setQuery } from "../ui/route";
import { Pager } from "../ui/table";
import { pageOf } from "../ui/table_rows";
import { GameNumbers } from "./bracket";

const PAGE_SIZE = 100;

function Row({ match, table, id }: { match: RoundMatch; table: number; id: number }) {
  return (
    <tr>
      <td class="number">{table}</td>
      <td>
        <BotLink name={match.first} />
      </td>
      <td class="score">
        {match.second ? `${pointsText(match.first_points)} : ${pointsText(match.second_points)}` : "bye"}{" "}
        {match.is_running && <Badge kind="live">running</Badge>}
      </td>
      <td>{match.second ? <BotLink name={match.second} /> : null}</td>
      <td>
        <GameNumbers id={id} games={match.games ?? []} />
      </td>
    </tr>
  );
}

// `before`: how many tables there are on the pages before.
function Tables({ matches, before, id }: { matches: readonly RoundMatch[]; before: number; id: number }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col" class="number">
            Table
          </th>
          <th scope="col">First</th>
          <th scope="col">Score</th>
          <th scope="col">Second</th>
          <th scope="col">Games</th>
        </tr>
      </thead>
      <tbody>
        {matches.map((match, i) => (
          <Row key={match.first} match={match} table={before + i + 1} id={id} />
        ))}
      </tbody>
    </table>
  );
}

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
  useEffect(resource.reload, [stored]);
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
        {(data) => {
          const shown = pageOf(data.matches ?? [], Number(query.get("page") ?? 1), PAGE_SIZE);
          return (
            <>
              <Scroll label={`Round ${round}`}>
                <Tables matches={shown.rows} before={(shown.page - 1) * PAGE_SIZE} id={id} />
              </Scroll>
              <Pager page={shown.page} pages={shown.pages} onPage={(page) => setQuery({ page: String(page) })} />
            </>
          );
        }}
      </Loaded>
    </>
  );
}
