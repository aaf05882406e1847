import { describe, expect, it } from "vitest";
import { clausesIn, markdownParts, verdictsText, withNames } from "../src/pages/rules_text";

describe("the rules page", () => {
  it("finds the clauses in a text", () =>
    expect(clausesIn("Barred (R3.2), see R10.1.").map(({ text, clause }) => [text, clause])).toEqual([
      ["Barred (", ""],
      ["R3.2", "R3.2"],
      ["), see ", ""],
      ["R10.1", "R10.1"],
      [".", ""],
    ]));
  it("takes the marks out of a clause", () =>
    expect(markdownParts("**N** is `3`.").map(({ text, isCode }) => [text, isCode])).toEqual([
      ["N is ", false],
      ["3", true],
      [".", false],
    ]));
  it("tells an example in words", () => {
    expect(withNames("a4=3 e1=9", [{ letter: "3", name: "Miner" }])).toBe("Miner a4, 9 e1");
    const verdicts = [{ ply: "a5-a4", clause: "R3.2" }, { ply: "a5-a6" }, { ply: "a5-b5" }];
    expect(verdictsText({ verdicts })).toBe("Now a5-a4 is barred by R3.2; a5-a6 and a5-b5 are legal.");
  });
});
