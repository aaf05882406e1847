import { describe, expect, it } from "vitest";
import { middleOf } from "../src/game/board_view";
import { begun, moved, squareAt } from "../src/play/drag";

describe("a pointer over the board", () => {
  it("is on the square that is drawn there, from either side", () => {
    for (const isFlipped of [false, true])
      for (let square = 0; square < 100; ++square) {
        const { x, y } = middleOf(square, isFlipped);
        for (const by of [-4.9, 0, 4.9]) expect(squareAt({ x: x + by, y: y - by }, isFlipped)).toBe(square);
      }
  });
  it("is on none beside it", () => {
    for (const at of [
      { x: -0.1, y: 50 },
      { x: 100, y: 50 },
      { x: 50, y: -3 },
      { x: 50, y: 101 },
    ])
      expect(squareAt(at, false)).toBe(-1);
  });
});

describe("a piece under a pointer", () => {
  const drag = begun(1, 31, { x: 15, y: 65 });
  it("is tapped while the pointer hardly moves", () => {
    expect(drag.isMoved).toBe(false);
    expect(moved(drag, { x: 16, y: 66 }).isMoved).toBe(false);
  });
  it("is dragged from then on, also back to where it was", () => {
    const away = moved(drag, { x: 15, y: 69 });
    expect(away).toMatchObject({ from: 31, isMoved: true, at: { x: 15, y: 69 } });
    expect(moved(away, { x: 15, y: 65 }).isMoved).toBe(true);
  });
});
