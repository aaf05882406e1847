import type { TournamentProgress } from "../data/web_messages";
import { countText } from "../ui/format";
import { Note, Scroll, SideName } from "../ui/parts";
import { LiveGames } from "./live_games";

export function Schedule({ progress }: { progress: TournamentProgress }) {
  const next = progress.next ?? [];
  return (
    <>
      <h3>Running</h3>
      <LiveGames games={progress.running ?? []} max={50} />
      <h3>Next</h3>
      {next.length === 0 ? (
        <Note>Nothing further is drawn yet.</Note>
      ) : (
        <Scroll label="Next games">
          <table>
            <thead>
              <tr>
                <th scope="col">Game</th>
                <th scope="col" class="number">
                  Round
                </th>
                <th scope="col">Red</th>
                <th scope="col">Blue</th>
              </tr>
            </thead>
            <tbody>
              {next.map((game) => (
                <tr key={game.game_id}>
                  <td>{game.game_id}</td>
                  <td class="number">{countText(game.round)}</td>
                  <td>
                    <SideName side="red" name={game.red} />
                  </td>
                  <td>
                    <SideName side="blue" name={game.blue} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </>
  );
}
