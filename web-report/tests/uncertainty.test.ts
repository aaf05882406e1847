import { describe, expect, it } from "vitest";
import type { BoardReplay, PieceKind, Replay } from "../src/data/messages";
import { modelOf, type BoardModel } from "../src/game/model";
import { boardGame } from "../src/replay/board";
import { opponentOf, type Color } from "../src/replay/observer";
import { bitsOf, possibilities, uncertaintyOf, type Unknown } from "../src/replay/uncertainty";
import { numbers } from "./documents";

// As the server lists them: 11 is the Bomb, 12 the Flag.
const KINDS: PieceKind[] = Array.from({ length: 12 }, (_, i) => ({ type: i + 1, is_mobile: i + 1 < 11 }));
const MOBILE = [undefined, ...KINDS.map((kind) => kind.is_mobile ?? false)] as boolean[];
const SCOUT = 2;

// All ways to put the types in a row, each once.
function orders(types: readonly number[]): number[][] {
  if (types.length === 0) return [[]];
  return [...new Set(types)].flatMap((first) => {
    const rest = [...types];
    rest.splice(rest.indexOf(first), 1);
    return orders(rest).map((order) => [first, ...order]);
  });
}

// The types that an army of these counts has, one by one.
const typesOf = (byType: readonly number[]) => byType.flatMap((count, type) => new Array<number>(count).fill(type));

describe("the ways to distribute what is not known", () => {
  const armies = [
    [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1],
    [0, 1, 2, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1],
    [0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 3, 1],
    [0, 0, 0, 3, 2, 1],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 4, 2],
  ];
  const unknowns: Unknown[] = armies.flatMap((byType) => {
    const types = typesOf(byType);
    const most = types.filter((type) => MOBILE[type]).length;
    return Array.from({ length: most + 1 }, (_, moved) => ({ byType, moved, unmoved: types.length - moved }));
  });

  it.each(unknowns)("are those that are found by trying all: %j", (unknown) => {
    const { byType, moved, unmoved } = unknown;
    // The first pieces are those that have moved.
    const ways = orders(typesOf(byType)).filter((way) => way.slice(0, moved).every((type) => MOBILE[type]));
    expect(2 ** bitsOf(unknown, MOBILE)).toBeCloseTo(ways.length, 6);
    for (const [hasMoved, place] of [
      ...(moved > 0 ? [[true, 0] as const] : []),
      ...(unmoved > 0 ? [[false, moved] as const] : []),
    ]) {
      const chances = new Map(possibilities(unknown, MOBILE, hasMoved).map(({ type, chance }) => [type, chance]));
      for (const type of new Set(typesOf(byType)))
        expect(chances.get(type) ?? 0).toBeCloseTo(ways.filter((way) => way[place] === type).length / ways.length, 9);
    }
  });

  it("are those of the example", () => {
    const unknown = { byType: armies[0]!, moved: 1, unmoved: 3 };
    expect(bitsOf(unknown, MOBILE)).toBeCloseTo(Math.log2(6), 9);
    expect(possibilities(unknown, MOBILE, true)).toEqual([{ type: 2, count: 2, chance: 1 }]);
    expect(possibilities(unknown, MOBILE, false).map(({ type }) => type)).toEqual([2, 11, 12]);
  });

  it("are one, and so exactly no bit, where all is known or follows", () => {
    expect(bitsOf({ byType: [0, 0, 0], moved: 0, unmoved: 0 }, MOBILE)).toBe(0);
    expect(bitsOf({ byType: [0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 6, 0], moved: 7, unmoved: 6 }, MOBILE)).toBe(0);
  });

  it("are 40! over the product of all counts at the start of classic", () => {
    const byType = [0, 1, 8, 5, 4, 4, 4, 3, 2, 1, 1, 6, 1];
    const factorial = (n: number): bigint => (n < 2 ? 1n : BigInt(n) * factorial(n - 1));
    const ways = byType.reduce((all, count) => all / factorial(count), factorial(40));
    expect(bitsOf({ byType, moved: 0, unmoved: 40 }, MOBILE)).toBeCloseTo(Math.log2(Number(ways)), 9);
  });

  it.each([
    { byType: [0, 0, 1], moved: 1, unmoved: 1 },
    { byType: [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1], moved: 2, unmoved: 0 },
    { byType: [0, -1, 2], moved: 0, unmoved: 1 },
  ])("are not counted where nothing can be: %j", (unknown) => expect(bitsOf(unknown, MOBILE)).toBeNaN());
});

// A game of a few pieces a side that is made up by chance: who goes where does not matter here, only what became public.
const ARMY = [0, 1, 2, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1];
const FIRST: Record<Color, number> = { red: 10, blue: 80 };

class MadeUp {
  readonly board = { army: ARMY, plies: [], removed: [], learnt: [] } as BoardReplay & {
    plies: number[];
    removed: number[];
    learnt: number[];
  };
  // Who made each ply.
  readonly sides: Color[] = [];
  private readonly pieces: { side: Color; origin: number; type: number; square: number; isPublic: boolean }[] = [];
  private step = 0;

  constructor(private readonly random: () => number) {
    for (const side of ["red", "blue"] as const) {
      const types = typesOf(ARMY).sort(() => random() - 0.5);
      const army = types.map((type, i) => ({
        side,
        origin: FIRST[side] + i,
        type,
        square: FIRST[side] + i,
        isPublic: false,
      }));
      this.pieces.push(...army);
      this.board[side] = { pieces: army.flatMap(({ origin, type }) => [origin, type]) };
    }
  }

  private any<T>(all: readonly T[]): T | undefined {
    return all[Math.floor(this.random() * all.length)];
  }

  private learn(piece: MadeUp["pieces"][number]): void {
    if (!piece.isPublic) this.board.learnt.push(this.step, piece.origin, piece.type, 1);
    piece.isPublic = true;
  }

  private fall(piece: MadeUp["pieces"][number]): void {
    this.board.removed.push(this.step, piece.origin);
    this.pieces.splice(this.pieces.indexOf(piece), 1);
  }

  // One ply, by a side that still has a piece that moves: to a free square, further than one as only a Scout goes, or onto
  // one of the opponent's, where chance says who stays.
  play(side: Color): void {
    const mover = this.any(this.pieces.filter((piece) => piece.side === side && MOBILE[piece.type]));
    if (!mover) return;
    ++this.step;
    this.sides.push(side);
    const target = this.random() < 0.4 ? this.any(this.pieces.filter((piece) => piece.side !== side)) : undefined;
    const free = Array.from({ length: 100 }, (_, i) => i).filter((i) =>
      this.pieces.every(({ square }) => square !== i),
    );
    const to = target?.square ?? this.any(free)!;
    this.board.plies.push(100 * mover.square + to);
    const [attackerFalls, targetFalls] = [
      [true, false],
      [false, true],
      [true, true],
    ][Math.floor(3 * this.random())]!;
    if (target) for (const piece of [mover, target]) this.learn(piece);
    else if (mover.type === SCOUT && this.random() < 0.3) this.learn(mover);
    if (target && targetFalls) this.fall(target);
    if (target && attackerFalls) this.fall(mover);
    else if (!target || targetFalls) mover.square = to;
  }
}

function madeUp(seed: number, plies: number): MadeUp {
  const game = new MadeUp(numbers(seed));
  for (let n = 0; n < plies; ++n) game.play(n % 2 === 0 ? "red" : "blue");
  return game;
}

// The rows of an array of plain numbers.
const rows = (all: readonly number[] = [], width: number) =>
  Array.from({ length: all.length / width }, (_, i) => all.slice(i * width, (i + 1) * width));

// The origins of the pieces that made a ply up to a position, found by playing the document's plies.
function moversUpTo(board: BoardReplay, position: number): Set<number> {
  const movers = new Set<number>();
  const on = new Map(rows([...board.red!.pieces!, ...board.blue!.pieces!], 2).map(([origin]) => [origin!, origin!]));
  for (let step = 1; step <= position; ++step) {
    const ply = board.plies![step - 1]!;
    const mover = on.get(Math.floor(ply / 100))!;
    movers.add(mover);
    const fallen = rows(board.removed, 2).flatMap(([at, origin]) => (at === step ? [origin!] : []));
    for (const [square, origin] of on) if (fallen.includes(origin) || origin === mover) on.delete(square);
    if (!fallen.includes(mover)) on.set(ply % 100, mover);
  }
  return movers;
}

// How many armies of a side are in accord with what everybody saw up to a position, found by trying all. No part of the page
// is used.
function armiesInAccord(board: BoardReplay, side: Color, position: number): number {
  const movers = moversUpTo(board, position);
  const learnt = rows(board.learnt, 4).filter(([step]) => step! <= position);
  return orders(typesOf(ARMY)).filter(
    (types) =>
      types.every((type, i) => MOBILE[type] || !movers.has(FIRST[side] + i)) &&
      learnt.every(([, origin, type]) => (types[origin! - FIRST[side]] ?? type) === type),
  ).length;
}

describe("a game", () => {
  const bitsAt = (board: BoardReplay) => {
    const steps = board.plies!.length;
    return uncertaintyOf(boardGame(board, steps), KINDS, steps)!;
  };

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "made up by chance (%i) leaves as many armies as are found by trying all",
    (seed) => {
      const { board } = madeUp(seed, 14);
      const { bits } = bitsAt(board);
      for (let position = 0; position < bits.red.length; ++position) {
        const ways = { red: armiesInAccord(board, "blue", position), blue: armiesInAccord(board, "red", position) };
        for (const side of ["red", "blue"] as const)
          expect(2 ** bits[side][position]!, `${side} at ${position}`).toBeCloseTo(ways[side], 6);
      }
    },
  );

  it.each([11, 12, 13])("made up by chance (%i) never makes anybody know less, and each ply has its price", (seed) => {
    const { board, sides } = madeUp(seed, 30);
    const { bits, told } = bitsAt(board);
    for (let step = 1; step < bits.red.length; ++step) {
      for (const side of ["red", "blue"] as const) expect(bits[side][step]!).toBeLessThanOrEqual(bits[side][step - 1]!);
      const mover = sides[step - 1]!;
      const fall = (side: Color) => bits[side][step - 1]! - bits[side][step]!;
      const [given, learnt] = [fall(opponentOf(mover)), fall(mover)];
      expect(told.get(step)).toEqual(given > 0 || learnt > 0 ? { step, mover, given, learnt } : undefined);
    }
    expect([...told.values()].some(({ given }) => given > 0)).toBe(true);
    expect([...told.values()].some(({ learnt }) => learnt > 0)).toBe(true);
  });

  it("that is running is told no type, and counts the same", () => {
    const { board } = madeUp(3, 20);
    const hidden = (army: BoardReplay["red"]) => ({
      pieces: army!.pieces!.map((value, i) => (i % 2 === 1 ? 0 : value)),
    });
    const running = { ...board, red: hidden(board.red), blue: hidden(board.blue) };
    expect(bitsAt(running).bits).toEqual(bitsAt(board).bits);
  });

  it("has no count where the model does not hold, or the pieces are not an army", () => {
    const { board } = madeUp(3, 4);
    const of = (replay: Replay) => (modelOf({ steps: 4, pieces: KINDS, ...replay }).game as BoardModel).uncertainty;
    expect(of({ board })).not.toBeNull();
    expect(of({ bluffing: { board } })).toBeNull();
    expect(of({ board: { ...board, red: { pieces: [10, 2] } } })).toBeNull();
    expect(of({ board, pieces: [] })).toBeNull();
    // A piece that fell face down.
    expect(of({ board: { ...board, removed: [1, 10], learnt: [] } })).toBeNull();
  });
});
