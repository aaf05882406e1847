// Going through a game: by hand, by itself, by the keyboard.
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

// Who stands at the end of a running game stays there as it goes on; but not who asked for the beginning of one that had
// no step yet.
export function staysAtEnd(position: number, stepsBefore: number, asksForStart: boolean): boolean {
  return position >= stepsBefore && !(position === 0 && asksForStart);
}

// `asksForStart`: whether it was the address that said 0.
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

const TEN = 10;

// Where a key leads; null for a key that leads nowhere.
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

export interface KeyActions {
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

// Takes what is typed at the page, and not into a field of it or to the browser.
function useTyped(take: (event: KeyboardEvent) => void): void {
  const latest = useRef(take);
  latest.current = take;
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

// Keys of one kind of game alone, which are no others' anywhere.
export function useOwnKeys(take: (key: string) => void): void {
  useTyped((event) => take(event.key));
}
