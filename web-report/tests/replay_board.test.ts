import { describe, expect, it } from "vitest";
import type { BoardReplay } from "../src/data/messages";
import { nextPiece, chaseText } from "../src/game/board_words";
import { barredAt, boardGame, leftOf, piecesAt, chasedAt, type BoardGame } from "../src/replay/board";
import { boardStepText } from "../src/replay/step_texts";

// Red: Major on a4 (30), Scout on b4 (31). Blue: Captain on a7 (60), Flag on j10 (99).
const BOARD: BoardReplay = {
  red: { pieces: [30, 7, 31, 2] },
  blue: { pieces: [60, 6, 99, 12] },
  army: [0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1],
  // a4-a5, j10-j9 (in no rule's sense: nothing here knows any), a5-a6, j9-j10, a6xa7, j10-j9, b4-b9.
  plies: [3040, 9989, 4050, 8999, 5060, 9989, 3181],
  threats: [0, 2, 1, 0, 0, 0, 0],
  chased: [0, 0, 1, 0, 0, 0, 0],
  removed: [5, 60],
  learnt: [5, 30, 7, 1, 5, 60, 6, 2, 7, 31, 2, 3],
  barred: [3, 6070, 1, 5, 6061, 2],
};

const on = (
  game: BoardGame,
  position: number,
  origin: number,
  observer: "red" | "blue" | "spectator" | "all" = "all",
) => piecesAt(game, position, observer).find((piece) => piece.origin === origin)!;

describe("a board's replay", () => {
  const game = boardGame(BOARD, 7);

  it("moves pieces ply by ply, in any order of asking", () => {
    expect(on(game, 7, 30).square).toBe(60);
    expect(on(game, 0, 30)).toMatchObject({ square: 30, hasMoved: false });
    expect(on(game, 1, 30)).toMatchObject({ square: 40, hasMoved: true });
    expect(on(game, 4, 30).square).toBe(50);
    expect(on(game, 7, 31).square).toBe(81);
  });

  it("R2.5 takes away what fell, from that ply on", () => {
    expect(on(game, 4, 60).isRemoved).toBe(false);
    expect(on(game, 5, 60).isRemoved).toBe(true);
    expect([...game.left.blue]).toEqual([2, 2, 2, 2, 2, 1, 1, 1]);
    expect([...game.left.red]).toEqual([2, 2, 2, 2, 2, 2, 2, 2]);
  });

  it("R2.7 shows each side its own, and the other's once they are known", () => {
    expect(on(game, 4, 30, "red").type).toBe(7);
    expect(on(game, 4, 30, "blue").type).toBe(0);
    expect(on(game, 5, 30, "blue").type).toBe(7);
    expect(on(game, 4, 60, "red").type).toBe(0);
    expect(on(game, 4, 60, "blue").type).toBe(6);
  });

  it("R9.3 shows a spectator what is public, and R2.4 a Scout that went far", () => {
    expect(on(game, 6, 31, "spectator").type).toBe(0);
    expect(on(game, 7, 31, "spectator")).toMatchObject({ type: 2, isPublic: true });
    expect(on(game, 7, 31, "spectator").means).toBe(3);
    expect(on(game, 7, 99, "spectator").type).toBe(0);
  });

  it("an attacker that falls does not move", () => {
    const lost = boardGame({ ...BOARD, removed: [5, 30] }, 7);
    expect(on(lost, 5, 30).isRemoved).toBe(true);
    expect(on(lost, 5, 60)).toMatchObject({ square: 60, isRemoved: false });
  });

  it("marks a threatened piece only where a rule is about to end its chase", () => {
    expect(chasedAt(game, 3)).toEqual([60]);
    expect(chasedAt(game, 2)).toEqual([]);
    expect(chasedAt(game, 0)).toEqual([]);
    expect(chaseText([60])).toContain("when the piece on a7 goes away once more, the rules forbid");
    expect(chaseText([60, 31])).toContain("when the pieces on a7 and b4 go away once more");
  });

  it("R3.2 and R4.6 show barred plies to those who know the piece, or see that it has moved", () => {
    const seen = (position: number, observer: "red" | "spectator" | "all") =>
      barredAt(game, position, piecesAt(game, position, observer)).length;
    expect(seen(3, "all")).toBe(1);
    expect(seen(3, "red")).toBe(0);
    expect(seen(5, "spectator")).toBe(1);
  });

  it("counts what is left, type by type", () => {
    expect(leftOf(game, "blue", piecesAt(game, 7, "spectator")).byType[6]).toBe(0);
    expect(leftOf(game, "blue", piecesAt(game, 4, "spectator")).byType[6]).toBe(1);
  });

  it("says what a ply did", () => {
    expect(boardStepText(game, 1)).toBe("a4–a5");
    expect(boardStepText(game, 5)).toBe("a6×a7 7>6");
  });
});

describe("the keyboard", () => {
  it("goes round the pieces that stand, square by square", () => {
    const pieces = piecesAt(boardGame(BOARD, 7), 7, "all");
    // On a7, b9 and j9; the Captain has fallen.
    expect([-1, 30, 31, 99].map((origin) => nextPiece(pieces, origin, 1))).toEqual([30, 31, 99, 30]);
    expect([-1, 30, 31, 99].map((origin) => nextPiece(pieces, origin, -1))).toEqual([99, 99, 30, 31]);
    expect(nextPiece([], -1, 1)).toBe(-1);
  });
});

describe("a running game", () => {
  it("R9.3 has no type that is not public, in no view", () => {
    const { red, blue, ...rest } = BOARD;
    const hidden = (pieces: number[] = []) => pieces.map((value, i) => (i % 2 === 1 ? 0 : value));
    const game = boardGame(
      { ...rest, red: { pieces: hidden(red?.pieces) }, blue: { pieces: hidden(blue?.pieces) } },
      7,
    );
    for (const observer of ["all", "red", "blue", "spectator"] as const) {
      expect(piecesAt(game, 4, observer).map((piece) => piece.type)).toEqual([0, 0, 0, 0]);
      expect(piecesAt(game, 7, observer).map((piece) => piece.type)).toEqual([7, 2, 6, 0]);
    }
  });
});

describe("plies taken back (R6.3)", () => {
  const pieces: BoardReplay = {
    red: { pieces: [30, 11] },
    blue: { pieces: [60, 6] },
    army: [],
    removed: [],
    learnt: [],
  };

  it("a move goes back when it was called", () => {
    const game = boardGame({ ...pieces, plies: [3040, 0] }, 2, [{}, { events: [{ ply_taken_back: { origin: 30 } }] }]);
    expect(on(game, 1, 30)).toMatchObject({ square: 40, hasMoved: true });
    expect(on(game, 2, 30)).toMatchObject({ square: 30, hasMoved: false });
  });

  it("an attack that was called never leaves its square", () => {
    const game = boardGame({ ...pieces, plies: [0, 3060] }, 2, [{}, { events: [{ ply_taken_back: { origin: 30 } }] }]);
    expect(on(game, 2, 30)).toMatchObject({ square: 30, hasMoved: false });
    expect(on(game, 2, 60).square).toBe(60);
  });
});
