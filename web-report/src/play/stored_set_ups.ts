// Set-ups that this browser keeps, by ruleset: the one that was played last, and those that somebody has given a name. What is
// stored may be anybody's: each is looked at before it is used.
import { store, stored } from "../ui/stored";

export interface NamedSetUp {
  name: string;
  // As set_up.ts keeps it.
  types: readonly number[];
}

export const NAMES_MAX = 20;
export const NAME_LENGTH_MAX = 40;
// Of all named set-ups of a ruleset; twenty armies of forty with long names stay below half of it.
const TEXT_MAX = 16_384;

// A name as it is kept: without space around it or more than one within, and no longer than it may be.
export function nameFrom(typed: string): string {
  return [...typed.replace(/\s+/g, " ").trim()].slice(0, NAME_LENGTH_MAX).join("").trim();
}

function isSetUp(value: unknown, isArmy: (types: unknown) => boolean): value is NamedSetUp {
  const { name, types } = (value ?? {}) as Partial<Record<keyof NamedSetUp, unknown>>;
  return typeof name === "string" && name !== "" && nameFrom(name) === name && isArmy(types);
}

// Those in a stored text that are set-ups of the army, each name once.
export function namedFrom(text: string | null, isArmy: (types: unknown) => boolean): NamedSetUp[] {
  if (!text || text.length > TEXT_MAX) return [];
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    return [];
  }
  if (!Array.isArray(list)) return [];
  const found = list.filter((value): value is NamedSetUp => isSetUp(value, isArmy));
  const known = new Map(found.slice(0, NAMES_MAX).map(({ name, types }) => [name, types]));
  return [...known].map(([name, types]) => ({ name, types }));
}

// The list with a set-up under a name, in place of the one that had it; null where no more may be kept.
export function withNamed(list: readonly NamedSetUp[], added: NamedSetUp): NamedSetUp[] | null {
  const others = list.filter(({ name }) => name !== added.name);
  if (others.length >= NAMES_MAX) return null;
  return [...others, added].sort((a, b) => a.name.localeCompare(b.name));
}

export function withoutNamed(list: readonly NamedSetUp[], name: string): NamedSetUp[] {
  return list.filter((one) => one.name !== name);
}

const lastKey = (ruleset: string) => `flagfall-set-up-${ruleset}`;
const namedKey = (ruleset: string) => `flagfall-set-ups-${ruleset}`;

// What was played last: anything.
export function lastSetUp(ruleset: string): unknown {
  try {
    return JSON.parse(stored(lastKey(ruleset)) ?? "null");
  } catch {
    return null;
  }
}

export const storeLast = (ruleset: string, types: readonly number[]): boolean =>
  store(lastKey(ruleset), JSON.stringify(types));

export const namedSetUps = (ruleset: string, isArmy: (types: unknown) => boolean): NamedSetUp[] =>
  namedFrom(stored(namedKey(ruleset)), isArmy);

export const storeNamed = (ruleset: string, list: readonly NamedSetUp[]): boolean =>
  store(namedKey(ruleset), JSON.stringify(list));
