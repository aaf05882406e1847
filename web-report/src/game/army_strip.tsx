// A player beside the board: name, clock, and the army with what is left of it.
import type { ComponentChildren } from "preact";
import { pieceSymbol, pieceText } from "../data/words";
import { clockText, plural } from "../ui/format";
import { SideName } from "../ui/parts";

export function PlayerStrip({
  side,
  name,
  version,
  clock,
  isRunning,
  children,
}: {
  side: "red" | "blue";
  name: string | undefined;
  version?: string | undefined;
  clock: number;
  isRunning: boolean;
  children?: ComponentChildren;
}) {
  return (
    <div class={`player ${side} ${isRunning ? "running" : ""}`}>
      <SideName side={side} name={name} />
      {version && <span class="muted version">{version}</span>}
      {children}
      <span class="clock" role="timer" aria-label={`${side === "red" ? "Red" : "Blue"}'s clock`}>
        {clockText(clock)}
      </span>
    </div>
  );
}

// What is left of an army, type by type; what fell is crossed out.
export function ArmyLeft({
  side,
  army,
  byType,
  faceDown,
}: {
  side: "red" | "blue";
  army: readonly number[];
  byType: readonly number[];
  faceDown: number;
}) {
  const types = army
    .map((count, type) => ({ type, count, left: byType[type] ?? 0 }))
    .filter(({ count }) => count > 0)
    .reverse();
  const total = byType.reduce((sum, left) => sum + left, 0) - faceDown;
  return (
    <div class="army">
      <ul class={`types ${side}`} aria-label={`${side === "red" ? "Red" : "Blue"} has ${plural(total, "piece")} left`}>
        {types.map(({ type, count, left }) => (
          <li key={type} class={left === 0 ? "gone" : ""} title={`${pieceText(type)}: ${left} of ${count} left`}>
            <b>{pieceSymbol(type)}</b>
            <span>
              {left}
              <span class="sr-only">
                {" "}
                of {count} {pieceText(type)} left
              </span>
            </span>
          </li>
        ))}
      </ul>
      <span class="total">
        {total} left{faceDown > 0 && `, ${faceDown} fell face down`}
      </span>
    </div>
  );
}
