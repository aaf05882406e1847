// Numbers and times as people read them.
import { describe, expect, it } from "vitest";
import { entryOf } from "../src/data/words";
import { clockScale } from "../src/game/game_plots";
import * as format from "../src/ui/format";

describe("numbers and times", () => {
  it.each([
    [0, "0:00.0"],
    [9949, "0:09.9"],
    [65_000, "1:05"],
    [3_725_000, "1:02:05"],
    [NaN, "–"],
    [-5, "0:00.0"],
  ])("a clock of %s ms shows %s", (ms, text) => expect(format.clockText(ms)).toBe(text));
  it("names the lines of a scale of clocks that hardly move apart", () => {
    const scaleOf = (...clocks: (number | null)[]) => clockScale([[0, 1, 2], clocks]);
    expect([10_000, 10_500].map(scaleOf(10_000, null, 10_900))).toEqual(["0:10.0", "0:10.5"]);
    expect([10_000, 60_000].map(scaleOf(10_000, 60_000))).toEqual(["0:10", "1:00"]);
  });
  it.each([
    [0.05, "50 µs"],
    [3.14, "3.1 ms"],
    [250, "250 ms"],
    [1234, "1.23 s"],
    [125_000, "2 min 5 s"],
    [7_260_000, "2 h 1 min"],
    [0.9999, "1.0 ms"],
    [9.96, "10 ms"],
    [999.7, "1.00 s"],
    [9996, "10.0 s"],
    [59_999, "1 min 0 s"],
    [3_599_700, "1 h 0 min"],
  ])("%s ms are %s", (ms, text) => expect(format.durationText(ms)).toBe(text));
  it.each([
    [0, "0"],
    [0.5, "½"],
    [2.5, "2½"],
    [3, "3"],
  ])("%s points are %s", (points, text) => expect(format.pointsText(points)).toBe(text));
  it("signs changes, and nothing for none", () =>
    expect([12.34, -0.5, 0, -0.01].map(format.changeText)).toEqual(["+12.3", "−0.5", "0.0", "0.0"]));
  it("tells who plays a match", () => {
    expect(format.playersText(["amys", "bens@2"])).toBe("amys against bens@2");
    expect(format.playersText(["bens@2", "bens@2#2"])).toBe("bens@2 against itself");
    expect(["bens@2#2", "bens@2", "b#2x"].map(entryOf)).toEqual(["bens@2", "bens@2", "b#2x"]);
  });
  it("knows what is not finite", () => {
    expect(format.errorText("Infinity")).toBe("±∞");
    expect(format.realText("-Infinity")).toBe("−∞");
    expect(format.realText("NaN")).toBe("–");
    expect(format.withErrorText("Infinity", "Infinity")).toBe("∞");
    expect(format.withErrorText("-Infinity", "Infinity")).toBe("−∞");
    expect(format.withErrorText(12.34, "Infinity")).toBe("12.3 ±∞");
    expect(format.withErrorText(-12.34, 4.56, 0)).toBe("−12 ±5");
  });
  it("writes given numbers as they were given", () => {
    expect([200, 2.5, undefined, -10].map((value) => format.givenText(value))).toEqual(["200", "2.5", "0", "−10"]);
  });
  it("writes time controls as tournament people do", () => {
    expect(format.timeControlText({ base_micros: "60000000", increment_micros: "600000", plies_per_period: 40 })).toBe(
      "40/60+0.6",
    );
    expect(format.timeControlText({ per_ply_micros: "500000" })).toBe("0.5 s a ply");
    const played = { base_micros: "15000000", increment_micros: "150000" };
    expect(format.playedControlText(played, undefined)).toBe("15+0.15");
    expect(format.playedControlText(played, { scale_ppm: 1_500_000 })).toBe("15+0.15, the tournament's by 1.5");
  });

  it("one is one, and all others are many", () => {
    expect([0, 1, 2].map((count) => format.plural(count, "game"))).toEqual(["0 games", "1 game", "2 games"]);
    expect([1, 2].map(format.pliesText)).toEqual(["1 ply", "2 plies"]);
    expect([format.gamesText(0, 1), format.gamesText(1, 2), format.gamesText(1, 0)]).toEqual([
      "0 of 1 game",
      "1 of 2 games",
      "1 game",
    ]);
  });
  it("sizes", () => expect([512, 2048, 17_000_000].map(format.bytesText)).toEqual(["512 B", "2.0 KiB", "16 MiB"]));
});
