// A small line through the last ratings, without axes.

// The points of an SVG polyline through the values, in a box of the given size.
export function linePoints(values: readonly number[], width: number, height: number): string {
  if (values.length < 2) return "";
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const span = high - low || 1;
  return values
    .map(
      (value, i) =>
        `${((i * width) / (values.length - 1)).toFixed(1)},${(height - ((value - low) / span) * height).toFixed(1)}`,
    )
    .join(" ");
}

export function Sparkline({ values }: { values: readonly number[] }) {
  if (values.length < 2) return <span class="muted">–</span>;
  const change = values[values.length - 1]! - values[0]!;
  const text = `${change >= 0 ? "up" : "down"} ${Math.abs(change)} over the last games`;
  return (
    <svg class="sparkline" viewBox="-2 -2 68 20" role="img" aria-label={text}>
      <title>{text}</title>
      <polyline points={linePoints(values, 64, 16)} />
    </svg>
  );
}
