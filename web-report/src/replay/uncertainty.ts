// What each side could know of the opponent's pieces, counted.
//
// A side's uncertainty at a position is log2 of the number of ways in which the opponent's pieces that are not known can
// still be distributed over the places where they stand. All ways that agree with what is public count alike: how many of
// each type are unaccounted for (R1.2), that a piece which has moved is of a type that moves (R2.2), and every type that
// became public, by a long ply or by an attack (R2.4, R2.5). In these games a player knows nothing else of the opposing army
// (R2.7), so that what each side could know follows from what everybody knows.
//
// Example: a Flag, a Bomb and two Scouts are unaccounted for, one unknown piece has moved and three have not. The moved one is a
// Scout. The others are a Flag, a Bomb and a Scout in any order: 6 ways, and 2.6 bits. A piece that has not moved is the Flag in
// 2 of the 6.
//
// The model leaves out what follows from a game's going on or ending because somebody can or cannot move (R5.2, R5.3), what a
// player could know from other games, and what anybody would guess: where Flags are usually set up, or who would attack with
// what. It does not hold for `bluffing`, where a piece that moved can be a Bomb, and pieces fall face down.
import type { PieceKind } from "../data/messages";
import { stayAt, type BoardGame, type PieceHistory } from "./board";
import { COLORS, opponentOf, type Color } from "./observer";

// The pieces of one side that its opponent does not know.
export interface Unknown {
  // How many of each type are unaccounted for, by type.
  byType: readonly number[];
  // How many of the pieces have moved, and how many have not.
  moved: number;
  unmoved: number;
}

// What a piece may be, with how many of that type are unaccounted for, and the part of all ways in which it is of that type.
export interface Possibility {
  type: number;
  count: number;
  chance: number;
}

// A step after which a side knows more, in bits.
export interface Told {
  step: number;
  mover: Color;
  // What the opponent learnt of the mover's pieces, and the mover of the opponent's.
  given: number;
  learnt: number;
}

export interface Uncertainty {
  // By position: how many bits each side is from knowing all of the opponent's pieces.
  bits: Record<Color, Float64Array>;
  // By step, in their order.
  told: ReadonlyMap<number, Told>;
  // The unknown pieces of a side.
  unknownOf: (side: Color, position: number) => Unknown;
  // By type: whether pieces of it move.
  isMobile: readonly boolean[];
}

// log2 of n!, from n = 0 to the pieces of the largest army (R1.6).
const LOG2_FACTORIALS: number[] = [0];
for (let n = 1; n <= 40; ++n) LOG2_FACTORIALS.push(LOG2_FACTORIALS[n - 1]! + Math.log2(n));

const log2Factorial = (n: number) => LOG2_FACTORIALS[n] ?? NaN;

// How many pieces that move, or never do, are unaccounted for.
function unaccounted(unknown: Unknown, isMobile: readonly boolean[], moving: boolean): number {
  return unknown.byType.reduce((sum, count, type) => sum + (isMobile[type] === moving ? count : 0), 0);
}

// log2 of the number of ways to distribute the types over the pieces; NaN where there is none, so that the document
// contradicts the model.
export function bitsOf(unknown: Unknown, isMobile: readonly boolean[]): number {
  const { byType, moved, unmoved } = unknown;
  const mobile = unaccounted(unknown, isMobile, true);
  const immobile = unaccounted(unknown, isMobile, false);
  if (mobile + immobile !== moved + unmoved || immobile > unmoved || byType.some((count) => count < 0)) return NaN;
  // Those that never move are some of the pieces that have not moved; all others are any of the rest. Each part alone is
  // exactly 0 where there is one way.
  const ordersOf = (moving: boolean, places: number) =>
    byType.reduce((bits, count, type) => (isMobile[type] === moving ? bits - log2Factorial(count) : bits), places);
  const still = ordersOf(false, log2Factorial(unmoved) - log2Factorial(unmoved - immobile));
  return still + ordersOf(true, log2Factorial(mobile));
}

// What an unknown piece may be.
export function possibilities(unknown: Unknown, isMobile: readonly boolean[], hasMoved: boolean): Possibility[] {
  const { byType, unmoved } = unknown;
  const mobile = unaccounted(unknown, isMobile, true);
  const immobile = unaccounted(unknown, isMobile, false);
  const isOneThatMoves = hasMoved ? 1 : (unmoved - immobile) / unmoved;
  return byType
    .map((count, type) => ({
      type,
      count,
      chance: isMobile[type] ? (isOneThatMoves * count) / mobile : hasMoved ? 0 : count / unmoved,
    }))
    .filter(({ count, chance }) => count > 0 && chance > 0);
}

function unknownAt(game: BoardGame, side: Color, position: number): Unknown {
  const byType = [...game.army];
  let [moved, unmoved] = [0, 0];
  for (const piece of game.pieces) {
    if (piece.side !== side) continue;
    if (piece.publicSince <= position) byType[piece.publicType] = (byType[piece.publicType] ?? 0) - 1;
    else if (stayAt(piece, position).hasMoved) ++moved;
    else ++unmoved;
  }
  return { byType, moved, unmoved };
}

// The steps that told something of the piece: its first ply, and that by which its type became public.
function tellingSteps({ stays, publicSince }: PieceHistory): number[] {
  return [stays.find(({ hasMoved }) => hasMoved)?.step ?? Infinity, publicSince];
}

// The uncertainty of the opponent of `side`, by position.
function bitsAbout(game: BoardGame, side: Color, steps: number, isMobile: readonly boolean[]): Float64Array {
  const bits = new Float64Array(steps + 1).fill(bitsOf(unknownAt(game, side, 0), isMobile));
  const telling = new Set(game.pieces.filter((piece) => piece.side === side).flatMap(tellingSteps));
  for (const step of [...telling].sort((a, b) => a - b))
    if (step > 0 && step <= steps) bits.fill(bitsOf(unknownAt(game, side, step), isMobile), step);
  return bits;
}

// The side whose piece made the step's ply.
function moverOf(game: BoardGame, step: number): Color | undefined {
  const from = Math.floor((game.plies[step - 1] ?? 0) / 100);
  return game.pieces.find((piece) => piece.removedAt >= step && stayAt(piece, step - 1).square === from)?.side;
}

function toldBy(game: BoardGame, bits: Uncertainty["bits"]): Map<number, Told> {
  const told = new Map<number, Told>();
  const fall = (color: Color, step: number) => bits[color][step - 1]! - bits[color][step]!;
  for (let step = 1; step < bits.red.length; ++step) {
    const mover = COLORS.some((color) => fall(color, step) > 0) ? moverOf(game, step) : undefined;
    if (mover) told.set(step, { step, mover, given: fall(opponentOf(mover), step), learnt: fall(mover, step) });
  }
  return told;
}

// Null for a game that the model does not fit: one whose pieces are not described, are not the army, or fell face down.
export function uncertaintyOf(game: BoardGame, kinds: readonly PieceKind[], steps: number): Uncertainty | null {
  const isMobile: boolean[] = [];
  for (const { type = 0, is_mobile = false } of kinds) isMobile[type] = is_mobile;
  if (game.army.some((count, type) => count > 0 && isMobile[type] === undefined)) return null;
  if (game.pieces.some(({ removedAt, publicSince }) => removedAt < publicSince)) return null;
  const bits = { red: bitsAbout(game, "blue", steps, isMobile), blue: bitsAbout(game, "red", steps, isMobile) };
  if (COLORS.some((color) => bits[color].some(Number.isNaN))) return null;
  const told = toldBy(game, bits);
  return { bits, told, unknownOf: (side, position) => unknownAt(game, side, position), isMobile };
}
