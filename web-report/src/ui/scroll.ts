// Where a page was scrolled to when it was left, so that Back leads to the same place of a list. Browsers do that too, but at
// once, when the list is not there yet.
import { store, stored } from "./stored";

// Each entry of the browser's history has a number of its own, under which its place is kept for as long as the tab is open.
interface Entry {
  entry: number;
}

const KEY = "flagfall-place-";
const GIVE_UP_MS = 5000;

function entryNow(): number {
  const state = history.state as Entry | null;
  if (state?.entry) return state.entry;
  const entry = Date.now() + Math.random();
  history.replaceState({ entry } satisfies Entry, "");
  return entry;
}

// The entry whose page is shown, and not the one that the browser is on its way to.
let shown = 0;

function keep(): void {
  // A page that is being left for another may still be scrolled, by becoming shorter.
  if (shown && (history.state as Entry | null)?.entry === shown)
    store(KEY + shown, String(Math.round(scrollY)), "sessionStorage");
}

// Keeps the place of every page until the function that is returned is called.
export function keepScroll(): () => void {
  history.scrollRestoration = "manual";
  addEventListener("scroll", keep, { passive: true });
  return () => removeEventListener("scroll", keep);
}

// Shows the page that has just been come to where it was left; at its top when it is new. What is longer than the window
// comes by and by, so it is tried until the page is long enough, or the visitor scrolls. What is returned ends it.
export function restoreScroll(): () => void {
  // Until the place is reached, the browser's own scrolling must not be taken for the visitor's.
  shown = 0;
  const entry = entryNow();
  const target = Number(stored(KEY + entry, "sessionStorage") ?? 0);
  const until = performance.now() + GIVE_UP_MS;
  let frame = 0;
  const end = () => {
    cancelAnimationFrame(frame);
    for (const event of ["wheel", "touchstart", "keydown"]) removeEventListener(event, finish);
  };
  const finish = () => {
    end();
    shown = entry;
  };
  const step = () => {
    scrollTo(0, target);
    if (Math.abs(scrollY - target) < 2 || performance.now() > until) finish();
    else frame = requestAnimationFrame(step);
  };
  for (const event of ["wheel", "touchstart", "keydown"]) addEventListener(event, finish, { passive: true });
  step();
  return end;
}
