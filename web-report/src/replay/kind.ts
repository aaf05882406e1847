import type { Replay } from "../data/messages";
import { oneOf, type OneOf } from "../data/one_of";

export const REPLAY_KINDS = ["board", "bluffing", "cards", "gogo"] as const;

type ReplayKind = OneOf<Replay, (typeof REPLAY_KINDS)[number]>;

// The part of the replay that its kind of game has of its own. Undefined for a kind that this site does not know.
export function kindOf(replay: Replay): ReplayKind | undefined {
  return oneOf(replay, REPLAY_KINDS);
}
