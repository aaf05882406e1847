// The types of the Node SDK. Messages are those of proto/flagfall/v1 with names in camelCase, enums as numbers, bytes as
// Buffer, and 64-bit numbers as strings; the name of what a oneof holds is in `kind` (in `message` for PlayResponse).

export type Values<T> = T[keyof T];

export declare const Side: { readonly RED: 1; readonly BLUE: 2 };
export type Side = Values<typeof Side>;

/** The values 1 to 10 are the ranks. Only `cards` has a Spotter; its rank is 1, too. */
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

/** What a decision asks for; game.proto says which ruleset has which. */
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
};
export type DecisionKind = Values<typeof DecisionKind>;

/** A move from a square to another; onto an opposing piece it is an attack. */
export interface Ply {
  from: number;
  to: number;
}

/** By square: what stands there. */
export type SetUp = Map<number, PieceType>;

export interface ClaimedAttack {
  ply: Ply;
  claim: PieceType;
  tokens: number;
}
export type BluffingAction =
  | { ply: Ply }
  | { attack: ClaimedAttack }
  | { call: bluffing.BluffCall }
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
  | { block: { number: number } };

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

export interface Point {
  x: number;
  y: number;
}
export interface GogoPlayer extends Point {
  number: number;
  /** 0 while the team may not know it. */
  role: gogo.Role | 0;
  isOnDisplay: boolean;
  hasActed: boolean;
  hasBeatenGuard: boolean;
  hasCaptured: boolean;
}
export interface GogoTeam {
  players: GogoPlayer[];
  lost: gogo.Role[];
}
export interface GogoStep {
  number: number;
  dx: number;
  dy: number;
}
export interface GogoEntry extends Point {
  number: number;
  role: gogo.Role;
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
  deck(): gogo.Role[];
  /** Those who may enter now, the lowest numbers first: no more than there is room for. */
  numbersToEnter(): number[];
}

export declare namespace bluffing {
  const BluffCall: { readonly MOVEMENT: 1; readonly ATTACK: 2; readonly DEFENCE: 3 };
  type BluffCall = Values<typeof BluffCall>;
  const ATTACK_CLAIMS: PieceType[];
  const DECLARATIONS: PieceType[];
  function ply(move: Ply): Action;
  function attack(move: Ply, claim: PieceType, tokens?: number): Action;
  function call(doubted: BluffCall): Action;
  function declare(type: PieceType): Action;
  function letStand(): Action;
}

export declare namespace cards {
  const PLACES: number[];
  function frontLine(types: PieceType[]): Action;
  function attack(place: number, at: number): Action;
  function lookAtHand(place: number): Action;
  function peek(place: number, at: number[]): Action;
  function nameCard(place: number, at: number, type: PieceType): Action;
  function redeal(place: number): Action;
  function fill(cards: Iterable<[place: number, type: PieceType]>): Action;
}

export declare namespace gogo {
  const IN_PLAY_MAX: 7;
  const Role: {
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
  type Role = Values<typeof Role>;
  function squaredDistance(one: Point, other: Point): number;
  function towards(start: Point, end: Point, length: number): Point;
  function step(player: GogoPlayer, to: Point): GogoStep;
  function stepTowards(player: GogoPlayer, to: Point, pace: number): GogoStep;
  function entry(number: number, role: Role, at: Point): GogoEntry;
  function steps(made?: GogoStep[], entries?: GogoEntry[]): Action;
  function challenge(challenger: number, target: number): Action;
  function pass(): Action;
  function block(number?: number): Action;
}

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
  get<T extends string | number | boolean>(name: string, fallback: T): T extends string ? string : T extends number ? number : boolean;
  randomFor(started: GameStarted): Random;
}

/** The clocks at a decision, in seconds. */
export declare class TimeLeft {
  constructor(started: GameStarted, decision: { redClockMicros: string | number; blueClockMicros: string | number });
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
  chooseAction(game: Game, kind: DecisionKind, time: TimeLeft): OrPromise<Action | ({ action: Action } & Remarks) | Resignation>;
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
  constructor(newPlayer: (started: GameStarted, options: Options) => Player, options: Options, log?: (line: string) => void);
  /** Answers a PlayResponse by `write`; the promise is kept when that is done. */
  on(response: Message, write: (request: Message) => void): Promise<void>;
}

/** Plays games until the referee closes the stream or SIGINT or SIGTERM comes, then ends the program. */
export declare function run(player: new (started: GameStarted, options: Options) => Player, info?: BotInfo): Promise<never>;
