// What a player knows of a board game, built only from the events.

import { Side, armyOf, isMovable, opponentOf } from "./board.js";
import { Game } from "./game.js";

// A piece as the player knows it. Its `origin`, the square where it stood at first, names it for the whole game.
class Piece {
  constructor(view) {
    this.origin = view.origin;
    this.owner = view.owner;
    this.square = view.square;
    // Null while the player does not know the type.
    this.type = view.type || null;
    this.hasMoved = view.hasMoved;
    // Whether both players know its type.
    this.isRevealed = view.isRevealed;
    // The number of the ply that removed it; null while it is on the board.
    this.removedByPly = null;
    // `bluffing`: the type that its owner claimed last.
    this.claim = null;
    // `bluffing`: the types that calls have left possible; empty while all types are.
    this.possibleTypes = [];
  }

  get isOnBoard() {
    return this.removedByPly === null;
  }

  // Whether the piece may have a type that moves.
  get mayMove() {
    return this.type === null || isMovable(this.type);
  }
}

// All that a player knows of its board game: `classic`, `battle`, `duel`, `barrage`, and in part `bluffing`.
export class GameState extends Game {
  #bySquare = new Map();
  #mover = null;

  constructor(started) {
    super(started);
    // All pieces by origin, including removed ones.
    this.pieces = new Map();
    // All plies made, from the first: {from, to}.
    this.plies = [];
    // The side to move; null until both players have set up.
    this.sideToMove = null;
    // The legal plies at a decision.
    this.legalPlies = [];
  }

  // The piece on the square, or null.
  at(square) {
    return this.#bySquare.get(square) ?? null;
  }

  // The pieces on the board.
  ownPieces() {
    return [...this.#bySquare.values()].filter((piece) => piece.owner === this.side);
  }

  // The pieces on the board.
  opposingPieces() {
    return [...this.#bySquare.values()].filter((piece) => piece.owner !== this.side);
  }

  // The number of opposing pieces of each type that the player has not identified yet.
  hiddenCounts() {
    const counts = new Map();
    for (const type of armyOf(this.ruleset, this.options)) counts.set(type, (counts.get(type) ?? 0) + 1);
    for (const piece of this.pieces.values()) {
      if (piece.owner !== this.side && piece.type) counts.set(piece.type, counts.get(piece.type) - 1);
    }
    return new Map([...counts].filter(([, count]) => count > 0));
  }

  ask(kind, legalActions) {
    super.ask(kind, legalActions);
    this.legalPlies = legalActions.filter((action) => action.ply).map((action) => action.ply);
  }

  follow(event) {
    switch (event.kind) {
      case "piecesPlaced":
        return this.#place(event.piecesPlaced);
      case "plyMade":
        return this.#make(event.plyMade);
      case "pieceRevealed":
        return Object.assign(this.piece(event.pieceRevealed.origin), {
          type: event.pieceRevealed.type,
          isRevealed: true,
        });
      case "pieceRemoved":
        return this.#remove(event.pieceRemoved);
      default:
        return super.follow(event);
    }
  }

  // Returns the piece with this origin; throws an Error when there is none.
  piece(origin) {
    const piece = this.pieces.get(origin);
    if (!piece) throw new Error(`an event names the piece from ${origin}, and there is none`);
    return piece;
  }

  // Puts a piece back to where it came from, after its movement bluff was called.
  takeBack(origin, hasMoved) {
    const piece = this.piece(origin);
    if (this.at(piece.square) === piece) this.#bySquare.delete(piece.square);
    piece.square = this.plies.at(-1).from;
    piece.hasMoved = hasMoved;
    this.#bySquare.set(piece.square, piece);
  }

  #place({ pieces }) {
    for (const view of pieces) {
      const piece = new Piece(view);
      this.pieces.set(piece.origin, piece);
      this.#bySquare.set(piece.square, piece);
    }
    if (new Set([...this.pieces.values()].map((piece) => piece.owner)).size === 2) this.sideToMove = Side.RED;
  }

  #make({ number, from, to }) {
    const mover = this.#bySquare.get(from);
    if (!mover) throw new Error(`ply ${number} moves a piece from ${from}, where none stands`);
    this.#bySquare.delete(from);
    mover.square = to;
    mover.hasMoved = true;
    // The move is an attack. The events that follow remove the losers.
    if (!this.#bySquare.has(to)) this.#bySquare.set(to, mover);
    this.#mover = mover;
    this.sideToMove = opponentOf(mover.owner);
    this.plies.push({ from, to });
  }

  #remove({ origin, removal }) {
    const piece = this.piece(origin);
    piece.removedByPly = removal.ply;
    piece.square = removal.square;
    if (this.at(piece.square) === piece) this.#bySquare.delete(piece.square);
    const mover = this.#mover;
    if (mover?.isOnBoard && !this.#bySquare.has(mover.square)) this.#bySquare.set(mover.square, mover);
  }
}
