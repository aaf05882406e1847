import { describe, expect, it } from "vitest";
import type { ExamplePicture, RuleExample, RulesetInfo } from "../src/data/messages";
import { rulesetFor } from "../src/pages/rules_page";
import { viewText } from "../src/replay/observer";
import { clauseParts } from "../src/rules/clause_parts";
import { actionText, framesOf, observerOf, plyIn, signOf, withNames } from "../src/rules/frames";
import { verdictsText } from "../src/rules/verdicts";
import { clauseHref, clauseNames, clausesIn } from "../src/ui/clauses";

const EXAMPLE: RuleExample = {
  id: "moving",
  caption: "One square",
  red: "a4=3",
  blue: "e9=9",
  view: "OBSERVER_RED",
  steps: [
    { side: "SIDE_RED", action: "a4-a5", text: "It goes." },
    { side: "SIDE_BLUE", action: "e9-e7", text: "Refused: too far.", clause: "R2.2" },
    { side: "SIDE_BLUE", action: "e9-e8", text: "It goes too." },
  ],
};
const PICTURE: ExamplePicture = { id: "moving", replay: {}, positions: [0, 1, 1, 2] };
const KINDS = [
  { letter: "3", name: "Miner", type: 3, rank: 3 },
  { letter: "B", name: "Bomb", type: 11 },
];

describe("the clauses that a text names", () => {
  it("are found", () =>
    expect(clausesIn("Barred (R3.2), see R10.1.").map(({ text, clause }) => [text, clause])).toEqual([
      ["Barred (", ""],
      ["R3.2", "R3.2"],
      ["), see ", ""],
      ["R10.1", "R10.1"],
      [".", ""],
    ]));
  it("are named once", () => expect(clauseNames(["R3.2 and R3.4", "R3.2", "none"])).toEqual(["R3.2", "R3.4"]));
  it("have addresses", () => {
    expect(clauseHref("R3.2", "duel")).toBe("#/rules/duel?clause=R3.2");
    expect(clauseHref("R3.2")).toBe("#/rules?clause=R3.2");
  });
  it("choose the ruleset that has them where an address names none", () => {
    const rulesets: RulesetInfo[] = [
      { id: "classic", guide: { clause_sections: ["R3"] } },
      { id: "cards", guide: { clause_sections: ["R7"] } },
    ];
    expect(rulesetFor(rulesets, "", "R7.4")?.id).toBe("cards");
    expect(rulesetFor(rulesets, "", "")?.id).toBe("classic");
    expect(rulesetFor(rulesets, "classic", "R7.4")?.id).toBe("classic");
  });
});

describe("the words of a clause", () => {
  it("lose their marks", () =>
    expect(clauseParts("**N** is `3`,\nand so on.").map(({ text, isCode }) => [text, isCode])).toEqual([
      ["N is ", false],
      ["3", true],
      [", and so on.", false],
    ]));
  it("keep a table's rows", () =>
    expect(clauseParts("Armies:\n\n| | F |\n|---|---|\n| `duel` | 1 |\n\nF Flag.")).toEqual([
      { text: "Armies: ", isCode: false, rows: null },
      {
        text: "",
        isCode: false,
        rows: [
          ["", "F"],
          ["duel", "1"],
        ],
      },
      { text: " F Flag.", isCode: false, rows: null },
    ]));
});

describe("an example", () => {
  it("has a picture of its beginning and of each step", () => {
    const frames = framesOf(EXAMPLE, PICTURE, KINDS);
    expect(frames.map(({ position, clause, refusedPly }) => [position, clause, refusedPly])).toEqual([
      [0, "", 0],
      [1, "", 0],
      [1, "R2.2", 8464],
      [2, "", 0],
    ]);
    expect(frames[0]!.text).toBe("The beginning. Red: Miner a4. Blue: 9 e9.");
  });
  it("leaves the opening out", () => {
    const steps = [{ side: "SIDE_RED" as const, action: "setup a1=F", is_opening: true }, ...EXAMPLE.steps!];
    expect(framesOf({ ...EXAMPLE, steps }, PICTURE, KINDS)).toHaveLength(4);
  });
  it("has no pictures that do not fit it", () => {
    expect(framesOf(EXAMPLE, { ...PICTURE, positions: [0, 1] }, KINDS)).toEqual([]);
    expect(framesOf(EXAMPLE, undefined, KINDS)).toEqual([]);
  });
  it("says whose view it is", () => {
    expect(observerOf(EXAMPLE)).toBe("red");
    expect(observerOf({})).toBe("all");
  });
  it("reads plies, and nothing else as one", () => {
    expect(plyIn("e4-e7 claims 9")).toBe(3464);
    expect(plyIn("j10-a1")).toBe(9900);
    expect(plyIn("attack 2-4")).toBe(0);
  });
  it("is told in words", () => {
    expect(withNames("a4=3 e1=9", KINDS)).toBe("Miner a4, 9 e1");
    expect(actionText(EXAMPLE.steps![1]!)).toBe("Blue e9-e7");
    const verdicts = [{ ply: "a5-a4", clause: "R3.2" }, { ply: "a5-a6" }, { ply: "a5-b5" }];
    expect(verdictsText({ verdicts })).toBe("After these plies a5-a4 is barred by R3.2; a5-a6 and a5-b5 are legal.");
    expect(verdictsText({})).toBe("");
  });
  it("writes ranks as the visitor reads them", () => {
    expect(signOf(KINDS[0]!, true, "high-is-1")).toBe("8");
    expect(signOf(KINDS[0]!, false, "high-is-1")).toBe("3");
    expect(signOf(KINDS[1]!, true, "high-is-1")).toBe("B");
  });
});

describe("a view in words", () => {
  it("says who knows it", () => {
    expect(viewText("red")).toBe("as Red knows it");
    expect(viewText("spectator")).toBe("as everybody may know it");
    expect(viewText("all")).toBe("with all that is hidden shown");
  });
});
