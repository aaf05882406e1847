// Everything a game's page shows, made of its replay once.
import type { Observer } from "../data/messages";
import type { CardsView, GogoView, Replay, ReplayComment } from "../data/replay_messages";
import { boardGame, type BoardGame } from "../replay/board";
import { tableTalk, type TableTalk } from "../replay/bluffing";
import { cardsGame } from "../replay/cards";
import { commentsByStep, evaluationsOf, type Evaluations } from "../replay/comments";
import { gogoGame } from "../replay/gogo";
import { timesOf, type Times } from "../replay/times";
import { stepTexts } from "../replay/words";

export interface GameModel {
  replay: Replay;
  steps: number;
  isOver: boolean;
  // One of them: the kind of game.
  board: BoardGame | null;
  talk: ((position: number) => TableTalk) | null;
  cards: ((position: number) => CardsView) | null;
  field: ((position: number) => GogoView) | null;
  times: Times;
  comments: Map<number, ReplayComment[]>;
  evaluations: Evaluations;
  text: (step: number) => string;
}

export function modelOf(replay: Replay): GameModel {
  const steps = replay.steps ?? 0;
  const moves = replay.board ?? replay.bluffing?.board;
  const board = moves ? boardGame(moves, steps, replay.bluffing?.said) : null;
  const comments = replay.comments ?? [];
  return {
    replay,
    steps,
    isOver: replay.is_over ?? false,
    board,
    talk: replay.bluffing ? tableTalk(replay.bluffing.said ?? [], moves?.plies ?? []) : null,
    cards: replay.cards ? cardsGame(replay.cards) : null,
    field: replay.gogo ? gogoGame(replay.gogo) : null,
    times: timesOf(replay),
    comments: commentsByStep(comments),
    evaluations: evaluationsOf(comments, steps),
    text: stepTexts(replay, board),
  };
}

// What a ply is called in this kind of game.
export function plyWord(replay: Replay): string {
  return replay.gogo ? "tick" : replay.cards ? "turn" : "ply";
}

// Plies made at a position.
export function pliesAt(replay: Replay, position: number): number {
  return replay.plies?.length ? (replay.plies[position - 1] ?? 0) : position;
}

export function namesPosition(query: URLSearchParams): boolean {
  return ["step", "ply"].some((name) => /^\d+$/.test(query.get(name) ?? ""));
}

// The position that an address names: `step`, or the last one with so many plies. Where it names none, a game that runs is
// shown at its end, one that is over from its start.
export function positionIn(query: URLSearchParams, replay: Replay): number {
  const steps = replay.steps ?? 0;
  const inside = (value: number) => Math.min(Math.max(0, value), steps);
  const [step, ply] = [query.get("step"), query.get("ply")];
  if (step !== null && /^\d+$/.test(step)) return inside(Number(step));
  if (ply === null || !/^\d+$/.test(ply)) return replay.is_over ? 0 : steps;
  if (!replay.plies?.length) return inside(Number(ply));
  let position = 0;
  replay.plies.forEach((plies, i) => {
    if (plies <= Number(ply)) position = i + 1;
  });
  return position;
}

// How an address names a position.
export function positionQuery(replay: Replay, position: number): Record<string, string> {
  return replay.plies?.length ? { step: String(position), ply: "" } : { ply: String(position), step: "" };
}

export const OBSERVERS: readonly (readonly [Observer, string])[] = [
  ["red", "Red"],
  ["blue", "Blue"],
  ["spectator", "Spectator"],
  ["all", "All"],
];

export function observerIn(query: URLSearchParams, isOver: boolean): Observer {
  if (!isOver) return "spectator";
  const asked = query.get("view");
  return OBSERVERS.find(([observer]) => observer === asked)?.[0] ?? "all";
}
