// Everything a game's page shows, made once from its replay.
import type { CardsReplay, CardsView, GogoReplay, GogoView, Replay, ReplayComment } from "../data/messages";
import { bluffingGame, type BluffingState } from "../replay/bluffing";
import { boardGame, type BoardGame } from "../replay/board";
import { cardsGame } from "../replay/cards";
import type { Ranks } from "../data/words";
import { commentsByStep, commentsFor, evaluationsOf, type Evaluations } from "../replay/comments";
import { gogoGame } from "../replay/gogo";
import { kindOf } from "../replay/kind";
import type { Observer } from "../replay/observer";
import { bluffingStepText, boardStepText, deedText, gogoStepText } from "../replay/step_texts";
import { timesOf, type Times } from "../replay/times";
import { uncertaintyOf, type Uncertainty } from "../replay/uncertainty";

// The board games and `bluffing`, which alone has claims.
export interface BoardModel {
  kind: "board";
  board: BoardGame;
  bluffing: (position: number) => BluffingState | null;
  // Null where the model does not hold: in `bluffing`, and on boards that were not set up with whole armies.
  uncertainty: Uncertainty | null;
}

export interface CardsModel {
  kind: "cards";
  replay: CardsReplay;
  view: (position: number) => CardsView;
}

export interface GogoModel {
  kind: "gogo";
  replay: GogoReplay;
  view: (position: number) => GogoView;
}

// A kind of game that this site does not know: of a newer server.
interface UnknownModel {
  kind: "unknown";
}

export type KindModel = BoardModel | CardsModel | GogoModel | UnknownModel;

interface KindParts {
  game: KindModel;
  // What a ply is called in this kind of game.
  plyWord: "ply" | "turn" | "tick";
  // A step in a few words.
  text: (step: number) => string;
}

export interface GameModel extends KindParts {
  replay: Replay;
  steps: number;
  isOver: boolean;
  times: Times;
  comments: Map<number, ReplayComment[]>;
  evaluations: Evaluations;
}

function kindParts(replay: Replay, steps: number, ranks: Ranks): KindParts {
  const kind = kindOf(replay);
  switch (kind?.kind) {
    case "board": {
      const board = boardGame(kind.value, steps);
      const uncertainty = uncertaintyOf(board, replay.pieces ?? [], steps);
      const game: BoardModel = { kind: "board", board, bluffing: () => null, uncertainty };
      return { game, plyWord: "ply", text: (step) => boardStepText(board, step, ranks) };
    }
    case "bluffing": {
      const { board: moves = {}, said = [] } = kind.value;
      const board = boardGame(moves, steps, said);
      const bluffing = bluffingGame(said, board.plies);
      const game: BoardModel = { kind: "board", board, bluffing, uncertainty: null };
      const text = (step: number) => bluffingStepText(said[step - 1]?.events ?? [], board.plies[step - 1] ?? 0);
      return { game, plyWord: "ply", text };
    }
    case "cards": {
      const { changes = [] } = kind.value;
      const game: CardsModel = { kind: "cards", replay: kind.value, view: cardsGame(kind.value) };
      return { game, plyWord: "turn", text: (step) => deedText(changes[step - 1]?.deed ?? {}) };
    }
    case "gogo": {
      const { changes = [] } = kind.value;
      const game: GogoModel = { kind: "gogo", replay: kind.value, view: gogoGame(kind.value) };
      return { game, plyWord: "tick", text: (step) => gogoStepText(changes[step - 1]?.events ?? []) };
    }
    case undefined:
      return { game: { kind: "unknown" }, plyWord: "ply", text: () => "" };
  }
}

export function modelOf(replay: Replay, ranks: Ranks = "high-is-10"): GameModel {
  const steps = replay.steps ?? 0;
  const comments = replay.comments ?? [];
  return {
    ...kindParts(replay, steps, ranks),
    replay,
    steps,
    isOver: replay.is_over ?? false,
    times: timesOf(replay),
    comments: commentsByStep(comments),
    evaluations: evaluationsOf(comments, steps),
  };
}

// The same with the comments that the observer is shown, and what is plotted of them.
export function commentedFor(model: GameModel, observer: Observer): GameModel {
  if (observer === "all") return model;
  const comments = commentsFor(observer, model.replay.comments ?? []);
  return { ...model, comments: commentsByStep(comments), evaluations: evaluationsOf(comments, model.steps) };
}

// Whether the replay counts plies apart from steps. Where it does not, step n is ply n.
export function hasPlies(replay: Replay): boolean {
  return (replay.plies ?? []).length > 0;
}

// Plies made at a position.
export function pliesAt(replay: Replay, position: number): number {
  return hasPlies(replay) ? (replay.plies?.[position - 1] ?? 0) : position;
}

// The number that an address gives for `name`; null when it gives none.
function numberIn(query: URLSearchParams, name: "step" | "ply"): number | null {
  const text = query.get(name) ?? "";
  return /^\d+$/.test(text) ? Number(text) : null;
}

export function namesPosition(query: URLSearchParams): boolean {
  return numberIn(query, "step") !== null || numberIn(query, "ply") !== null;
}

// The position that an address names: `step`, or the last one with so many plies. Without either a running game is shown
// at its end, and one that is over at its start.
export function positionIn(query: URLSearchParams, replay: Replay): number {
  const steps = replay.steps ?? 0;
  const [step, ply] = [numberIn(query, "step"), numberIn(query, "ply")];
  if (step !== null) return Math.min(step, steps);
  if (ply === null) return replay.is_over ? 0 : steps;
  if (!hasPlies(replay)) return Math.min(ply, steps);
  // They never fall.
  return (replay.plies ?? []).filter((plies) => plies <= ply).length;
}

// How an address names a position.
export function positionQuery(replay: Replay, position: number): Record<string, string> {
  return hasPlies(replay) ? { step: String(position), ply: "" } : { ply: String(position), step: "" };
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
