// The clocks and times of a game, from Replay.acts.
import type { Replay } from "../data/messages";
import { COLORS, type Color } from "./observer";

export interface Times {
  // By position: what each clock showed last, in milliseconds; NaN before it showed anything.
  clock: Record<Color, Float64Array>;
  // By step: how long each side took for it, in milliseconds; NaN where it did not act.
  used: Record<Color, Float64Array>;
  // By step: when it came, in milliseconds since the match began; 0 is the set-up.
  at: Float64Array;
  // By step: who acted; 1 Red, 2 Blue, 3 both, 0 nobody.
  sides: Uint8Array;
}

const ACT_NUMBERS = 5;

export function timesOf(replay: Replay): Times {
  const positions = (replay.steps ?? 0) + 1;
  const column = () => new Float64Array(positions).fill(NaN);
  const times: Times = {
    clock: { red: column(), blue: column() },
    used: { red: column(), blue: column() },
    at: new Float64Array(positions),
    sides: new Uint8Array(positions),
  };
  const acts = replay.acts ?? [];
  for (let i = 0; i + ACT_NUMBERS <= acts.length; i += ACT_NUMBERS) {
    const [step, side, at, used, clock] = acts.slice(i, i + ACT_NUMBERS) as [number, number, number, number, number];
    if (step >= positions) continue;
    const color: Color = side === 1 ? "red" : "blue";
    times.used[color][step] = (times.used[color][step] || 0) + used / 1000;
    times.clock[color][step] = clock;
    times.at[step] = Math.max(times.at[step]!, at);
    times.sides[step]! |= side;
  }
  // The set-up has a clock of its own. For play each clock begins with the base time, or with the time for one ply.
  const control = replay.time_control;
  const base = Number(control?.per_ply_micros || control?.base_micros || 0) / 1000;
  for (const color of COLORS) {
    times.clock[color][0] = base > 0 ? base : NaN;
    carry(times.clock[color]);
  }
  for (let n = 1; n < positions; ++n) times.at[n] = Math.max(times.at[n]!, times.at[n - 1]!);
  return times;
}

// A clock shows what it showed before until its player acts again.
function carry(clock: Float64Array): void {
  for (let n = 1; n < clock.length; ++n) {
    if (Number.isNaN(clock[n]!)) clock[n] = clock[n - 1]!;
  }
}
