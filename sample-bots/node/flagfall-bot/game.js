// What the games of all rulesets have in common.

// What a decision asks for. game.proto says which ruleset has which kinds.
export const DecisionKind = Object.freeze({
  SET_UP: 1,
  PLY: 2,
  DEFENCE: 3,
  CALL: 4,
  TURN: 5,
  FILL: 6,
  FRONT_LINE: 7,
  STEPS: 8,
  CHALLENGE: 9,
  BLOCK: 10,
  BASES: 11,
});

// All that a player knows of its game. Each ruleset adds to it: see newGame in game-table.js.
export class Game {
  constructor(started) {
    // Game id, ruleset with options, opponent's name, time control, and the view at the game's beginning.
    this.started = started;
    this.side = started.side;
    // The ruleset's id, as in "classic".
    this.ruleset = started.ruleset.id;
    // The options of the ruleset, by name.
    this.options = Object.fromEntries(started.ruleset.options.map(({ name, value }) => [name, value]));
    // What the open decision asks for, or what the last one did.
    this.kind = null;
    // The legal actions at this decision; empty when they cannot be listed, as for a set-up.
    this.legalActions = [];
    // How the game ended; null while it is on.
    this.outcome = null;
  }

  // Notes that a decision is open.
  ask(kind, legalActions) {
    this.kind = kind;
    this.legalActions = legalActions;
  }

  // Applies the referee's events. Throws an Error for an event that contradicts what is known. An event without content is
  // of a kind of a later version of the referee, and is passed over.
  apply(events) {
    for (const event of events) if (event.kind) this.follow(event);
  }

  follow(event) {
    throw new Error(`an event of a kind that this SDK does not know: ${event.kind}`);
  }
}
