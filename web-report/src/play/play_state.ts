// What somebody who plays knows of a game: the referee's messages, put together. No rule of the game is known here: what may be
// played stands in the messages.
import type {
  Action,
  CardsView,
  DecisionKind,
  DecisionRequired,
  Event,
  GameOver,
  GameStarted,
  PieceView,
  Ply,
  PlayResponse,
  View,
} from "../data/messages";
import { pieceNumber, pieceText, plyNumber, squareText } from "../data/words";
import type { BoardPiece } from "../replay/board";
import { changedCards } from "../replay/cards";
import { colorOf, type Color } from "../replay/observer";
import { bluffingOf, NO_BLUFFING, withBluffingEvent, type Bluffing } from "./bluffing";
import { fieldOf, withFieldEvents, type FieldNow } from "./field_state";

interface OpenDecision {
  number: number;
  kind: DecisionKind;
  // All that may be played, where that can be listed.
  legal: readonly Action[];
}

export interface PlayGame {
  started: GameStarted;
  side: Color;
  pieces: readonly BoardPiece[];
  plyCount: number;
  // 100·from + to; 0 before the first.
  lastPly: number;
  // The origins of the pieces that met in the last ply; null where none did.
  battle: { attacker: number; defender: number } | null;
  bluffing: Bluffing;
  // Of `cards`, as the player may know it; null in other games.
  cards: CardsView | null;
  // Of `gogo`; null in other games.
  field: FieldNow | null;
  decision: OpenDecision | null;
  // In milliseconds, as the referee last said them; NaN before.
  clocks: Record<Color, number>;
  isDrawOffered: boolean;
  over: GameOver | null;
  // Why the referee did not take what the player did; empty where it did.
  refusal: string;
}

function pieceOf(view: PieceView): BoardPiece {
  return {
    origin: view.origin ?? 0,
    side: colorOf(view.owner),
    square: view.square ?? 0,
    type: pieceNumber(view.type),
    hasMoved: view.has_moved ?? false,
    isPublic: view.is_revealed ?? false,
    isRemoved: view.removal !== undefined,
  };
}

function withView(game: PlayGame, view: View | undefined): PlayGame {
  if (view?.cards) return { ...game, cards: view.cards };
  if (view?.gogo) return { ...game, field: { ...(game.field ?? fieldOf(view.gogo)), view: view.gogo } };
  const board = view?.board ?? view?.bluffing?.board;
  if (!board) return game;
  const lastPly = plyNumber(board.last_ply);
  const bluffing = view?.bluffing ? bluffingOf(view.bluffing) : game.bluffing;
  return { ...game, pieces: (board.pieces ?? []).map(pieceOf), plyCount: board.ply_count ?? 0, lastPly, bluffing };
}

function withPiece(game: PlayGame, origin: number, change: Partial<BoardPiece>): PlayGame {
  const pieces = game.pieces.map((piece) => (piece.origin === origin ? { ...piece, ...change } : piece));
  return { ...game, pieces };
}

function withEvent(game: PlayGame, event: Event): PlayGame {
  if (event.cards) return { ...game, cards: changedCards(game.cards ?? {}, event.cards) };
  const { pieces_placed: placed, ply_made: made, piece_revealed: revealed, piece_removed: removed } = event;
  if (placed) {
    const known = new Map(game.pieces.map((piece) => [piece.origin, piece]));
    for (const view of placed.pieces ?? []) known.set(view.origin ?? 0, pieceOf(view));
    return { ...game, pieces: [...known.values()] };
  }
  if (made) {
    const [from, to] = [made.from ?? 0, made.to ?? 0];
    const moved = game.pieces.find((piece) => !piece.isRemoved && piece.square === from);
    const met = game.pieces.find((piece) => !piece.isRemoved && piece.square === to);
    const battle = moved && met ? { attacker: moved.origin, defender: met.origin } : null;
    const bluffing = { ...game.bluffing, contest: null };
    const next = { ...game, plyCount: made.number ?? 0, lastPly: plyNumber(made), battle, bluffing };
    return moved ? withPiece(next, moved.origin, { square: to, hasMoved: true }) : next;
  }
  if (revealed) {
    return withPiece(game, revealed.origin ?? 0, { type: pieceNumber(revealed.type), isPublic: true });
  }
  const back = event.bluffing?.ply_taken_back;
  if (back) {
    const square = Math.floor(game.lastPly / 100);
    return withPiece(game, back.origin ?? 0, { square, hasMoved: back.has_moved ?? false });
  }
  if (event.bluffing) return { ...game, bluffing: withBluffingEvent(game.bluffing, event.bluffing) };
  if (removed) return withPiece(game, removed.origin ?? 0, { isRemoved: true });
  return game;
}

function withEvents(game: PlayGame, events: readonly Event[] | undefined): PlayGame {
  const next = (events ?? []).reduce(withEvent, game);
  return next.field ? { ...next, field: withFieldEvents(next.field, events ?? []) } : next;
}

const milliseconds = (micros: string | undefined) => Number(micros ?? 0) / 1000;

function withDecision(game: PlayGame, decision: DecisionRequired): PlayGame {
  return {
    ...withEvents(game, decision.events),
    decision: {
      number: decision.decision ?? 0,
      kind: decision.kind ?? "DECISION_KIND_UNSPECIFIED",
      legal: decision.legal_actions ?? [],
    },
    clocks: { red: milliseconds(decision.red_clock_micros), blue: milliseconds(decision.blue_clock_micros) },
    refusal: "",
  };
}

function newGame(started: GameStarted): PlayGame {
  const game: PlayGame = {
    started,
    side: colorOf(started.side),
    pieces: [],
    plyCount: 0,
    lastPly: 0,
    battle: null,
    bluffing: NO_BLUFFING,
    cards: null,
    field: null,
    decision: null,
    clocks: { red: NaN, blue: NaN },
    isDrawOffered: false,
    over: null,
    refusal: "",
  };
  return withView(game, started.view);
}

// The game after a message; null before the first, and when the player has come anew, which is when all that it was told before
// is told again.
export function heard(game: PlayGame | null, message: PlayResponse): PlayGame | null {
  if (message.welcome) return null;
  if (message.game_started) return newGame(message.game_started);
  if (message.game_resumed) {
    const { game_started: started, view, decision_required: decision } = message.game_resumed;
    const resumed = withView(newGame(started ?? {}), view);
    return decision ? withDecision(resumed, decision) : resumed;
  }
  if (!game) return null;
  if (message.decision_required) return withDecision(game, message.decision_required);
  if (message.events_occurred) return withEvents(game, message.events_occurred.events);
  if (message.draw_offered) return { ...game, isDrawOffered: true };
  if (message.game_over) {
    const told = withEvents(game, message.game_over.events);
    return { ...withView(told, message.game_over.view), decision: null, isDrawOffered: false, over: message.game_over };
  }
  if (message.game_error) return { ...game, refusal: message.game_error.message ?? "The referee did not take that." };
  return game;
}

// The game once the player's answer is on its way: nothing is open any more.
export function answered(game: PlayGame): PlayGame {
  const field = game.field && { ...game.field, said: "" };
  return { ...game, field, decision: null, isDrawOffered: false, refusal: "" };
}

// The game that a page shows. `before` is the game as it was before the player's answer, until the referee says more.
export interface Shown {
  game: PlayGame | null;
  before: PlayGame | null;
}

// What changes it: a message, an answer that is sent, or an answer that did not arrive.
export type Word = { message: PlayResponse } | { is: "answered" | "not sent" };

// An answer that did not arrive leaves the decision open, or nobody could answer any more: the referee has said nothing anew.
export function shownAfter({ game, before }: Shown, word: Word): Shown {
  if (!("message" in word)) {
    if (word.is === "answered") return { game: game && answered(game), before: game };
    return { game: before ?? game, before: null };
  }
  const { message } = word;
  // It has come whether or not the answer did.
  const isBeside = message.draw_offered !== undefined;
  return { game: heard(game, message), before: isBeside ? before && heard(before, message) : null };
}

// What came of the last ply's attack; empty where it was none.
export function battleText(game: PlayGame): string {
  const { battle } = game;
  const attacker = game.pieces.find((piece) => piece.origin === battle?.attacker);
  const defender = game.pieces.find((piece) => piece.origin === battle?.defender);
  if (!attacker || !defender) return "";
  const name = ({ side, type }: BoardPiece) =>
    `${side === game.side ? "your" : "a"} ${type === 0 ? "piece" : pieceText(type)}`;
  const met = `${name(attacker)} attacked ${name(defender)} on ${squareText(game.lastPly % 100)}`;
  const end = !attacker.isRemoved ? " and has won" : defender.isRemoved ? ": both are lost" : " and is lost";
  return `${met[0]!.toUpperCase()}${met.slice(1)}${end}.`;
}

// The types that a side has lost, the strongest first.
export function lostBy(game: PlayGame, side: Color): number[] {
  return game.pieces
    .filter((piece) => piece.side === side && piece.isRemoved)
    .map((piece) => piece.type)
    .sort((a, b) => b - a);
}

// The ply of an action; undefined where it is none.
function plyIn({ ply, bluffing }: Action): Ply | undefined {
  return ply ?? bluffing?.ply ?? bluffing?.attack?.ply;
}

// The squares to which the piece on `from` may go, by the plies that are listed.
export function targetsOf(decision: OpenDecision | null, from: number): number[] {
  const targets = (decision?.legal ?? []).flatMap((action) => {
    const ply = plyIn(action);
    return ply && (ply.from ?? 0) === from ? [ply.to ?? 0] : [];
  });
  return [...new Set(targets)];
}

// The actions that are this ply: several where something may be claimed with it.
export function actionsOf(decision: OpenDecision | null, from: number, to: number): Action[] {
  return (decision?.legal ?? []).filter((action) => {
    const ply = plyIn(action);
    return ply !== undefined && (ply.from ?? 0) === from && (ply.to ?? 0) === to;
  });
}

// Why the piece on a square cannot be taken up, in words; empty where there is nothing to say.
export function idleText(game: PlayGame, square: number): string {
  const piece = game.pieces.find((one) => !one.isRemoved && one.square === square);
  if (game.over || piece?.side !== game.side) return "";
  if (game.decision?.kind !== "DECISION_KIND_PLY") {
    return game.decision
      ? "Answer your opponent first; then it goes on."
      : "Your opponent thinks: wait for your turn. There is no premove.";
  }
  return `Your ${pieceText(piece.type)} on ${squareText(square)} has nowhere to go.`;
}
