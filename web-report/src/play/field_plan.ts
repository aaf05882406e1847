// The moves of a team in a tick while somebody plans them: where each player in play steps, and who enters with which card. Lengths
// are millimetres.
import type { Action, GogoTeam, GogoView } from "../data/messages";
import { ROLES, roleNumber } from "../data/words";
import type { Point } from "../game/spread";
import { deckOf } from "../replay/gogo";
import type { Color } from "../replay/observer";
import { baseOf, type FieldRules } from "./field_state";

// Where a player is to stand, and the role with which it enters: 0 for one in play.
export interface Planned extends Point {
  role: number;
}

// By the player's number. Players that stay are left out.
export type Plan = ReadonlyMap<number, Planned>;

export interface Team {
  rules: FieldRules;
  view: GogoView;
  side: Color;
}

function messageOf({ view, side }: Team): GogoTeam {
  return view[side] ?? {};
}

// The numbers of those in play.
export function inPlay(team: Team): number[] {
  return (messageOf(team).players ?? []).map((player) => player.number ?? 0);
}

// From where a player moves: its own place, or the base where it enters.
export function originOf(team: Team, number: number): Point {
  const player = (messageOf(team).players ?? []).find((one) => one.number === number);
  return player ? { x: player.x ?? 0, y: player.y ?? 0 } : baseOf(team.rules, team.view, team.side);
}

// The point of whole millimetres that is next to `to` and no further from `from` than a pace, nor beyond what coordinates may be.
export function within({ pace, coordinateMax }: FieldRules, from: Point, to: Point): Point {
  const inside = (value: number) => Math.max(-coordinateMax, Math.min(coordinateMax, value));
  let [dx, dy] = [Math.round(inside(to.x) - from.x), Math.round(inside(to.y) - from.y)];
  if (dx * dx + dy * dy > pace * pace) {
    const scale = pace / Math.hypot(dx, dy);
    // Towards zero, so that it is never too far.
    [dx, dy] = [Math.trunc(dx * scale), Math.trunc(dy * scale)];
  }
  return { x: from.x + dx, y: from.y + dy };
}

// Where a player stands or is to stand.
export function targetOf(team: Team, plan: Plan, number: number): Point {
  return plan.get(number) ?? originOf(team, number);
}

// The plan with a player on its way to a point, or as near to it as it can come.
export function sentTo(team: Team, plan: Plan, number: number, to: Point): Plan {
  const place = within(team.rules, originOf(team, number), to);
  return new Map(plan).set(number, { ...place, role: plan.get(number)?.role ?? 0 });
}

// The same with a player moved on from where it is to stand.
export function nudged(team: Team, plan: Plan, number: number, by: Point): Plan {
  const now = targetOf(team, plan, number);
  return sentTo(team, plan, number, { x: now.x + by.x, y: now.y + by.y });
}

// The same with a player who stays, or does not enter.
export function withdrawn(plan: Plan, number: number): Plan {
  const next = new Map(plan);
  next.delete(number);
  return next;
}

const entering = (plan: Plan) => [...plan.values()].filter(({ role }) => role > 0);

// The cards with which players may still enter, by role.
export function deckLeft(team: Team, plan: Plan): number[] {
  const left = deckOf(team.rules.deck, messageOf(team));
  for (const { role } of entering(plan)) left[role] = (left[role] ?? 0) - 1;
  return left;
}

// The numbers of the players that may still enter; none once as many are in play as may be.
export function mayEnter(team: Team, plan: Plan): number[] {
  const { teamSize, inPlayMax } = team.rules;
  const there = inPlay(team);
  if (there.length + entering(plan).length >= inPlayMax) return [];
  const all = Array.from({ length: teamSize }, (_, i) => i + 1);
  return all.filter((number) => !there.includes(number) && !plan.has(number));
}

// The plan with a player who enters, on a ring about the base, so that those who enter together can be told apart.
export function withEntry(team: Team, plan: Plan, number: number, role: number): Plan {
  const base = baseOf(team.rules, team.view, team.side);
  const turn = (2 * Math.PI * entering(plan).length) / team.rules.inPlayMax;
  const radius = 0.8 * team.rules.pace;
  const place = within(team.rules, base, { x: base.x + radius * Math.cos(turn), y: base.y + radius * Math.sin(turn) });
  return new Map(plan).set(number, { ...place, role });
}

// The plan with so many who enter as may, with cards that chance says. `random` gives numbers from 0 up to 1.
export function withAllEntering(team: Team, plan: Plan, random: () => number = Math.random): Plan {
  let next = plan;
  for (;;) {
    const [number] = mayEnter(team, next);
    const cards = deckLeft(team, next).flatMap((count, role) => Array<number>(Math.max(0, count)).fill(role));
    if (number === undefined || cards.length === 0) return next;
    next = withEntry(team, next, number, cards[Math.floor(random() * cards.length)]!);
  }
}

// The steps of a plan as vectors, to be made again.
export function vectorsOf(team: Team, plan: Plan): Map<number, Point> {
  const steps = [...plan].filter(([, { role }]) => role === 0);
  return new Map(
    steps.map(([number, { x, y }]) => {
      const from = originOf(team, number);
      return [number, { x: x - from.x, y: y - from.y }];
    }),
  );
}

// The plan with the steps of those in play who have a vector.
export function withVectors(team: Team, plan: Plan, vectors: ReadonlyMap<number, Point>): Plan {
  let next = plan;
  for (const number of inPlay(team)) {
    const vector = vectors.get(number);
    if (vector) next = nudged(team, withdrawn(next, number), number, vector);
  }
  return next;
}

export function movesOf(team: Team, plan: Plan): Action {
  const steps = [...vectorsOf(team, plan)]
    .filter(([, { x, y }]) => x !== 0 || y !== 0)
    .map(([number, { x, y }]) => ({ number, dx: x, dy: y }));
  const entries = [...plan]
    .filter(([, { role }]) => role > 0)
    .map(([number, { role, x, y }]) => ({ number, role: ROLES[role]!, x, y }));
  return { gogo: { steps: { steps, entries } } };
}

// What the plan says of a player: "stays", "steps by 300, -400" or "enters".
export function plannedText(team: Team, plan: Plan, number: number): string {
  const planned = plan.get(number);
  if (planned && planned.role > 0) return "enters";
  const { x, y } = vectorsOf(team, plan).get(number) ?? { x: 0, y: 0 };
  return x === 0 && y === 0 ? "stays" : `steps by ${x}, ${y}`;
}

// The role of an own player, in play or about to be.
export function roleOf(team: Team, plan: Plan, number: number): number {
  const planned = plan.get(number)?.role ?? 0;
  const player = (messageOf(team).players ?? []).find((one) => one.number === number);
  return planned > 0 ? planned : roleNumber(player?.role);
}

// The nearest of some marks, no further than `reach` from the point; 0 for none.
export function nearest(marks: readonly (readonly [number: number, at: Point])[], point: Point, reach: number): number {
  let [found, distance] = [0, reach];
  for (const [number, at] of marks) {
    const now = Math.hypot(at.x - point.x, at.y - point.y);
    if (now <= distance) [found, distance] = [number, now];
  }
  return found;
}
