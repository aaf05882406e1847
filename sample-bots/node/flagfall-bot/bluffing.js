// `bluffing` (R6): what a player knows of its game, and the actions.

import { PieceType, Side, fileOf, isMovable, neighbours, rowOf } from "./board.js";
import { DecisionKind } from "./game.js";
import { GameState } from "./game-state.js";

// The types that may be claimed for an attacker (R6.2) and declared for an attacked piece (R6.5; only the Flag as Flag).
export const ATTACK_CLAIMS = Object.values(PieceType).filter(isMovable);
export const DECLARATIONS = [...ATTACK_CLAIMS, PieceType.BOMB];

// What a player calls, because it does not believe it.
export const BluffCall = Object.freeze({ MOVEMENT: 1, ATTACK: 2, DEFENCE: 3 });

// PLY: a ply to an empty square.
export const ply = (move) => ({ bluffing: { ply: move } });
// PLY: an attack on an opposing piece, with the type claimed for the attacker and the tokens spent (R6.2).
export const attack = (move, claim, tokens = 0) => ({ bluffing: { attack: { ply: move, claim, tokens } } });
// Calls, at PLY, the movement before (R6.3); at DEFENCE, the movement or the attack (R6.4); at CALL, the defence (R6.6).
export const call = (doubted) => ({ bluffing: { call: doubted } });
// DEFENCE: declares the type of the attacked piece (R6.5).
export const declare = (type) => ({ bluffing: { declaration: type } });
// CALL: does not call the defence (R6.6).
export const letStand = () => ({ bluffing: { letStand: {} } });

const directionOf = ({ from, to }) => `${Math.sign(fileOf(to) - fileOf(from))} ${Math.sign(rowOf(to) - rowOf(from))}`;

// All that a player knows of its game of `bluffing`.
export class BluffingState extends GameState {
  constructor(started) {
    super(started);
    // Attack tokens, by side.
    this.tokens = { [Side.RED]: 0, [Side.BLUE]: 0 };
    // The attack that is still open: {attack, attacker, target, isMovementCalled, isAttackCalled, declaration};
    // attacker and target are origins. Null when there is none.
    this.contest = null;
    // Whether the player to move may call the movement of the last ply.
    this.mayCallMovement = false;
    this.lastCall = null;
    // At a decision, the legal attacks on opposing pieces; legalPlies go to empty squares. If there are so many tokens
    // that legalActions are not listed, legalPlies is empty, and these are attacks that are surely legal.
    this.legalAttacks = [];
  }

  ask(kind, legalActions) {
    super.ask(kind, legalActions);
    const told = legalActions.map((action) => action.bluffing);
    this.legalPlies = told.filter((action) => action.ply).map((action) => action.ply);
    // legal_actions has each attack with every claim and every number of tokens.
    const attacks = told.filter((action) => action.attack).map(({ attack: { ply } }) => [`${ply.from} ${ply.to}`, ply]);
    this.legalAttacks =
      told.length || kind !== DecisionKind.PLY ? [...new Map(attacks).values()] : this.#surelyLegalAttacks();
  }

  // Attacks on the nearest pieces along rows and files (R6.1), including those that R3 bars.
  attacksFrom(square) {
    const attacks = [];
    for (const step of [1, -1, 10, -10]) {
      let at = square;
      while (neighbours(at).includes(at + step)) {
        at += step;
        const target = this.at(at);
        if (!target) continue;
        if (target.owner !== this.at(square)?.owner) attacks.push({ from: square, to: at });
        break;
      }
    }
    return attacks;
  }

  // Attacks for the case that tokens allow so many attacks that the referee does not list them: the attacks that do not go
  // back the way the piece came, since R3 bars only such; or all if none does.
  #surelyLegalAttacks() {
    const cameFrom = new Map(this.plies.map(({ from, to }) => [to, from]));
    const attacks = this.ownPieces().flatMap((piece) => this.attacksFrom(piece.square));
    const sure = attacks.filter(
      (made) => directionOf(made) !== directionOf({ from: made.from, to: cameFrom.get(made.from) ?? made.from }),
    );
    return sure.length ? sure : attacks;
  }

  follow(event) {
    if (event.kind === "bluffing") return this.#hear(event.bluffing);
    super.follow(event);
    if (event.kind === "plyMade") {
      this.mayCallMovement = this.contest === null;
      this.contest = null;
    }
    return undefined;
  }

  #hear(event) {
    switch (event.kind) {
      case "attack":
        return this.#openContest(event.attack);
      case "call":
        return this.#noteCall(event.call);
      case "declaration":
        if (!this.contest) throw new Error("an event declares what an attacked piece is, and none is attacked");
        this.contest.declaration = event.declaration;
        return undefined;
      case "plyTakenBack":
        this.mayCallMovement = false;
        return this.takeBack(event.plyTakenBack.origin, event.plyTakenBack.hasMoved);
      case "piece":
        return Object.assign(this.piece(event.piece.origin), {
          claim: event.piece.claim || null,
          possibleTypes: event.piece.possibleTypes,
        });
      case "tokens":
        this.tokens = { [Side.RED]: event.tokens.red, [Side.BLUE]: event.tokens.blue };
        return undefined;
      default:
        // Another kind comes from a later version of the referee.
        return undefined;
    }
  }

  #openContest(claimed) {
    const [attacker, target] = [this.at(claimed.ply.from), this.at(claimed.ply.to)];
    if (!attacker || !target)
      throw new Error(`an attack goes from ${claimed.ply.from} to ${claimed.ply.to}, and one of the squares is empty`);
    this.contest = {
      attack: claimed,
      attacker: attacker.origin,
      target: target.origin,
      isMovementCalled: false,
      isAttackCalled: false,
      declaration: null,
    };
    this.mayCallMovement = false;
  }

  #noteCall(made) {
    this.lastCall = made;
    if (!this.contest) this.mayCallMovement = false;
    else if (made.call === BluffCall.MOVEMENT) this.contest.isMovementCalled = true;
    else if (made.call === BluffCall.ATTACK) this.contest.isAttackCalled = true;
  }
}
