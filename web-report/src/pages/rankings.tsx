// A pool ranked in ways that hold where bots beat one another in a circle, and who beats whom against what the ratings
// foretell.
import type { CircleRank, PairResidual, PoolRanking, PoolResiduals, RankEstimate } from "../data/messages";
import { changeText, chanceText, countText, percentText, plural, pointsText, ratingText, realText } from "../ui/format";
import { Badge, Loaded, Note } from "../ui/parts";
import { useArena, useResource } from "../ui/resource";
import { hrefOf } from "../ui/route";
import { numberColumn, Table, type Column } from "../ui/table";
import { containsWords } from "../ui/table_rows";
import { botColumn, placeColumn } from "./columns";
import type { Ranking } from "./ranking_methods";

// Below which an adjusted p is told as significant.
const SIGNIFICANT = 0.05;

export function placesText({ place_low: low = 0, place_high: high = 0 }: CircleRank): string {
  return low === high ? String(low) : `${low}–${high}`;
}

export function intervalText({ low = 0, high = 0 }: RankEstimate): string {
  return `${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)}`;
}

function Estimate({ of = {} }: { of: RankEstimate | undefined }) {
  return (
    <span class="nowrap">
      {percentText(of.value ?? 0, 1)} <span class="muted">{intervalText(of)}</span>
    </span>
  );
}

const rank = numberColumn<CircleRank>;

const RANK_COLUMNS: readonly Column<CircleRank>[] = [
  placeColumn((bot) => bot.place),
  botColumn((bot) => bot.bot),
  rank(
    "share",
    "Share",
    (bot) => bot.share?.value ?? 0,
    (bot) => <Estimate of={bot.share} />,
  ),
  rank(
    "against",
    "Score",
    (bot) => bot.score?.value ?? 0,
    (bot) => <Estimate of={bot.score} />,
    true,
  ),
  {
    title: "Places",
    meaning: "95 % interval of the place",
    isNumber: true,
    isMinor: true,
    cell: (bot) => <span class="nowrap">{placesText(bot)}</span>,
  },
  rank(
    "games",
    "Games",
    (bot) => bot.games ?? 0,
    (bot) => countText(bot.games),
    true,
  ),
  rank(
    "mle",
    "Rating",
    (bot) => bot.likelihood_elo ?? NaN,
    (bot) => ratingText(bot.likelihood_elo),
    true,
  ),
];

function RankingRows({ ranking, query }: { ranking: PoolRanking; query: URLSearchParams }) {
  const bots = (ranking.bots ?? []).filter((bot) => containsWords([bot.bot], query.get("q") ?? ""));
  const leftOut = ranking.left_out ?? [];
  return (
    <>
      <Table
        label="Ranking"
        columns={RANK_COLUMNS}
        rows={bots}
        rowKey={(bot) => bot.bot ?? ""}
        query={query}
        sort="place"
      />
      {leftOut.length > 0 && (
        <Note>
          Left out, since not all of these and those above have met: {leftOut.slice(0, 20).join(", ")}
          {leftOut.length > 20 && ` and ${leftOut.length - 20} more`}.
        </Note>
      )}
      {ranking.method === "RANK_METHOD_NASH" ? (
        <p class="hint">
          Nash averaging. Share: how often whoever wants to lose to nobody on average would play the bot. Score: against
          an opponent drawn by these shares; places are by it, so that all bots with a share are first. A bot that plays
          as another one does changes no place.
        </p>
      ) : (
        <p class="hint">
          Alpha-rank. Share: how much of the time everybody would play the bot, if whoever sees a better one changed to
          it. Bots that beat each other in a circle share that time; one that is beaten for good has none. Score:
          against an opponent drawn by these shares.
        </p>
      )}
      <p class="hint">
        All pairs of bots weigh the same, however many games they have played. Beside each number is its 95 % interval,
        in percent: the games were drawn anew {plural(ranking.resamples ?? 0, "time")}, pairs of games whole.
      </p>
    </>
  );
}

export function RankingPart({ pool, method, query }: { pool: string; method: Ranking; query: URLSearchParams }) {
  const { source } = useArena();
  const rankings = useResource(pool, () => source.rankings(pool));
  const wanted = method === "nash" ? "RANK_METHOD_NASH" : "RANK_METHOD_ALPHA";
  return (
    <Loaded resource={rankings} what="the ranking">
      {(data) => {
        const ranking = data.rankings?.find((one) => one.method === wanted);
        return ranking ? <RankingRows ranking={ranking} query={query} /> : <Note>{data.left_out}</Note>;
      }}
    </Loaded>
  );
}

const off = numberColumn<PairResidual>;

const residualColumns: readonly Column<PairResidual>[] = [
  botColumn((pair) => pair.bot),
  botColumn((pair) => pair.opponent, "Against", "opponent"),
  off(
    "games",
    "Games",
    (pair) => pair.games ?? 0,
    (pair) => <a href={hrefOf(["bots", pair.bot ?? "", "against", pair.opponent ?? ""])}>{countText(pair.games)}</a>,
    true,
  ),
  off(
    "points",
    "Points",
    (pair) => pair.points ?? 0,
    (pair) => pointsText(pair.points),
    true,
  ),
  off(
    "foretold",
    "Foretold",
    (pair) => pair.expected_points ?? 0,
    (pair) => (pair.expected_points ?? 0).toFixed(1),
    true,
  ),
  {
    ...off(
      "more",
      "More",
      (pair) => (pair.points ?? 0) - (pair.expected_points ?? 0),
      (pair) => changeText((pair.points ?? 0) - (pair.expected_points ?? 0)),
    ),
    meaning: "Points above those foretold",
  },
  {
    ...off(
      "z",
      "z",
      (pair) => pair.z ?? 0,
      (pair) => realText(pair.z, 1),
      true,
    ),
    meaning: "Standard deviations between the points and what was foretold",
  },
  {
    id: "p",
    title: "p",
    meaning: "How likely games by the ratings are at least as far from what was foretold",
    isNumber: true,
    isMinor: true,
    value: (pair) => pair.p ?? 0,
    cell: (pair) => <span class="nowrap">{chanceText(pair.p)}</span>,
  },
  {
    id: "adjusted",
    title: "Adj. p",
    meaning: "Adjusted: p, corrected for the number of pairs",
    isNumber: true,
    value: (pair) => pair.adjusted_p ?? 0,
    cell: (pair) => (
      <span class="nowrap">
        {chanceText(pair.adjusted_p)}{" "}
        {(pair.adjusted_p ?? 0) < SIGNIFICANT && (
          <span class="minor">
            <Badge kind="bad">significant</Badge>
          </span>
        )}
      </span>
    ),
  },
];

function ResidualRows({ residuals, query }: { residuals: PoolResiduals; query: URLSearchParams }) {
  const all = residuals.pairs ?? [];
  const pairs = all.filter((pair) => containsWords([pair.bot, pair.opponent], query.get("q") ?? ""));
  const met = residuals.pairs_met ?? 0;
  return (
    <>
      <p class="muted" role="status">
        {plural(pairs.length, "pair")} of {countText(met)}
      </p>
      <Table
        label="Pairs against expectations"
        columns={residualColumns}
        rows={pairs}
        rowKey={(pair) => `${pair.bot} ${pair.opponent}`}
        query={query}
        sort="p"
        pageSize={50}
      />
      {met > all.length && <Note>Only the {countText(all.length)} pairs that the ratings foretell the least.</Note>}
      <p class="hint">
        Who beats whom against what the ratings foretell. Points and those foretold are the first bot’s, with the sides
        that both had. z: how far they are apart, in standard deviations. p: how likely games by the ratings are at
        least as far from it. Adjusted: for all {plural(met, "pair")} that were looked at (Holm), so that in a pool
        without such pairs one is told as significant five times in a hundred. Significant ones mean that bots beat one
        another in a circle, that one has found another’s weakness, or that games were not played to be won.
      </p>
      <p class="hint">
        That the ratings foretell such a pool as a whole: p {chanceText(residuals.p)}.
        {(residuals.variance_ratio ?? 1) > 1 &&
          ` The two games of a pair vary ${realText(residuals.variance_ratio, 2)} times as much as independent games; z and p allow for it.`}
      </p>
    </>
  );
}

export function ResidualsPart({ pool, query }: { pool: string; query: URLSearchParams }) {
  const { source } = useArena();
  const residuals = useResource(pool, () => source.residuals(pool));
  return (
    <Loaded resource={residuals} what="the pairs">
      {(data) => <ResidualRows residuals={data} query={query} />}
    </Loaded>
  );
}
