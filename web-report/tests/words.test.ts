import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as words from "../src/data/words";

// The values of an enum of a .proto file, by their numbers.
function enumIn(file: string, name: string): string[] {
  const proto = readFileSync(new URL(`../../proto/flagfall/v1/${file}`, import.meta.url), "utf8");
  const body = new RegExp(`enum ${name} \\{([^}]*)\\}`).exec(proto)![1]!;
  return [...body.matchAll(/^\s*([A-Z_0-9]+) = (\d+);/gm)].map(([, value]) => value!);
}

describe("enums", () => {
  it.each([
    ["types.proto", "PieceType", words.PIECE_TYPES],
    ["gogo.proto", "Role", words.ROLES],
    ["game.proto", "Result", words.RESULTS],
    ["game.proto", "Reason", words.REASONS],
  ])("%s %s has the numbers that are used here", (file, name, used) => {
    expect(["", ...enumIn(file, name).slice(1)]).toEqual([...used]);
  });

  it("has words for every reason, and small letters for one that it does not know", () => {
    for (const reason of words.REASONS.slice(1)) expect(words.reasonText(reason)).not.toMatch(/_/);
    expect(words.reasonText("REASON_METEOR_STRIKE")).toBe("meteor strike");
    expect(words.reasonText(undefined)).toBe("");
  });
});

describe("names of squares and plies", () => {
  it.each([
    [0, "a1"],
    [9, "j1"],
    [10, "a2"],
    [99, "j10"],
    [44, "e5"],
  ])("square %i is %s", (square, text) => {
    expect(words.squareText(square)).toBe(text);
  });
  it("a ply is two of them", () => expect(words.plyText(3040)).toBe("a4–a5"));
});

describe("pieces", () => {
  it("have ranks or letters", () => {
    expect([1, 2, 10, 11, 12, 0].map(words.pieceSymbol)).toEqual(["S", "2", "10", "B", "F", ""]);
    expect(words.pieceText(10, "cards")).toBe("Field Marshal");
    expect(words.pieceNumber("PIECE_TYPE_MINER")).toBe(3);
    expect(words.pieceNumber("PIECE_TYPE_OF_TOMORROW")).toBe(0);
  });
});
