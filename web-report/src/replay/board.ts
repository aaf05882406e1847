// A board game or `bluffing` as a page replays it. Each piece has its history over the whole game, so that any position is
// found without playing up to it. No rule of the game is known here: what happened stands in the document.
import type { BluffingStep, BoardReplay, ReplayArmy } from "../data/messages";
import { COLORS, knowsOwn, type Color, type Observer } from "./observer";

// A piece over the whole game.
export interface PieceHistory {
  origin: number;
  side: Color;
  // 0 while it may not be shown, in a running game.
  type: number;
  // The squares on which it stood, each with the step since which it did, and whether the piece had moved by then.
  stays: { step: number; square: number; hasMoved: boolean }[];
  // The step in which it was removed; Infinity for a piece that is still there.
  removedAt: number;
  // The step since which everybody knows the type, that type, and how it became known (BoardReplay.Means).
  publicSince: number;
  publicType: number;
  means: number;
}

// A piece as somebody knows it, and as it is drawn.
export interface BoardPiece {
  // The square on which it stood as play began, which names it.
  origin: number;
  side: Color;
  // 0 while it is not known.
  type: number;
  square: number;
  hasMoved: boolean;
  // Everybody knows its type.
  isPublic: boolean;
  isRemoved: boolean;
}

// A piece at a position of a replay, with what its history says of it.
export interface PieceNow extends BoardPiece, Pick<PieceHistory, "removedAt" | "publicSince" | "means"> {}

export interface BarredPly {
  from: number;
  to: number;
  bar: number;
}

export interface BoardGame {
  pieces: PieceHistory[];
  army: readonly number[];
  // As in BoardReplay: the entry of step n is at index n - 1.
  plies: readonly number[];
  chased: readonly number[];
  // By position.
  barred: Map<number, BarredPly[]>;
  // How many pieces each side has left, by position.
  left: Record<Color, Uint8Array>;
}

function historiesOf(army: ReplayArmy | undefined, side: Color): PieceHistory[] {
  return [...grouped(army?.pieces, 2)].map(([origin, [[, type = 0] = []]]) => ({
    origin,
    side,
    type,
    stays: [{ step: 0, square: origin, hasMoved: false }],
    removedAt: Infinity,
    publicSince: Infinity,
    publicType: 0,
    means: 0,
  }));
}

// The rows of an array of plain numbers, `width` numbers each, by their first number.
function grouped(numbers: readonly number[] | undefined, width: number): Map<number, number[][]> {
  const groups = new Map<number, number[][]>();
  for (let i = 0; numbers && i + width <= numbers.length; i += width) {
    const row = numbers.slice(i, i + width);
    const rows = groups.get(row[0]!);
    if (rows) rows.push(row);
    else groups.set(row[0]!, [row]);
  }
  return groups;
}

function barredOf(board: BoardReplay): Map<number, BarredPly[]> {
  const barred = new Map<number, BarredPly[]>();
  for (const [position, rows] of grouped(board.barred, 3)) {
    barred.set(
      position,
      rows.map(([, ply = 0, bar = 0]) => ({ from: Math.floor(ply / 100), to: ply % 100, bar })),
    );
  }
  return barred;
}

const lastStay = (piece: PieceHistory) => piece.stays[piece.stays.length - 1]!;

// Writes the histories of all pieces, step by step.
class HistoryWriter {
  private readonly byOrigin = new Map<number, PieceHistory>();
  private readonly onSquare = new Map<number, PieceHistory>();

  constructor(pieces: readonly PieceHistory[]) {
    for (const piece of pieces) {
      this.byOrigin.set(piece.origin, piece);
      this.onSquare.set(piece.origin, piece);
    }
  }

  piece(origin: number): PieceHistory | undefined {
    return this.byOrigin.get(origin);
  }

  remove(origin: number, step: number): PieceHistory | undefined {
    const piece = this.byOrigin.get(origin);
    if (!piece) return undefined;
    piece.removedAt = step;
    this.onSquare.delete(lastStay(piece).square);
    return piece;
  }

  move(from: number, to: number, step: number): void {
    const piece = this.onSquare.get(from);
    if (piece) this.put(piece, { step, square: to, hasMoved: true });
  }

  // Puts a piece back on the square on which it stood before its last ply.
  takeBack(origin: number, hasMoved: boolean, step: number): void {
    const piece = this.byOrigin.get(origin);
    const before = piece?.stays[piece.stays.length - 2];
    if (piece && before) this.put(piece, { step, square: before.square, hasMoved });
  }

  private put(piece: PieceHistory, stay: PieceHistory["stays"][number]): void {
    this.onSquare.delete(lastStay(piece).square);
    this.onSquare.set(stay.square, piece);
    piece.stays.push(stay);
  }
}

// `said` are the steps of `bluffing`; other board games have none.
export function boardGame(board: BoardReplay, steps: number, said: readonly BluffingStep[] = []): BoardGame {
  const pieces = [...historiesOf(board.red, "red"), ...historiesOf(board.blue, "blue")];
  const [removed, learnt] = [grouped(board.removed, 2), grouped(board.learnt, 4)];
  const writer = new HistoryWriter(pieces);
  const plies = board.plies ?? [];
  const left: Record<Color, Uint8Array> = { red: new Uint8Array(steps + 1), blue: new Uint8Array(steps + 1) };
  for (const color of COLORS) left[color].fill(pieces.filter(({ side }) => side === color).length);
  for (let step = 1; step <= steps; ++step) {
    for (const [, origin = 0] of removed.get(step) ?? []) {
      const piece = writer.remove(origin, step);
      if (piece) left[piece.side].fill(left[piece.side][step]! - 1, step);
    }
    followPly(plies[step - 1] ?? 0, step, writer, said[step - 1]);
    for (const [, origin = 0, type = 0, means = 0] of learnt.get(step) ?? []) {
      const piece = writer.piece(origin);
      if (piece) Object.assign(piece, { publicSince: step, publicType: type, means });
    }
  }
  return { pieces, army: board.army ?? [], plies, chased: board.chased ?? [], barred: barredOf(board), left };
}

// A ply that is taken back in its own step has moved nothing; one that is taken back in a step without a ply is an
// earlier one.
function followPly(ply: number, step: number, writer: HistoryWriter, said: BluffingStep | undefined): void {
  const takenBack = said?.events?.find((event) => event.ply_taken_back)?.ply_taken_back;
  if (ply !== 0 && !takenBack) writer.move(Math.floor(ply / 100), ply % 100, step);
  if (ply === 0 && takenBack) writer.takeBack(takenBack.origin ?? 0, takenBack.has_moved ?? false, step);
}

// The last stay that began at `position` or before it.
export function stayAt({ stays }: PieceHistory, position: number) {
  let [low, high] = [0, stays.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (stays[middle]!.step <= position) low = middle;
    else high = middle - 1;
  }
  return stays[low]!;
}

// All pieces at a position, those that were removed included.
export function piecesAt(game: BoardGame, position: number, observer: Observer): PieceNow[] {
  return game.pieces.map((history) => {
    const { origin, side, removedAt, publicSince, means } = history;
    const { square, hasMoved } = stayAt(history, position);
    const isPublic = publicSince <= position;
    const type = isPublic ? history.publicType : knowsOwn(observer, side) ? history.type : 0;
    const isRemoved = removedAt <= position;
    return { origin, side, type, square, hasMoved, isPublic, isRemoved, removedAt, publicSince, means };
  });
}

// The barred plies that the observer can work out. Of a piece that it does not know it can tell only that a piece which has
// moved may not go on to a square next to its own.
export function barredAt(game: BoardGame, position: number, pieces: readonly PieceNow[]): BarredPly[] {
  return (game.barred.get(position) ?? []).filter(({ from, to }) => {
    const piece = pieces.find((one) => !one.isRemoved && one.square === from);
    const isShort = [1, 10].includes(Math.abs(from - to));
    return piece !== undefined && (piece.type !== 0 || (piece.hasMoved && isShort));
  });
}

const DIRECTIONS = [10, 1, -10, -1];

// The squares of the threatened pieces whose chase the rules are about to end: when such a piece goes away, a ply that would
// threaten it again is barred.
export function chasedAt(game: BoardGame, position: number): number[] {
  const mask = game.chased[position - 1] ?? 0;
  const to = (game.plies[position - 1] ?? 0) % 100;
  return DIRECTIONS.filter((_, bit) => mask & (1 << bit)).map((offset) => to + offset);
}

// The types that a side has lost as the observer knows them, in the order of their loss; 0 for one that fell face down.
export function lostOf(pieces: readonly PieceNow[], side: Color): number[] {
  return pieces
    .filter((piece) => piece.isRemoved && piece.side === side)
    .sort((a, b) => a.removedAt - b.removedAt)
    .map((piece) => piece.type);
}

// How many of each type a side has left, as far as the observer can count them, and how many fell face down.
export function leftOf(
  game: BoardGame,
  side: Color,
  pieces: readonly PieceNow[],
): { byType: number[]; faceDown: number } {
  const byType = [...game.army];
  let faceDown = 0;
  for (const piece of pieces) {
    if (piece.side !== side || !piece.isRemoved) continue;
    if (piece.type === 0) ++faceDown;
    else byType[piece.type] = (byType[piece.type] ?? 0) - 1;
  }
  return { byType, faceDown };
}
