// `gogo` (R8): what a team knows of its game, and what it can do. Lengths are millimetres, points are {x, y}.

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

// By role: how many of its cards a team begins with (R8.2).
const DECK = [1, 2, 2, 2, 3, 3, 3, 2, 3, 2];
const BASES = { [Side.RED]: { x: 0, y: 500 }, [Side.BLUE]: { x: 8000, y: 2500 } };
const FLAGS = { [Side.RED]: { x: 0, y: 2500 }, [Side.BLUE]: { x: 8000, y: 500 } };

// Distances are compared squared, so that they are exact.
export const squaredDistance = (one, other) => (one.x - other.x) ** 2 + (one.y - other.y) ** 2;

// The point on the way to the other that is `length` away at most; `end` itself when it is that near.
export function towards(start, end, length) {
  const squared = squaredDistance(start, end);
  if (squared <= length * length) return { x: end.x, y: end.y };
  // Rounded up, and the quotients towards zero: never too far.
  const far = Math.floor(Math.sqrt(squared)) + 1;
  const along = (one, other) => one + Math.trunc(((other - one) * length) / far);
  return { x: along(start.x, end.x), y: along(start.y, end.y) };
}

// The player goes to a point that is within a pace of it (R8.4).
export const step = (player, to) => ({ number: player.number, dx: to.x - player.x, dy: to.y - player.y });
// The player goes towards the point, as far as a pace takes it (R8.4).
export const stepTowards = (player, to, pace) => step(player, towards(player, to, pace));
// Who is not in play enters with a card of the deck, within a pace of the base (R8.4).
export const entry = (number, role, at) => ({ number, role, x: at.x, y: at.y });
// STEPS: who is not named stays where it is, or out of play (R8.4).
export const steps = (made = [], entries = []) => ({ gogo: { steps: { steps: made, entries } } });
// CHALLENGE: one of the own players attacks an opposing one within reach (R8.5).
export const challenge = (challenger, target) => ({ gogo: { challenge: { challenger, target } } });
// CHALLENGE: nobody is challenged for now (R8.5).
export const pass = () => ({ gogo: { pass: {} } });
// BLOCK: that player takes the attack; 0 for nobody (R8.6).
export const block = (number = 0) => ({ gogo: { block: { number } } });

// All that a team knows of its game of `gogo`.
export class GogoState extends Game {
  constructor(started) {
    super(started);
    // In the referee's own words.
    this.view = structuredClone(started.view.gogo);
    // How far a player steps, and how far it reaches.
    this.pace = Number(this.options.pace ?? 750);
    this.reach = Number(this.options.reach ?? 750);
    // Players are numbered from 1 to this.
    this.teamSize = Number(this.options.team_size ?? 10);
  }

  // Those in play and the cards lost of one side, as far as the player knows them.
  teamOf(side) {
    return side === Side.RED ? this.view.red : this.view.blue;
  }

  get own() {
    return this.teamOf(this.side);
  }

  get opposing() {
    return this.teamOf(opponentOf(this.side));
  }

  // Where the side's players enter, and where its flag stands (R8.1).
  base(side) {
    return BASES[side];
  }

  flag(side) {
    return FLAGS[side];
  }

  // The own cards with which players may enter, as roles.
  deck() {
    const left = [...DECK];
    for (const role of [...this.own.lost, ...this.own.players.map((player) => player.role)]) --left[role - 1];
    return left.flatMap((count, index) => Array(Math.max(count, 0)).fill(index + 1));
  }

  // Those who may enter now, the lowest numbers first: no more than there is room for.
  numbersToEnter() {
    const inPlay = new Set(this.own.players.map((player) => player.number));
    const out = Array.from({ length: this.teamSize }, (_, index) => index + 1).filter((number) => !inPlay.has(number));
    return out.slice(0, IN_PLAY_MAX - inPlay.size);
  }

  follow(event) {
    if (event.kind !== "gogo") return super.follow(event);
    // The other kinds repeat in words what this one changes.
    const { changed } = event.gogo;
    if (!changed) return undefined;
    if (changed.red) change(this.view.red, changed.red);
    if (changed.blue) change(this.view.blue, changed.blue);
    this.view.situation = changed.situation;
    return undefined;
  }
}

function change(team, { players, gone, lost }) {
  const byNumber = new Map(team.players.map((player) => [player.number, player]));
  for (const number of gone) {
    if (!byNumber.delete(number)) throw new Error(`player ${number} leaves play, and is not in play`);
  }
  for (const player of players) byNumber.set(player.number, player);
  team.players = [...byNumber.values()].sort((one, other) => one.number - other.number);
  team.lost.push(...lost);
}
