// An army that is being set up: which piece stands on which square of its zone.
import type { Placement, RulesetInfo } from "../data/messages";
import { PIECE_TYPES } from "../data/words";
import type { Color } from "../replay/observer";

// By square; 0 for an empty one. The squares are those of the zone, in their order.
export type SetUpNow = ReadonlyMap<number, number>;

export function zoneOf(ruleset: RulesetInfo, side: Color): readonly number[] {
  const board = ruleset.guide?.board;
  return (side === "red" ? board?.red_zone : board?.blue_zone) ?? [];
}

// The types of an army, each as often as it has pieces of it.
export function armyOf(ruleset: RulesetInfo): number[] {
  return (ruleset.guide?.pieces ?? []).flatMap((kind) => Array<number>(kind.count ?? 0).fill(kind.type ?? 0));
}

// How many pieces, cards or roles of each type a player begins with, by type.
export function countsOf(ruleset: RulesetInfo): number[] {
  const counts: number[] = [];
  for (const { type = 0, count = 0 } of ruleset.guide?.pieces ?? []) counts[type] = count;
  return Array.from(counts, (count) => count ?? 0);
}

// The army on squares of the zone that chance says. `random` gives numbers from 0 up to 1.
export function shuffled(
  zone: readonly number[],
  army: readonly number[],
  random: () => number = Math.random,
): SetUpNow {
  const types = [...army, ...Array<number>(Math.max(0, zone.length - army.length)).fill(0)];
  for (let i = types.length - 1; i > 0; --i) {
    const k = Math.floor(random() * (i + 1));
    [types[i], types[k]] = [types[k]!, types[i]!];
  }
  return new Map(zone.map((square, i) => [square, types[i]!]));
}

// What stands on the two squares changes places.
export function swapped(setUp: SetUpNow, one: number, other: number): SetUpNow {
  if (!setUp.has(one) || !setUp.has(other)) return setUp;
  return new Map(
    [...setUp].map(([square, type]) => [
      square,
      square === one ? setUp.get(other)! : square === other ? setUp.get(one)! : type,
    ]),
  );
}

export function placementsOf(setUp: SetUpNow): Placement[] {
  return [...setUp].filter(([, type]) => type > 0).map(([square, type]) => ({ square, type: PIECE_TYPES[type]! }));
}

// A set-up as it is kept: types by the zone's squares, so that the same one serves either side. Blue's zone is Red's turned about.
export function kept(setUp: SetUpNow, side: Color): number[] {
  const squares = [...setUp.keys()].sort((a, b) => (side === "red" ? a - b : b - a));
  return squares.map((square) => setUp.get(square)!);
}

// The same on the zone of a side; null where it is none of this army.
export function restored(
  types: unknown,
  zone: readonly number[],
  army: readonly number[],
  side: Color,
): SetUpNow | null {
  if (!Array.isArray(types) || types.length !== zone.length) return null;
  const sorted = (list: readonly unknown[]) =>
    list
      .filter((type) => type !== 0)
      .map(Number)
      .sort((a, b) => a - b)
      .join();
  if (sorted(types) !== sorted(army)) return null;
  const squares = [...zone].sort((a, b) => (side === "red" ? a - b : b - a));
  return new Map(squares.map((square, i) => [square, Number(types[i])]));
}
