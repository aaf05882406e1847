import type { GameSummary } from "../data/messages";
import { reasonText, resultText, scoreText } from "../data/words";
import { changeText, countText, durationText } from "../ui/format";
import { GameLink, Note, Scroll, SideName, Time } from "../ui/parts";

function Row({ game }: { game: GameSummary }) {
  const result = game.outcome?.result;
  return (
    <tr>
      <td>
        <GameLink id={game.game_id} />
      </td>
      <td title={resultText(result)}>{scoreText(result)}</td>
      <td class={result === "RESULT_RED_WINS" ? "winner" : ""}>
        <SideName side="red" name={game.red} />
      </td>
      <td class={result === "RESULT_BLUE_WINS" ? "winner" : ""}>
        <SideName side="blue" name={game.blue} />
      </td>
      <td class="minor">{reasonText(game.outcome?.reason)}</td>
      <td class="minor">{game.ruleset_id}</td>
      <td class="number">{countText(game.plies)}</td>
      <td class="number minor">{game.rating ? changeText(game.rating.red_elo_change) : "–"}</td>
      <td class="number minor">{durationText(Number(game.duration_micros ?? 0) / 1000)}</td>
      <td class="minor">
        <Time time={game.start_time} />
      </td>
    </tr>
  );
}

export function GamesTable({ games }: { games: readonly GameSummary[] }) {
  if (games.length === 0) return <Note>No games fit.</Note>;
  return (
    <Scroll label="Games">
      <table>
        <thead>
          <tr>
            <th scope="col">Game</th>
            <th scope="col">Score</th>
            <th scope="col">Red</th>
            <th scope="col">Blue</th>
            <th scope="col" class="minor">
              Reason
            </th>
            <th scope="col" class="minor">
              Ruleset
            </th>
            <th scope="col" class="number">
              Plies
            </th>
            <th scope="col" class="number minor">
              Red's Elo
            </th>
            <th scope="col" class="number minor">
              Length
            </th>
            <th scope="col" class="minor">
              Began
            </th>
          </tr>
        </thead>
        <tbody>
          {games.map((game) => (
            <Row key={game.game_id} game={game} />
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
