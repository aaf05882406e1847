// Numbers and times as people read them.
import type { Ruleset, TimeControl, TimeControlScale } from "../data/messages";
import { entryOf } from "../data/words";

const NO_VALUE = "–";

const two = (value: number) => String(value).padStart(2, "0");

// Minutes and seconds as on a clock; with tenths below ten seconds, and wherever the caller wants them.
export function clockText(ms: number, hasTenths = ms < 10_000): string {
  if (!Number.isFinite(ms)) return NO_VALUE;
  const tenths = Math.floor(Math.max(0, ms) / 100);
  const seconds = Math.floor(tenths / 10);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const tenth = hasTenths ? `.${tenths % 10}` : "";
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}${tenth}` : `${minutes}:${two(rest)}${tenth}`;
}

// A length of time, in the unit that suits it.
export function durationText(ms: number): string {
  if (!Number.isFinite(ms)) return NO_VALUE;
  // What would be rounded up to the next unit is told in that.
  if (ms < 0.9995) return `${Math.round(ms * 1000)} µs`;
  if (ms < 999.5) return `${ms < 9.95 ? ms.toFixed(1) : Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(ms < 9995 ? 2 : 1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor(seconds / 60) % 60} min`;
}

export function countText(count: number | undefined): string {
  return Math.round(count ?? 0).toLocaleString("en-GB");
}

export function ratingText(elo: number | undefined): string {
  return elo === undefined ? NO_VALUE : Math.round(elo).toString();
}

// "+12.3", "−0.5".
export function changeText(change: number | undefined): string {
  const rounded = (change ?? 0).toFixed(1);
  if (Number(rounded) === 0) return "0.0";
  return rounded.startsWith("-") ? `−${rounded.slice(1)}` : `+${rounded}`;
}

// "±23", or "±∞" for an error that no number of games has bounded.
export function errorText(error: number | string | undefined): string {
  const value = Number(error ?? 0);
  return Number.isFinite(value) ? `±${Math.round(value)}` : "±∞";
}

// A number that JSON has as a text where it is infinite.
export function realText(value: number | string | undefined, digits = 1): string {
  const number = Number(value ?? 0);
  if (number === Infinity) return "∞";
  if (number === -Infinity) return "−∞";
  return Number.isNaN(number) ? NO_VALUE : number.toFixed(digits).replace("-", "−");
}

// "12.3 ±4.5"; "∞" alone where all points are one side's, since no error is known there.
export function withErrorText(
  value: number | string | undefined,
  error: number | string | undefined,
  digits = 1,
): string {
  const text = realText(value, digits);
  return Number.isFinite(Number(value ?? 0)) ? `${text} ±${realText(error, digits)}` : text;
}

// As many digits as somebody has written: "200", "2.5".
export function givenText(value: number | string | undefined): string {
  return realText(value, Number.isInteger(Number(value ?? 0)) ? 0 : 1);
}

export function percentText(part: number, whole: number): string {
  return whole > 0 ? `${((100 * part) / whole).toFixed(1)} %` : NO_VALUE;
}

// A probability as tests tell it.
export function chanceText(p: number | undefined): string {
  const value = p ?? 0;
  return value < 0.0001 ? "< 0.0001" : value.toFixed(4);
}

// Half points: "2½".
export function pointsText(points: number | undefined): string {
  const value = points ?? 0;
  const whole = Math.floor(value);
  return value === whole ? String(whole) : `${whole === 0 ? "" : whole}½`;
}

export function bytesText(bytes: number): string {
  const units = ["B", "KiB", "MiB", "GiB"];
  let [value, unit] = [bytes, 0];
  while (value >= 1024 && unit < units.length - 1) [value, unit] = [value / 1024, unit + 1];
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

// "2026-01-31 12:34", in the browser's time zone.
export function timeText(time: string | undefined): string {
  const date = new Date(time ?? "");
  if (Number.isNaN(date.getTime())) return NO_VALUE;
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

// "10+0.1", "40/60+0.1", "0.5 s a ply": as tournament people write time controls.
export function timeControlText(control: TimeControl | undefined): string {
  const seconds = (micros: string | undefined) => String(Number(micros ?? 0) / 1e6);
  if (!control) return NO_VALUE;
  if (Number(control.per_ply_micros ?? 0) > 0) return `${seconds(control.per_ply_micros)} s a ply`;
  const period = control.plies_per_period ? `${control.plies_per_period}/` : "";
  const increment = Number(control.increment_micros ?? 0) > 0 ? `+${seconds(control.increment_micros)}` : "";
  return `${period}${seconds(control.base_micros)}${increment}`;
}

// The time control of a game, and how it was made from the tournament's: "15+0.15, the tournament's by 1.5".
export function playedControlText(control: TimeControl | undefined, scale: TimeControlScale | undefined): string {
  const scaled = scale?.scale_ppm ? `, the tournament's by ${scale.scale_ppm / 1e6}` : "";
  return timeControlText(control) + scaled;
}

// The options of a ruleset: "two_squares = 2, …", or "none".
export function optionsText(ruleset: Ruleset | undefined): string {
  return (ruleset?.options ?? []).map(({ name = "", value = "" }) => `${name} = ${value}`).join(", ") || "none";
}

// A number with its noun: "1 game", "3 games".
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

export function pliesText(count: number): string {
  return plural(count, "ply", "plies");
}

// How far a tournament is: "3 of 10 games"; "3 games" where nobody knows how many there will be.
export function gamesText(stored: number, total: number): string {
  return total > 0 ? `${countText(stored)} of ${plural(total, "game")}` : plural(stored, "game");
}

// Who plays a match: "amys against bens", "amys against itself".
export function playersText(players: readonly string[]): string {
  const [one = "", other = ""] = players;
  if (players.length > 2 && players.every((player) => entryOf(player) === one)) return `${one} is tuned`;
  return one !== other && entryOf(other) === one ? `${one} against itself` : players.join(" against ");
}

// The link's number and the first digits of the head of "flagfall-head:...:LINK:HEAD:...", or of LINK:HEAD alone, since a
// whole head is wider than a telephone.
export function shortHead(line: string): string {
  const parts = line.split(":");
  const [link = "", head = ""] = parts.length === 2 ? parts : parts.slice(2, 4);
  return `${link}:${head.slice(0, 12)}…`;
}
