import type { Replay } from "../data/messages";
import { REPLAY_KINDS } from "./kind";

type Fields = Record<string, unknown>;

// Appends the arrays of `part` to those of `base`, and takes its other fields in place of those of `base`. The fields that
// `deeper` names are messages that are merged in the same way.
function merged(base: Fields, part: Fields, deeper: readonly string[]): Fields {
  const whole = { ...base };
  for (const [field, value] of Object.entries(part)) {
    const old = base[field];
    if (Array.isArray(value) && Array.isArray(old)) whole[field] = old.concat(value);
    else if (deeper.includes(field) && old) whole[field] = merged(old as Fields, value as Fields, ["board"]);
    else whole[field] = value;
  }
  return whole;
}

// Whether a part of a running game begins it anew, with fewer steps than were known: it was interrupted and is played again.
export function beginsAnew(known: Replay, part: Replay): boolean {
  return !part.from_step && !part.is_over && (part.steps ?? 0) < (known.steps ?? 0);
}

// A running game's replay with a later part of it. A part that begins at the start takes the place of all that was known.
// Null for one that does not begin where `base` ends: then the game has to be asked for again.
export function mergedReplay(base: Replay, part: Replay): Replay | null {
  if (!part.from_step) return part;
  const steps = base.steps ?? 0;
  if (part.from_step !== steps) return null;
  const whole = merged(base as Fields, part as Fields, REPLAY_KINDS) as Replay;
  return { ...whole, from_step: base.from_step ?? 0, steps: steps + (part.steps ?? 0) };
}
