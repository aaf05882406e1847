// The types of the Node SDK: a player, and all that runs it. What it knows is in games.d.ts, what it says in words.d.ts.

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

/** R2.5. */
export declare function attack(attacker: PieceType, defender: PieceType): AttackResult;
/** All pieces of an army of a board game or `bluffing`. */
export declare function armyOf(ruleset: string): PieceType[];
/** Steps between two squares, as if the board were empty and had no lakes. */
export declare function distance(one: number, other: number): number;
export declare function fileOf(square: number): number;
export declare function rowOf(square: number): number;
export declare function isMovable(type: PieceType): boolean;
/** The squares next to one, lakes left out. */
export declare function neighbours(square: number): number[];
export declare function opponentOf(side: Side): Side;
/** As in "a1" for 0. */
export declare function squareName(square: number): string;
/** The rows of the player's set-up zone, the back row first, each from file a. */
export declare function zoneOf(game: GameState): number[][];
/** The army on squares of the zone drawn at random. */
export declare function randomSetUp(game: GameState, random: Random): SetUp;
export declare function setUpAction(setUp: SetUp): Action;
/** A legal answer to any decision of any ruleset. */
export declare function randomAction(game: Game, kind: DecisionKind, random: Random): Action;
/** Which ruleset's knowledge a player keeps, as the game begins. */
export declare function newGame(started: GameStarted): Game;
/** What gRPC is to dial for FLAGFALL_ADDRESS, and the credentials to dial with. An Error says what would be right. */
export declare function parseAddress(address: string, rootsPath?: string): { target: string; credentials: object };

/** Chance that can be had again from its seed. */
export declare class Random {
  constructor(seed?: string);
  /** From 0 up to, but not including 1. */
  next(): number;
  /** A whole number, both ends included. */
  integer(least: number, most: number): number;
  choice<T>(items: T[]): T;
  /** So many of the items in an order drawn at random; all when no number is given. */
  sample<T>(items: T[], count?: number): T[];
}

/** The settings of a bot, from FLAGFALL_BOT_OPTIONS. */
export declare class Options {
  constructor(text?: string);
  /** The setting's value in the type of `fallback`, which is returned when the setting is absent. */
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
  /** During set-up: for the set-up. */
  readonly own: number;
  readonly opponent: number;
  /** Added after each ply. */
  readonly increment: number;
  /** When above 0 each ply has this time for itself, and `own` is that time. */
  readonly perPly: number;
  /** Seconds to think that a game of any length can afford. */
  budget(share?: number): number;
}

/** Goes into the record, hidden from the opponent until the game is over: evaluation, principal variation. */
export interface Remarks {
  comment?: string;
  offersDraw?: boolean;
}
export type Resignation = { readonly resigns: true };
/** Returned to give the game up. */
export declare const RESIGNATION: Resignation;
export type Choice = SetUp | Ply | Action | ({ ply: Ply } & Remarks) | ({ action: Action } & Remarks) | Resignation;
export type OrPromise<T> = T | Promise<T>;

/** Plays one game. The SDK makes one player for each game. */
export declare class Player {
  constructor(started: GameStarted, options: Options);
  readonly options: Options;
  readonly random: Random;
  /** Any decision of any ruleset; what the SDK calls. By default one of the functions below answers it. */
  choose(game: Game, kind: DecisionKind, time: TimeLeft): OrPromise<Choice>;
  /** Board games and `bluffing`: the whole army on squares of the set-up zone; by default at random. */
  chooseSetUp(game: GameState, time: TimeLeft): OrPromise<SetUp>;
  /** Board games: one of game.legalPlies; by default at random. */
  choosePly(game: GameState, time: TimeLeft): OrPromise<Ply | ({ ply: Ply } & Remarks) | Resignation>;
  /** Any other decision: one of game.legalActions, or what bluffing, cards and gogo make; by default at random. */
  chooseAction(
    game: Game,
    kind: DecisionKind,
    time: TimeLeft,
  ): OrPromise<Action | ({ action: Action } & Remarks) | Resignation>;
  /** These events have just been applied to `game`. After a break of the stream: all since the game began, once more. */
  onEvents(game: Game, events: Message[]): OrPromise<void>;
  /** The opponent offers a draw. */
  acceptsDraw(game: Game): OrPromise<boolean>;
  /** The action chosen was illegal and may be mended; `choose` is called again. */
  onIllegal(game: Game, error: GameError): OrPromise<void>;
  onGameOver(game: Game, over: GameOver): OrPromise<void>;
}

/** What a bot is, as it says hello. What is left out of the first three is that of the bot.json beside the program. */
export interface BotInfo {
  name?: string;
  version?: string;
  rulesets?: string[];
  /** Games it plays at once, 1 to 256; 16 unless it says otherwise. */
  concurrentGamesMax?: number;
  /** Whether events shall be told as they happen, to think on the opponent's time. */
  wantsEventsAtOnce?: boolean;
}

/** The games that a bot plays, without a stream. */
export declare class GameTable {
  constructor(
    newPlayer: (started: GameStarted, options: Options) => Player,
    options: Options,
    log?: (line: string) => void,
  );
  /** Answers a PlayResponse by `write`; the promise is kept when that is done. */
  on(response: Message, write: (request: Message) => void): Promise<void>;
}

/** Plays games until the referee closes the stream or SIGINT or SIGTERM comes, then ends the program. */
export declare function run(
  player: new (started: GameStarted, options: Options) => Player,
  info?: BotInfo,
): Promise<never>;
