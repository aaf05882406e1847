// Going through a game: by buttons and slider, by playing it, and by the keyboard.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";

// Milliseconds a step.
export const SPEEDS: readonly (readonly [number, string])[] = [
  [2000, "½×"],
  [1000, "1×"],
  [400, "2×"],
  [150, "5×"],
  [40, "25×"],
];

export interface Playback {
  position: number;
  isPlaying: boolean;
  speed: number;
  go: (position: number) => void;
  play: (on: boolean) => void;
  setSpeed: (speed: number) => void;
}

// Whether the page follows a running game to its new end: it does where it shows the end, but not for an address that asks for
// the start of a game without a step yet.
export function staysAtEnd(position: number, stepsBefore: number, asksForStart: boolean): boolean {
  return position >= stepsBefore && !(position === 0 && asksForStart);
}

// `asksForStart`: whether the address itself names position 0.
export function usePlayback(steps: number, start: number, asksForStart: boolean): Playback {
  const [position, setPosition] = useState(start);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1000);
  const stepsBefore = useRef(steps);
  useEffect(() => {
    const stays = staysAtEnd(position, stepsBefore.current, asksForStart);
    stepsBefore.current = steps;
    if (stays && !isPlaying && position < steps) setPosition(steps);
  }, [steps]);
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setInterval(() => setPosition((old) => Math.min(old + 1, steps)), speed);
    return () => clearInterval(timer);
  }, [isPlaying, speed, steps]);
  useEffect(() => {
    if (isPlaying && position >= steps) setPlaying(false);
  }, [isPlaying, position, steps]);
  const go = useCallback(
    (to: number) => {
      setPlaying(false);
      setPosition(Math.min(Math.max(0, to), steps));
    },
    [steps],
  );
  const play = useCallback(
    (on: boolean) => {
      if (on) setPosition((old) => (old >= steps ? 0 : old));
      setPlaying(on);
    },
    [steps],
  );
  return { position: Math.min(position, steps), isPlaying, speed, go, play, setSpeed };
}

// Whether the position was reached by one step: then the pieces glide, unless the visitor wants no motion.
export function useGliding(position: number): boolean {
  const before = useRef(position);
  const isNext = Math.abs(position - before.current) === 1;
  useEffect(() => void (before.current = position), [position]);
  return isNext && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

const TEN = 10;

// The position that a key goes to, which may lie outside the game; null for any other key.
export function positionForKey(key: string, position: number, steps: number): number | null {
  switch (key) {
    case "ArrowLeft":
      return position - 1;
    case "ArrowRight":
      return position + 1;
    case "PageUp":
      return position - TEN;
    case "PageDown":
      return position + TEN;
    case "Home":
      return 0;
    case "End":
      return steps;
    default:
      return null;
  }
}

function takesKeys(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, select, textarea, [contenteditable]") !== null;
}

interface KeyActions {
  playback: Playback;
  steps: number;
  // View 1 to 4.
  view: (number: number) => void;
  flip: () => void;
}

function onKey(event: KeyboardEvent, { playback, steps, view, flip }: KeyActions): void {
  const to = positionForKey(event.key, playback.position, steps);
  if (to !== null) playback.go(to);
  else if (event.key === " " && !(event.target instanceof HTMLElement && event.target.closest("button, a, summary")))
    playback.play(!playback.isPlaying);
  else if (/^[1-4]$/.test(event.key)) view(Number(event.key));
  else if (event.key === "f") flip();
  else return;
  event.preventDefault();
}

// Hands on the keys that are pressed on the page, but not those typed into a field or meant for the browser.
function useTyped(onPressed: (event: KeyboardEvent) => void): void {
  const latest = useRef(onPressed);
  latest.current = onPressed;
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (!event.altKey && !event.ctrlKey && !event.metaKey && !takesKeys(event.target)) latest.current(event);
    };
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, []);
}

export function useKeys(actions: KeyActions): void {
  useTyped((event) => onKey(event, actions));
}

// For the keys that only one kind of game has.
export function useOwnKeys(onPressed: (key: string) => void): void {
  useTyped((event) => onPressed(event.key));
}
