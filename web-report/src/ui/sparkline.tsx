// A small line through the last ratings, without axes.

// The points of an SVG polyline through the values, in a box of the given size that reaches from `low` to `high`.
export function linePoints(
  values: readonly number[],
  width: number,
  height: number,
  [low, high]: readonly [number, number],
): string {
  if (values.length < 2) return "";
  const span = high - low || 1;
  return values
    .map(
      (value, i) =>
        `${((i * width) / (values.length - 1)).toFixed(1)},${(height - ((value - low) / span) * height).toFixed(1)}`,
    )
    .join(" ");
}

// `span` is that of all lines which are to be compared.
export function Sparkline({ values, span }: { values: readonly number[]; span: readonly [number, number] }) {
  if (values.length < 2) return <span class="muted">–</span>;
  const change = values[values.length - 1]! - values[0]!;
  const text = `${change >= 0 ? "up" : "down"} ${Math.abs(change)} over the last games`;
  return (
    <svg class="sparkline" viewBox="-2 -2 68 20" role="img" aria-label={text}>
      <title>{text}</title>
      <polyline points={linePoints(values, 64, 16, span)} />
    </svg>
  );
}
