// The names of enums in the order of their numbers, and the words that people read for them.

export const PIECE_TYPES = [
  "",
  "PIECE_TYPE_SPY",
  "PIECE_TYPE_SCOUT",
  "PIECE_TYPE_MINER",
  "PIECE_TYPE_SERGEANT",
  "PIECE_TYPE_LIEUTENANT",
  "PIECE_TYPE_CAPTAIN",
  "PIECE_TYPE_MAJOR",
  "PIECE_TYPE_COLONEL",
  "PIECE_TYPE_GENERAL",
  "PIECE_TYPE_MARSHAL",
  "PIECE_TYPE_BOMB",
  "PIECE_TYPE_FLAG",
  "PIECE_TYPE_SPOTTER",
] as const;

export const ROLES = [
  "",
  "ROLE_MONARCH",
  "ROLE_PEER",
  "ROLE_MERCHANT",
  "ROLE_SOLDIER",
  "ROLE_BLACKSMITH",
  "ROLE_WORKER",
  "ROLE_CONSCRIPT",
  "ROLE_ASSASSIN",
  "ROLE_ENGINEER",
  "ROLE_TRAP",
] as const;

export const RESULTS: readonly string[] = ["", "RESULT_RED_WINS", "RESULT_BLUE_WINS", "RESULT_DRAW", "RESULT_VOID"];

export const REASONS: readonly string[] = [
  "",
  "REASON_FLAG_CAPTURED",
  "REASON_NO_LEGAL_PLY",
  "REASON_BOTH_IMMOBILE",
  "REASON_OUT_OF_TIME",
  "REASON_ILLEGAL_ACTION",
  "REASON_DISCONNECTED",
  "REASON_RESIGNED",
  "REASON_DRAW_AGREED",
  "REASON_ADJUDICATED_MAX_PLIES",
  "REASON_ADJUDICATED_NO_CAPTURE",
  "REASON_FORFEIT_NO_SHOW",
  "REASON_ABORTED_BY_HOST",
  "REASON_HOST_LATE",
  "REASON_SLOW_READER",
  "REASON_MAX_TICKS",
];

const REASON_WORDS: Record<string, string> = {
  FLAG_CAPTURED: "Flag captured",
  NO_LEGAL_PLY: "no legal ply",
  BOTH_IMMOBILE: "both immobile",
  OUT_OF_TIME: "out of time",
  ILLEGAL_ACTION: "illegal action",
  DISCONNECTED: "disconnected",
  RESIGNED: "resigned",
  DRAW_AGREED: "draw agreed",
  ADJUDICATED_MAX_PLIES: "adjudicated: maximum of plies",
  ADJUDICATED_NO_CAPTURE: "adjudicated: no capture",
  FORFEIT_NO_SHOW: "no show",
  ABORTED_BY_HOST: "aborted by the host",
  HOST_LATE: "host was late",
  SLOW_READER: "read too slowly",
  MAX_TICKS: "maximum of ticks",
};

// Of a name that is not known here (a newer server's) the name itself, in small letters.
function plain(name: string, prefix: string): string {
  const end = name.startsWith(prefix) ? name.slice(prefix.length) : name;
  return end.toLowerCase().replaceAll("_", " ");
}

export function reasonText(reason: string | undefined): string {
  if (!reason) return "";
  return REASON_WORDS[reason.replace(/^REASON_/, "")] ?? plain(reason, "REASON_");
}

export function resultText(result: string | undefined): string {
  return result
    ? ({ RESULT_RED_WINS: "Red wins", RESULT_BLUE_WINS: "Blue wins", RESULT_DRAW: "draw", RESULT_VOID: "void" }[
        result
      ] ?? plain(result, "RESULT_"))
    : "";
}

// As in tables: 1–0, ½–½.
export function scoreText(result: string | undefined): string {
  return result
    ? ({ RESULT_RED_WINS: "1–0", RESULT_BLUE_WINS: "0–1", RESULT_DRAW: "½–½", RESULT_VOID: "void" }[result] ?? "")
    : "";
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
export function pieceNumber(name: string | undefined): number {
  return Math.max(0, (PIECE_TYPES as readonly string[]).indexOf(name ?? ""));
}

export function pieceText(type: number, ruleset = ""): string {
  if (ruleset === "cards" && type === 10) return "Field Marshal";
  return PIECE_WORDS[type] ?? "unknown";
}

// What stands on a piece: its rank, or a letter.
export function pieceSymbol(type: number): string {
  return PIECE_SYMBOLS[type] ?? "";
}

const ROLE_STRENGTHS = ["", "9", "8", "7", "6", "5", "4", "3", "A", "E", "T"];

export function roleNumber(name: string | undefined): number {
  return Math.max(0, (ROLES as readonly string[]).indexOf(name ?? ""));
}

export function roleText(role: number): string {
  const name = plain(ROLES[role] ?? "", "ROLE_");
  return name ? name[0]!.toUpperCase() + name.slice(1) : "unknown";
}

// What stands on a player: the strength, or a letter.
export function roleSymbol(role: number): string {
  return ROLE_STRENGTHS[role] ?? "";
}

export function stateText(state: string | undefined): string {
  return plain(state ?? "", "STATE_");
}

export function formatText(format: string | undefined): string {
  const name = plain(format ?? "", "FORMAT_");
  return { "": "round robin", unspecified: "round robin", sprt: "SPRT", swiss: "Swiss" }[name] ?? name;
}

// A square as people write it: a1 is 0, j10 is 99.
export function squareText(square: number): string {
  return "abcdefghij"[square % 10] + String(Math.floor(square / 10) + 1);
}

// Of 100·from + to.
export function plyText(ply: number): string {
  return `${squareText(Math.floor(ply / 100))}–${squareText(ply % 100)}`;
}

const CLAUSES: Record<string, string> = {
  "R3.2": "two squares: the same piece may not cross this boundary again",
  "R4.6": "chase: this would repeat a position of the chase",
  "R4.8": "chase: this piece may not be threatened again",
};
export const BARS = ["", "R3.2", "R4.6", "R4.8"];

export function clauseText(clause: string): string {
  return CLAUSES[clause] ?? "";
}

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
