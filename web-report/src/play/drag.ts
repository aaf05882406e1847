// A piece that is dragged over a board: pure steps from pointer events, whose places are in the board's own units.
import type { Point } from "../game/spread";

export interface Drag {
  pointer: number;
  from: number;
  start: Point;
  at: Point;
  // Whether the pointer has moved so far that it is no tap.
  isMoved: boolean;
}

// A square is ten wide.
const CELL = 10;
// A finger that taps moves by less.
const TAP_MAX = 2.5;

// The square at a place; -1 outside the board. The opposite of board_view's middleOf.
export function squareAt({ x, y }: Point, isFlipped: boolean): number {
  const [column, line] = [Math.floor(x / CELL), Math.floor(y / CELL)];
  if (column < 0 || column > 9 || line < 0 || line > 9) return -1;
  return isFlipped ? 10 * line + 9 - column : 10 * (9 - line) + column;
}

export function begun(pointer: number, from: number, start: Point): Drag {
  return { pointer, from, start, at: start, isMoved: false };
}

export function moved(drag: Drag, at: Point): Drag {
  const isMoved = drag.isMoved || Math.hypot(at.x - drag.start.x, at.y - drag.start.y) > TAP_MAX;
  return { ...drag, at, isMoved };
}
