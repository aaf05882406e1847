// The types of the Node SDK: what a player knows of its game, and what bluffing, cards and gogo hold.

import type {
  Action,
  ClaimedAttack,
  DecisionKind,
  GameStarted,
  GogoEntry,
  GogoStep,
  Message,
  Outcome,
  PieceType,
  Ply,
  Point,
  Side,
  Values,
} from "./words.js";

/** What a player does not believe. */
export declare const BluffCall: { readonly MOVEMENT: 1; readonly ATTACK: 2; readonly DEFENCE: 3 };
export type BluffCall = Values<typeof BluffCall>;
/** The role cards of `gogo`. */
export declare const Role: {
  readonly MONARCH: 1;
  readonly PEER: 2;
  readonly MERCHANT: 3;
  readonly SOLDIER: 4;
  readonly BLACKSMITH: 5;
  readonly WORKER: 6;
  readonly CONSCRIPT: 7;
  readonly ASSASSIN: 8;
  readonly ENGINEER: 9;
  readonly TRAP: 10;
};
export type Role = Values<typeof Role>;

/** All that a player knows of its game. */
export declare class Game {
  constructor(started: GameStarted);
  /** Game id, ruleset with options, opponent's name, time control, and what was known as the game began. */
  readonly started: GameStarted;
  readonly side: Side;
  /** As in "classic". */
  readonly ruleset: string;
  /** Those of the ruleset, by name. */
  readonly options: Record<string, string>;
  /** Of the decision that is open, or of the last. */
  kind: DecisionKind | null;
  /** What may be done then; empty when that cannot be listed, as for a set-up. */
  legalActions: Action[];
  /** How the game ended; null while it is on. */
  outcome: Outcome | null;
  ask(kind: DecisionKind, legalActions: Action[]): void;
  /** Takes in what the referee tells. An Error for events that cannot follow. */
  apply(events: Message[]): void;
}

/** A piece as the player knows it. `origin`, where it stood when play began, names it for the whole game. */
export interface Piece {
  readonly origin: number;
  readonly owner: Side;
  readonly square: number;
  /** Null while the player does not know it. */
  readonly type: PieceType | null;
  readonly hasMoved: boolean;
  /** Whether both players know its type. */
  readonly isRevealed: boolean;
  /** The number of the ply that removed it; null while it is on the board. */
  readonly removedByPly: number | null;
  /** `bluffing`: what its owner said last that it is. */
  readonly claim: PieceType | null;
  /** `bluffing`: the types that calls have left possible; empty while that is all of them. */
  readonly possibleTypes: PieceType[];
  readonly isOnBoard: boolean;
  /** Whether it may be of a type that moves. */
  readonly mayMove: boolean;
}

/** All that a player knows of its board game: `classic`, `battle`, `duel`, `barrage`, and in part `bluffing`. */
export declare class GameState extends Game {
  /** By origin; removed pieces included. */
  readonly pieces: Map<number, Piece>;
  /** All plies made, the first first. */
  readonly plies: Ply[];
  /** Null until both have set up. */
  readonly sideToMove: Side | null;
  /** At a decision: what may be played. */
  readonly legalPlies: Ply[];
  /** The piece that stands on the square. */
  at(square: number): Piece | null;
  /** Those on the board. */
  ownPieces(): Piece[];
  /** Those on the board. */
  opposingPieces(): Piece[];
  /** How many pieces of each type the opponent has that the player has not identified yet. */
  hiddenCounts(): Map<PieceType, number>;
}

export interface Contest {
  attack: ClaimedAttack;
  /** Origins. */
  attacker: number;
  target: number;
  isMovementCalled: boolean;
  isAttackCalled: boolean;
  declaration: PieceType | null;
}

/** All that a player knows of its game of `bluffing`. */
export declare class BluffingState extends GameState {
  /** Attack tokens, by side. */
  readonly tokens: Record<Side, number>;
  /** The attack that is not settled yet. */
  readonly contest: Contest | null;
  /** Whether the player to move may call the movement of the last ply. */
  readonly mayCallMovement: boolean;
  readonly lastCall: Message | null;
  /** At a decision: onto opposing pieces; legalPlies go to empty squares. */
  readonly legalAttacks: Ply[];
  /** Onto the nearest pieces along rows and files (R6.1), whether R3 lets them or not. */
  attacksFrom(square: number): Ply[];
}

export interface FrontCard {
  isGap: boolean;
  /** 0 while the player may not know it. */
  type: PieceType | 0;
  isShown: boolean;
  isPeeked: boolean;
  excluded: PieceType[];
}
export interface CardsArmy {
  frontLine: FrontCard[];
  hand: { size: number; types: PieceType[]; isSeen: boolean };
  deckSize: number;
  lost: PieceType[];
}

/** All that a player knows of its game of `cards`. */
export declare class CardsState extends Game {
  readonly view: Message;
  readonly own: CardsArmy;
  readonly opposing: CardsArmy;
  armyOf(side: Side): CardsArmy;
  /** The own places where no card lies. */
  gaps(): number[];
}

export interface GogoPlayer extends Point {
  number: number;
  /** 0 while the team may not know it. */
  role: Role | 0;
  isOnDisplay: boolean;
  hasActed: boolean;
  hasBeatenGuard: boolean;
  hasCaptured: boolean;
}
export interface GogoTeam {
  players: GogoPlayer[];
  lost: Role[];
}

/** All that a team knows of its game of `gogo`. */
export declare class GogoState extends Game {
  readonly view: Message;
  /** How far a player steps, and how far it reaches. */
  readonly pace: number;
  readonly reach: number;
  /** Players are numbered from 1 to this. */
  readonly teamSize: number;
  readonly own: GogoTeam;
  readonly opposing: GogoTeam;
  teamOf(side: Side): GogoTeam;
  /** Where the side's players enter (R8.1). */
  base(side: Side): Point;
  /** Where the side's flag stands (R8.1). */
  flag(side: Side): Point;
  /** The own cards with which players may enter. */
  deck(): Role[];
  /** Those who may enter now, the lowest numbers first: no more than there is room for. */
  numbersToEnter(): number[];
}

export declare namespace bluffing {
  export { BluffCall };
  export const ATTACK_CLAIMS: PieceType[];
  export const DECLARATIONS: PieceType[];
  export function ply(move: Ply): Action;
  export function attack(move: Ply, claim: PieceType, tokens?: number): Action;
  export function call(doubted: BluffCall): Action;
  export function declare(type: PieceType): Action;
  export function letStand(): Action;
}

export declare namespace cards {
  export const PLACES: number[];
  export function frontLine(types: PieceType[]): Action;
  export function attack(place: number, at: number): Action;
  export function lookAtHand(place: number): Action;
  export function peek(place: number, at: number[]): Action;
  export function nameCard(place: number, at: number, type: PieceType): Action;
  export function redeal(place: number): Action;
  export function fill(cards: Iterable<[place: number, type: PieceType]>): Action;
}

export declare namespace gogo {
  export const IN_PLAY_MAX: 7;
  export { Role };
  export function squaredDistance(one: Point, other: Point): number;
  export function towards(start: Point, end: Point, length: number): Point;
  export function step(player: GogoPlayer, to: Point): GogoStep;
  export function stepTowards(player: GogoPlayer, to: Point, pace: number): GogoStep;
  export function entry(number: number, role: Role, at: Point): GogoEntry;
  export function steps(made?: GogoStep[], entries?: GogoEntry[]): Action;
  export function challenge(challenger: number, target: number): Action;
  export function pass(): Action;
  export function block(number?: number): Action;
}
