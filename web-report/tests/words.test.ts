import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { PieceType, Reason } from "../src/data/messages";
import * as words from "../src/data/words";

// The values of an enum of a .proto file, each at its number.
function enumIn(file: string, name: string): string[] {
  const proto = readFileSync(new URL(`../../proto/flagfall/v1/${file}`, import.meta.url), "utf8");
  const body = new RegExp(`enum ${name} \\{([^}]*)\\}`).exec(proto)![1]!;
  const names: string[] = [];
  for (const [, value, number] of body.matchAll(/^\s*([A-Z_0-9]+) = (\d+);/gm)) names[Number(number)] = value!;
  return names;
}

describe("enums", () => {
  it.each([
    ["types.proto", "PieceType", words.PIECE_TYPES],
    ["gogo.proto", "Role", words.ROLES],
    ["game.proto", "Result", words.RESULTS],
    ["game.proto", "Reason", words.REASONS],
  ])("%s %s has each name at its number", (file, name, used) => {
    expect([...used]).toEqual(enumIn(file, name));
  });

  it("has a text for each way in which a type becomes public, by its number", () =>
    expect(words.MEANS).toHaveLength(enumIn("replay.proto", "Means").length));

  it("says a reason that it does not know in the server's words", () => {
    expect(words.reasonText("REASON_METEOR_STRIKE" as Reason)).toBe("meteor strike");
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
    expect([1, 2, 10, 11, 12, 0].map((type) => words.pieceSymbol(type))).toEqual(["S", "2", "10", "B", "F", ""]);
    const high = [1, 2, 9, 10, 11, 12, 0].map((type) => words.pieceSymbol(type, "high-is-1"));
    expect(high, "R1.7").toEqual(["S", "9", "2", "1", "B", "F", ""]);
    expect(words.pieceText(10, "cards")).toBe("Field Marshal");
    expect(words.pieceNumber("PIECE_TYPE_MINER")).toBe(3);
    expect(words.pieceNumber("PIECE_TYPE_OF_TOMORROW" as PieceType)).toBe(0);
  });
});

describe("pools of challenges", () => {
  it.each([
    ["barrage[open]", true],
    ["barrage[open,two_squares=2]", true],
    ["barrage", false],
    ["barrage[two_squares=2]", false],
    ["barrage[opening=2]", false],
  ])("%s: %s", (pool, isOpen) => expect(words.isOpenPool(pool)).toBe(isOpen));
  it("are named after their ruleset", () => expect(words.isOpenPool(words.openPoolOf("duel"))).toBe(true));
});
