// The lists of the front page. Each has its full height from the start, so that nothing below it moves when it comes.
import type { GameSummary, Leaderboard, Pool } from "../data/messages";
import { reasonText, resultText, scoreText } from "../data/words";
import { plural, ratingText } from "../ui/format";
import { BotLink, GameLink, Note, SideName } from "../ui/parts";
import type { Resource } from "../ui/resource";
import { hrefOf } from "../ui/route";

function Waiting({ rows }: { rows: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <li key={row} class="front-row" aria-hidden="true">
      <span class="bone" />
    </li>
  ));
}

function Failed<T>({ resource }: { resource: Resource<T> }) {
  return (
    <li class="front-row">
      <span class="bad">{resource.error?.message}</span>{" "}
      <button type="button" onClick={resource.reload}>
        Try again
      </button>
    </li>
  );
}

function Result({ game }: { game: GameSummary }) {
  const result = game.outcome?.result;
  const isBot = !game.is_imported;
  return (
    <li class="front-row" title={`${resultText(result)}: ${reasonText(game.outcome?.reason)}`}>
      <GameLink id={game.game_id} />
      <span class="front-players">
        <SideName side="red" name={game.red} isWinner={result === "RESULT_RED_WINS"} isBot={isBot} />
        <b class="front-score">{scoreText(result)}</b>
        <SideName side="blue" name={game.blue} isWinner={result === "RESULT_BLUE_WINS"} isBot={isBot} />
      </span>
      <span class="muted front-ruleset">{game.ruleset_id}</span>
    </li>
  );
}

// `rows`: how many there will be.
export function NewestResults({ resource, rows }: { resource: Resource<GameSummary[]>; rows: number }) {
  if (rows === 0 && !resource.data?.length) return <Note>No games yet.</Note>;
  return (
    <ul class="front-list results" aria-label="Newest results">
      {resource.data ? (
        resource.data.slice(0, Math.max(rows, 1)).map((game) => <Result key={game.game_id} game={game} />)
      ) : resource.error ? (
        <Failed resource={resource} />
      ) : (
        <Waiting rows={rows} />
      )}
    </ul>
  );
}

export function Leaders({ resource, rows }: { resource: Resource<Leaderboard>; rows: number }) {
  return (
    <ol class="front-list leaders" aria-label="Head of the leaderboard">
      {resource.data ? (
        (resource.data.rows ?? []).slice(0, rows).map(({ rated }) => (
          <li key={rated?.bot} class="front-row">
            <span class="muted front-place">{rated?.place}</span>
            <BotLink name={rated?.bot} />
            <span class="front-rating">{ratingText(rated?.likelihood_elo)}</span>
          </li>
        ))
      ) : resource.error ? (
        <Failed resource={resource} />
      ) : (
        <Waiting rows={rows} />
      )}
    </ol>
  );
}

// The other leaderboards.
export function Pools({ pools }: { pools: readonly Pool[] }) {
  return (
    <p class="front-more">
      <span class="muted">All:</span>
      {pools.map((pool) => (
        <a
          key={pool.name}
          href={hrefOf(["leaderboards", pool.name ?? ""])}
          title={`${plural(pool.bots ?? 0, "bot")}, ${plural(pool.games ?? 0, "rated game")}`}
        >
          {pool.name}
        </a>
      ))}
    </p>
  );
}

export function NoPool() {
  return <Note>No rated games yet. The first tournament makes the first leaderboard.</Note>;
}
