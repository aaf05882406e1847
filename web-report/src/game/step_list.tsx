// All steps of a game in a list. Only the rows in view are in the page, so that a game of thousands of steps is as quick as a
// short one.
import { useEffect, useRef, useState } from "preact/hooks";
import type { GameModel } from "./model";
import { pliesAt } from "./model";
import { countText, durationText } from "../ui/format";

const ROW = 28;
const BEYOND = 8;

// The rows in view, with some above and below them.
export function rowsInView(scrollTop: number, height: number, count: number): { first: number; last: number } {
  const first = Math.max(0, Math.floor(scrollTop / ROW) - BEYOND);
  return { first, last: Math.min(count, Math.ceil((scrollTop + height) / ROW) + BEYOND) };
}

// Where to scroll to bring a row into view; null for a row that is in view.
export function scrollFor(row: number, scrollTop: number, height: number): number | null {
  const top = row * ROW;
  if (top < scrollTop) return top;
  return top + ROW > scrollTop + height ? top + ROW - height : null;
}

function Row({
  model,
  step,
  isCurrent,
  onGo,
}: {
  model: GameModel;
  step: number;
  isCurrent: boolean;
  onGo: (step: number) => void;
}) {
  const { times, comments } = model;
  const side = times.sides[step];
  const used = times.used[side === 2 ? "blue" : "red"][step]!;
  return (
    <li style={{ top: `${(step - 1) * ROW}px` }}>
      <button
        type="button"
        class={`step-row side-${side} ${isCurrent ? "current" : ""}`}
        aria-current={isCurrent ? "step" : "false"}
        onClick={() => onGo(step)}
      >
        <span class="step-number">{countText(pliesAt(model.replay, step))}</span>
        <span class="step-side" aria-label={["", "Red", "Blue", "Both"][side ?? 0]}>
          {["", "R", "B", "R+B"][side ?? 0]}
        </span>
        <span class="step-text">{model.text(step)}</span>
        {comments.has(step) && (
          <span class="step-comment" role="img" aria-label="with a comment" title="With a comment">
            “
          </span>
        )}
        <span class="step-time">{Number.isNaN(used) ? "" : durationText(used)}</span>
      </button>
    </li>
  );
}

export function StepList({
  model,
  position,
  onGo,
}: {
  model: GameModel;
  position: number;
  onGo: (position: number) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  const [scroll, setScroll] = useState({ top: 0, height: 420 });
  useEffect(() => {
    const element = list.current!;
    const to = scrollFor(Math.max(0, position - 1), element.scrollTop, element.clientHeight);
    if (to !== null) element.scrollTop = to;
    setScroll({ top: element.scrollTop, height: element.clientHeight });
  }, [position]);
  const { first, last } = rowsInView(scroll.top, scroll.height, model.steps);
  const rows = Array.from({ length: last - first }, (_, i) => first + i + 1);
  return (
    <div
      class="steps"
      ref={list}
      tabIndex={0}
      role="region"
      aria-label={`List of ${model.plyWord === "ply" ? "plies" : `${model.plyWord}s`}`}
      onScroll={(event) => setScroll({ top: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight })}
    >
      <ol style={{ height: `${model.steps * ROW}px` }}>
        {rows.map((step) => (
          <Row key={step} model={model} step={step} isCurrent={step === position} onGo={onGo} />
        ))}
      </ol>
    </div>
  );
}
