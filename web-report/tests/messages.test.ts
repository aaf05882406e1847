import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { CardsDeed, Replay } from "../src/data/messages";
import { oneOf } from "../src/data/one_of";
import { kindOf } from "../src/replay/kind";

const GENERATED = new URL("../generated/flagfall/v1/", import.meta.url);
const SOURCES = new URL("../src/", import.meta.url);
// What the index of the API tells other programs.
const FOR_OTHERS = ["open_api"];

// The fields of all messages of a .proto file, from their types.
function fieldsIn(file: string): string[] {
  const source = readFileSync(new URL(file, GENERATED), "utf8");
  return [...source.matchAll(/^ {2}(\w+)\?:/gm)].map(([, field]) => field!);
}

describe("messages", () => {
  it("web.proto and replay.proto have no field whose name stands nowhere here", () => {
    const sources = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => readFileSync(new URL(file, SOURCES), "utf8"));
    const words = new Set(sources.join("\n").match(/\w+/g));
    const fields = [...fieldsIn("web.ts"), ...fieldsIn("replay.ts")];
    expect(fields.length).toBeGreaterThan(100);
    expect(fields.filter((field) => !words.has(field))).toEqual(FOR_OTHERS);
  });
});

describe("a oneof", () => {
  const deed: CardsDeed = { turn: 3, side: "SIDE_RED", peek: { place: 1 } };

  it("is the field that is present, whatever stands beside it", () => {
    expect(oneOf(deed, ["attack", "peek", "redeal"])).toEqual({ kind: "peek", value: { place: 1 } });
    expect(oneOf({ tokens: {} })).toEqual({ kind: "tokens", value: {} });
  });
  it("is undefined where nothing is set", () => {
    expect(oneOf(deed, ["attack"])).toBeUndefined();
    expect(oneOf({})).toBeUndefined();
  });
  it("says the kind of a replay, which has fields of the same names in other places", () => {
    const replay: Replay = { red: { name: "a" }, bluffing: { board: {} } };
    expect(kindOf(replay)).toEqual({ kind: "bluffing", value: { board: {} } });
    expect(kindOf({ steps: 1 })).toBeUndefined();
  });
});
