// Small components that all pages use.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Resource } from "./resource";
import { headingIsThere } from "./heading_focus";
import { hrefOf } from "./route";
import { entryOf } from "../data/words";
import { timeText } from "./format";

// To the page of a bot. A second player leads to its own bot's.
export function BotLink({ name }: { name: string | undefined }) {
  return name ? (
    <a class="bot" href={hrefOf(["bots", entryOf(name)])}>
      {name}
    </a>
  ) : (
    <span class="muted">–</span>
  );
}

export function GameLink({ id = "", children }: { id: string | undefined; children?: ComponentChildren }) {
  return <a href={hrefOf(["games", id])}>{children ?? id}</a>;
}

// A side's mark. Sides differ in shape, not in colour alone.
export function SideMark({ side }: { side: "red" | "blue" }) {
  return (
    <svg class={`side-mark ${side}`} viewBox="0 0 10 10" aria-hidden="true">
      {side === "red" ? <rect x="0.8" y="0.8" width="8.4" height="8.4" rx="1.6" /> : <circle cx="5" cy="5" r="4.4" />}
    </svg>
  );
}

export function SideName({
  side,
  name,
  isWinner = false,
  isBot = true,
}: {
  side: "red" | "blue";
  name: string | undefined;
  isWinner?: boolean;
  // Whether it is one of the arena's bots, which have pages.
  isBot?: boolean;
}) {
  return (
    <span class={isWinner ? "side-name winner" : "side-name"}>
      <SideMark side={side} />
      <span class="sr-only">{side === "red" ? "Red: " : "Blue: "}</span>
      {isBot ? <BotLink name={name} /> : name}
    </span>
  );
}

export function Time({ time }: { time: string | undefined }) {
  return time ? (
    <time dateTime={time} title={time}>
      {timeText(time)}
    </time>
  ) : (
    <span class="muted">–</span>
  );
}

export function Badge({ kind, children }: { kind?: "good" | "bad" | "live" | "quiet"; children: ComponentChildren }) {
  return <span class={`badge ${kind ?? ""}`}>{children}</span>;
}

export function Note({ children }: { children: ComponentChildren }) {
  return <p class="note">{children}</p>;
}

// The page's heading, which gets the focus when a visitor comes to the page from another one.
export function Heading({ children, extra }: { children: ComponentChildren; extra?: ComponentChildren }) {
  useLayoutEffect(headingIsThere, []);
  return (
    <div class="heading">
      <h1 tabIndex={-1} id="page-heading">
        {children}
      </h1>
      {extra}
    </div>
  );
}

export function Section({ title, children, id }: { title: string; children: ComponentChildren; id?: string }) {
  return (
    <section class="section" id={id}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

// Those without a value are left out.
export function Facts({
  facts,
  of = "facts",
}: {
  facts: readonly (readonly [string, ComponentChildren])[];
  // How they are laid out.
  of?: "facts" | "entry-facts";
}) {
  const known = facts.filter(([, value]) => value !== undefined && value !== "" && value !== false);
  if (known.length === 0) return null;
  return (
    <dl class={of}>
      {known.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

// A ruleset, which leads to its rules.
export function RulesetLink({ id = "" }: { id: string | undefined }) {
  return <a href={hrefOf(["rules", id])}>{id}</a>;
}

export function Loading({ what }: { what: string }) {
  return (
    <div class="loading" role="status">
      Loading {what}…
    </div>
  );
}

export function Failed({ why, retry }: { why: string; retry: () => void }) {
  return (
    <div class="note bad" role="alert">
      <p>{why}</p>
      <p>
        <button type="button" onClick={retry}>
          Try again
        </button>
      </p>
    </div>
  );
}

// Shows what was asked for once it is there; before, that it is being loaded, or why it cannot be had.
export function Loaded<T>({
  resource,
  what,
  children,
}: {
  resource: Resource<T>;
  what: string;
  children: (data: T) => ComponentChildren;
}) {
  if (resource.data !== undefined) return <>{children(resource.data)}</>;
  if (resource.error) return <Failed why={resource.error.message} retry={resource.reload} />;
  return <Loading what={what} />;
}

// A choice of a few, as buttons in a row. Radio buttons would take the arrow keys, which go through a game.
export function Choice<T extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onChange: (value: T) => void;
}) {
  return (
    <div class="choice" role="group" aria-label={label}>
      {options.map(([option, text]) => (
        <button key={option} type="button" aria-pressed={option === value} onClick={() => onChange(option)}>
          {text}
        </button>
      ))}
    </div>
  );
}

// A part that scrolls sideways by itself where it is too wide, so that the page never does. A shade at its right side says
// that there is more. One that fits does not scroll, so that the heading of its table can stick to the window.
export function Scroll({ label, children }: { label: string; children: ComponentChildren }) {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState({ fits: true, hasMore: false });
  useEffect(() => {
    const element = place.current!;
    const measure = () => {
      const left = element.scrollWidth - element.clientWidth;
      const next = { fits: left <= 1, hasMore: left - element.scrollLeft > 1 };
      setWidth((old) => (old.fits === next.fits && old.hasMore === next.hasMore ? old : next));
    };
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    if (element.firstElementChild) watcher.observe(element.firstElementChild);
    element.addEventListener("scroll", measure, { passive: true });
    return () => {
      watcher.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, []);
  return (
    <div class="scroll-frame">
      <div
        class={width.fits ? "scroll fits" : "scroll"}
        ref={place}
        role="region"
        aria-label={label}
        tabIndex={width.fits ? -1 : 0}
      >
        {children}
      </div>
      {width.hasMore && <div class="more" aria-hidden="true" />}
    </div>
  );
}
