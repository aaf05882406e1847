// Light, dark, or as the system has it.
import { store, stored } from "./stored";

type Theme = "system" | "light" | "dark";

const KEY = "flagfall-theme";
const NEXT: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };

export function storedTheme(): Theme {
  const theme = stored(KEY);
  return theme === "light" || theme === "dark" ? theme : "system";
}

// Paper is white: a page is printed in the light colours. Style sheets see to that themselves; plots are painted, and have to
// be painted again.
export function printInLight(): void {
  const { dataset } = document.documentElement;
  let before: string | undefined;
  addEventListener("beforeprint", () => {
    before = dataset.theme;
    dataset.theme = "light";
    dispatchEvent(new Event("flagfall-theme"));
  });
  addEventListener("afterprint", () => {
    if (before === undefined) delete dataset.theme;
    else dataset.theme = before;
    dispatchEvent(new Event("flagfall-theme"));
  });
}

export function nextTheme(theme: Theme): Theme {
  return NEXT[theme];
}

// Shows the theme and stores it. The event is for plots, which are painted and do not follow the style sheets.
export function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  store(KEY, theme);
  dispatchEvent(new Event("flagfall-theme"));
}
