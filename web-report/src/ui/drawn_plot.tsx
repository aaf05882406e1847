// Plots by uPlot. It draws on a canvas, so each plot has a label for those who do not see it.
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";

export interface Line {
  label: string;
  color: "red" | "blue" | "accent" | "muted";
  dash?: readonly number[];
  isBars?: boolean;
  // Each value is a point too.
  hasPoints?: boolean;
  isStepped?: boolean;
}

export interface PlotProps {
  label: string;
  height: number;
  // The first column is x; null where there is no value.
  columns: (number | null)[][];
  lines: readonly Line[];
  isTime?: boolean;
  isLog?: boolean;
  // For values some of which are thousands of times larger than the others, as evaluations that see a certain win.
  isArcsinh?: boolean;
  // The x at which a line marks the page's position, and what to do when a point is clicked.
  at?: number;
  onPick?: (x: number) => void;
  format?: (value: number) => string;
  yRange?: [number, number];
}

// The distances between lines of a scale that counts whole things, as steps and games.
const WHOLE_STEPS = [1, 2, 5]
  .flatMap((digit) => [0, 1, 2, 3, 4, 5].map((zeros) => digit * 10 ** zeros))
  .sort((a, b) => a - b);

function color(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function seriesOf(line: Line): uPlot.Series {
  const stroke = color(`--${line.color}-text`) || color(`--${line.color}`);
  const series: uPlot.Series = {
    label: line.label,
    stroke,
    width: 1.5,
    points: { show: line.hasPoints ?? false, size: 5 },
    spanGaps: true,
  };
  if (line.dash) series.dash = [...line.dash];
  if (line.isBars) Object.assign(series, { paths: uPlot.paths.bars!({ size: [0.9, 12] }), fill: stroke, width: 0 });
  if (line.isStepped) series.paths = uPlot.paths.stepped!({ align: 1 });
  return series;
}

// The range of a scale that shows all bars whole: they stand about their x, so a scale from the first to the last would cut
// those two in half.
export function barRange(x: ArrayLike<number>, first: number, last: number): [number, number] {
  const half = x.length > 1 ? (x[1]! - x[0]!) / 2 : 0.5;
  return [first - half, last + half];
}

// Draws the line that marks the page's position.
function drawAt(plot: uPlot, at: number | undefined): void {
  if (at === undefined || !plot.data[0]?.length) return;
  const x = Math.round(plot.valToPos(at, "x", true));
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.strokeStyle = color("--ink");
  ctx.globalAlpha = 0.6;
  ctx.lineWidth = devicePixelRatio;
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.restore();
}

function optionsOf(props: PlotProps, width: number, at: () => number | undefined): uPlot.Options {
  const axis = {
    stroke: color("--muted"),
    grid: { stroke: color("--line"), width: 1 },
    ticks: { stroke: color("--line"), width: 1 },
    font: "12px system-ui, sans-serif",
  };
  const values = props.format
    ? { values: (_: uPlot, ticks: number[]) => ticks.map((tick) => (tick === null ? "" : props.format!(tick))) }
    : {};
  return {
    width,
    height: props.height,
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: {
      x: {
        time: props.isTime ?? false,
        ...(props.lines.some((line) => line.isBars)
          ? { range: (plot: uPlot, first: number, last: number) => barRange(plot.data[0], first, last) }
          : {}),
      },
      y: { distr: props.isLog ? 3 : props.isArcsinh ? 4 : 1, ...(props.yRange ? { range: props.yRange } : {}) },
    },
    axes: [
      { ...axis, size: 28, ...(props.isTime ? {} : { incrs: WHOLE_STEPS }) },
      { ...axis, size: 64, ...values },
    ],
    series: [{}, ...props.lines.map(seriesOf)],
    hooks: { draw: [(plot) => drawAt(plot, at())] },
  };
}

export function DrawnPlot(props: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>();
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const element = place.current!;
    const make = () => {
      plot.current?.destroy();
      plot.current = new uPlot(
        optionsOf(latest.current, element.clientWidth, () => latest.current.at),
        latest.current.columns as uPlot.AlignedData,
        element,
      );
      plot.current.over.addEventListener("click", () => {
        const index = plot.current?.cursor.idx;
        const x = index === null || index === undefined ? undefined : plot.current?.data[0]?.[index];
        if (x !== undefined) latest.current.onPick?.(x);
      });
    };
    make();
    const resized = new ResizeObserver(() =>
      plot.current?.setSize({ width: element.clientWidth, height: latest.current.height }),
    );
    resized.observe(element);
    addEventListener("flagfall-theme", make);
    return () => {
      resized.disconnect();
      removeEventListener("flagfall-theme", make);
      plot.current?.destroy();
    };
  }, []);
  useEffect(() => plot.current?.setData(props.columns as uPlot.AlignedData), [props.columns]);
  useEffect(() => plot.current?.redraw(false, false), [props.at]);
  return (
    <div ref={place} class="plot-area" style={{ height: `${props.height}px` }} role="img" aria-label={props.label} />
  );
}
