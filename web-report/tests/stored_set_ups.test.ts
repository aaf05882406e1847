import { describe, expect, it } from "vitest";
import { NAME_LENGTH_MAX, nameFrom, namedFrom, NAMES_MAX, withNamed, withoutNamed } from "../src/play/stored_set_ups";

const isArmy = (types: unknown) => Array.isArray(types) && types.join() === "12,3";
const named = (...names: string[]) => names.map((name) => ({ name, types: [12, 3] }));

describe("a set-up's name", () => {
  it("is what was typed, without space that nobody sees", () => {
    expect(nameFrom("  the   wall\n")).toBe("the wall");
    expect(nameFrom(" \t ")).toBe("");
    expect(nameFrom("<b>&")).toBe("<b>&");
  });
  it("is cut where it is too long, and not within a sign", () => {
    const long = nameFrom("🏳".repeat(99));
    expect([...long]).toHaveLength(NAME_LENGTH_MAX);
    expect(long).toBe("🏳".repeat(NAME_LENGTH_MAX));
  });
});

describe("set-ups under names", () => {
  it("come back as they were stored", () =>
    expect(namedFrom(JSON.stringify(named("one", "two")), isArmy)).toEqual(named("one", "two")));

  it("are none where something else is stored", () => {
    for (const text of [null, "", "{", "null", "7", '"one"', "{}", '[null,7,"one",[]]', " ".repeat(20_000)])
      expect(namedFrom(text, isArmy)).toEqual([]);
  });

  it("are left out where their name or their army is none, and the second of one name replaces the first", () => {
    const wrong = [
      { name: "", types: [12, 3] },
      { name: " one", types: [12, 3] },
      { name: "x".repeat(NAME_LENGTH_MAX + 1), types: [12, 3] },
      { name: 7, types: [12, 3] },
      { name: "other army", types: [12, 4] },
      { name: "none" },
    ];
    const stored = [...wrong, ...named("one", "one"), { name: "more", types: [12, 3], html: "<i>" }];
    expect(namedFrom(JSON.stringify(stored), isArmy)).toEqual(named("one", "more"));
    const many = named(...Array.from({ length: 3 * NAMES_MAX }, (_, i) => `n${i}`));
    expect(namedFrom(JSON.stringify(many), isArmy)).toHaveLength(NAMES_MAX);
  });

  it("are added in order, overwritten by their name, and deleted", () => {
    const two = withNamed(named("wall"), { name: "attack", types: [3, 12] })!;
    expect(two.map(({ name }) => name)).toEqual(["attack", "wall"]);
    const over = withNamed(two, { name: "wall", types: [3, 12] })!;
    expect(over.map(({ types }) => types)).toEqual([
      [3, 12],
      [3, 12],
    ]);
    expect(withoutNamed(over, "attack").map(({ name }) => name)).toEqual(["wall"]);
  });

  it("are no more than may be kept", () => {
    const full = named(...Array.from({ length: NAMES_MAX }, (_, i) => `n${i}`));
    expect(withNamed(full, { name: "one more", types: [12, 3] })).toBeNull();
    expect(withNamed(full, { name: "n3", types: [3, 12] })).toHaveLength(NAMES_MAX);
  });
});
