import { useMemo } from "preact/hooks";
import type { BotSpending, LikelihoodHistory, RatingHistory } from "../data/messages";
import { countText, durationText, plural, timeText } from "../ui/format";
import { Note } from "../ui/parts";
import { Plot } from "../ui/plot";
import { useArena, useResource } from "../ui/resource";

// The columns of a plot: the time, and the running Elo. Games of the same second get times of their own.
export function ratingColumns(history: RatingHistory): (number | null)[][] {
  const { seconds = [], elo = [] } = history;
  const x: number[] = [];
  seconds.forEach((second, i) => x.push(i > 0 ? Math.max(second, x[i - 1]! + 0.001) : second));
  return [x, elo];
}

// Whether all games were played within a day: then the plot goes by the number of games, not by the date.
export function isPlayedAtOnce({ seconds = [] }: RatingHistory): boolean {
  return seconds.length < 2 || seconds[seconds.length - 1]! - seconds[0]! < 86_400;
}

export function RatingPlot({ history }: { history: RatingHistory }) {
  const byGames = isPlayedAtOnce(history);
  const columns = useMemo(() => {
    const byTime = ratingColumns(history);
    return byGames ? [history.games ?? [], ...byTime.slice(1)] : byTime;
  }, [history]);
  if ((history.elo ?? []).length < 2) return null;
  return (
    <Plot
      label={`Running Elo in ${history.pool ?? ""} by ${byGames ? "games played" : "date"}`}
      height={220}
      columns={columns}
      isTime={!byGames}
      xText={(x) => (byGames ? `after ${plural(x, "game")}` : timeText(new Date(1000 * x).toISOString()))}
      lines={[{ label: "Running Elo", color: "accent" }]}
      format={(value) => String(Math.round(value))}
    />
  );
}

// A number of a message, which is a text where it is not finite.
const finite = (value: number | string | undefined) => (typeof value === "number" ? value : null);

// The columns of a plot: the games, the rating, and the ends of its interval, where it has one.
export function likelihoodColumns({ games = [], elo = [], error = [] }: LikelihoodHistory): (number | null)[][] {
  const end = (sign: 1 | -1) =>
    elo.map((value, i) => {
      const half = finite(error[i]);
      return half === null ? null : value + sign * half;
    });
  return [games, elo, end(1), end(-1)];
}

// Asked for by itself, since it takes longer than the rest of the page.
export function LikelihoodPlot({ bot, pool }: { bot: string; pool: string }) {
  const { source } = useArena();
  const { data: history } = useResource(`${bot}/${pool}`, () => source.likelihood(bot, pool));
  const columns = useMemo(() => likelihoodColumns(history ?? {}), [history]);
  if (history?.left_out)
    return (
      <Note>
        No history of the rating in {pool}: {history.left_out}.
      </Note>
    );
  if ((history?.elo ?? []).length < 2) return null;
  return (
    <>
      <Plot
        label={`Rating in ${pool} by the bot’s games, with its 95 % interval`}
        height={220}
        columns={columns}
        xText={(games) => {
          const second = history?.seconds?.[(history.games ?? []).indexOf(games)] ?? 0;
          return `after ${plural(games, "game")}, ${timeText(new Date(1000 * second).toISOString())}`;
        }}
        lines={[
          { label: "Rating", color: "accent", hasPoints: true },
          { label: "95 % at most", color: "muted", dash: [4, 3] },
          { label: "95 % at least", color: "muted", dash: [4, 3] },
        ]}
        format={(value) => String(Math.round(value))}
      />
      <p class="hint">
        The likeliest rating given all rated games of the pool up to then, worked out at up to 31 moments. It is about
        the mean of the bots that had played by then, so it also moves when others join.
      </p>
    </>
  );
}

export function TimeByPly({ spending }: { spending: BotSpending }) {
  const columns = useMemo(() => {
    const times = spending.ms_by_tens ?? [];
    return [times.map((_, i) => 10 * i + 5), times.map((ms) => (ms > 0 ? ms : null))];
  }, [spending]);
  if (columns[0]!.length < 2) return null;
  return (
    <Plot
      label="Mean time by decision of the game"
      xText={(x) => `decisions ${countText(x - 4)} to ${countText(x + 5)}`}
      height={150}
      columns={columns}
      lines={[{ label: "mean", color: "accent", isBars: true }]}
      format={durationText}
    />
  );
}
