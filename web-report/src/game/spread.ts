// Marks on a field that would lie on top of each other are moved apart, so that each can be read.

export interface Point {
  x: number;
  y: number;
}

// The least distance between the middles of two marks on the field, in millimetres: a little more than a mark is wide.
export const SPREAD = 460;

const ROUNDS_MAX = 60;

// Moves two points apart along the line between them. Two at the same place go to the left and to the right.
function part(a: Point, b: Point, distance: number): boolean {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const now = Math.hypot(dx, dy);
  if (now >= distance) return false;
  const [ux, uy] = now > 0 ? [dx / now, dy / now] : [1, 0];
  // A little more than is needed, so that it comes to an end.
  const by = (distance - now) / 2 + 1;
  a.x -= ux * by;
  a.y -= uy * by;
  b.x += ux * by;
  b.y += uy * by;
  return true;
}

// Where to draw the marks of the places: at the places themselves where these are far enough apart. The same places always
// give the same result.
export function spreadPlaces(places: readonly Point[], distance: number): Point[] {
  const shown = places.map(({ x, y }) => ({ x, y }));
  for (let round = 0; round < ROUNDS_MAX; ++round) {
    let hasMoved = false;
    for (let i = 0; i < shown.length; ++i)
      for (let j = i + 1; j < shown.length; ++j) hasMoved = part(shown[i]!, shown[j]!, distance) || hasMoved;
    if (!hasMoved) break;
  }
  return shown;
}
