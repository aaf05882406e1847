import type { ReplayComment } from "../data/messages";
import { colorOf, knowsOwn, type Observer } from "./observer";

// A bot's evaluation of the position, from its own side: the signed number with which a comment begins, as in
// "+0.35, expects j7-j6". Null for a comment without one.
export function evaluationIn(comment: string): number | null {
  const found = /^\s*([+\-−]\d{1,9}(?:\.\d{1,9})?)(?![\d.])/.exec(comment);
  return found ? Number(found[1]!.replace("−", "-")) : null;
}

// The comments that belong to each step.
export function commentsByStep(comments: readonly ReplayComment[]): Map<number, ReplayComment[]> {
  const byStep = new Map<number, ReplayComment[]>();
  for (const comment of comments) {
    const step = comment.step ?? 0;
    const list = byStep.get(step);
    if (list) list.push(comment);
    else byStep.set(step, [comment]);
  }
  return byStep;
}

// Those that the observer is shown: a player's comments are its own.
export function commentsFor(observer: Observer, comments: readonly ReplayComment[]): ReplayComment[] {
  return comments.filter(({ side }) => knowsOwn(observer, colorOf(side)));
}

export interface Evaluations {
  // By position: what each bot said with that step; null where it said nothing. Both count from Red's side.
  red: (number | null)[];
  blue: (number | null)[];
  any: boolean;
}

// Blue's evaluations are turned to Red's side, so that the two lines can be compared.
export function evaluationsOf(comments: readonly ReplayComment[], steps: number): Evaluations {
  const evaluations: Evaluations = {
    red: new Array(steps + 1).fill(null),
    blue: new Array(steps + 1).fill(null),
    any: false,
  };
  for (const { step = 0, side, text = "" } of comments) {
    const value = evaluationIn(text);
    if (value === null || step > steps) continue;
    evaluations.any = true;
    if (side === "SIDE_RED") evaluations.red[step] = value;
    else evaluations.blue[step] = value === 0 ? 0 : -value;
  }
  return evaluations;
}
