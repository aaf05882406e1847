import type { LiveGame } from "../data/web_messages";
import { countText } from "../ui/format";
import { GameLink, Note, Scroll, SideName } from "../ui/parts";

export function LiveGames({ games, max }: { games: readonly LiveGame[]; max: number }) {
  if (games.length === 0) return <Note>No game is running.</Note>;
  return (
    <>
      <Scroll label="Running games">
        <table>
          <thead>
            <tr>
              <th scope="col">Game</th>
              <th scope="col">Red</th>
              <th scope="col">Blue</th>
              <th scope="col">Ruleset</th>
              <th scope="col" class="number">
                Plies
              </th>
            </tr>
          </thead>
          <tbody>
            {games.slice(0, max).map((game) => (
              <tr key={game.game_id}>
                <td>
                  <GameLink id={game.game_id ?? ""}>Watch {game.game_id}</GameLink>
                </td>
                <td>
                  <SideName side="red" name={game.red} />
                </td>
                <td>
                  <SideName side="blue" name={game.blue} />
                </td>
                <td>{game.ruleset_id}</td>
                <td class="number">{countText(game.plies)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {games.length > max && <p class="muted">and {games.length - max} more</p>}
    </>
  );
}
