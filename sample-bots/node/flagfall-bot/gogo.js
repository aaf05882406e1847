// `gogo` (R8): what a team knows of its game, and the actions. Lengths are in millimetres, points are {x, y}.

import { Side, opponentOf } from "./board.js";
import { Game } from "./game.js";

export const IN_PLAY_MAX = 7;

export const Role = Object.freeze({
  MONARCH: 1,
  PEER: 2,
  MERCHANT: 3,
  SOLDIER: 4,
  BLACKSMITH: 5,
  WORKER: 6,
  CONSCRIPT: 7,
  ASSASSIN: 8,
  ENGINEER: 9,
  TRAP: 10,
});

// The number of cards of each role that a team begins with (R8.2).
const DECK = [1, 2, 2, 2, 3, 3, 3, 2, 3, 2];
// Where a team may place its base and flag, with the option `bases = chosen`: y from 0 to LINE, at least APART apart (R8.1).
export const LINE = 3000;
export const APART = 1500;
const BASES = { [Side.RED]: { x: 0, y: 500 }, [Side.BLUE]: { x: 8000, y: 2500 } };
const FLAGS = { [Side.RED]: { x: 0, y: 2500 }, [Side.BLUE]: { x: 8000, y: 500 } };

// The squared distance. Comparing squares is exact.
export const squaredDistance = (one, other) => (one.x - other.x) ** 2 + (one.y - other.y) ** 2;

// The point towards `end` that is at most `length` away; `end` itself if it is near enough.
export function towards(start, end, length) {
  const squared = squaredDistance(start, end);
  if (squared <= length * length) return { x: end.x, y: end.y };
  // The distance is rounded up and the quotients towards zero, so that the point is never too far.
  const far = Math.floor(Math.sqrt(squared)) + 1;
  const along = (one, other) => one + Math.trunc(((other - one) * length) / far);
  return { x: along(start.x, end.x), y: along(start.y, end.y) };
}

// A step of the player to a point that is within its pace (R8.4).
export const step = (player, to) => ({ number: player.number, dx: to.x - player.x, dy: to.y - player.y });
// A step of the player towards the point, as far as its pace allows (R8.4).
export const stepTowards = (player, to, pace) => step(player, towards(player, to, pace));
// An entry of a player that is not in play, with a card of the deck, within a pace of the base (R8.4).
export const entry = (number, role, at) => ({ number, role, x: at.x, y: at.y });
// STEPS: players that are not named do not move, or stay out of play (R8.4).
export const steps = (made = [], entries = []) => ({ gogo: { steps: { steps: made, entries } } });
// CHALLENGE: one of the own players attacks an opposing one within reach (R8.5).
export const challenge = (challenger, target) => ({ gogo: { challenge: { challenger, target } } });
// CHALLENGE: challenges nobody now (R8.5).
export const pass = () => ({ gogo: { pass: {} } });
// BLOCK: the player with this number takes the attack; 0 for none (R8.6).
export const block = (number = 0) => ({ gogo: { block: { number } } });

// BASES: places the team's base and flag on its own line, before the first tick (R8.1).
export const bases = (baseY, flagY) => ({ gogo: { bases: { baseY, flagY } } });

// All that a team knows of its game of `gogo`.
export class GogoState extends Game {
  constructor(started) {
    super(started);
    // The referee's message.
    this.view = structuredClone(started.view.gogo);
    // How far a player can step, and how far it can reach.
    this.pace = Number(this.options.pace ?? 750);
    this.reach = Number(this.options.reach ?? 750);
    // The number of players of a team, which are numbered from 1.
    this.teamSize = Number(this.options.team_size ?? 10);
  }

  // The players in play and the lost cards of one side, as far as the player knows them.
  teamOf(side) {
    return side === Side.RED ? this.view.red : this.view.blue;
  }

  get own() {
    return this.teamOf(this.side);
  }

  get opposing() {
    return this.teamOf(opponentOf(this.side));
  }

  // The points where the side's players enter and where its flag stands in this round (R8.1, R8.12). Where teams choose
  // them, they are known once both have chosen.
  base(side) {
    return this.teamOf(side).base ?? BASES[side];
  }

  flag(side) {
    return this.teamOf(side).flag ?? FLAGS[side];
  }

  // The roles of the team's cards with which players may enter.
  deck() {
    const left = [...DECK];
    for (const role of [...this.own.lost, ...this.own.players.map((player) => player.role)]) --left[role - 1];
    return left.flatMap((count, index) => Array(Math.max(count, 0)).fill(index + 1));
  }

  // The numbers of the players that may enter now, from the lowest: no more than there is room for.
  numbersToEnter() {
    const inPlay = new Set(this.own.players.map((player) => player.number));
    const out = Array.from({ length: this.teamSize }, (_, index) => index + 1).filter((number) => !inPlay.has(number));
    return out.slice(0, IN_PLAY_MAX - inPlay.size);
  }

  follow(event) {
    if (event.kind !== "gogo") return super.follow(event);
    // The other kinds only describe what this kind changes.
    const { changed } = event.gogo;
    if (!changed) return undefined;
    if (changed.beginsRound) {
      this.view.red = { players: [], lost: [], base: null, flag: null };
      this.view.blue = { players: [], lost: [], base: null, flag: null };
    }
    if (changed.red) change(this.view.red, changed.red);
    if (changed.blue) change(this.view.blue, changed.blue);
    this.view.situation = changed.situation;
    return undefined;
  }
}

function change(team, { players, gone, lost, base, flag }) {
  const byNumber = new Map(team.players.map((player) => [player.number, player]));
  for (const number of gone) {
    if (!byNumber.delete(number)) throw new Error(`player ${number} leaves play, and is not in play`);
  }
  for (const player of players) byNumber.set(player.number, player);
  team.players = [...byNumber.values()].sort((one, other) => one.number - other.number);
  team.lost.push(...lost);
  if (base) Object.assign(team, { base, flag });
}
