import { describe, expect, it } from "vitest";
import { drawnEvaluation } from "../src/game/game_plots";
import { valuesText } from "../src/ui/drawn_plot";
import { clipped, evaluationReach, logTicks, rangeFromZero } from "../src/ui/plot_scales";

describe("scales of lengths", () => {
  it("begin at zero", () => {
    expect(rangeFromZero(100)[0]).toBe(0);
    expect(rangeFromZero(100)[1]).toBeGreaterThan(100);
    expect(rangeFromZero(0)).toEqual([0, 1]);
  });
});

describe("logarithmic scales", () => {
  it("have 1, 2 and 5 where there is room", () => expect(logTicks(1, 20, 6)).toEqual([1, 2, 5, 10, 20]));
  it("have powers of ten where there is less", () => expect(logTicks(0.01, 10, 4)).toEqual([0.01, 0.1, 1, 10]));
  it("leave out powers where there is little", () => expect(logTicks(0.001, 1000, 4)).toEqual([0.001, 0.1, 10, 1000]));
  it.each([
    [0.013, 870, 4],
    [1e-6, 1e6, 3],
    [3, 4, 2],
  ])("from %s to %s have at most %s lines, each within", (low, high, most) => {
    const ticks = logTicks(low, high, most);
    expect(ticks.length).toBeLessThanOrEqual(most);
    for (const tick of ticks) expect(tick >= low && tick <= high).toBe(true);
  });
});

describe("evaluations", () => {
  const usual = [0.3, -0.2, null, 0.5, 0.1, -0.4, 0.6, 0.2, null, -0.1];

  it("are not made a flat line by one comment", () => {
    for (const one of [99_999_999, -99_999_999]) {
      const reach = evaluationReach([...usual, one]);
      expect(reach).toBeGreaterThanOrEqual(0.6);
      expect(reach).toBeLessThan(3);
    }
  });
  it("are drawn whole where none is out of the way", () => expect(evaluationReach(usual)).toBe(0.6));
  it("have a scale where all are zero, and where there are none", () => {
    expect(evaluationReach([0, 0])).toBe(1);
    expect(evaluationReach([null])).toBe(1);
  });
  it("beyond the scale stand at its edge, on their side", () =>
    expect(clipped([5, null, -5, 0.5], 1)).toEqual([1, null, -1, 0.5]));
  it("keep their steps", () => {
    const drawn = drawnEvaluation([
      [0, 1, 2, 3],
      [0.5, null, 0.4, 99_999_999],
      [null, 0.3, null, 0.4],
    ]);
    expect(drawn.columns[0]).toEqual([0, 1, 2, 3]);
    expect(drawn.columns[1]![3]).toBeLessThan(10);
    expect(drawn.range[1]).toBeGreaterThan(drawn.columns[1]![3]!);
  });
});

describe("the values beneath a pointer", () => {
  const props = {
    label: "x",
    height: 1,
    lines: [
      { label: "Red", color: "red" },
      { label: "Blue", color: "blue" },
    ],
    columns: [
      [0, 1],
      [2, null],
      [9, null],
    ],
    xText: (x: number) => `ply ${x}`,
    format: (value: number) => `${value} ms`,
  } as const;
  const columns = props.columns.map((column) => [...column]);

  it("are said with their lines", () =>
    expect(valuesText({ ...props, columns }, 0)).toBe("ply 0: Red 2 ms, Blue 9 ms"));
  it("are missed in words", () => expect(valuesText({ ...props, columns }, 1)).toBe("ply 1: no value"));
  it("are those that were said, not those that are drawn", () =>
    expect(valuesText({ ...props, columns, values: [[], [99], []] }, 0)).toBe("ply 0: Red 99 ms"));
});
