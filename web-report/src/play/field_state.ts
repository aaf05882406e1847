// A game of `gogo` that somebody plays, as its player may know it. All lengths are in millimetres.
import type { Event, GogoEvent, GogoPoint, GogoView, Ruleset, RulesetInfo } from "../data/messages";
import { changedField } from "../replay/gogo";
import type { Point } from "../game/spread";
import { COLORS, opponentOf, type Color } from "../replay/observer";
import { gogoSaid } from "../replay/step_texts";
import { countsOf } from "./set_up";

export interface FieldNow {
  view: GogoView;
  // As the players stood before they moved last; null before the first move.
  before: GogoView | null;
  // What has happened since the player answered last.
  said: string;
}

export function fieldOf(view: GogoView): FieldNow {
  return { view, before: null, said: "" };
}

function hasMoved(before: GogoView, now: GogoView): boolean {
  return before.situation?.part === "TICK_PART_MOVE" && before.situation !== now.situation;
}

function withChange(field: FieldNow, event: GogoEvent): FieldNow {
  if (!event.changed) return field;
  const view = changedField(field.view, event.changed);
  // Nobody has come from the places of another round.
  if (event.changed.begins_round) return { ...field, view, before: null };
  return { ...field, view, before: hasMoved(field.view, view) ? field.view : field.before };
}

// The field after a message's events.
export function withFieldEvents(field: FieldNow, events: readonly Event[]): FieldNow {
  const gogo = events.flatMap((event) => (event.gogo ? [event.gogo] : []));
  const said = [field.said, gogoSaid(gogo)].filter(Boolean).join("; ");
  return { ...gogo.reduce(withChange, field), said };
}

// The lengths and places of a game.
export interface FieldRules {
  // How far a player steps, and enters from its base.
  pace: number;
  reach: number;
  teamSize: number;
  inPlayMax: number;
  // Coordinates are from minus this to this.
  coordinateMax: number;
  // Cards in a whole deck, by role.
  deck: readonly number[];
  // Where base and flag stand unless the view says otherwise.
  base: Record<Color, Point>;
  flag: Record<Color, Point>;
}

const placeOf = (point: GogoPoint | undefined): Point => ({ x: point?.x ?? 0, y: point?.y ?? 0 });

// `played`: the ruleset with the options of this game.
export function fieldRulesOf(ruleset: RulesetInfo, played: Ruleset | undefined): FieldRules {
  const { field = {} } = ruleset.guide ?? {};
  const option = (name: string, otherwise: number | undefined) =>
    Number((played?.options ?? []).find((one) => one.name === name)?.value ?? otherwise ?? 0);
  return {
    pace: option("pace", field.pace),
    reach: option("reach", field.reach),
    teamSize: option("team_size", field.team_size),
    inPlayMax: field.in_play_max ?? 0,
    coordinateMax: field.coordinate_max ?? 0,
    deck: countsOf(ruleset),
    base: { red: placeOf(field.red_base), blue: placeOf(field.blue_base) },
    flag: { red: placeOf(field.red_flag), blue: placeOf(field.blue_flag) },
  };
}

// Where a team's base is in this round.
export function baseOf(rules: FieldRules, view: GogoView, side: Color): Point {
  const base = view[side]?.base;
  return base ? placeOf(base) : rules.base[side];
}

// What a field is drawn from, in the form of a replay's.
export function groundOf(rules: FieldRules) {
  const [red, blue] = COLORS.map((side) => ({ base: rules.base[side], flag: rules.flag[side] }));
  const numbers = ({ x, y }: Point) => [x, y];
  return {
    pace: rules.pace,
    reach: rules.reach,
    red_base: numbers(red!.base),
    red_flag: numbers(red!.flag),
    blue_base: numbers(blue!.base),
    blue_flag: numbers(blue!.flag),
  };
}

// The end of the field at which a side has its base: its own in the first round, and each other time the other's (R8.12).
export function lineOf(rules: FieldRules, view: GogoView, side: Color): number {
  const isChanged = (view.situation?.round ?? 1) % 2 === 0;
  return rules.base[isChanged ? opponentOf(side) : side].x;
}

// Where base and flag are placed on the own line: how far along it.
export interface Bases {
  base: number;
  flag: number;
}

// The line's length, and how far apart both are at least (R8.1).
export const LINE_MAX = 3000;
export const APART_MIN = 1500;

export const areApart = ({ base, flag }: Bases): boolean => Math.abs(base - flag) >= APART_MIN;

// Where they stand at an end of the field unless somebody places them.
export function basesAt(rules: FieldRules, end: number): Bases {
  const side = COLORS.find((color) => rules.base[color].x === end) ?? "red";
  return { base: rules.base[side].y, flag: rules.flag[side].y };
}
