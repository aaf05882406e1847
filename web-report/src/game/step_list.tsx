// All steps of a game in a list. Only the rows in view are in the page, so that a game of thousands of steps is as quick as a
// short one.
import { useEffect, useRef, useState } from "preact/hooks";
import type { GameModel } from "./model";
import { pliesAt } from "./model";
import { countText, durationText, realText } from "../ui/format";
import { givenAt } from "./uncertainty_parts";

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
  const given = givenAt(model, step);
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
        {given > 0 && (
          <span class="step-given" title={`Gave away ${realText(given)} bits about its own pieces`}>
            <span class="sr-only"> gave away </span>
            {realText(given)} <span class="unit">bits</span>
          </span>
        )}
        {comments.has(step) && (
          <svg class="step-comment" viewBox="0 0 16 16" role="img" aria-label="with a comment">
            <title>With a comment</title>
            <path d="M2 3h12v8H8l-4 3.5V11H2z" />
          </svg>
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
    const bringIntoView = () => {
      const to = scrollFor(Math.max(0, position - 1), element.scrollTop, element.clientHeight);
      if (to !== null) element.scrollTop = to;
      setScroll({ top: element.scrollTop, height: element.clientHeight });
    };
    bringIntoView();
    // A telephone that is turned has a list of another height.
    const resizes = new ResizeObserver(bringIntoView);
    resizes.observe(element);
    return () => resizes.disconnect();
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
