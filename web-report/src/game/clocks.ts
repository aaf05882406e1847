import { useEffect, useState } from "preact/hooks";
import type { ReplayClocks } from "../data/messages";
import type { Color } from "../replay/observer";
import type { GameModel } from "./model";

// In milliseconds; NaN for a clock that shows nothing.
export interface ClocksNow extends Record<Color, number> {
  running: Record<Color, boolean>;
}

// The clocks of a running game so many milliseconds after the server said how they stand.
export function clocksAfter(clocks: ReplayClocks, elapsed: number): ClocksNow {
  const running = { red: clocks.is_red_running ?? false, blue: clocks.is_blue_running ?? false };
  return {
    red: Math.max(0, (clocks.red_ms ?? 0) - (running.red ? elapsed : 0)),
    blue: Math.max(0, (clocks.blue_ms ?? 0) - (running.blue ? elapsed : 0)),
    running,
  };
}

// The clocks as they stood at a position; at the end of a running game, as they run now.
export function useClocks(model: GameModel, position: number): ClocksNow {
  const received = model.replay.clocks;
  const isLive = !model.isOver && received !== undefined && position === model.steps;
  const [receivedAt, setReceivedAt] = useState(performance.now());
  const [now, setNow] = useState(receivedAt);
  useEffect(() => {
    const time = performance.now();
    setReceivedAt(time);
    setNow(time);
    if (!isLive) return undefined;
    const timer = setInterval(() => setNow(performance.now()), 100);
    return () => clearInterval(timer);
  }, [received, isLive]);
  if (isLive) return clocksAfter(received, now - receivedAt);
  const { red, blue } = model.times.clock;
  return { red: red[position] ?? NaN, blue: blue[position] ?? NaN, running: { red: false, blue: false } };
}
