// The words of the Node SDK: decisions, actions, messages. Messages are those of proto/flagfall/v1 with names in camelCase, enums as numbers, bytes as
// Buffer, and 64-bit numbers as strings; the name of what a oneof holds is in `kind` (in `message` for PlayResponse).

import type { BluffCall, Role } from "./games.js";

export type Values<T> = T[keyof T];

export declare const Side: { readonly RED: 1; readonly BLUE: 2 };
export type Side = Values<typeof Side>;

/** The values 1 to 10 are the ranks. Only `cards` has a Spotter, whose rank is 1 as well. */
export declare const PieceType: {
  readonly SPY: 1;
  readonly SCOUT: 2;
  readonly MINER: 3;
  readonly SERGEANT: 4;
  readonly LIEUTENANT: 5;
  readonly CAPTAIN: 6;
  readonly MAJOR: 7;
  readonly COLONEL: 8;
  readonly GENERAL: 9;
  readonly MARSHAL: 10;
  readonly BOMB: 11;
  readonly FLAG: 12;
  readonly SPOTTER: 13;
};
export type PieceType = Values<typeof PieceType>;

export declare const AttackResult: {
  readonly ATTACKER_WINS: "attacker wins";
  readonly DEFENDER_WINS: "defender wins";
  readonly BOTH_REMOVED: "both removed";
};
export type AttackResult = Values<typeof AttackResult>;

/** What a decision asks for. game.proto says which ruleset has which kinds. */
export declare const DecisionKind: {
  readonly SET_UP: 1;
  readonly PLY: 2;
  readonly DEFENCE: 3;
  readonly CALL: 4;
  readonly TURN: 5;
  readonly FILL: 6;
  readonly FRONT_LINE: 7;
  readonly STEPS: 8;
  readonly CHALLENGE: 9;
  readonly BLOCK: 10;
  readonly BASES: 11;
};
export type DecisionKind = Values<typeof DecisionKind>;

/** A move from one square to another. A move onto an opposing piece is an attack. */
export interface Ply {
  from: number;
  to: number;
}

/** A set-up: the type of the piece on each square. */
export type SetUp = Map<number, PieceType>;

export interface ClaimedAttack {
  ply: Ply;
  claim: PieceType;
  tokens: number;
}
export type BluffingAction =
  | { ply: Ply }
  | { attack: ClaimedAttack }
  | { call: BluffCall }
  | { declaration: PieceType }
  | { letStand: object };
export type CardsAction =
  | { frontLine: { types: PieceType[] } }
  | { attack: { place: number; at: number } }
  | { lookAtHand: { place: number } }
  | { peek: { place: number; at: number[] } }
  | { nameCard: { place: number; at: number; type: PieceType } }
  | { redeal: { place: number } }
  | { fill: { fillings: { place: number; type: PieceType }[] } };
export type GogoAction =
  | { steps: { steps: GogoStep[]; entries: GogoEntry[] } }
  | { challenge: { challenger: number; target: number } }
  | { pass: object }
  | { block: { number: number } }
  | { bases: { baseY: number; flagY: number } };

/** The answer to a decision. */
export type Action =
  | { setUp: { placements: { square: number; type: PieceType }[] } }
  | { ply: Ply }
  | { bluffing: BluffingAction }
  | { cards: CardsAction }
  | { gogo: GogoAction };

/** A message of proto/flagfall/v1 that this page does not spell out. */
export type Message = Record<string, any>;

export interface Outcome {
  result: number;
  reason: number;
  detail: string;
}
export interface GameStarted {
  gameId: string;
  ruleset: { id: string; options: { name: string; value: string }[] };
  side: Side;
  opponentName: string;
  timeControl: Message | null;
  seedSha256: Buffer;
  view: Message | null;
}
export interface GameOver {
  gameId: string;
  outcome: Outcome;
  seed: Buffer;
  view: Message | null;
  events: Message[];
}
export interface GameError {
  gameId: string;
  code: number;
  decision: number;
  clause: string;
  message: string;
}
export interface Point {
  x: number;
  y: number;
}
export interface GogoStep {
  number: number;
  dx: number;
  dy: number;
}
export interface GogoEntry extends Point {
  number: number;
  role: Role;
}
