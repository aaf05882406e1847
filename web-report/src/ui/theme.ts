// Light, dark, or as the system has it.
export type Theme = "system" | "light" | "dark";

const KEY = "flagfall-theme";
const NEXT: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };

export function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === "light" || stored === "dark" ? stored : "system";
  } catch {
    // Where nothing may be stored, the system's it is.
    return "system";
  }
}

export function nextTheme(theme: Theme): Theme {
  return NEXT[theme];
}

// Plots are painted, so they are told.
export function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // It holds for this page at least.
  }
  dispatchEvent(new Event("flagfall-theme"));
}
