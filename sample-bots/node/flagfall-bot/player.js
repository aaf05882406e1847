// The class that a bot author writes, and what it is given.

import { readFileSync } from "node:fs";
import { BluffingState } from "./bluffing.js";
import { Side, randomSetUp } from "./board.js";
import { DecisionKind } from "./game.js";
import { GameState } from "./game-state.js";
import { randomAction } from "./random-action.js";

// The answer that gives the game up.
export const RESIGNATION = Object.freeze({ resigns: true });

function parsed(path) {
  const text = readFileSync(path, "utf8");
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${path} is not JSON: ${error.message}`);
  }
}

// The name, version and rulesets of a bot.json. Throws where it cannot be read or lacks one of them; a bot needs no version.
export function infoOfManifest(path) {
  const { name, version = "", rulesets } = parsed(path);
  for (const [field, value] of Object.entries({ name, rulesets })) {
    if (value === undefined) throw new Error(`${path} has no "${field}"`);
  }
  return { name, version, rulesets };
}

// The clocks at a decision, in seconds.
export class TimeLeft {
  // waited: the seconds that the decision has waited for the bot's other games, during which the own clock has run.
  constructor(started, decision, waited = 0) {
    const [red, blue] = [decision.redClockMicros / 1e6, decision.blueClockMicros / 1e6];
    // The player's time; during set-up, the time for the set-up.
    [this.own, this.opponent] = started.side === Side.RED ? [red, blue] : [blue, red];
    this.own = Math.max(0, this.own - waited);
    // The increment, which is added after each ply.
    this.increment = (started.timeControl?.incrementMicros ?? 0) / 1e6;
    // If above 0, each ply has this time for itself, and `own` is that time.
    this.perPly = (started.timeControl?.perPlyMicros ?? 0) / 1e6;
  }

  // The seconds that a player can spend on each ply in a game of any length.
  budget(share = 1 / 40) {
    const usable = Math.max(0, this.own - 0.02);
    return this.perPly ? usable / 2 : Math.min(this.increment + usable * share, usable / 4);
  }
}

// Plays one game. The SDK makes one player for each game. Each function that chooses may return a promise; the other games
// go on meanwhile.
export class Player {
  constructor(started, options) {
    this.options = options;
    this.random = options.randomFor(started);
  }

  // Answers any decision of any ruleset. The SDK calls this; by default it calls one of the functions below.
  choose(game, kind, time) {
    if (game instanceof GameState && kind === DecisionKind.SET_UP) return this.chooseSetUp(game, time);
    if (game instanceof GameState && !(game instanceof BluffingState)) return this.choosePly(game, time);
    return this.chooseAction(game, kind, time);
  }

  // Board games and `bluffing`: returns a Map of the army by square; by default at random.
  chooseSetUp(game, _time) {
    return randomSetUp(game, this.random);
  }

  // Board games: returns one of game.legalPlies, {ply, comment, offersDraw, beliefs}, or RESIGNATION.
  choosePly(game, _time) {
    return this.random.choice(game.legalPlies);
  }

  // Other decisions: returns one of game.legalActions, an action of the modules bluffing, cards and gogo,
  // {action, comment, offersDraw}, or RESIGNATION. By default a random action.
  chooseAction(game, kind, _time) {
    return randomAction(game, kind, this.random);
  }

  // Called before the next decision, when these events have just been applied to `game`. After a break of the stream these
  // are all events since the game's beginning, and `game` is a new object.
  onEvents(_game, _events) {}

  // The opponent offers a draw. Returns whether the player accepts.
  acceptsDraw(_game) {
    return false;
  }

  // The chosen action was illegal, and the tournament allows another try: `choose` will be called again.
  onIllegal(_game, _error) {}

  // The game has ended.
  onGameOver(_game, _over) {}
}
