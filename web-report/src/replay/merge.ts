import type { Replay } from "../data/replay_messages";

type Fields = Record<string, unknown>;

const KINDS = ["board", "bluffing", "cards", "gogo"];

// Puts the arrays of `part` behind those of `base`, and its other fields in the place of theirs.
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

// A running game with what came later; one that begins at the start takes the place of all that was known. Null when `part` does not begin where `base` ends, so that it has to be asked for
// again; what is known already is left out by the server.
export function mergedReplay(base: Replay, part: Replay): Replay | null {
  if (!part.from_step) return part;
  const steps = base.steps ?? 0;
  if (part.from_step !== steps) return null;
  const whole = merged(base as Fields, part as Fields, KINDS) as Replay;
  return { ...whole, from_step: base.from_step ?? 0, steps: steps + (part.steps ?? 0) };
}
