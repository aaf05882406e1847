import type { Tally, TournamentStanding } from "../data/messages";
import { gamesIn, pointsIn } from "../data/tally";
import { pointsText } from "../ui/format";
import { BotLink, Scroll } from "../ui/parts";
import { hrefOf } from "../ui/route";

// The class of a cell's colour: five shades from no points to all of them.
export function shadeOf(tally: Tally | undefined): string {
  const games = gamesIn(tally);
  return games === 0 ? "" : `shade-${Math.round((4 * pointsIn(tally)) / games)}`;
}

function Cell({ row, column, tally, id }: { row: string; column: string; tally: Tally | undefined; id: number }) {
  if (row === column)
    return (
      <td class="self" aria-label="itself">
        ·
      </td>
    );
  const games = gamesIn(tally);
  if (games === 0) return <td class="empty" aria-label="no games"></td>;
  const title = `${row} against ${column}: ${tally?.wins ?? 0} won, ${tally?.draws ?? 0} drawn, ${tally?.losses ?? 0} lost`;
  return (
    <td class={shadeOf(tally)}>
      <a href={hrefOf(["games"], { tournament: String(id), bot: row, opponent: column })} title={title}>
        {pointsText(pointsIn(tally))}
        <small>/{games}</small>
      </a>
    </td>
  );
}

// More columns than these are printed smaller.
const MANY = 16;

export function Crosstable({ standings, id }: { standings: readonly TournamentStanding[]; id: number }) {
  return (
    <Scroll label="Crosstable">
      <table class={`crosstable ${standings.length > MANY ? "many" : ""}`}>
        <thead>
          <tr>
            <th scope="col" class="number">
              #
            </th>
            <th scope="col" class="who">
              Bot
            </th>
            <th scope="col" class="number minor-here">
              Points
            </th>
            {standings.map((standing, i) => (
              <th key={standing.bot} scope="col" class="against" title={standing.bot ?? ""}>
                {i + 1}
                <span class="sr-only"> {standing.bot}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {standings.map((standing, i) => (
            <tr key={standing.bot}>
              <td class="number">{i + 1}</td>
              <th scope="row" class="who">
                <BotLink name={standing.bot} />
              </th>
              <td class="number minor-here">{pointsText(standing.points)}</td>
              {standings.map((other, j) => (
                <Cell
                  key={other.bot}
                  row={standing.bot ?? ""}
                  column={other.bot ?? ""}
                  tally={standing.against?.[j]}
                  id={id}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
