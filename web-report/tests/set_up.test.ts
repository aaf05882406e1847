// An army that a person sets up.
import { describe, expect, it } from "vitest";
import { armyOf, kept, placementsOf, restored, shuffled, swapped, zoneOf } from "../src/play/set_up";

describe("an army that is set up", () => {
  const zone = [30, 31, 32, 20, 21, 22];
  const ruleset = {
    guide: {
      pieces: [
        { type: 12, count: 1 },
        { type: 3, count: 2 },
      ],
      board: { red_zone: zone, blue_zone: [60, 61, 62, 70, 71, 72] },
    },
  };
  const army = armyOf(ruleset);

  it("has each piece once, on squares of its zone", () => {
    expect(army).toEqual([12, 3, 3]);
    expect(zoneOf(ruleset, "red")).toEqual(zone);
    for (const random of [0, 0.5, 0.999]) {
      const setUp = shuffled(zone, army, () => random);
      expect([...setUp.keys()]).toEqual(zone);
      expect(
        placementsOf(setUp)
          .map(({ type }) => type)
          .sort(),
      ).toEqual(["PIECE_TYPE_FLAG", "PIECE_TYPE_MINER", "PIECE_TYPE_MINER"]);
    }
  });

  it("changes two squares, and none outside its zone", () => {
    const setUp = new Map([
      [30, 12],
      [31, 0],
      [32, 3],
    ]);
    expect([...swapped(setUp, 30, 31)]).toEqual([
      [30, 0],
      [31, 12],
      [32, 3],
    ]);
    expect(swapped(setUp, 30, 99)).toBe(setUp);
    expect(placementsOf(setUp)).toHaveLength(2);
  });

  it("is kept for both sides, and not taken for another army", () => {
    const setUp = shuffled(zone, army, () => 0.3);
    const types = kept(setUp, "red");
    expect([...restored(types, zone, army, "red")!].sort()).toEqual([...setUp].sort());
    const turned = restored(types, zoneOf(ruleset, "blue"), army, "blue")!;
    expect(kept(turned, "blue")).toEqual(types);
    // Red's left corner is Blue's right one: a square and the one that faces it have the sum 92 here.
    expect(turned.get(72)).toBe(setUp.get(20));
    for (const wrong of [null, {}, [12, 3], [12, 3, 3, 3, 0, 0], [12, 3, 2, 0, 0, 0], "12,3,3,0,0,0"]) {
      expect(restored(wrong, zone, army, "red")).toBeNull();
    }
  });
});
