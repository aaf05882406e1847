// Plots over the game: time, pieces left, and the bots' evaluations. A click goes to the step.
import { useMemo } from "preact/hooks";
import { clockText, countText, durationText, realText } from "../ui/format";
import type { PlotProps } from "../ui/drawn_plot";
import { Plot } from "../ui/plot";
import { clipped, evaluationReach } from "../ui/plot_scales";
import type { GameModel } from "./model";
import { hasPlies } from "./model";
import { materialOf } from "./moments";
import { scaleText, uncertaintyIn } from "./uncertainty_parts";

const values = (column: ArrayLike<number>) => Array.from(column, (value) => (Number.isNaN(value) ? null : value));

// Times of 0 cannot stand on a logarithmic scale.
const positive = (column: ArrayLike<number>) => Array.from(column, (value) => (value > 0 ? value : null));

type Columns = (number | null)[][];

// Null for columns without a value to draw.
function plotted(columns: Columns): Columns | null {
  return columns.slice(1).some((column) => column.some((value) => value !== null)) ? columns : null;
}

export function columnsOf(model: GameModel) {
  const x = Array.from({ length: model.steps + 1 }, (_, step) => step);
  const { times, evaluations } = model;
  const material = materialOf(model);
  const bits = uncertaintyIn(model)?.bits;
  return {
    time: plotted([x, positive(times.used.red), positive(times.used.blue)]),
    used: [x, values(times.used.red), values(times.used.blue)],
    clocks: plotted([x, values(times.clock.red), values(times.clock.blue)]),
    material: material && [x, values(material.red), values(material.blue)],
    unknown: bits ? [x, values(bits.red), values(bits.blue)] : null,
    evaluation: evaluations.any ? [x, evaluations.red, evaluations.blue] : null,
  };
}

// Evaluations as they are drawn: within what is usual in this game.
export function drawnEvaluation(columns: Columns): { columns: Columns; range: [number, number] } {
  const [x = [], ...said] = columns;
  const reach = evaluationReach(said.flat());
  return { columns: [x, ...said.map((values) => clipped(values, reach))], range: [-1.1 * reach, 1.1 * reach] };
}

// Where clocks differ by less than this, all lines of the scale would have the same text in whole seconds.
const TENTHS_BELOW_MS = 10_000;

export function clockScale(columns: Columns): (ms: number) => string {
  const seen = columns.slice(1).flatMap((column) => column.filter((value) => value !== null));
  const spread =
    seen.reduce((most, value) => Math.max(most, value), -Infinity) -
    seen.reduce((least, value) => Math.min(least, value), Infinity);
  return spread < TENTHS_BELOW_MS ? (ms) => clockText(ms, true) : (ms) => clockText(ms);
}

const evaluationText = (value: number) => realText(value, Math.abs(value) < 10 ? 2 : 0);

// In a game with more steps, points would hide the lines.
const POINTS_MAX = 250;

// In `gogo` a player that is beaten loses its card, and enters again with another one.
const MATERIAL = { board: "Pieces left", cards: "Cards left", gogo: "Role cards left", unknown: "" };

const RED = { label: "Red", color: "red" } as const;
const BLUE = { label: "Blue", color: "blue", dash: [6, 3] } as const;
const STEPPED = [
  { ...RED, isStepped: true },
  { ...BLUE, isStepped: true },
] as const;

type Common = Pick<PlotProps, "height" | "xText"> & Required<Pick<PlotProps, "at" | "onPick">>;

function EvaluationPlot({ columns, ...common }: Common & { columns: Columns }) {
  const drawn = useMemo(() => drawnEvaluation(columns), [columns]);
  return (
    <Plot
      {...common}
      label="What the bots think, above 0 for Red"
      columns={drawn.columns}
      values={columns}
      yRange={drawn.range}
      lines={[
        { ...RED, label: "Red's bot" },
        { ...BLUE, label: "Blue's bot" },
      ]}
      format={evaluationText}
    />
  );
}

export function GamePlots({
  model,
  position,
  onGo,
}: {
  model: GameModel;
  position: number;
  onGo: (position: number) => void;
}) {
  const columns = useMemo(() => columnsOf(model), [model]);
  const clockFormat = useMemo(() => clockScale(columns.clocks ?? []), [columns]);
  const hasPoints = model.steps <= POINTS_MAX;
  const word = hasPlies(model.replay) ? "step" : model.plyWord;
  const common = { height: 150, at: position, onPick: onGo, xText: (x: number) => `${word} ${countText(x)}` };
  const per = `by ${word}`;
  if (model.steps < 2) return null;
  return (
    <div class="plots">
      {columns.time && (
        <Plot
          {...common}
          label={`Time used ${per}`}
          columns={columns.time}
          values={columns.used}
          isLog
          lines={[
            { ...RED, hasPoints },
            { ...BLUE, hasPoints },
          ]}
          format={durationText}
        />
      )}
      {columns.clocks && (
        <Plot {...common} label="Clocks" columns={columns.clocks} lines={[RED, BLUE]} format={clockFormat} />
      )}
      {columns.material && (
        <Plot {...common} label={MATERIAL[model.game.kind]} isFromZero columns={columns.material} lines={STEPPED} />
      )}
      {columns.unknown && (
        <Plot
          {...common}
          label="What each side does not know of the other's pieces"
          isFromZero
          columns={columns.unknown}
          lines={STEPPED}
          format={scaleText}
        />
      )}
      {columns.evaluation && <EvaluationPlot {...common} columns={columns.evaluation} />}
    </div>
  );
}
