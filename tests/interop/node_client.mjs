// Calls `flagfall serve` by @grpc/grpc-js. Prints a line for each case: its name, and `ok` or `FAIL` with the reason.
// A message of the arena is bytes written by hand: what is tried here is the transport.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { isDeepStrictEqual } from "node:util";

const require = createRequire(new URL("../../sample-bots/node/package.json", import.meta.url));
const grpc = require("@grpc/grpc-js");

const PATIENCE_MS = 30_000;
const PIECE_BYTES = 32 * 1024;
const SERVING = Buffer.from([8, 1]);
const env = process.env;

function varint(number) {
  const bytes = [];
  for (; number > 127; number = Math.floor(number / 128)) bytes.push((number % 128) + 128);
  return Buffer.from([...bytes, number]);
}

// A number, or text or bytes with their length, as protobuf writes them.
function field(number, value) {
  if (typeof value === "number") return Buffer.concat([varint(number * 8), varint(value)]);
  const bytes = Buffer.from(value);
  return Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes]);
}

const HELLO = field(1, Buffer.concat([field(1, 1), field(2, "node"), field(4, "barrage"), field(5, 1)]));

function dial(options = {}) {
  const tls = env.INTEROP_ADDRESS.startsWith("tls:");
  const credentials = tls ? grpc.credentials.createSsl(readFileSync(env.INTEROP_CA)) : grpc.credentials.createInsecure();
  return new grpc.Client(env.INTEROP_ADDRESS.replace(/^tls:/, ""), credentials, options);
}
const client = dial();

const bytes = (value) => value;
const metadataOf = (token, more = []) => {
  const metadata = new grpc.Metadata();
  if (token) metadata.set("authorization", `Bearer ${token}`);
  for (const [name, value] of more) metadata.add(name, value);
  return metadata;
};
const HOST = metadataOf(env.INTEROP_TOKEN);
const BOT = metadataOf(env.INTEROP_BOT_TOKEN);
const patient = () => ({ deadline: Date.now() + PATIENCE_MS });

function same(found, expected, what) {
  if (!isDeepStrictEqual(found, expected)) throw new Error(`${what}: ${found}, not ${expected}`);
}

// The answer of a call that has one; a failure is thrown.
const answered = (begin) =>
  new Promise((resolve, reject) => begin((error, answer) => (error ? reject(error) : resolve(answer))));
const unary = (path, message, metadata = metadataOf(), of = client) =>
  answered((done) => of.makeUnaryRequest(path, bytes, bytes, message, metadata, patient(), done));
const check = (service = "", of = client) =>
  unary("/grpc.health.v1.Health/Check", service ? field(1, service) : Buffer.alloc(0), undefined, of);
const submit = (metadata, write) =>
  answered((done) =>
    write(client.makeClientStreamRequest("/flagfall.v1.ArenaService/SubmitBot", bytes, bytes, metadata, patient(), done)),
  );
function upload(call, pieces) {
  call.write(field(1, field(2, pieces * PIECE_BYTES)));
  for (let i = 0; i < pieces; ++i) call.write(field(2, Buffer.alloc(PIECE_BYTES, "x")));
  call.end();
}
const play = () => client.makeBidiStreamRequest("/flagfall.v1.BotService/Play", bytes, bytes, BOT, patient());

// How a stream ends, with the code and all its answers; `onData` is called with each of them.
const ended = (stream, onData = () => {}) =>
  new Promise((resolve) => {
    const answers = [];
    stream.on("data", (answer) => onData(answers[answers.push(answer) - 1]));
    stream.on("error", () => {});
    stream.on("status", ({ code }) => resolve({ code, answers }));
  });

async function fails(call, code, message) {
  const error = await call.then(
    () => ({ code: 0, details: "" }),
    (failure) => failure,
  );
  same(error.code, code, `status (${error.details})`);
  if (message !== undefined) same(error.details, message, "message");
  return error.details;
}

let submission;

const CASES = {
  empty_unary: async () => same(await check(), SERVING, "answer"),
  large_unary: async () => {
    const request = Buffer.concat([field(1, env.INTEROP_LOG_BOT), field(2, 1)]);
    const log = Buffer.alloc(Number(env.INTEROP_LOG_BYTES), "x");
    same(await unary("/flagfall.v1.ArenaService/GetBotLog", request, HOST), field(1, log), "log");
  },
  request_too_large: () => fails(check("x".repeat(65_536)), grpc.status.RESOURCE_EXHAUSTED),
  client_streaming: async () => {
    submission = await submit(HOST, (call) => upload(call, 10));
    same(submission[0], 8, "submission's id");
  },
  server_streaming: async () => {
    const path = "/flagfall.v1.ArenaService/WatchSubmission";
    const { code, answers } = await ended(
      client.makeServerStreamRequest(path, bytes, bytes, field(1, submission[1]), HOST, patient()),
    );
    same(code, grpc.status.OK, "status");
    same(answers.at(-1).includes(field(3, 7)), true, "it failed");
  },
  ping_pong: async () => {
    const stream = play();
    let pongs = 0;
    const say = () => (pongs < 100 ? stream.write(field(6, field(1, pongs + 1))) : stream.end());
    stream.write(HELLO);
    const { code } = await ended(stream, (answer) => {
      if (answer[0] === field(1, "")[0]) return say();
      // The referee measures the way once, by a ping of its own.
      if (answer[0] === field(9, "")[0]) return;
      same(answer, field(10, field(1, ++pongs)), "pong");
      say();
    });
    same([code, pongs], [grpc.status.OK, 100], "status and pongs");
  },
  empty_stream: async () => {
    const stream = play();
    stream.end();
    same(await ended(stream), { code: grpc.status.OK, answers: [] }, "end");
  },
  cancel_after_begin: () => fails(submit(HOST, (call) => call.cancel()), grpc.status.CANCELLED),
  cancel_after_first_response: async () => {
    const stream = play();
    stream.write(HELLO);
    same((await ended(stream, () => stream.cancel())).code, grpc.status.CANCELLED, "status");
  },
  timeout_on_sleeping_server: async () => {
    const path = "/grpc.health.v1.Health/Watch";
    const deadline = { deadline: Date.now() + 300 };
    const watch = client.makeServerStreamRequest(path, bytes, bytes, Buffer.alloc(0), metadataOf(), deadline);
    same(await ended(watch), { code: grpc.status.DEADLINE_EXCEEDED, answers: [SERVING] }, "end");
  },
  status_code_and_message: () => fails(check("none"), grpc.status.NOT_FOUND, "no service 'none' here"),
  special_status_message: async () => {
    const name = "50% of \t\r\n té 日本 😈 ~%0A";
    await fails(check(name), grpc.status.NOT_FOUND, `no service '${name}' here`);
  },
  long_status_message: async () => {
    const message = await fails(check("é".repeat(30_000)), grpc.status.NOT_FOUND);
    same(/^no service 'é+\.\.\.$/.test(message), true, message);
  },
  unimplemented_method: () => fails(unary("/flagfall.v1.BotService/None", Buffer.alloc(0)), grpc.status.UNIMPLEMENTED),
  unimplemented_service: () => fails(unary("/none.Service/Method", Buffer.alloc(0)), grpc.status.UNIMPLEMENTED),
  custom_metadata: async () => {
    const binary = ["x-bytes-bin", Buffer.from(Array.from({ length: 256 }, (_, i) => i))];
    const more = [["x-text", "a"], ["x-text", "b, c"], binary, ["x-bytes-bin", Buffer.from([0])]];
    const tokens = await unary("/flagfall.v1.ArenaService/ListTokens", Buffer.alloc(0), metadataOf(env.INTEROP_TOKEN, more));
    same(tokens[0], field(1, "")[0], "tokens");
  },
  compressed_request: async () => {
    const zipping = dial({ "grpc.default_compression_algorithm": 2 });
    const message = await fails(check("x".repeat(1000), zipping), grpc.status.UNIMPLEMENTED);
    same(message.includes("gzip"), true, message);
    zipping.close();
    same(await check(), SERVING, "answer to the next call");
  },
  early_status: () => fails(submit(metadataOf(), (call) => upload(call, 1000)), grpc.status.UNAUTHENTICATED),
  many_calls: async () => {
    same(await Promise.all(Array.from({ length: 12 }, () => check())), Array(12).fill(SERVING), "answers");
  },
};

for (const [name, run] of Object.entries(CASES)) {
  try {
    await run();
    console.log(name, "ok");
  } catch (error) {
    console.log(name, "FAIL", String(error).replaceAll("\n", " "));
  }
}
process.exit(0);
