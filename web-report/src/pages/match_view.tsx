// A tournament of two bots: the statistics of its games, and the state of a sequential test.
import { useMemo } from "preact/hooks";
import type { MatchStatistics, SprtCourse, SprtState, TournamentPage } from "../data/messages";
import { countText, givenText, percentText, plural, realText, withErrorText } from "../ui/format";
import { Badge, BotLink, Facts } from "../ui/parts";
import { Plot } from "../ui/plot";

// What a test has found, in words that need no knowledge of its hypotheses.
export function verdictText(match: MatchStatistics): readonly ["good" | "bad" | "quiet", string] {
  const sprt: SprtState = match.sprt ?? {};
  const first = match.first ?? "The first bot";
  const [low, high] = [givenText(sprt.elo0), givenText(sprt.elo1)];
  if (sprt.is_given_up) return ["bad", "No verdict: a bot does not come"];
  switch (sprt.verdict ?? "VERDICT_UNSPECIFIED") {
    case "VERDICT_ACCEPT_H1":
      return ["good", `Passed: ${first} leads by ${high} Elo rather than ${low}`];
    case "VERDICT_ACCEPT_H0":
      return ["bad", `Failed: ${first} leads by ${low} Elo rather than ${high}`];
    default:
      return ["quiet", "Not decided"];
  }
}

// The verdict of a match that is a test.
export function Verdict({ match }: { match: MatchStatistics }) {
  const [kind, text] = verdictText(match);
  return <Badge kind={kind}>{text}</Badge>;
}

function Test({ match }: { match: MatchStatistics }) {
  const sprt = match.sprt ?? {};
  return (
    <Facts
      facts={[
        ["Verdict", <Verdict key="v" match={match} />],
        ["LLR", `${realText(sprt.llr, 2)} (${realText(sprt.lower, 2)} to ${realText(sprt.upper, 2)})`],
        ["Hypotheses", `H0: ${givenText(sprt.elo0)} Elo, H1: ${givenText(sprt.elo1)} Elo`],
        ["Pairs of games", countText(sprt.pairs)],
        [
          "Pairs not played",
          Boolean(sprt.pairs_unplayed) &&
            `${countText(sprt.pairs_unplayed)}: no evidence; after ten in a row the match ends`,
        ],
      ]}
    />
  );
}

function LlrPlot({ sprt }: { sprt: SprtCourse }) {
  const { pairs = [], llr = [], lower = 0, upper = 0 } = sprt;
  const columns = useMemo(() => [pairs, llr, pairs.map(() => lower), pairs.map(() => upper)], [sprt]);
  if (pairs.length < 2) return null;
  const pad = 0.3;
  const range: [number, number] = [Math.min(lower, ...llr) - pad, Math.max(upper, ...llr) + pad];
  return (
    <Plot
      label="Log-likelihood ratio by pairs of games"
      height={260}
      columns={columns}
      yRange={range}
      xText={(x) => plural(x, "pair")}
      lines={[
        { label: "LLR", color: "accent" },
        { label: "H0 below", color: "red", dash: [6, 4] },
        { label: "H1 above", color: "blue", dash: [2, 3] },
      ]}
      format={(value) => realText(value, 2)}
    />
  );
}

const PAIR_POINTS = ["0", "½", "1", "1½", "2"];

function Pairs({ counts }: { counts: readonly number[] }) {
  if (counts.length !== PAIR_POINTS.length) return null;
  return (
    <table class="narrow">
      <caption>Pairs of games by the first bot's points</caption>
      <thead>
        <tr>
          {PAIR_POINTS.map((points) => (
            <th key={points} scope="col" class="number">
              {points}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          {counts.map((count, i) => (
            <td key={i} class="number">
              {countText(count)}
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}

function Numbers({ match }: { match: MatchStatistics }) {
  const { wins = 0, draws = 0, losses = 0 } = match.games ?? {};
  return (
    <Facts
      facts={[
        ["First", <BotLink key="f" name={match.first} />],
        ["Second", <BotLink key="s" name={match.second} />],
        [
          "Won, drawn, lost",
          `${countText(wins)}, ${countText(draws)}, ${countText(losses)} (${percentText(wins + draws / 2, wins + draws + losses)})`,
        ],
        ["Elo of the first", withErrorText(match.elo, match.elo_error)],
        [
          "Elo, whenever one looks",
          match.sequence_elo_low !== undefined &&
            `${realText(match.sequence_elo_low)} to ${realText(match.sequence_elo_high)} (95 %)`,
        ],
        ["Normalized Elo", withErrorText(match.normalized_elo, match.normalized_elo_error)],
        ["Likelihood of superiority", percentText(Number(match.los ?? 0), 1)],
        ...drawFacts(match),
        [
          "Games nobody played",
          Boolean(match.games_unplayed) &&
            `${countText(match.games_unplayed)}: among those above, in no other number here`,
        ],
      ]}
    />
  );
}

// Draws of games, and pairs that ended level, which also those do in which each bot won a game.
export function drawFacts({
  games = {},
  pentanomial = [],
  draw_ratio: ratio = 0,
}: MatchStatistics): [string, string][] {
  const { wins = 0, draws = 0, losses = 0 } = games;
  const all = wins + draws + losses;
  const facts: [string, string][] = [
    ["Games drawn", `${countText(draws)} of ${countText(all)} (${percentText(draws, all)})`],
  ];
  const pairs = pentanomial.reduce((sum, count) => sum + count, 0);
  if (pairs === 0) return facts;
  const level = `${countText(pentanomial[2])} of ${countText(pairs)} (${percentText(Number(ratio), 1)})`;
  return [...facts, ["Pairs level", `${level}: two draws, or a win each`]];
}

export function MatchView({ page }: { page: TournamentPage }) {
  const match = page.tournament?.match ?? {};
  return (
    <>
      {match.sprt && <Test match={match} />}
      {page.sprt && <LlrPlot sprt={page.sprt} />}
      <Numbers match={match} />
      <Pairs counts={match.pentanomial ?? []} />
      <p class="hint">
        Elo is the lead that gives the score, ± half of its 95 % interval
        {(match.pentanomial ?? []).length > 0 && ", from pairs of games with the same players and sides changed"}; ∞
        where one bot has won all. Normalized Elo is the lead over the spread of the results, so that it says how many
        games it takes to see it. The likelihood of superiority is that of the first bot’s being the stronger one.
      </p>
    </>
  );
}
