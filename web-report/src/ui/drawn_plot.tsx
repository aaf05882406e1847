// Plots by uPlot. It draws on a canvas, so each plot has a label for those who do not see it.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { barRange, logTicks, rangeFromZero, WHOLE_STEPS } from "./plot_scales";

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
  // What the values are where they are not drawn as they are; as `columns`.
  values?: (number | null)[][];
  lines: readonly Line[];
  isTime?: boolean;
  isLog?: boolean;
  // The scale of values begins at 0. That of bars always does.
  isFromZero?: boolean;
  // The x at which a line marks the page's position, and what to do when a point is clicked.
  at?: number;
  onPick?: (x: number) => void;
  format?: (value: number) => string;
  // An x in words, as in "ply 12".
  xText: (x: number) => string;
  yRange?: [number, number];
}

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

// The least distance between two lines of a logarithmic scale, in pixels: that of their texts.
const LINES_APART = 26;

function yScale({ lines, isLog, isFromZero, yRange }: PlotProps): uPlot.Scale {
  const isLength = isFromZero || lines.some((line) => line.isBars);
  return {
    distr: isLog ? 3 : 1,
    ...(isLength && { range: (_: uPlot, __: number, greatest: number) => rangeFromZero(greatest) }),
    ...(yRange && { range: yRange }),
  };
}

function yAxis({ format, isLog, height }: PlotProps): uPlot.Axis {
  const most = Math.max(2, Math.floor((height - 40) / LINES_APART));
  return {
    size: 64,
    ...(format && {
      values: (_: uPlot, ticks: number[]) => ticks.map((tick) => (tick === null ? "" : format(tick))),
    }),
    ...(isLog && {
      splits: (_: uPlot, __: number, low: number, high: number) => logTicks(low, high, most),
      filter: (_: uPlot, ticks: number[]) => ticks,
    }),
  };
}

function optionsOf(
  props: PlotProps,
  width: number,
  at: () => number | undefined,
  onIndex: (index: number | null) => void,
): uPlot.Options {
  const axis = {
    stroke: color("--muted"),
    grid: { stroke: color("--line"), width: 1 },
    ticks: { stroke: color("--line"), width: 1 },
    font: "12px system-ui, sans-serif",
  };
  return {
    width,
    height: props.height,
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: {
      x: {
        time: props.isTime ?? false,
        ...(props.lines.some((line) => line.isBars) && {
          range: (plot: uPlot, first: number, last: number) => barRange(plot.data[0], first, last),
        }),
      },
      y: yScale(props),
    },
    axes: [
      { ...axis, size: 28, ...(!props.isTime && { incrs: WHOLE_STEPS }) },
      { ...axis, ...yAxis(props) },
    ],
    series: [{}, ...props.lines.map(seriesOf)],
    hooks: { draw: [(plot) => drawAt(plot, at())], setCursor: [(plot) => onIndex(plot.cursor.idx ?? null)] },
  };
}

// uPlot hears the mouse only. A finger that goes along the plot moves its cursor too; where it goes up and down it scrolls.
function followFinger(plot: uPlot): void {
  const follow = (event: PointerEvent) => {
    if (event.pointerType === "mouse") return;
    const box = plot.over.getBoundingClientRect();
    plot.setCursor({ left: event.clientX - box.left, top: event.clientY - box.top });
  };
  plot.over.addEventListener("pointerdown", follow);
  plot.over.addEventListener("pointermove", follow);
}

// The values at one x in words, as in "ply 12: Red 1.2 ms, Blue 3 ms".
export function valuesText(
  { columns, values = columns, lines, xText, format = String }: PlotProps,
  index: number,
): string {
  const x = columns[0]?.[index];
  if (x === undefined || x === null) return "";
  const said = lines.flatMap(({ label }, i) => {
    const value = values[i + 1]?.[index];
    return value === null || value === undefined ? [] : [`${label} ${format(value)}`];
  });
  return `${xText(x)}: ${said.join(", ") || "no value"}`;
}

// The index whose values are shown while nothing points at the plot: that of the page's position, else the last one.
function restIndex({ columns, at }: PlotProps): number {
  const x = columns[0] ?? [];
  const found = at === undefined ? -1 : x.indexOf(at);
  return found >= 0 ? found : x.length - 1;
}

function makePlot(
  element: HTMLElement,
  latest: { current: PlotProps },
  onIndex: (index: number | null) => void,
): uPlot {
  const plot = new uPlot(
    optionsOf(latest.current, element.clientWidth, () => latest.current.at, onIndex),
    latest.current.columns as uPlot.AlignedData,
    element,
  );
  plot.over.addEventListener("click", () => {
    const index = plot.cursor.idx;
    const x = index === null || index === undefined ? undefined : plot.data[0]?.[index];
    if (x !== undefined) latest.current.onPick?.(x);
  });
  followFinger(plot);
  return plot;
}

export function DrawnPlot(props: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>();
  const latest = useRef(props);
  latest.current = props;
  const [pointed, setPointed] = useState<number | null>(null);
  // Before the browser paints, since a page that is printed is not painted again.
  useLayoutEffect(() => {
    const element = place.current!;
    const make = () => {
      plot.current?.destroy();
      plot.current = makePlot(element, latest, setPointed);
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
    <>
      <div ref={place} class="plot-area" style={{ height: `${props.height}px` }} role="img" aria-label={props.label} />
      <p class="plot-values">{valuesText(props, pointed ?? restIndex(props))}</p>
    </>
  );
}
