// The types of the Node SDK: a player, and all that runs it. Its knowledge is in games.d.ts, its messages in words.d.ts.

import type { Game, GameState } from "./games.js";
import type {
  Action,
  DecisionKind,
  GameError,
  GameOver,
  GameStarted,
  Message,
  PieceType,
  AttackResult,
  Ply,
  SetUp,
  Side,
} from "./words.js";

export * from "./games.js";
export * from "./words.js";

/** The result of an attack by R2.5. */
export declare function attack(attacker: PieceType, defender: PieceType): AttackResult;
/** All pieces of an army of a board game or `bluffing`. A host may choose another army: pass the game's options. */
export declare function armyOf(ruleset: string, options?: Record<string, string>): PieceType[];
/** The steps between two squares on an empty board without lakes. */
export declare function distance(one: number, other: number): number;
export declare function fileOf(square: number): number;
export declare function rowOf(square: number): number;
export declare function isMovable(type: PieceType): boolean;
/** The squares next to a square, without lakes. */
export declare function neighbours(square: number): number[];
export declare function opponentOf(side: Side): Side;
/** The square's name, as in "a1" for 0. */
export declare function squareName(square: number): string;
/** The rows of the player's set-up zone from the back row, each from file a. */
export declare function zoneOf(game: GameState): number[][];
/** The army on random squares of the zone. */
export declare function randomSetUp(game: GameState, random: Random): SetUp;
export declare function setUpAction(setUp: SetUp): Action;
/** Legal random answers to any decision of any ruleset. */
export declare function randomAction(game: Game, kind: DecisionKind, random: Random): Action;
/** Makes a player's knowledge at the game's beginning, by ruleset. */
export declare function newGame(started: GameStarted): Game;
/** Returns the target for gRPC and the credentials for FLAGFALL_ADDRESS. An Error says what would be right. */
export declare function parseAddress(address: string, rootsPath?: string): { target: string; credentials: object };

/** Random numbers that follow from a seed. */
export declare class Random {
  constructor(seed?: string);
  /** A number from 0 to less than 1. */
  next(): number;
  /** A whole number, both ends included. */
  integer(least: number, most: number): number;
  choice<T>(items: T[]): T;
  /** So many of the items in random order; all when no number is given. */
  sample<T>(items: T[], count?: number): T[];
}

/** The settings of a bot, from FLAGFALL_BOT_OPTIONS. */
export declare class Options {
  constructor(text?: string);
  /** Returns the setting's value in the type of `fallback`, or `fallback` when the setting is absent. */
  get<T extends string | number | boolean>(
    name: string,
    fallback: T,
  ): T extends string ? string : T extends number ? number : boolean;
  randomFor(started: GameStarted): Random;
}

/** The clocks at a decision, in seconds. */
export declare class TimeLeft {
  constructor(
    started: GameStarted,
    decision: { redClockMicros: string | number; blueClockMicros: string | number },
    waited?: number,
  );
  /** The player's time; during set-up, the time for the set-up. */
  readonly own: number;
  readonly opponent: number;
  /** The increment, which is added after each ply. */
  readonly increment: number;
  /** If above 0, each ply has this time for itself, and `own` is that time. */
  readonly perPly: number;
  /** The seconds that a player can spend on each ply in a game of any length. */
  budget(share?: number): number;
}

/** What the player takes a hidden piece for: the weights of the types from Spy to Flag. */
export interface PieceBelief {
  origin: number;
  weights: number[];
}
export interface Remarks {
  /** A comment for the record, as an evaluation; hidden from the opponent until the game is over. */
  comment?: string;
  offersDraw?: boolean;
  /** To be scored after the game, and never told before. */
  beliefs?: PieceBelief[];
}
export type Resignation = { readonly resigns: true };
/** The answer that gives the game up. */
export declare const RESIGNATION: Resignation;
export type Choice = SetUp | Ply | Action | ({ ply: Ply } & Remarks) | ({ action: Action } & Remarks) | Resignation;
export type OrPromise<T> = T | Promise<T>;

/** Plays one game. The SDK makes one player for each game. */
export declare class Player {
  constructor(started: GameStarted, options: Options);
  readonly options: Options;
  readonly random: Random;
  /** Answers any decision of any ruleset. The SDK calls this; by default it calls one of the functions below. */
  choose(game: Game, kind: DecisionKind, time: TimeLeft): OrPromise<Choice>;
  /** Board games and `bluffing`: returns the army by square of the set-up zone; by default at random. */
  chooseSetUp(game: GameState, time: TimeLeft): OrPromise<SetUp>;
  /** Board games: returns one of game.legalPlies; by default at random. */
  choosePly(game: GameState, time: TimeLeft): OrPromise<Ply | ({ ply: Ply } & Remarks) | Resignation>;
  /** Other decisions: returns one of game.legalActions, or what bluffing, cards and gogo make; by default at random. */
  chooseAction(
    game: Game,
    kind: DecisionKind,
    time: TimeLeft,
  ): OrPromise<Action | ({ action: Action } & Remarks) | Resignation>;
  /** Called when events have just been applied to `game`; after a break, with all events since the game's beginning. */
  onEvents(game: Game, events: Message[]): OrPromise<void>;
  /** The opponent offers a draw. Returns whether the player accepts. */
  acceptsDraw(game: Game): OrPromise<boolean>;
  /** The chosen action was illegal, and another try is allowed: `choose` will be called again. */
  onIllegal(game: Game, error: GameError): OrPromise<void>;
  onGameOver(game: Game, over: GameOver): OrPromise<void>;
}

/** What a bot says about itself in its hello. The first three come from the bot.json beside the program by default. */
export interface BotInfo {
  name?: string;
  version?: string;
  rulesets?: string[];
  /** The number of games that it can play at once, 1 to 256; 16 by default. */
  concurrentGamesMax?: number;
  /** Whether the referee sends events as they happen, to think on the opponent's time. */
  wantsEventsAtOnce?: boolean;
}

/** The games that a bot plays, without a stream. */
export declare class GameTable {
  constructor(
    newPlayer: (started: GameStarted, options: Options) => Player,
    options: Options,
    log?: (line: string) => void,
  );
  /** Answers a PlayResponse by `write`. The promise resolves when that is done. */
  on(response: Message, write: (request: Message) => void): Promise<void>;
}

/** Plays games until the referee closes the stream or SIGINT or SIGTERM comes, then ends the program. */
export declare function run(
  player: new (started: GameStarted, options: Options) => Player,
  info?: BotInfo,
): Promise<never>;
