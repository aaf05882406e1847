// Turns a Player into a bot: dials in, plays all games of the stream, and dials in again when it breaks.

import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import grpc from "@grpc/grpc-js";
import { parseAddress } from "./address.js";
import { loadDefinitions } from "./definitions.js";
import { GameTable } from "./game-table.js";
import { Options } from "./options.js";
import { infoOfManifest } from "./player.js";
import { REFUSED, Redial } from "./redial.js";

const PROTOCOL_VERSION = 1;
const CHANNEL_OPTIONS = {
  // A new stream must not wait for the failed connection of the old one.
  "grpc.use_local_subchannel_pool": 1,
  // A network that was cut tells nobody. Pings find out. While a player computes, Node reads no answer to a ping, so the bot
  // waits longer for it than any player should think without a pause.
  "grpc.keepalive_time_ms": 20_000,
  "grpc.keepalive_timeout_ms": 30_000,
};

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

const seconds = () => performance.now() / 1000;

const say = (words) => words && console.error(words);

// Plays on one stream until it ends: {code, details}.
function playOn({ target, credentials }, token, Service, info, table, redial) {
  const client = new Service(target, credentials, CHANNEL_OPTIONS);
  const metadata = new grpc.Metadata();
  metadata.set("authorization", `Bearer ${token}`);
  const stream = client.play(metadata);
  let isOpen = true;
  // After a break the referee asks again, so an answer for this stream is dropped.
  const write = (request) => {
    if (!isOpen) return;
    // Throws at what is no request, as a player may make it, where gRPC would end the stream with all its games.
    Service.service.Play.requestSerialize(request);
    stream.write(request);
  };
  return new Promise((resolve, reject) => {
    stream.on("data", (response) => {
      if (response.message === "welcome") say(redial.welcomed(seconds()));
      if (response.message === "ping") write({ pong: { nonce: response.ping.nonce } });
      else table.on(response, write).catch(reject);
    });
    // The event `status` has the error.
    stream.on("error", () => {});
    stream.on("end", () => stream.end());
    stream.on("status", ({ code, details }) => {
      isOpen = false;
      client.close();
      resolve({ code, details });
    });
    write(helloOf(info));
  });
}

// Plays, and dials in again as long as that may help. Returns the exit code.
async function play(address, token, info, table, redial) {
  const parsed = parseAddress(address, process.env.FLAGFALL_TLS_CA);
  const Service = grpc.loadPackageDefinition(loadDefinitions()).flagfall.v1.BotService;
  // The program ends even while players are thinking.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(0));
  while (true) {
    const { code, details } = await playOn(parsed, token, Service, info, table, redial);
    const next = redial.ended(code, details, seconds());
    say(next.words);
    if (next.pause === null) return next.exitCode;
    await pause(next.pause * 1000);
  }
}

// Plays games until the referee closes the stream or SIGINT or SIGTERM comes, then ends the program.
//
// PlayerClass: a subclass of Player.
// info: {name, version, rulesets, concurrentGamesMax = 16, wantsEventsAtOnce = false}. The first three come from the bot.json
// beside the program by default.
//
// The exit code is 0 when the referee closed the stream or the program was told to stop, 78 when the host refuses the bot or a
// setting is wrong, and 1 when the host was not reached for FLAGFALL_DIAL_FOR. A line on standard error says why. While the
// host is away, the bot waits for it: see redial.js.
export async function run(PlayerClass, info = {}) {
  try {
    process.exit(await start(PlayerClass, info));
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}

async function start(PlayerClass, info) {
  let said = info;
  const { FLAGFALL_ADDRESS: address, FLAGFALL_TOKEN: token, FLAGFALL_DIAL_FOR: dialFor } = process.env;
  let table;
  let redial;
  try {
    // A program that says everything itself needs no bot.json.
    if (!["name", "version", "rulesets"].every((field) => field in info)) {
      said = { ...infoOfManifest(path.join(path.dirname(process.argv[1]), "bot.json")), ...info };
    }
    if (!address || !token) {
      throw new Error(
        "FLAGFALL_ADDRESS (unix:/path, host:port or tls:host:port) and FLAGFALL_TOKEN must be set, as `flagfall` sets them " +
          "when it starts a bot",
      );
    }
    const options = new Options(process.env.FLAGFALL_BOT_OPTIONS);
    table = new GameTable((started, settings) => new PlayerClass(started, settings), options);
    redial = new Redial(address, dialFor, seconds());
    parseAddress(address, process.env.FLAGFALL_TLS_CA);
  } catch (error) {
    console.error(`${said.name ?? "bot"}: ${error.message}`);
    return REFUSED;
  }
  return play(address, token, said, table, redial);
}
