import { useMemo } from "preact/hooks";
import type { BotSpending, RatingHistory } from "../data/messages";
import { countText, durationText, plural, timeText } from "../ui/format";
import { Plot } from "../ui/plot";

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
