// A board game or `bluffing` as a page replays it. Each piece has its own course over the whole game, so that any
// position is found without playing up to it. No rule of the game is known here: what happened stands in the document.
import type { Observer } from "../data/messages";
import type { BluffingStep, BoardReplay, ReplayArmy } from "../data/replay_messages";

export type SideNumber = 1 | 2;

// A piece's course. Steps rise.
export interface Course {
  origin: number;
  side: SideNumber;
  // 0 while it may not be shown: of a running game.
  type: number;
  // From which step on it stands where, and whether it has moved.
  stays: { step: number; square: number; hasMoved: boolean }[];
  // Infinity while it was not removed.
  removedAt: number;
  // Since when everybody knows the type, and how it came about.
  learntAt: number;
  learntType: number;
  means: number;
}

// A piece at a position, as an observer knows it.
export interface PieceNow {
  course: Course;
  // 0 when the observer does not know it.
  type: number;
  square: number;
  hasMoved: boolean;
  // Everybody knows its type.
  isPublic: boolean;
  isRemoved: boolean;
}

export interface BarredPly {
  from: number;
  to: number;
  bar: number;
}

export interface BoardGame {
  courses: Course[];
  army: readonly number[];
  // By step, from 1: 100·from + to, or 0.
  plies: readonly number[];
  threats: readonly number[];
  barred: Map<number, BarredPly[]>;
  // Pieces left of each side, by position.
  redLeft: Uint8Array;
  blueLeft: Uint8Array;
}

function coursesOf(army: ReplayArmy | undefined, side: SideNumber): Course[] {
  const courses: Course[] = [];
  const pieces = army?.pieces ?? [];
  for (let i = 0; i + 1 < pieces.length; i += 2) {
    const origin = pieces[i]!;
    courses.push({
      origin,
      side,
      type: pieces[i + 1]!,
      stays: [{ step: 0, square: origin, hasMoved: false }],
      removedAt: Infinity,
      learntAt: Infinity,
      learntType: 0,
      means: 0,
    });
  }
  return courses;
}

// Groups flat numbers, `width` at a time, by the first of each.
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

const lastStay = (course: Course) => course.stays[course.stays.length - 1]!;

// The pieces while their courses are being written down.
class Table {
  private readonly byOrigin = new Map<number, Course>();
  private readonly onSquare = new Map<number, Course>();

  constructor(courses: readonly Course[]) {
    for (const course of courses) {
      this.byOrigin.set(course.origin, course);
      this.onSquare.set(course.origin, course);
    }
  }

  piece(origin: number): Course | undefined {
    return this.byOrigin.get(origin);
  }

  remove(origin: number, step: number): Course | undefined {
    const course = this.byOrigin.get(origin);
    if (!course) return undefined;
    course.removedAt = step;
    this.onSquare.delete(lastStay(course).square);
    return course;
  }

  move(from: number, to: number, step: number): void {
    const course = this.onSquare.get(from);
    if (!course) return;
    this.onSquare.delete(from);
    this.onSquare.set(to, course);
    course.stays.push({ step, square: to, hasMoved: true });
  }

  // A ply of an earlier step that is taken back now; one of this very step has not moved anything.
  takeBack(origin: number, hasMoved: boolean, step: number, isOfThisStep: boolean): void {
    const course = this.byOrigin.get(origin);
    const before = course?.stays[course.stays.length - 2];
    if (!course || !before || isOfThisStep) return;
    this.onSquare.delete(lastStay(course).square);
    this.onSquare.set(before.square, course);
    course.stays.push({ step, square: before.square, hasMoved });
  }
}

// `said` are the steps of `bluffing`.
export function boardGame(board: BoardReplay, steps: number, said?: readonly BluffingStep[]): BoardGame {
  const courses = [...coursesOf(board.red, 1), ...coursesOf(board.blue, 2)];
  const [removed, learnt] = [grouped(board.removed, 2), grouped(board.learnt, 4)];
  const table = new Table(courses);
  const plies = board.plies ?? [];
  const game: BoardGame = {
    courses,
    army: board.army ?? [],
    plies,
    threats: board.threats ?? [],
    barred: barredOf(board),
    redLeft: new Uint8Array(steps + 1),
    blueLeft: new Uint8Array(steps + 1),
  };
  let [red, blue] = [courses.filter((c) => c.side === 1).length, courses.filter((c) => c.side === 2).length];
  [game.redLeft[0], game.blueLeft[0]] = [red, blue];
  for (let step = 1; step <= steps; ++step) {
    for (const [, origin = 0] of removed.get(step) ?? []) {
      const side = table.remove(origin, step)?.side;
      if (side === 1) --red;
      if (side === 2) --blue;
    }
    followPly(plies[step - 1] ?? 0, step, table, said?.[step - 1]);
    for (const [, origin = 0, type = 0, means = 0] of learnt.get(step) ?? []) {
      const course = table.piece(origin);
      if (course) Object.assign(course, { learntAt: step, learntType: type, means });
    }
    [game.redLeft[step], game.blueLeft[step]] = [red, blue];
  }
  return game;
}

function followPly(ply: number, step: number, table: Table, said: BluffingStep | undefined): void {
  const takenBack = said?.events?.find((event) => event.ply_taken_back)?.ply_taken_back;
  if (ply !== 0 && !takenBack) table.move(Math.floor(ply / 100), ply % 100, step);
  if (takenBack) table.takeBack(takenBack.origin ?? 0, takenBack.has_moved ?? false, step, ply !== 0);
}

// The last of the rising steps that is not behind `position`.
function stayAt(course: Course, position: number) {
  let [low, high] = [0, course.stays.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (course.stays[middle]!.step <= position) low = middle;
    else high = middle - 1;
  }
  return course.stays[low]!;
}

function knowsSide(observer: Observer, side: SideNumber): boolean {
  return observer === "all" || observer === (side === 1 ? "red" : "blue");
}

// All pieces at a position, those that were removed included.
export function piecesAt(game: BoardGame, position: number, observer: Observer): PieceNow[] {
  return game.courses.map((course) => {
    const stay = stayAt(course, position);
    const isPublic = course.learntAt <= position;
    const type = isPublic ? course.learntType : knowsSide(observer, course.side) ? course.type : 0;
    return {
      course,
      type,
      square: stay.square,
      hasMoved: stay.hasMoved,
      isPublic,
      isRemoved: course.removedAt <= position,
    };
  });
}

// The barred plies that the observer can tell: of a piece that it does not know, only that one which has moved cannot go
// on to a square next to it.
export function barredAt(game: BoardGame, position: number, pieces: readonly PieceNow[]): BarredPly[] {
  return (game.barred.get(position) ?? []).filter(({ from, to }) => {
    const piece = pieces.find((one) => !one.isRemoved && one.square === from);
    const isShort = [1, 10].includes(Math.abs(from - to));
    return piece !== undefined && (piece.type !== 0 || (piece.hasMoved && isShort));
  });
}

const DIRECTIONS = [10, 1, -10, -1];

// The squares of the pieces that the step's ply threatens.
export function threatenedAt(game: BoardGame, position: number): number[] {
  const mask = game.threats[position - 1] ?? 0;
  const to = (game.plies[position - 1] ?? 0) % 100;
  return DIRECTIONS.filter((_, bit) => mask & (1 << bit)).map((offset) => to + offset);
}

// How many of each type a side has left, as far as the observer can count them, and how many fell face down.
export function leftOf(
  game: BoardGame,
  side: SideNumber,
  pieces: readonly PieceNow[],
): { byType: number[]; faceDown: number } {
  const byType = [...game.army];
  let faceDown = 0;
  for (const piece of pieces) {
    if (piece.course.side !== side || !piece.isRemoved) continue;
    if (piece.type === 0) ++faceDown;
    else byType[piece.type] = (byType[piece.type] ?? 0) - 1;
  }
  return { byType, faceDown };
}
