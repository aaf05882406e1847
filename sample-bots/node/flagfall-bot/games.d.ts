// The types of the Node SDK: what a player knows of its game, and the modules bluffing, cards and gogo.

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

/** What a player calls, because it does not believe it. */
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
  /** Game id, ruleset with options, opponent's name, time control, and the view at the game's beginning. */
  readonly started: GameStarted;
  readonly side: Side;
  /** The ruleset's id, as in "classic". */
  readonly ruleset: string;
  /** The options of the ruleset, by name. */
  readonly options: Record<string, string>;
  /** What the open decision asks for, or what the last one did. */
  kind: DecisionKind | null;
  /** The legal actions at this decision; empty when they cannot be listed, as for a set-up. */
  legalActions: Action[];
  /** How the game ended; null while it is on. */
  outcome: Outcome | null;
  ask(kind: DecisionKind, legalActions: Action[]): void;
  /** Applies the referee's events. An Error for an event that contradicts what is known. */
  apply(events: Message[]): void;
}

/** A piece as the player knows it. Its `origin`, the square where it stood at first, names it for the whole game. */
export interface Piece {
  readonly origin: number;
  readonly owner: Side;
  readonly square: number;
  /** Null while the player does not know the type. */
  readonly type: PieceType | null;
  readonly hasMoved: boolean;
  /** Whether both players know its type. */
  readonly isRevealed: boolean;
  /** The number of the ply that removed it; null while it is on the board. */
  readonly removedByPly: number | null;
  /** `bluffing`: the type that its owner claimed last. */
  readonly claim: PieceType | null;
  /** `bluffing`: the types that calls have left possible; empty while all types are. */
  readonly possibleTypes: PieceType[];
  readonly isOnBoard: boolean;
  /** Whether the piece may have a type that moves. */
  readonly mayMove: boolean;
}

/** All that a player knows of its board game: `classic`, `battle`, `duel`, `barrage`, and in part `bluffing`. */
export declare class GameState extends Game {
  /** All pieces by origin, including removed ones. */
  readonly pieces: Map<number, Piece>;
  /** All plies made, from the first. */
  readonly plies: Ply[];
  /** The side to move; null until both players have set up. */
  readonly sideToMove: Side | null;
  /** The legal plies at a decision. */
  readonly legalPlies: Ply[];
  /** The piece on the square. */
  at(square: number): Piece | null;
  /** The pieces on the board. */
  ownPieces(): Piece[];
  /** The pieces on the board. */
  opposingPieces(): Piece[];
  /** The number of opposing pieces of each type that the player has not identified yet. */
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
  /** The attack that is still open. */
  readonly contest: Contest | null;
  /** Whether the player to move may call the movement of the last ply. */
  readonly mayCallMovement: boolean;
  readonly lastCall: Message | null;
  /** At a decision, the legal attacks on opposing pieces; legalPlies go to empty squares. */
  readonly legalAttacks: Ply[];
  /** Attacks on the nearest pieces along rows and files (R6.1), including those that R3 bars. */
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
  /** The player's own places without a card. */
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
  /** It overstepped in the moves made last, and stayed where it was. */
  wasMovedBack: boolean;
}
export interface GogoTeam {
  players: GogoPlayer[];
  lost: Role[];
  /** Where the teams choose them (null until both have), and in a match of several rounds; otherwise null. */
  base?: Point | null;
  flag?: Point | null;
}

/** All that a team knows of its game of `gogo`. */
export declare class GogoState extends Game {
  readonly view: Message;
  /** How far a player can step, and how far it can reach. */
  readonly pace: number;
  readonly reach: number;
  /** The number of players of a team, which are numbered from 1. */
  readonly teamSize: number;
  readonly own: GogoTeam;
  readonly opposing: GogoTeam;
  teamOf(side: Side): GogoTeam;
  /** The point where the side's players enter in this round (R8.1, R8.12); one that is chosen, once both are. */
  base(side: Side): Point;
  /** The point where the side's flag stands in this round (R8.1, R8.12); one that is chosen, once both are. */
  flag(side: Side): Point;
  /** The team's cards with which players may enter. */
  deck(): Role[];
  /** The numbers of the players that may enter now, from the lowest: no more than there is room for. */
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
  export const LINE: 3000;
  export const APART: 1500;
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
  export function bases(baseY: number, flagY: number): Action;
}
