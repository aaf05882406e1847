import { useEffect, useState } from "preact/hooks";
import type { ReplayClocks } from "../data/replay_messages";
import type { GameModel } from "./model";

export interface ClocksNow {
  red: number;
  blue: number;
  isRedRunning: boolean;
  isBlueRunning: boolean;
}

// The clocks of a running game so many milliseconds after they were told.
export function clocksAfter(clocks: ReplayClocks, elapsed: number): ClocksNow {
  const {
    red_ms: red = 0,
    blue_ms: blue = 0,
    is_red_running: isRedRunning = false,
    is_blue_running: isBlueRunning = false,
  } = clocks;
  return {
    red: Math.max(0, red - (isRedRunning ? elapsed : 0)),
    blue: Math.max(0, blue - (isBlueRunning ? elapsed : 0)),
    isRedRunning,
    isBlueRunning,
  };
}

// As they stood at a position; at the end of a running game, as they run.
export function useClocks(model: GameModel, position: number): ClocksNow {
  const told = model.replay.clocks;
  const isLive = !model.isOver && told !== undefined && position === model.steps;
  const [receivedAt, setReceivedAt] = useState(performance.now());
  const [now, setNow] = useState(receivedAt);
  useEffect(() => {
    const time = performance.now();
    setReceivedAt(time);
    setNow(time);
    if (!isLive) return undefined;
    const timer = setInterval(() => setNow(performance.now()), 100);
    return () => clearInterval(timer);
  }, [told, isLive]);
  if (isLive) return clocksAfter(told, now - receivedAt);
  const { redClock, blueClock } = model.times;
  return {
    red: redClock[position] ?? NaN,
    blue: blueClock[position] ?? NaN,
    isRedRunning: false,
    isBlueRunning: false,
  };
}
