// The Node SDK's table of games: what it answers. Given by CTest: TELL_GAME.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  DecisionKind,
  GameTable,
  Options,
  Player,
  RESIGNATION,
  Side,
} from "../../../sample-bots/node/flagfall-bot/index.js";
import { toldGame } from "./tell.mjs";

const ILLEGAL_ACTION = 3;

const tableOf = (PlayerClass, log) =>
  new GameTable((started, options) => new PlayerClass(started, options), new Options('{"seed": 7}'), log);

const started = (gameId, ruleset = "barrage") => ({
  message: "gameStarted",
  gameStarted: { gameId, side: Side.RED, ruleset: { id: ruleset, options: [] }, view: null, timeControl: null },
});
const asked = (gameId, kind = DecisionKind.SET_UP, decision = 1) => ({
  message: "decisionRequired",
  decisionRequired: {
    gameId,
    decision,
    kind,
    events: [],
    redClockMicros: "1000000",
    blueClockMicros: "2000000",
    legalActions: [],
  },
});

// The messages up to Red's first ply, and the one that asks for it, with 5 s.
async function firstPly() {
  const messages = (await toldGame("classic", 5)).map(({ message }) => message);
  const index = messages.findIndex((message) => message.decisionRequired?.kind === DecisionKind.PLY);
  messages[index].decisionRequired.redClockMicros = "5000000";
  return { before: messages.slice(0, index), decision: messages[index] };
}

async function answersTo(PlayerClass, log) {
  const { before, decision } = await firstPly();
  const [table, answers] = [tableOf(PlayerClass, log), []];
  for (const message of before) await table.on(message, () => {});
  await table.on(decision, (request) => answers.push(request));
  return { table, decision, answers };
}

test("a ply may come with a comment and a draw offer, or as a promise, or be a resignation", async () => {
  const choosing = (choose) =>
    class extends Player {
      choosePly(game) {
        return choose(game);
      }
      acceptsDraw() {
        return true;
      }
    };
  const offering = choosing((game) => ({ ply: game.legalPlies[1], comment: "even", offersDraw: true }));
  const { table, decision, answers } = await answersTo(offering);
  assert.deepEqual(answers[0], { offerDraw: { gameId: "g1" } });
  assert.equal(answers[1].act.comment, "even");
  assert.deepEqual(answers[1].act.action.ply, decision.decisionRequired.legalActions[1].ply);
  await table.on({ message: "drawOffered", drawOffered: { gameId: "g1" } }, (request) => answers.push(request));
  assert.deepEqual(answers[2], { acceptDraw: { gameId: "g1" } });
  const later = await answersTo(choosing((game) => Promise.resolve(game.legalPlies[0])));
  assert.deepEqual(later.answers[0].act.action.ply, decision.decisionRequired.legalActions[0].ply);
  assert.deepEqual((await answersTo(choosing(() => RESIGNATION))).answers, [{ resign: { gameId: "g1" } }]);
});

test("beliefs go with the ply", async () => {
  const beliefs = [{ origin: 99, weights: [0.25, 0, 0.75] }];
  class Believing extends Player {
    choosePly(game) {
      return { ply: game.legalPlies[0], beliefs };
    }
  }
  const { answers } = await answersTo(Believing);
  assert.deepEqual(answers[0].act.beliefs, { pieces: beliefs });
  assert.equal((await answersTo(Player)).answers[0].act.beliefs, undefined);
});

test("R10.3: an illegal action that may be mended is asked for again", async () => {
  const [tries, own] = [[], []];
  class Trying extends Player {
    choosePly(game, time) {
      own.push(time.own);
      tries.push(game.legalPlies[tries.length]);
      return tries.at(-1);
    }
  }
  const lines = [];
  const { table, answers } = await answersTo(Trying, (line) => lines.push(line));
  const asked = performance.now();
  while (performance.now() - asked < 20) await new Promise((resolve) => setTimeout(resolve, 20));
  const error = { gameId: "g1", decision: answers[0].act.decision, code: ILLEGAL_ACTION, message: "no" };
  await table.on({ message: "gameError", gameError: error }, (request) => answers.push(request));
  assert.deepEqual(answers[1].act.action.ply, tries[1]);
  assert.ok(own[1] <= own[0] - 0.02, `the clock has run since the decision came: ${own}`);
  await table.on({ message: "gameError", gameError: { ...error, code: 2 } }, (request) => answers.push(request));
  assert.equal(answers.length, 2);
  assert.equal(lines.length, 2);
});

test("a game whose player thinks keeps no other waiting, and its own messages in their order", async () => {
  let wake;
  const thought = new Promise((resolve) => (wake = resolve));
  const heard = [];
  class Slow extends Player {
    constructor(begun, options) {
      super(begun, options);
      this.id = begun.gameId;
    }
    async chooseSetUp(game, time) {
      if (this.id === "slow") await thought;
      return super.chooseSetUp(game, time);
    }
    onGameOver() {
      heard.push(`${this.id} is over`);
    }
  }
  const table = tableOf(Slow);
  const write = ({ act }) => heard.push(act.gameId);
  const done = [started("slow"), asked("slow"), started("quick"), asked("quick")].map((message) =>
    table.on(message, write),
  );
  done.push(table.on({ message: "gameOver", gameOver: { gameId: "slow", outcome: {}, events: [] } }, write));
  await done[3];
  assert.deepEqual(heard, ["quick"]);
  wake();
  await Promise.all(done);
  assert.deepEqual(heard, ["quick", "slow", "slow is over"]);
});

test("R10.2: waiting for other games is time of the own clock", async () => {
  const own = {};
  class Computing extends Player {
    constructor(begun, options) {
      super(begun, options);
      this.id = begun.gameId;
    }
    chooseSetUp(game, time) {
      own[this.id] = time.own;
      const begin = performance.now();
      while (this.id === "slow" && performance.now() - begin < 100);
      return super.chooseSetUp(game, time);
    }
  }
  const table = tableOf(Computing);
  for (const id of ["slow", "behind", "later", "rested"]) table.on(started(id), () => {});
  const ask = (id) => table.on(asked(id), () => {});
  // It is read only when the slow one is done.
  const later = new Promise((resolve) => setTimeout(() => resolve(ask("later")), 1));
  await Promise.all([ask("slow"), ask("behind"), later]);
  await new Promise((resolve) => setImmediate(resolve));
  const begin = performance.now();
  await ask("rested");
  assert.ok(own.behind <= 0.9, own.behind);
  assert.ok(own.later <= 0.9, own.later);
  assert.ok(own.rested >= 1 - (performance.now() - begin) / 1000, own.rested);
});

test("a resumed game keeps its player, and is known anew", async () => {
  const messages = (await toldGame("classic", 6)).map(({ message }) => message).slice(0, -1);
  const players = new Set();
  let game = null;
  class Noting extends Player {
    onEvents(known) {
      players.add(this);
      game = known;
    }
  }
  const table = tableOf(Noting);
  for (const message of messages) await table.on(message, () => {});
  const first = game;
  const events = messages.slice(1).flatMap((message) => message[message.message].events);
  await table.on(
    { message: "gameResumed", gameResumed: { gameStarted: messages[0].gameStarted, events, decisionRequired: null } },
    () => {},
  );
  assert.notEqual(game, first);
  assert.deepEqual(game.pieces, first.pieces);
  assert.equal(players.size, 1);
});

const over = (gameId) => ({ message: "gameOver", gameOver: { gameId, outcome: {}, events: [] } });
const error = (gameId, code) => ({ message: "gameError", gameError: { gameId, decision: 1, code, message: "no" } });
const NOT_ALLOWED = 5;

test("a player that throws, is rejected or returns nothing loses its own game, and no other", async () => {
  const ways = {
    throws: () => {
      throw new Error("no such square");
    },
    rejects: () => Promise.reject(new Error("no such square")),
    mute: () => undefined,
    good: null,
  };
  class Crashing extends Player {
    constructor(begun, options) {
      super(begun, options);
      if (begun.gameId === "stillborn") throw new Error("no such book");
      this.way = ways[begun.gameId];
    }
    choose(...asked) {
      return this.way ? this.way() : super.choose(...asked);
    }
  }
  const [answers, lines] = [[], []];
  const table = tableOf(Crashing, (...line) => lines.push(line.join(" ")));
  const write = (request) => answers.push(request);
  const ids = ["stillborn", ...Object.keys(ways)];
  for (const id of ids) await table.on(started(id), write);
  for (const id of ids.slice(1)) await table.on(asked(id), write);
  const resigned = answers.flatMap(({ resign }) => resign?.gameId ?? []);
  assert.deepEqual(resigned, ["stillborn", "throws", "rejects", "mute"]);
  assert.deepEqual(
    answers.flatMap(({ act }) => act?.gameId ?? []),
    ["good"],
  );
  assert.match(lines[0], /stillborn: the player has crashed, and its game is given up: Error: no such book/);
  assert.match(lines[3], /mute: .*the player returned undefined instead of a choice/);
  // Where nobody may resign, it loses by an action without content.
  answers.length = 0;
  await table.on(error("throws", NOT_ALLOWED), write);
  assert.deepEqual(answers[0].act.action, {});
  assert.match(answers[0].act.comment, /the player has crashed: Error: no such square/);
  const resumed = { gameStarted: { gameId: "throws" }, events: [], decisionRequired: { decision: 1 } };
  await table.on({ message: "gameResumed", gameResumed: resumed }, write);
  assert.equal(answers[1].act.decision, 1);
  for (const id of ids) await table.on(over(id), write);
  assert.equal(answers.length, 2);
});

test("a player that crashes at the game's end answers nothing", async () => {
  class Sore extends Player {
    onGameOver() {
      throw new Error("no such file");
    }
  }
  const [answers, lines] = [[], []];
  const table = tableOf(Sore, (...line) => lines.push(line.join(" ")));
  for (const message of [started("g1"), over("g1")]) await table.on(message, (request) => answers.push(request));
  assert.deepEqual(answers, []);
  assert.match(lines[0], /g1: the player has crashed after the game's end: Error: no such file/);
});
