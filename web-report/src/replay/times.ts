// The clocks and times of a game, out of Replay.acts.
import type { Replay } from "../data/messages";

export interface Times {
  // By position: what each clock showed last, in milliseconds; NaN before it showed anything.
  redClock: Float64Array;
  blueClock: Float64Array;
  // By step: how long Red and Blue took for it, in milliseconds; NaN where they did not act.
  redUsed: Float64Array;
  blueUsed: Float64Array;
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
    redClock: column(),
    blueClock: column(),
    redUsed: column(),
    blueUsed: column(),
    at: new Float64Array(positions),
    sides: new Uint8Array(positions),
  };
  const acts = replay.acts ?? [];
  for (let i = 0; i + ACT_NUMBERS <= acts.length; i += ACT_NUMBERS) {
    const [step, side, at, used, clock] = acts.slice(i, i + ACT_NUMBERS) as [number, number, number, number, number];
    if (step >= positions) continue;
    const isRed = side === 1;
    const usedColumn = isRed ? times.redUsed : times.blueUsed;
    usedColumn[step] = (usedColumn[step] || 0) + used / 1000;
    (isRed ? times.redClock : times.blueClock)[step] = clock;
    times.at[step] = Math.max(times.at[step]!, at);
    times.sides[step]! |= side;
  }
  // A set-up has a clock of its own; play begins with the base time, or with that of a ply.
  const control = replay.time_control;
  const base = Number(control?.per_ply_micros || control?.base_micros || 0) / 1000;
  for (const clock of [times.redClock, times.blueClock]) {
    clock[0] = base > 0 ? base : NaN;
    carry(clock);
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
