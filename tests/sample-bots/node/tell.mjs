// Games that a referee tells, through tell_game, which refuses whatever is illegal.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { GameTable, Options, Side } from "../../../sample-bots/node/flagfall-bot/index.js";
import { loadDefinitions } from "../../../sample-bots/node/flagfall-bot/definitions.js";

const definitions = loadDefinitions();
const { responseDeserialize } = definitions["flagfall.v1.BotService"].Play;
const { serialize } = definitions["flagfall.v1.Action"];
const { deserialize: viewOf } = definitions["flagfall.v1.View"];

export const RULESETS = [
  ...["classic", "battle", "duel", "barrage", "bluffing", "cards", "gogo"],
  // Options that a bot has to heed (R1.6, R8.1, R8.4).
  "duel[army=2-1-9-1-0-0-0-0-0-0-1-1,zone_rows=2]",
  "gogo[bases=chosen,overstep=moved_back]",
  "gogo[rounds=3]",
  "gogo[bases=chosen,rounds=2]",
];

function tell(ruleset, seed, side, ...mode) {
  const name = side === Side.RED ? "red" : "blue";
  const teller = spawn(process.env.TELL_GAME, [ruleset, String(seed), name, ...mode], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const code = new Promise((resolve) => teller.on("close", resolve));
  return { teller, code, lines: createInterface({ input: teller.stdout }) };
}

// What a player is told of a random game: [{message, view}], the start without a view first.
export async function toldGame(ruleset, seed, side = Side.RED) {
  const { lines } = tell(ruleset, seed, side);
  const told = [];
  for await (const line of lines) told.push(Buffer.from(line, "base64"));
  const game = [{ message: responseDeserialize(told[0]) }];
  for (let i = 1; i < told.length; i += 2)
    game.push({ message: responseDeserialize(told[i]), view: viewOf(told[i + 1]) });
  return game;
}

// How a game ends that the player plays against random actions. An Error when one of its own is refused.
export async function play(ruleset, seed, side, PlayerClass) {
  const table = new GameTable(
    (started, options) => new PlayerClass(started, options),
    new Options(`{"seed": ${seed}}`),
  );
  const { teller, code, lines } = tell(ruleset, seed, side, "play");
  let outcome = null;
  for await (const line of lines) {
    const message = responseDeserialize(Buffer.from(line, "base64"));
    outcome = message.gameOver?.outcome ?? outcome;
    await table.on(message, ({ act }) => teller.stdin.write(`${serialize(act.action).toString("base64")}\n`));
  }
  if ((await code) !== 0) throw new Error(`${ruleset}, seed ${seed}: refused`);
  return outcome;
}
