import type { Leaderboard, LeaderboardRow, Pool, PoolFit } from "../data/messages";
import { scoreIn } from "../data/tally";
import { isOpenPool, stateText } from "../data/words";
import { changeText, countText, errorText, percentText, plural, ratingText } from "../ui/format";
import { Badge, BotLink, Heading, Loaded, Loading, Note, Time } from "../ui/parts";
import { useArena, useResource } from "../ui/resource";
import { GamesDownload } from "../ui/games_download";
import { lazily } from "../ui/lazy";
import { hrefOf, setQuery } from "../ui/route";
import { Sparkline } from "../ui/sparkline";
import { placeColumn } from "./columns";
import { NoPool } from "./home_lists";
import { RANKINGS, rankingIn, type Ranking } from "./ranking_methods";
import { numberColumn, Table, type Column } from "../ui/table";
import { Tabs } from "../ui/tabs";
import { containsWords } from "../ui/table_rows";

function Bot({ row }: { row: LeaderboardRow }) {
  const cannotPlay = row.state && row.state !== "STATE_READY";
  return (
    <span class="bot-cell">
      <BotLink name={row.rated?.bot} /> {row.version && <span class="muted version">{row.version}</span>}
      {cannotPlay && <Badge kind="quiet">{stateText(row.state)}</Badge>}
    </span>
  );
}

const scoreOf = ({ rated }: LeaderboardRow) => scoreIn(rated, rated?.games ?? 0);

const time = (text: string | undefined) => (text ? Date.parse(text) : NaN);

const number = numberColumn<LeaderboardRow>;

// The least and the greatest rating in all trends, so that their lines can be compared.
export function trendSpan(rows: readonly LeaderboardRow[]): [number, number] {
  const all = rows.flatMap((row) => row.trend ?? []);
  return [Math.min(...all), Math.max(...all)];
}

const columnsOf = (span: [number, number]): readonly Column<LeaderboardRow>[] => [
  placeColumn((row) => row.rated?.place),
  { id: "bot", title: "Bot", value: (row) => row.rated?.bot ?? "", cell: (row) => <Bot row={row} /> },
  number(
    "mle",
    "Rating",
    (row) => row.rated?.likelihood_elo ?? NaN,
    (row) => (
      <span class="nowrap">
        {ratingText(row.rated?.likelihood_elo)} <span class="muted">{errorText(row.rated?.likelihood_elo_error)}</span>
        {row.rated?.is_provisional && <span class="provisional">provisional</span>}
      </span>
    ),
  ),
  number(
    "games",
    "Games",
    (row) => row.rated?.games ?? 0,
    (row) => countText(row.rated?.games),
  ),
  {
    title: "W/D/L",
    meaning: "Games won, drawn, lost",
    isNumber: true,
    isMinor: true,
    cell: (row) => (
      <span class="nowrap">
        {countText(row.rated?.wins)}/{countText(row.rated?.draws)}/{countText(row.rated?.losses)}
      </span>
    ),
  },
  number("score", "Score", scoreOf, (row) => percentText(scoreOf(row), 1), true),
  number(
    "elo",
    "Running Elo",
    (row) => row.rated?.elo ?? 0,
    (row) => ratingText(row.rated?.elo),
    true,
  ),
  {
    ...number(
      "change",
      "Change",
      (row) => row.rated?.elo_change ?? 0,
      (row) => changeText(row.rated?.elo_change),
    ),
    isSpare: true,
  },
  { title: "Trend", isSpare: true, cell: (row) => <Sparkline values={row.trend ?? []} span={span} /> },
  {
    id: "played",
    title: "Last played",
    isSpare: true,
    isBestHigh: true,
    value: (row) => time(row.last_played_time),
    cell: (row) => <Time time={row.last_played_time} />,
  },
];

function Filter({ query, isOfRatings }: { query: URLSearchParams; isOfRatings: boolean }) {
  return (
    <div class="filters" role="search">
      <label>
        <span class="sr-only">Search for bots</span>
        <input
          type="search"
          placeholder={isOfRatings ? "Search name, author, language…" : "Search name…"}
          value={query.get("q") ?? ""}
          onInput={(event) => setQuery({ q: event.currentTarget.value, page: "" })}
        />
      </label>
      {isOfRatings && <RatingFilter query={query} />}
    </div>
  );
}

function RatingFilter({ query }: { query: URLSearchParams }) {
  return (
    <>
      <label>
        <span>At least</span>
        <select
          value={query.get("least") ?? ""}
          onChange={(event) => setQuery({ least: event.currentTarget.value, page: "" })}
        >
          {[
            ["", "any games"],
            ["10", "10 games"],
            ["30", "30 games"],
            ["100", "100 games"],
          ].map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={query.get("ready") === "1"}
          onChange={(event) => setQuery({ ready: event.currentTarget.checked ? "1" : "", page: "" })}
        />
        ready to play only
      </label>
    </>
  );
}

export function filteredRows(rows: readonly LeaderboardRow[], query: URLSearchParams): LeaderboardRow[] {
  const [typed, least] = [query.get("q") ?? "", Number(query.get("least") ?? 0)];
  return rows.filter(
    (row) =>
      containsWords([row.rated?.bot, row.author, row.language, row.version], typed) &&
      (row.rated?.games ?? 0) >= least &&
      (query.get("ready") !== "1" || row.state === "STATE_READY"),
  );
}

// What the numbers of the table are.
export function unplayedText({ unplayed_rated: rated = 0, unplayed_left_out: leftOut = 0 }: PoolFit): string[] {
  const texts: string[] = [];
  if (leftOut > 0) texts.push(`${plural(leftOut, "game")} that nobody played, because a bot did not come, left out.`);
  if (rated > 0) {
    texts.push(
      `${plural(rated, "game")} that nobody played counted as losses: of tournaments whose host wants it so, or of ` +
        "those from before such games were left out, whose ratings stay.",
    );
  }
  return texts;
}

function Explained({ fit, pool }: { fit: PoolFit; pool: string }) {
  return (
    <>
      {isOpenPool(pool) && (
        <p class="hint">
          Rated here are challenges: games of people and bots that one of the two, or its owner, has asked for.
          Tournaments have a pool of their own.
        </p>
      )}
      <p class="hint">
        Places are by the rating: the likeliest one given all rated games of this pool at once, with its 95 % interval;
        where it is the same, by the interval’s lower end. Provisional: fewer than 30 rated games. Score: the share of
        the points in these games, a draw being half a point. Red’s side is worth {changeText(fit.red_advantage_elo)}{" "}
        {errorText(fit.red_advantage_elo_error)} Elo, and of games between equals {percentText(fit.draw_rate ?? 0, 1)}{" "}
        are drawn.
      </p>
      <p class="hint">
        Running Elo is a history: it begins at 1500 and moves with every game, in the order of a tournament’s schedule.
        It is slow to leave 1500, and says nothing of how sure it is. Change: over the newest tournament. Trend: over
        the newest 24 games, all bots on one scale.
      </p>
      {unplayedText(fit).map((text) => (
        <p key={text} class="hint">
          {text}
        </p>
      ))}
    </>
  );
}

function Rows({ board, query }: { board: Leaderboard; query: URLSearchParams }) {
  const rows = filteredRows(board.rows ?? [], query);
  return (
    <>
      <p class="muted" role="status">
        {plural(rows.length, "bot")} of {countText(board.rows?.length)}
      </p>
      {rows.length === 0 ? (
        <Note>No bot fits.</Note>
      ) : (
        <Table
          label="Leaderboard"
          columns={columnsOf(trendSpan(board.rows ?? []))}
          rows={rows}
          rowKey={(row) => row.rated?.bot ?? ""}
          query={query}
          sort="place"
        />
      )}
      {board.fit?.warning && <Note>{board.fit.warning}</Note>}
      <Explained fit={board.fit ?? {}} pool={board.pool?.name ?? ""} />
    </>
  );
}

// How the bots are ranked, or compared.
function RankingLinks({ pool, current }: { pool: string; current: string }) {
  return (
    <Tabs
      label="Rankings"
      tabs={RANKINGS}
      current={current}
      href={(rank) => hrefOf(["leaderboards", pool], { rank })}
    />
  );
}

const RankingPart = lazily<{ pool: string; method: Ranking; query: URLSearchParams }>(
  async () => {
    const { RankingPart, ResidualsPart } = await import("./rankings");
    return (props) => (props.method === "residuals" ? <ResidualsPart {...props} /> : <RankingPart {...props} />);
  },
  () => <Loading what="the ranking" />,
);

// The leaderboard that was asked for, or the first one. The first rated game may have been played since the site was loaded.
export function LeaderboardPage({ asked, query }: { asked: string; query: URLSearchParams }) {
  const { source, site } = useArena();
  const known = site.pools ?? [];
  const resource = useResource("pools", async () => (known.length > 0 ? site : await source.site()).pools ?? []);
  const pools = known.length > 0 ? known : resource.data;
  const pool = asked || pools?.[0]?.name;
  if (pool) return <PoolPage key={pool} pool={pool} pools={pools ?? []} query={query} />;
  return (
    <>
      <Heading>Leaderboards</Heading>
      <Loaded resource={resource} what="leaderboards">
        {() => <NoPool />}
      </Loaded>
    </>
  );
}

function PoolPage({ pool, pools, query }: { pool: string; pools: readonly Pool[]; query: URLSearchParams }) {
  const { source } = useArena();
  const board = useResource(pool, () => source.leaderboard(pool));
  const ranking = rankingIn(query.get("rank"));
  return (
    <>
      <Heading>Leaderboard: {pool}</Heading>
      <Tabs
        label="Leaderboards"
        tabs={pools.map(({ name = "" }) => [name, name])}
        current={pool}
        href={(name) => hrefOf(["leaderboards", name])}
      />
      <RankingLinks pool={pool} current={ranking} />
      <Filter query={query} isOfRatings={!ranking} />
      <Loaded resource={board} what="ratings">
        {(data) => (
          <>
            {ranking ? <RankingPart pool={pool} method={ranking} query={query} /> : <Rows board={data} query={query} />}
            <p>
              <a href={hrefOf(["games"], { ruleset: data.pool?.ruleset_id ?? "" })}>
                All games of {data.pool?.ruleset_id}
              </a>
              <GamesDownload filter={{ ruleset: data.pool?.ruleset_id ?? "" }} />
            </p>
          </>
        )}
      </Loaded>
    </>
  );
}
