import { describe, expect, it } from "vitest";
import { lostKinds } from "../src/game/lost_pieces";
import { SPREAD, spreadPlaces } from "../src/game/spread";
import { boardGame, lostOf, piecesAt } from "../src/replay/board";

describe("marks on the field", () => {
  const distances = (places: readonly { x: number; y: number }[]) =>
    places.flatMap((a, i) => places.slice(i + 1).map((b) => Math.hypot(a.x - b.x, a.y - b.y)));

  it("stay where they are when they are far enough apart", () => {
    const places = [
      { x: 0, y: 0 },
      { x: 1000, y: 0 },
    ];
    expect(spreadPlaces(places, SPREAD)).toEqual(places);
  });

  it("never lie on each other", () => {
    const places = [0, 0, 10, 120, 120, 400].map((x, i) => ({ x, y: i === 4 ? 90 : 0 }));
    expect(Math.min(...distances(places))).toBe(0);
    expect(Math.min(...distances(spreadPlaces(places, SPREAD)))).toBeGreaterThan(0.95 * SPREAD);
  });
});

describe("lost pieces", () => {
  const game = boardGame(
    {
      army: [0, 0, 3],
      red: { pieces: [0, 2, 1, 3, 2, 2] },
      blue: { pieces: [90, 4] },
      plies: [1020, 1020, 1020],
      removed: [1, 2, 2, 1, 3, 0],
    },
    3,
  );

  it("are those of the side, in the order of their loss", () => {
    expect(lostOf(piecesAt(game, 0, "all"), "red")).toEqual([]);
    expect(lostOf(piecesAt(game, 2, "all"), "red")).toEqual([2, 3]);
    expect(lostOf(piecesAt(game, 3, "all"), "red")).toEqual([2, 3, 2]);
    expect(lostOf(piecesAt(game, 3, "all"), "blue")).toEqual([]);
  });

  it("tell nobody a type that he does not know", () => {
    expect(lostOf(piecesAt(game, 3, "blue"), "red")).toEqual([0, 0, 0]);
  });

  it("are counted by their kind", () => {
    const kinds = lostKinds([2, 3, 2, 0], String, (type) => `piece ${type}`);
    expect(kinds).toEqual([
      { sign: "2", name: "piece 2", count: 2 },
      { sign: "3", name: "piece 3", count: 1 },
      { sign: "?", name: "face down", count: 1 },
    ]);
  });
});
