// Whose knowledge a page shows, and whose pieces they are.
import type { Side } from "../data/messages";

export type Color = "red" | "blue";
export type Observer = Color | "spectator" | "all";

export const COLORS: readonly Color[] = ["red", "blue"];

export function colorOf(side: Side | undefined): Color {
  return side === "SIDE_BLUE" ? "blue" : "red";
}

export function opponentOf(color: Color): Color {
  return color === "red" ? "blue" : "red";
}

export function colorText(color: Color): string {
  return color === "red" ? "Red" : "Blue";
}

// Whether the observer knows all that this player knows of its own side.
export function knowsOwn(observer: Observer, color: Color): boolean {
  return observer === "all" || observer === color;
}

// Whose view is shown, behind what it is a view of.
export function viewText(observer: Observer): string {
  switch (observer) {
    case "red":
    case "blue":
      return `as ${colorText(observer)} knows it`;
    case "spectator":
      return "as everybody may know it";
    case "all":
      return "with all that is hidden shown";
  }
}

// The observer in a sentence: who it is that does not know something.
export function observerText(observer: Observer): string {
  return observer === "red" || observer === "blue" ? colorText(observer) : "spectators";
}
