// The games of a bot: the referee's messages go in, and the bot's come out. It has no stream.

import { BluffingState } from "./bluffing.js";
import { setUpAction } from "./board.js";
import { CardsState } from "./cards.js";
import { GameState } from "./game-state.js";
import { GogoState } from "./gogo.js";
import { TimeLeft } from "./player.js";

const STATES = { bluffing: BluffingState, cards: CardsState, gogo: GogoState };
const ILLEGAL_ACTION = 3;
const NOT_ALLOWED = 5;

// Makes a player's knowledge at the game's beginning, by ruleset. It is a GameState for board games.
export const newGame = (started) => new (STATES[started.ruleset.id] ?? GameState)(started);

// Converts what a player may return to {action, comment, offersDraw, beliefs}.
function answerOf(choice) {
  if (choice instanceof Map) return { action: setUpAction(choice) };
  if (choice.from !== undefined) return { action: { ply: choice } };
  if (choice.ply) return { ...choice, action: { ply: choice.ply } };
  return choice.action ? choice : { action: choice };
}

const immediate = () => new Promise((resolve) => setImmediate(resolve));

const gameIdOf = (told) => told.gameStarted?.gameId ?? told.gameId;

// A game whose player has crashed, at the turn in place of a player's. It is resigned, or lost by an action without content
// where none may resign.
class GivenUp {
  #gameId;
  #why;
  // The last decision that was asked for; 0 before the first.
  #decision;
  #mayResign = true;

  constructor(gameId, error, decision) {
    this.#gameId = gameId;
    this.#why = `the player has crashed: ${error}`;
    this.#decision = decision;
  }

  answer(message, told, write) {
    const asked = message === "gameResumed" ? told.decisionRequired : told;
    if (message === "decisionRequired" || message === "gameResumed") this.#decision = asked?.decision ?? this.#decision;
    else if (message !== "gameError") return;
    else if (told.code === NOT_ALLOWED) this.#mayResign = false;
    else if (told.code !== ILLEGAL_ACTION) return;
    this.giveUp(write);
  }

  giveUp(write) {
    if (this.#mayResign) write({ resign: { gameId: this.#gameId } });
    else if (this.#decision)
      write({ act: { gameId: this.#gameId, decision: this.#decision, action: {}, comment: this.#why } });
  }
}

// Answers the referee's messages about games. A player that throws, or returns a promise that is rejected, loses its own game.
export class GameTable {
  #newPlayer;
  #options;
  #log;
  // By game id: {game, player, decision, arrived, turn}. `arrived` is when the decision came. `turn` is a promise for all
  // that was done so far, so that the messages of one game are handled one after the other, and those of others meanwhile.
  #seats = new Map();
  // The time since which players have used the thread, in milliseconds. Node reads nothing while a player computes, so a
  // message that it reads right afterwards may have come at any time since then.
  #computesSince = null;

  // newPlayer: a function of (gameStarted, options) that returns a Player.
  constructor(newPlayer, options, log = console.error) {
    this.#newPlayer = newPlayer;
    this.#options = options;
    this.#log = log;
  }

  // Answers a message by `write`. The promise resolves when that is done.
  on(response, write) {
    const told = response[response.message];
    const arrived = this.#computesSince ?? performance.now();
    switch (response.message) {
      case "gameStarted":
        this.#sit(told, write);
        return Promise.resolve();
      case "gameResumed":
        if (!this.#seats.has(told.gameStarted.gameId)) this.#sit(told.gameStarted, write);
        break;
      case "decisionRequired":
      case "eventsOccurred":
      case "drawOffered":
      case "gameOver":
      case "gameError":
        break;
      default:
        return Promise.resolve();
    }
    const seat = this.#seats.get(gameIdOf(told));
    if (!seat) {
      this.#log(`${gameIdOf(told)}: the referee speaks of a game that it had not started here`);
      return Promise.resolve();
    }
    if (response.message === "gameOver") this.#seats.delete(told.gameId);
    // Waits until all messages that have come by now have been read.
    seat.turn = seat.turn.then(immediate).then(() => {
      const now = performance.now();
      if (this.#computesSince === null) {
        this.#computesSince = now;
        // Runs in the next round of the event loop, after the messages that came meanwhile were read and before they are answered.
        setImmediate(() => (this.#computesSince = null));
      }
      return this.#answerOrGiveUp(seat, response.message, told, write, arrived);
    });
    return seat.turn;
  }

  #sit(started, write) {
    const seat = { game: null, player: null, givenUp: null, decision: null, arrived: 0, turn: Promise.resolve() };
    this.#seats.set(started.gameId, seat);
    try {
      seat.game = newGame(started);
      seat.player = this.#newPlayer(started, this.#options);
    } catch (error) {
      this.#giveUp(seat, started.gameId, error, write);
    }
  }

  async #answerOrGiveUp(seat, message, told, write, arrived) {
    if (seat.givenUp) {
      seat.givenUp.answer(message, told, write);
      return;
    }
    try {
      await this.#answer(seat, message, told, write, arrived);
    } catch (error) {
      if (message === "gameOver") this.#log(`${told.gameId}: the player has crashed after the game's end:`, error);
      else this.#giveUp(seat, gameIdOf(told), error, write);
    }
  }

  #giveUp(seat, gameId, error, write) {
    this.#log(`${gameId}: the player has crashed, and its game is given up:`, error);
    seat.givenUp = new GivenUp(gameId, error, seat.decision?.decision ?? 0);
    seat.givenUp.giveUp(write);
  }

  async #answer(seat, message, told, write, arrived) {
    switch (message) {
      case "gameResumed":
        // A player that is still there is kept; its knowledge of the game is built again.
        seat.game = newGame(told.gameStarted);
        await this.#apply(seat, told.events);
        if (told.decisionRequired) await this.#decide(seat, told.decisionRequired, write, arrived);
        return;
      case "decisionRequired":
        await this.#decide(seat, told, write, arrived);
        return;
      case "eventsOccurred":
        await this.#apply(seat, told.events);
        return;
      case "drawOffered":
        if (await seat.player.acceptsDraw(seat.game)) write({ acceptDraw: { gameId: told.gameId } });
        return;
      case "gameError":
        await this.#mend(seat, told, write);
        return;
      default:
        seat.game.outcome = told.outcome;
        await this.#apply(seat, told.events);
        await seat.player.onGameOver(seat.game, told);
    }
  }

  async #decide(seat, decision, write, arrived) {
    await this.#apply(seat, decision.events);
    seat.decision = decision;
    seat.arrived = arrived;
    await this.#ask(seat, decision, write);
  }

  async #mend(seat, error, write) {
    this.#log(`${error.gameId}: decision ${error.decision} was not accepted: ${error.message}`);
    if (error.code !== ILLEGAL_ACTION || seat.decision?.decision !== error.decision) return;
    await seat.player.onIllegal(seat.game, error);
    // The clock has been running since the decision came.
    await this.#ask(seat, seat.decision, write);
  }

  async #ask({ game, player, arrived }, { gameId, decision, kind, legalActions, ...rest }, write) {
    game.ask(kind, legalActions);
    const waited = (performance.now() - arrived) / 1000;
    const choice = await player.choose(game, kind, new TimeLeft(game.started, rest, waited));
    if (!choice)
      throw new Error(`${gameId}: the player returned ${choice} instead of a choice, at decision ${decision}`);
    if (choice.resigns) {
      write({ resign: { gameId } });
      return;
    }
    const { action, comment = "", offersDraw = false, beliefs } = answerOf(choice);
    if (offersDraw) write({ offerDraw: { gameId } });
    write({ act: { gameId, decision, action, comment, ...(beliefs && { beliefs: { pieces: beliefs } }) } });
  }

  async #apply({ game, player }, events) {
    if (!events.length) return;
    game.apply(events);
    await player.onEvents(game, events);
  }
}
