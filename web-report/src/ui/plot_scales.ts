// Where the scales of plots begin and end, and where their lines stand.

type Range = [number, number];

// The distances between lines of a scale that counts whole things, as steps and games.
export const WHOLE_STEPS = [1, 2, 5]
  .flatMap((digit) => [0, 1, 2, 3, 4, 5].map((zeros) => digit * 10 ** zeros))
  .sort((a, b) => a - b);

// The range of a scale that shows all bars whole: they stand about their x, so a scale from the first to the last would cut
// those two in half.
export function barRange(x: ArrayLike<number>, first: number, last: number): Range {
  const half = x.length > 1 ? (x[1]! - x[0]!) / 2 : 0.5;
  return [first - half, last + half];
}

// From 0 to a little above the greatest value: lengths can be compared only where they begin at zero.
export function rangeFromZero(greatest: number): Range {
  return [0, greatest > 0 ? 1.06 * greatest : 1];
}

// The lines of a logarithmic scale, at most so many: powers of ten, as far apart as there is room for; with 2 and 5 between
// them where there is room for these too.
export function logTicks(low: number, high: number, most: number): number[] {
  const [first, last] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  const decades = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  const isIn = (value: number) => value >= low * 0.999 && value <= high * 1.001;
  const fine = decades.flatMap((power) => [1, 2, 5].map((digit) => Number(`${digit}e${power}`))).filter(isIn);
  if (fine.length <= most) return fine;
  const powers = decades.map((power) => Number(`1e${power}`)).filter(isIn);
  const every = Math.max(1, Math.ceil(powers.length / Math.max(1, most)));
  return powers.filter((_, i) => i % every === 0);
}

const at = (ordered: readonly number[], part: number) => ordered[Math.floor(part * (ordered.length - 1))] ?? 0;

// How far from 0 a scale of evaluations reaches. Bots write 10,000 for a certain win, or what they like: a few such values
// must not make a flat line of all others, so the scale follows what is usual. Values beyond it are drawn at its edge.
export function evaluationReach(values: readonly (number | null)[]): number {
  const sizes = values.flatMap((value) => (value ? [Math.abs(value)] : [])).sort((a, b) => a - b);
  if (sizes.length === 0) return 1;
  return Math.min(sizes[sizes.length - 1]!, 3 * at(sizes, 0.8), 12 * at(sizes, 0.5));
}

export function clipped(values: readonly (number | null)[], reach: number): (number | null)[] {
  return values.map((value) => (value === null ? null : Math.max(-reach, Math.min(reach, value))));
}
