// What the browser keeps for the site. It may let nothing be stored: then nothing is there, and what a visitor chooses holds until
// the page is closed.

// Where it is kept: for good, or for as long as the tab is open.
type Where = "localStorage" | "sessionStorage";

export function stored(key: string, where: Where = "localStorage"): string | null {
  try {
    return globalThis[where].getItem(key);
  } catch {
    return null;
  }
}

// Returns whether the browser let it be stored.
export function store(key: string, text: string, where: Where = "localStorage"): boolean {
  try {
    globalThis[where].setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
