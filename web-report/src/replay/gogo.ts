// A game of `gogo` as a page replays it, and what an observer may see of it (R8.10).
import type { GogoChanged, GogoPlayer, GogoReplay, GogoTeam, GogoTeamChange, GogoView } from "../data/messages";
import { roleNumber } from "../data/words";
import { folded } from "./folded";
import { knowsOwn, type Color, type Observer } from "./observer";

function changedTeam(team: GogoTeam, change: GogoTeamChange): GogoTeam {
  const players = new Map((team.players ?? []).map((player) => [player.number ?? 0, player]));
  for (const number of change.gone ?? []) players.delete(number);
  for (const player of change.players ?? []) players.set(player.number ?? 0, player);
  return {
    players: [...players.values()].sort((a, b) => (a.number ?? 0) - (b.number ?? 0)),
    lost: change.lost ? [...(team.lost ?? []), ...change.lost] : (team.lost ?? []),
    // Absent where the teams do not choose them, and until both have chosen.
    ...((change.base ?? team.base) && { base: change.base ?? team.base, flag: change.flag ?? team.flag }),
  };
}

// A view after a change.
export function changedField(view: GogoView, change: GogoChanged): GogoView {
  // Nothing of a round is left in the next (R8.12).
  const [red, blue] = change.begins_round ? [{}, {}] : [view.red ?? {}, view.blue ?? {}];
  return {
    red: change.red ? changedTeam(red, change.red) : red,
    blue: change.blue ? changedTeam(blue, change.blue) : blue,
    situation: change.situation ?? view.situation ?? {},
  };
}

export function gogoGame(replay: GogoReplay): (position: number) => GogoView {
  const changes = replay.changes ?? [];
  return folded<GogoView>(replay.start ?? {}, (view, step) => {
    let now = view;
    for (const event of changes[step - 1]?.events ?? []) {
      if (event.changed) now = changedField(now, event.changed);
    }
    return now;
  });
}

export interface PlayerSeen {
  number: number;
  x: number;
  y: number;
  // 0 when the observer does not know it.
  role: number;
  isOnDisplay: boolean;
  // Its place before the step; absent for a player that has not moved, or was not in play.
  from?: { x: number; y: number };
}

function playersOf(team: GogoTeam | undefined): GogoPlayer[] {
  return team?.players ?? [];
}

export function teamSeen(now: GogoView, before: GogoView | null, color: Color, observer: Observer): PlayerSeen[] {
  const knows = knowsOwn(observer, color);
  const old = new Map(playersOf(before?.[color]).map((player) => [player.number, player]));
  return playersOf(now[color]).map((player) => {
    const isOnDisplay = player.is_on_display ?? false;
    const seen: PlayerSeen = {
      number: player.number ?? 0,
      x: player.x ?? 0,
      y: player.y ?? 0,
      role: knows || isOnDisplay ? roleNumber(player.role) : 0,
      isOnDisplay,
    };
    const was = old.get(player.number);
    const moved = was && ((was.x ?? 0) !== seen.x || (was.y ?? 0) !== seen.y);
    return moved ? { ...seen, from: { x: was.x ?? 0, y: was.y ?? 0 } } : seen;
  });
}

// How many cards of each role a team's deck still holds: the whole deck without those lost and in play. Right only for an
// observer who knows the team's roles.
export function deckOf(deck: readonly number[], team: GogoTeam | undefined): number[] {
  const left = [...deck];
  const gone = [...(team?.lost ?? []), ...playersOf(team).map((player) => player.role)];
  for (const name of gone) {
    const role = roleNumber(name);
    if (role > 0) left[role] = (left[role] ?? 0) - 1;
  }
  return left;
}
