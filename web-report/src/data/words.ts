// The names of enums in the order of their numbers, and the words that people read for them.
import { PieceType, Reason, Result, Role, type Ply, type Tournament_State } from "./messages";

// Each name stands at its number (tests/words.test.ts sees to it): the generated objects have the order of the .proto files.
export const PIECE_TYPES = Object.keys(PieceType) as readonly PieceType[];
export const ROLES = Object.keys(Role) as readonly Role[];
export const RESULTS = Object.keys(Result) as readonly Result[];
export const REASONS = Object.keys(Reason) as readonly Reason[];

const REASON_WORDS: Record<Reason, string> = {
  REASON_UNSPECIFIED: "",
  REASON_FLAG_CAPTURED: "Flag captured",
  REASON_NO_LEGAL_PLY: "no legal ply",
  REASON_BOTH_IMMOBILE: "both immobile",
  REASON_OUT_OF_TIME: "out of time",
  REASON_ILLEGAL_ACTION: "illegal action",
  REASON_DISCONNECTED: "disconnected",
  REASON_RESIGNED: "resigned",
  REASON_DRAW_AGREED: "draw agreed",
  REASON_ADJUDICATED_MAX_PLIES: "adjudicated: maximum of plies",
  REASON_ADJUDICATED_NO_CAPTURE: "adjudicated: no capture",
  REASON_FORFEIT_NO_SHOW: "no show",
  REASON_ABORTED_BY_HOST: "aborted by the host",
  REASON_HOST_LATE: "host was late",
  REASON_SLOW_READER: "read too slowly",
  REASON_MAX_TICKS: "maximum of ticks",
  REASON_SUPERVISOR_KILLED: "supervisor was killed",
};

const RESULT_WORDS: Record<Result, string> = {
  RESULT_UNSPECIFIED: "",
  RESULT_RED_WINS: "Red wins",
  RESULT_BLUE_WINS: "Blue wins",
  RESULT_DRAW: "draw",
  RESULT_VOID: "void",
};

const SCORES: Record<Result, string> = {
  RESULT_UNSPECIFIED: "",
  RESULT_RED_WINS: "1–0",
  RESULT_BLUE_WINS: "0–1",
  RESULT_DRAW: "½–½",
  RESULT_VOID: "void",
};

// A name in small letters, without its enum's prefix.
function plain(name: string, prefix: string): string {
  const end = name.startsWith(prefix) ? name.slice(prefix.length) : name;
  return end.toLowerCase().replaceAll("_", " ");
}

// The words for a reason. One of a newer server, which is not known here, is shown by its name.
export function reasonText(reason: Reason | undefined): string {
  return reason ? (REASON_WORDS[reason] ?? plain(reason, "REASON_")) : "";
}

export function resultText(result: Result | undefined): string {
  return result ? (RESULT_WORDS[result] ?? plain(result, "RESULT_")) : "";
}

// The result as tables show it: 1–0, ½–½.
export function scoreText(result: Result | undefined): string {
  return result ? (SCORES[result] ?? "") : "";
}

const PIECE_WORDS = [
  "unknown",
  "Spy",
  "Scout",
  "Miner",
  "Sergeant",
  "Lieutenant",
  "Captain",
  "Major",
  "Colonel",
  "General",
  "Marshal",
  "Bomb",
  "Flag",
  "Spotter",
];
const PIECE_SYMBOLS = ["", "S", "2", "3", "4", "5", "6", "7", "8", "9", "10", "B", "F", "P"];

// The number of a piece type; 0 for one that is not known.
export function pieceNumber(type: PieceType | undefined): number {
  return Math.max(0, PIECE_TYPES.indexOf(type ?? "PIECE_TYPE_UNSPECIFIED"));
}

export function pieceText(type: number, ruleset = ""): string {
  if (ruleset === "cards" && type === 10) return "Field Marshal";
  return PIECE_WORDS[type] ?? "unknown";
}

// How ranks are written: as messages have them, or with the Marshal as 1 and the Scout as 9 (R1.7).
export type Ranks = "high-is-10" | "high-is-1";

// The sign on a piece: its rank, or a letter.
export function pieceSymbol(type: number, ranks: Ranks = "high-is-10"): string {
  return ranks === "high-is-1" && type >= 2 && type <= 10 ? String(11 - type) : (PIECE_SYMBOLS[type] ?? "");
}

const ROLE_STRENGTHS = ["", "9", "8", "7", "6", "5", "4", "3", "A", "E", "T"];

export function roleNumber(role: Role | undefined): number {
  return Math.max(0, ROLES.indexOf(role ?? "ROLE_UNSPECIFIED"));
}

export function roleText(role: number): string {
  const name = plain(ROLES[role] ?? "", "ROLE_");
  return role > 0 && name ? name[0]!.toUpperCase() + name.slice(1) : "unknown";
}

// The sign on a player: its strength, or a letter.
export function roleSymbol(role: number): string {
  return ROLE_STRENGTHS[role] ?? "";
}

// Whether what its games tell about hidden pieces is counted: it is in the classic board games.
export function hasBits(ruleset: string): boolean {
  return ["classic", "battle", "duel", "barrage"].includes(ruleset);
}

// Whether an army is set up on a board in it.
export function hasSetUps(ruleset: string): boolean {
  return ruleset !== "cards" && ruleset !== "gogo";
}

export function stateText(state: string | undefined): string {
  return plain(state ?? "", "STATE_");
}

// Whether a server plays the tournament, or will without anybody's wish.
export function isUnderWay(state: Tournament_State | undefined): boolean {
  return state === "STATE_RUNNING" || state === "STATE_QUEUED" || state === "STATE_SCHEDULED";
}

export function formatText(format: string | undefined): string {
  const name = plain(format ?? "", "FORMAT_");
  return { "": "round robin", unspecified: "round robin", sprt: "SPRT", tune: "tuning", swiss: "Swiss" }[name] ?? name;
}

// The files of a board, from Red's left.
export const FILES = "abcdefghij";

// A square as people write it: a1 is 0, j10 is 99.
export function squareText(square: number): string {
  return FILES[square % 10] + String(Math.floor(square / 10) + 1);
}

// The number of a ply: 100·from + to.
export function plyNumber({ from = 0, to = 0 }: Ply = {}): number {
  return 100 * from + to;
}

// A ply as people write it, from the number 100·from + to.
export function plyText(ply: number): string {
  return `${squareText(Math.floor(ply / 100))}–${squareText(ply % 100)}`;
}

// Why a ply is barred, by the numbers in BoardReplay.barred.
export const BARS = [
  "",
  "R3.2, two squares: the same piece may not cross this boundary again",
  "R4.6, chase: this would repeat a position of the chase",
  "R4.8, chase: this piece may not be threatened again",
  "R3.6, two squares: this piece has to rest for a turn",
];

// How a type became public, by BoardReplay.Means.
export const MEANS = [
  "",
  "it attacked (R2.5)",
  "it was attacked (R2.5)",
  "it moved as only a Scout does (R2.4)",
  "a call of its movement (R6.3)",
  "a call of its attack (R6.4)",
  "a call of its defence (R6.6)",
  "it fell, or its bluffing opponent did (R6.4, R6.6)",
  "the Flag fell (R6.10)",
];

// The pool in which challenges of a ruleset with its default options are rated, apart from tournaments.
export function openPoolOf(ruleset: string): string {
  return `${ruleset}[open]`;
}

// Whether challenges are rated in a pool: `barrage[open]`, or `barrage[open,two_squares=2]`.
export function isOpenPool(pool: string): boolean {
  return /\[open[\],]/.test(pool);
}

// The bot that a player is: `mybot` for `mybot#2`, which is its second player where it plays against itself, and for
// `mybot#3` and so on, where it is tuned.
export function entryOf(player: string): string {
  return player.replace(/#([2-9]|[1-9][0-9]+)$/, "");
}
