// Turns a Player into a bot: dials in, plays all games of the stream, and dials in again when it breaks.

import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import grpc from "@grpc/grpc-js";
import { parseAddress } from "./address.js";
import { loadDefinitions } from "./definitions.js";
import { GameTable } from "./game-table.js";
import { Options } from "./options.js";
import { infoOfManifest } from "./player.js";

const PROTOCOL_VERSION = 1;
// After this time without a referee the games are lost anyway.
const DIAL_FOR_MS = 10_000;
const FIRST_PAUSE_MS = 50;
const PAUSE_MAX_MS = 1000;

// The codes after which another attempt may succeed.
const PASSING = new Set([
  grpc.status.UNAVAILABLE,
  grpc.status.CANCELLED,
  grpc.status.UNKNOWN,
  grpc.status.INTERNAL,
  grpc.status.DEADLINE_EXCEEDED,
]);

const helloOf = ({ name, version = "", rulesets, concurrentGamesMax = 16, wantsEventsAtOnce = false }) => ({
  hello: {
    protocolVersion: PROTOCOL_VERSION,
    botName: name,
    botVersion: version,
    rulesets,
    concurrentGamesMax,
    wantsLegalActions: true,
    wantsEventsAtOnce,
  },
});

// Plays on one stream until it ends: {code, details, welcomed}.
function playOn({ target, credentials }, token, Service, info, table) {
  // A new stream must not wait for the failed connection of the old one.
  const client = new Service(target, credentials, { "grpc.use_local_subchannel_pool": 1 });
  const metadata = new grpc.Metadata();
  metadata.set("authorization", `Bearer ${token}`);
  const stream = client.play(metadata);
  let welcomed = false;
  let isOpen = true;
  // After a break the referee asks again, so an answer for this stream is dropped.
  const write = (request) => isOpen && stream.write(request);
  return new Promise((resolve, reject) => {
    stream.on("data", (response) => {
      welcomed ||= response.message === "welcome";
      if (response.message === "ping") write({ pong: { nonce: response.ping.nonce } });
      else table.on(response, write).catch(reject);
    });
    // The event `status` has the error.
    stream.on("error", () => {});
    stream.on("end", () => stream.end());
    stream.on("status", ({ code, details }) => {
      isOpen = false;
      client.close();
      resolve({ code, details, welcomed });
    });
    write(helloOf(info));
  });
}

// Plays, and dials in again as long as that may help. Returns the exit code.
async function play(address, token, info, table) {
  const parsed = parseAddress(address, process.env.FLAGFALL_TLS_CA);
  const Service = grpc.loadPackageDefinition(loadDefinitions()).flagfall.v1.BotService;
  // The program ends even while players are thinking.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(0));
  let giveUpAt = Date.now() + DIAL_FOR_MS;
  let wait = FIRST_PAUSE_MS;
  while (true) {
    const { code, details, welcomed } = await playOn(parsed, token, Service, info, table);
    // ABORTED: the host has dismissed the bot, or it plays on by another stream.
    if (code === grpc.status.OK || code === grpc.status.ABORTED) return 0;
    console.error(`the stream to ${address} ended: ${grpc.status[code]}: ${details}`);
    if (welcomed) {
      giveUpAt = Date.now() + DIAL_FOR_MS;
      wait = FIRST_PAUSE_MS;
    }
    if (!PASSING.has(code) || Date.now() > giveUpAt) return 1;
    await pause(wait);
    wait = Math.min(2 * wait, PAUSE_MAX_MS);
  }
}

// Plays games until the referee closes the stream or SIGINT or SIGTERM comes, then ends the program.
//
// PlayerClass: a subclass of Player.
// info: {name, version, rulesets, concurrentGamesMax = 16, wantsEventsAtOnce = false}. The first three come from the bot.json
// beside the program by default.
//
// The exit code is 0. It is 1, with a line on standard error, when there is no referee or it refused the bot.
export async function run(PlayerClass, info = {}) {
  try {
    const said = { ...infoOfManifest(path.join(path.dirname(process.argv[1]), "bot.json")), ...info };
    const { FLAGFALL_ADDRESS: address, FLAGFALL_TOKEN: token } = process.env;
    if (!address || !token) {
      throw new Error(
        "FLAGFALL_ADDRESS (unix:/path, host:port or tls:host:port) and FLAGFALL_TOKEN must be set, as `flagfall` sets them " +
          "when it starts a bot",
      );
    }
    const options = new Options(process.env.FLAGFALL_BOT_OPTIONS);
    const table = new GameTable((started, settings) => new PlayerClass(started, settings), options);
    process.exit(await play(address, token, said, table));
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}
