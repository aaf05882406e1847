// The Node SDK of Flagfall: write a Player, call run(), and play.
//
//     import { Player, run } from "flagfall-bot";
//
//     class MyPlayer extends Player {
//       choosePly(game, time) {
//         return this.random.choice(game.legalPlies);
//       }
//     }
//
//     run(MyPlayer);
//
// That is enough for board games. The modules bluffing, cards and gogo have the knowledge and actions of those rulesets. The
// guide is sample-bots/README.md; index.d.ts documents everything.

export * as bluffing from "./bluffing.js";
export * as cards from "./cards.js";
export * as gogo from "./gogo.js";
export { BluffCall, BluffingState } from "./bluffing.js";
export {
  AttackResult,
  PieceType,
  Side,
  armyOf,
  attack,
  distance,
  fileOf,
  isMovable,
  neighbours,
  opponentOf,
  randomSetUp,
  rowOf,
  setUpAction,
  squareName,
  zoneOf,
} from "./board.js";
export { CardsState } from "./cards.js";
export { parseAddress } from "./address.js";
export { DecisionKind, Game } from "./game.js";
export { GameState } from "./game-state.js";
export { GameTable, newGame } from "./game-table.js";
export { GogoState, Role } from "./gogo.js";
export { Options } from "./options.js";
export { Player, RESIGNATION, TimeLeft } from "./player.js";
export { Random } from "./random.js";
export { randomAction } from "./random-action.js";
export { run } from "./run.js";
