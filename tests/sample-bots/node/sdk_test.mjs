// The Node SDK without a stream: what it knows, what it declares, where it dials in. Given by CTest: TELL_GAME.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import * as sdk from "../../../sample-bots/node/flagfall-bot/index.js";
import { RULESETS, play, toldGame } from "./tell.mjs";

const { BluffingState, CardsState, GogoState, Options, PieceType, Player, Random, Side } = sdk;
const NODE_FOLDER = fileURLToPath(new URL("../../../sample-bots/node", import.meta.url));
const ts = createRequire(`${NODE_FOLDER}/`)("typescript");

test("random actions are legal in every ruleset, on both sides", async () => {
  for (const ruleset of RULESETS) {
    for (const side of [Side.RED, Side.BLUE]) {
      for (const seed of [1, 2, 3]) assert.ok((await play(ruleset, seed, side, Player)).result, ruleset);
    }
  }
});

test("an army and a zone of the host's choice are set up, R1.6", () => {
  const options = [
    { name: "army", value: "2-0-3-1-0-0-0-0-0-0-1-2" },
    { name: "zone_rows", value: "1" },
  ];
  const game = new sdk.GameState({ gameId: "g1", side: Side.BLUE, ruleset: { id: "classic", options } });
  const { FLAG, SCOUT, MINER, MARSHAL, BOMB } = PieceType;
  const army = [FLAG, FLAG, SCOUT, SCOUT, SCOUT, MINER, MARSHAL, BOMB, BOMB].sort();
  assert.deepEqual(sdk.armyOf(game.ruleset, game.options).sort(), army);
  assert.equal(game.hiddenCounts().get(SCOUT), 3);
  const setUp = sdk.randomSetUp(game, new Random("3"));
  assert.deepEqual([...setUp.values()].sort(), army);
  for (const square of setUp.keys()) assert.ok(square >= 90 && square < 100);
});

test("of a ruleset of a host's own it says what to write", () => {
  const game = new sdk.GameState({ gameId: "g1", side: Side.RED, ruleset: { id: "tiny", options: [] } });
  for (const asked of [() => sdk.zoneOf(game), () => sdk.armyOf("tiny")])
    assert.throws(asked, /does not know the (army|set-up zone) of `tiny`.*by chooseSetUp/);
});

// What the SDK knows of a board, in the words of BoardView.
const boardOf = (game) =>
  [...game.pieces.values()]
    .sort((one, other) => one.origin - other.origin)
    .map(({ origin, owner, square, type, hasMoved, isRevealed, removedByPly }) =>
      [origin, owner, square, type ?? 0, hasMoved, isRevealed, removedByPly].join(" "),
    );
const boardIn = (view) =>
  view.pieces.map(({ origin, owner, square, type, hasMoved, isRevealed, removal }) =>
    [origin, owner, removal?.square ?? square, type, hasMoved, isRevealed, removal?.ply ?? null].join(" "),
  );

const knownOf = (game) => {
  if (game instanceof CardsState || game instanceof GogoState) return game.view;
  if (!(game instanceof BluffingState)) return boardOf(game);
  return {
    board: boardOf(game),
    tokens: [game.tokens[Side.RED], game.tokens[Side.BLUE]],
    mayCall: game.mayCallMovement,
    contest: game.contest,
  };
};
const knownIn = ({ board, bluffing, cards, gogo }) => {
  if (cards || gogo) return cards ?? gogo;
  if (board) return boardIn(board);
  const contest = bluffing.contest && { ...bluffing.contest, declaration: bluffing.contest.declaration || null };
  return {
    board: boardIn(bluffing.board),
    tokens: [bluffing.tokens?.red ?? 0, bluffing.tokens?.blue ?? 0],
    mayCall: bluffing.mayCallMovement,
    contest,
  };
};

test("what is known after each message is what the referee's view says", async () => {
  for (const ruleset of RULESETS) {
    const [{ message }, ...told] = await toldGame(ruleset, 6, Side.BLUE);
    const game = sdk.newGame(message.gameStarted);
    for (const { message: next, view } of told.slice(0, 150)) {
      if (next.message === "gameOver") break;
      game.apply(next[next.message].events);
      assert.deepEqual(JSON.parse(JSON.stringify(knownOf(game))), JSON.parse(JSON.stringify(knownIn(view))), ruleset);
    }
  }
});

test("events of a later version are passed over", async () => {
  for (const ruleset of RULESETS) {
    const [{ message }] = await toldGame(ruleset, 6);
    const game = sdk.newGame(message.gameStarted);
    const known = JSON.stringify(knownOf(game));
    game.apply([{}]);
    if (["bluffing", "gogo"].includes(ruleset)) game.apply([{ kind: ruleset, [ruleset]: {} }]);
    assert.equal(JSON.stringify(knownOf(game)), known, ruleset);
  }
});

test("FLAGFALL_ADDRESS in each of its forms", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "flagfall-node-"));
  const empty = path.join(folder, "empty.pem");
  writeFileSync(empty, "");
  for (const [address, target, isSecure] of [
    ["unix:/tmp/a.sock", "unix:/tmp/a.sock", false],
    ["localhost:1", "localhost:1", false],
    ["127.1.2.3:7443", "127.1.2.3:7443", false],
    ["[::1]:7443", "[::1]:7443", false],
    ["tls:arena.example:7443", "arena.example:7443", true],
    ["insecure:10.0.0.2:7443", "10.0.0.2:7443", false],
  ]) {
    const parsed = sdk.parseAddress(address);
    assert.deepEqual([parsed.target, parsed.credentials._isSecure()], [target, isSecure]);
  }
  for (const host of ["arena.example", "10.0.0.2", "0.0.0.0", "localhost.example", "[2001:db8::1]"]) {
    assert.throws(() => sdk.parseAddress(`${host}:7443`), /write tls:/);
  }
  for (const address of [
    "arena.example",
    "tls:arena.example",
    "localhost:",
    "localhost:port",
    ":1",
    "localhost:65536",
    "tls:",
  ]) {
    assert.throws(() => sdk.parseAddress(address), /must be unix:\/path, host:port or tls:host:port/);
  }
  for (const roots of [empty, path.join(folder, "none.pem")]) {
    assert.throws(() => sdk.parseAddress("tls:arena.example:7443", roots), /FLAGFALL_TLS_CA must name a file/);
  }
});

test("chance comes out again from its seed, and draws everything", () => {
  const [one, same, other] = ["a", "a", "b"].map((seed) => new Random(seed));
  const drawn = (random) => Array.from({ length: 50 }, () => random.integer(1, 6));
  const first = drawn(one);
  assert.deepEqual(drawn(same), first);
  assert.notDeepEqual(drawn(other), first);
  assert.deepEqual([...new Set(first)].sort(), [1, 2, 3, 4, 5, 6]);
  assert.deepEqual(one.sample([1, 2, 3, 4]).sort(), [1, 2, 3, 4]);
});

test("options have the type of their defaults", () => {
  const options = new Options('{"a": "7", "b": true, "c": "x"}');
  assert.deepEqual(
    [options.get("a", 0), options.get("b", false), options.get("c", ""), options.get("d", 5)],
    [7, true, "x", 5],
  );
  const drawn = (seed) => new Options(`{"seed": "${seed}"}`).randomFor({ gameId: "g1", side: 1 }).integer(1, 1e9);
  assert.notEqual(drawn("1234567890123456789"), drawn("1234567890123456790"));
  for (const text of ["[1]", "7", "null", "{"])
    assert.throws(() => new Options(text), /FLAGFALL_BOT_OPTIONS must be a JSON object/);
});

test("index.d.ts declares what index.js exports, and bots are sound by it", () => {
  const read = ts.readConfigFile(path.join(NODE_FOLDER, "tsconfig.json"), ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(read.config, ts.sys, NODE_FOLDER);
  const program = ts.createProgram(fileNames, options);
  const found = ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
  assert.deepEqual(found, []);
  const checker = program.getTypeChecker();
  const page = program.getSourceFile(path.join(NODE_FOLDER, "flagfall-bot/index.d.ts"));
  const resolved = (symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol);
  const values = (symbol) =>
    checker.getExportsOfModule(symbol).filter((it) => resolved(it).flags & ts.SymbolFlags.Value);
  const declared = values(checker.getSymbolAtLocation(page));
  assert.deepEqual(declared.map(({ name }) => name).sort(), Object.keys(sdk).sort());
  for (const module of declared.filter(({ flags }) => flags & ts.SymbolFlags.ValueModule)) {
    const exported = Object.keys(sdk[module.name]).filter((name) => !name.endsWith("State"));
    assert.deepEqual(
      values(module)
        .map(({ name }) => name)
        .sort(),
      exported.sort(),
    );
  }
});

test("the player that the guide shows plays whole games", async () => {
  const guide = readFileSync(path.join(NODE_FOLDER, "../README.md"), "utf8");
  const shown = guide.slice(guide.indexOf("    import { Player, run }")).match(/^    class[^]*?^    }\n/m)[0];
  const Shown = new Function("Player", `${shown}; return MyPlayer;`)(Player);
  for (const side of [Side.RED, Side.BLUE]) assert.ok((await play("barrage", 5, side, Shown)).result);
});

test("R2.5, R6.1 and R8.4 where the SDK has them itself", () => {
  const { AttackResult, attack, gogo } = sdk;
  assert.equal(attack(PieceType.SPY, PieceType.MARSHAL), AttackResult.ATTACKER_WINS);
  assert.equal(attack(PieceType.MARSHAL, PieceType.BOMB), AttackResult.DEFENDER_WINS);
  assert.equal(attack(PieceType.MINER, PieceType.BOMB), AttackResult.ATTACKER_WINS);
  assert.equal(attack(PieceType.SCOUT, PieceType.SCOUT), AttackResult.BOTH_REMOVED);
  for (const end of [
    { x: 900, y: -400 },
    { x: -3, y: 5000 },
    { x: 100, y: 100 },
  ]) {
    assert.ok(gogo.squaredDistance(gogo.towards({ x: 0, y: 0 }, end, 750), { x: 0, y: 0 }) <= 750 ** 2);
  }
});
