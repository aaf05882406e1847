import { describe, expect, it } from "vitest";
import type { PieceKind, Replay } from "../src/data/messages";
import { columnsOf } from "../src/game/game_plots";
import { mayBeLines, possibleNow } from "../src/game/may_be";
import { modelOf, type BoardModel } from "../src/game/model";
import { givenAt, scaleText, toldIn, uncertaintyIn } from "../src/game/uncertainty_parts";
import { piecesAt } from "../src/replay/board";

const pieces: PieceKind[] = [{ type: 2, is_mobile: true }, { type: 3, is_mobile: true }, { type: 12 }];

// A Scout, a Miner and the Flag on each side: Red's Miner on a1 goes one square, Blue's Scout on a10 takes the line to it.
const replay: Replay = {
  is_over: true,
  steps: 3,
  pieces,
  board: {
    army: [0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1],
    red: { pieces: [0, 3, 1, 2, 2, 12] },
    blue: { pieces: [90, 2, 91, 3, 92, 12] },
    plies: [10, 9010, 1020],
    removed: [2, 90],
    learnt: [2, 90, 2, 1, 2, 0, 3, 2],
  },
};

describe("what each side could know, on the page", () => {
  const model = modelOf(replay);
  const { board, uncertainty } = model.game as BoardModel;

  it("is plotted for both sides", () => {
    const round = (column: (number | null)[]) => column.map((bits) => Number(bits!.toFixed(2)));
    // Red: 6 ways, and 2 once the Scout is known. Blue: 6, then 4 since the Flag has not moved, then 2.
    expect(columnsOf(model).unknown!.slice(1).map(round)).toEqual([
      [2.58, 2.58, 1, 1],
      [2.58, 2, 1, 1],
    ]);
    expect(columnsOf(modelOf({ ...replay, pieces: [] })).unknown).toBeNull();
    expect([scaleText(20), scaleText(2.58)]).toEqual(["20 bits", "2.6 bits"]);
  });

  it("has the price of each ply, and what it taught", () => {
    expect([1, 2, 3].map((step) => givenAt(model, step).toFixed(2))).toEqual(["0.58", "1.58", "0.00"]);
    expect(toldIn(uncertaintyIn(model)!).map(({ step, mover, learnt }) => [step, mover, learnt])).toEqual([
      [1, "red", 0],
      [2, "blue", 1],
    ]);
    expect(givenAt(modelOf({ ...replay, pieces: [] }), 1)).toBe(0);
  });

  it("is said of a piece that the observer does not know, and of no other", () => {
    const at = (position: number, observer: "blue" | "all", origin: number) =>
      piecesAt(board, position, observer).find((piece) => piece.origin === origin)!;
    const types = (position: number, observer: "blue" | "all", origin: number) =>
      possibleNow(at(position, observer, origin), uncertainty, position).map(({ type }) => type);
    expect(types(0, "blue", 0)).toEqual([12, 3, 2]);
    expect(types(1, "blue", 0)).toEqual([3, 2]);
    expect(types(2, "blue", 0)).toEqual([]);
    expect(types(2, "blue", 1)).toEqual([12, 2]);
    expect(types(1, "all", 0)).toEqual([]);
    expect(mayBeLines(uncertainty, 1)(at(1, "blue", 1))).toBe(
      "\nIt may be\nFlag: 1 unaccounted for, 50.0 %\nMiner: 1 unaccounted for, 25.0 %\nScout: 1 unaccounted for, 25.0 %",
    );
    expect(mayBeLines(uncertainty, 1)(at(1, "all", 1))).toBe("");
    expect(mayBeLines(null, 1)(at(1, "blue", 1))).toBe("");
  });
});
