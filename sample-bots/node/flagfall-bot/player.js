// What a bot author writes.

import { readFileSync } from "node:fs";
import { BluffingState } from "./bluffing.js";
import { Side, randomSetUp } from "./board.js";
import { DecisionKind } from "./game.js";
import { GameState } from "./game-state.js";
import { randomAction } from "./random-action.js";

// Returned to give the game up.
export const RESIGNATION = Object.freeze({ resigns: true });

// The name, version and rulesets of a bot.json.
export function infoOfManifest(path) {
  const { name, version, rulesets } = JSON.parse(readFileSync(path, "utf8"));
  return { name, version, rulesets };
}

// The clocks at a decision, in seconds.
export class TimeLeft {
  // waited: for how many seconds the decision has waited for the bot's other games; the own clock has run meanwhile.
  constructor(started, decision, waited = 0) {
    const [red, blue] = [decision.redClockMicros / 1e6, decision.blueClockMicros / 1e6];
    // During set-up: for the set-up.
    [this.own, this.opponent] = started.side === Side.RED ? [red, blue] : [blue, red];
    this.own = Math.max(0, this.own - waited);
    // Added after each ply.
    this.increment = (started.timeControl?.incrementMicros ?? 0) / 1e6;
    // When above 0 each ply has this time for itself, and `own` is that time.
    this.perPly = (started.timeControl?.perPlyMicros ?? 0) / 1e6;
  }

  // Seconds to think that a game of any length can afford.
  budget(share = 1 / 40) {
    const usable = Math.max(0, this.own - 0.02);
    return this.perPly ? usable / 2 : Math.min(this.increment + usable * share, usable / 4);
  }
}

// Plays one game. The SDK makes one player for each game. Whatever chooses may return a promise: the other games go on
// meanwhile.
export class Player {
  constructor(started, options) {
    this.options = options;
    this.random = options.randomFor(started);
  }

  // Any decision of any ruleset; what the SDK calls. By default one of the functions below answers it.
  choose(game, kind, time) {
    if (game instanceof GameState && kind === DecisionKind.SET_UP) return this.chooseSetUp(game, time);
    if (game instanceof GameState && !(game instanceof BluffingState)) return this.choosePly(game, time);
    return this.chooseAction(game, kind, time);
  }

  // Board games and `bluffing`: a Map of the whole army, by square; by default at random.
  chooseSetUp(game, _time) {
    return randomSetUp(game, this.random);
  }

  // Board games: one of game.legalPlies; or {ply, comment, offersDraw}, or RESIGNATION.
  choosePly(game, _time) {
    return this.random.choice(game.legalPlies);
  }

  // Any other decision: one of game.legalActions, or what bluffing, cards and gogo make; or {action, comment, offersDraw},
  // or RESIGNATION. By default one at random.
  chooseAction(game, kind, _time) {
    return randomAction(game, kind, this.random);
  }

  // These events have just been applied to `game`; called before the next decision. When the stream had been broken they
  // are all events since the game began, once more, and `game` is a new object.
  onEvents(_game, _events) {}

  // The opponent offers a draw.
  acceptsDraw(_game) {
    return false;
  }

  // The action chosen was illegal and may be mended, as some tournaments allow; `choose` is called again.
  onIllegal(_game, _error) {}

  // The game has ended.
  onGameOver(_game, _over) {}
}
