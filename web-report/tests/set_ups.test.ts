import { describe, expect, it } from "vitest";
import { lineSquares, mapSquares, mapText, setUpRulesets } from "../src/pages/set_ups_page";
import { squareText } from "../src/data/words";

const FLAG = { letter: "F", games: [0, 30, 0, 0, 0, 0, 0, 0, 0, 169, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0] };

describe("where pieces stand", () => {
  it("is told in hundredths, and never as none where a piece stood", () =>
    expect(
      mapSquares(FLAG, 200)
        .map(({ text }) => text)
        .filter(Boolean),
    ).toEqual(["15", "85", "<1"]));
  it("is coloured by the square with the most", () => {
    const squares = mapSquares(FLAG, 200);
    expect([squares[0]?.weight, squares[9]?.weight]).toEqual([0, 1]);
    expect(squares[1]?.weight).toBeCloseTo(30 / 169);
  });
  it("is told in words, the most frequent first", () =>
    expect(mapText(FLAG, 200)).toBe("Flag: most often on j1 in 84.5 %, b1 in 15.0 %, a2 in 0.5 % of the games"));
  it("says what a pointer is on", () => expect(mapSquares(FLAG, 200)[1]?.title).toBe("b1: in 30 of 200 games"));
  it("names squares by file and row", () => expect([0, 9, 10, 39].map(squareText)).toEqual(["a1", "j1", "a2", "j4"]));
});

describe("a line of a book", () => {
  const squares = lineSquares("FM2....... ..........", "high-is-10");
  it("has a square for each letter", () => expect(squares.length).toBe(20));
  it("shows the signs on the pieces", () =>
    expect(squares.slice(0, 4).map(({ text }) => text)).toEqual(["F", "10", "2", ""]));
  it("writes ranks as the visitor has chosen", () =>
    expect(lineSquares("M2", "high-is-1").map(({ text }) => text)).toEqual(["1", "9"]));
});

describe("the rulesets with set-ups", () => {
  it("are those with a board", () =>
    expect(
      setUpRulesets({ records: [{ ruleset_id: "barrage" }, { ruleset_id: "cards" }, { ruleset_id: "gogo" }] }),
    ).toEqual(["barrage"]));
});
