// When a bot in JavaScript dials again, and what it says: the ends of streams and the time go in.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { PAUSE_MAX, REFUSED, Redial, STOPPED, UNREACHED, dialForOf } from "../../../sample-bots/node/flagfall-bot/redial.js";

const REMOTE = "tls:arena.example:7443";
const SOCKET = "unix:/tmp/referee.sock";
const GONE = "No connection established. Last error: Error: connect ECONNREFUSED 10.0.0.2:7443. Resolution note: ";
// Codes of gRPC.
const [OK, INVALID_ARGUMENT, PERMISSION_DENIED, RESOURCE_EXHAUSTED, FAILED_PRECONDITION] = [0, 3, 7, 8, 9];
const [ABORTED, UNIMPLEMENTED, UNAVAILABLE, UNAUTHENTICATED] = [10, 12, 14, 16];

const redialOf = (address = REMOTE, dialFor = "", chance = 1) => new Redial(address, dialFor, 0, () => chance);

// All attempts up to then, each of which fails at once: the pauses, and what was said.
function dial(redial, until) {
  const [pauses, words] = [[], []];
  for (let now = 0; now < until; ) {
    const next = redial.ended(UNAVAILABLE, GONE, now);
    if (next.words) words.push(next.words);
    if (next.pause === null) {
      assert.equal(next.exitCode, UNREACHED);
      break;
    }
    pauses.push(next.pause);
    now += next.pause;
  }
  return { pauses, words, sum: pauses.reduce((sum, one) => sum + one, 0) };
}

test("a remote bot waits without end, with growing pauses", () => {
  const { pauses, words } = dial(redialOf(), 30 * 24 * 3600);
  assert.deepEqual(pauses.slice(0, 4), [0.05, 0.1, 0.2, 0.4]);
  assert.equal(pauses.at(-1), PAUSE_MAX);
  assert.equal(words.length, 1);
  assert.ok(words[0].startsWith(`cannot reach the host at ${REMOTE}: nobody listens there (UNAVAILABLE); waiting for it`));
});

test("pauses are left to chance by half", () => {
  const { pauses } = dial(redialOf(REMOTE, "", 0), 3600);
  assert.deepEqual([pauses[0], pauses.at(-1)], [0.025, PAUSE_MAX / 2]);
});

test("a bot at a socket, and one that is told to end", () => {
  for (const [address, dialFor, seconds] of [
    [SOCKET, "", 10],
    [SOCKET, "2.5", 2.5],
    [REMOTE, "90", 90],
  ]) {
    const { pauses, words, sum } = dial(redialOf(address, dialFor), 3600);
    assert.ok(sum >= seconds && sum - pauses.at(-1) < seconds, `${address} ${sum}`);
    assert.match(words[0], new RegExp(`for ${seconds} s$`));
    assert.match(words[1], new RegExp(`not reached for ${seconds} s \\(FLAGFALL_DIAL_FOR\\), and so the bot ends`));
  }
  assert.deepEqual(dial(redialOf(REMOTE, "0"), 60).pauses, []);
  assert.equal(redialOf(SOCKET, "forever").ended(UNAVAILABLE, "", 3600).exitCode, STOPPED);
});

test("it says once that it is back", () => {
  const redial = redialOf();
  assert.equal(redial.welcomed(1), "");
  for (const now of [10, 11]) redial.ended(UNAVAILABLE, GONE, now);
  assert.equal(redial.welcomed(310), `back at ${REMOTE} after 300 s`);
  assert.equal(redial.welcomed(311), "");
  assert.equal(redial.ended(UNAVAILABLE, GONE, 400).pause, 0.05);
});

test("who is shed comes back ever more slowly", () => {
  const redial = redialOf();
  const pauses = [0, 1, 2, 3].map((now) => {
    redial.welcomed(now);
    return redial.ended(RESOURCE_EXHAUSTED, "the bot reads too slowly", now + 0.5).pause;
  });
  assert.deepEqual(pauses, [0.05, 0.1, 0.2, 0.4]);
});

test("it stops at what does not mend", () => {
  for (const [code, details, exitCode, said] of [
    [OK, "", STOPPED, /^$/],
    [ABORTED, "a second stream", STOPPED, /another program has dialled in with this bot's token/],
    [PERMISSION_DENIED, "the tournament is over", STOPPED, /has sent the bot away .*is over/],
    [UNAUTHENTICATED, "no bot", REFUSED, /revoked, replaced or expired, or its bot is retired/],
    [FAILED_PRECONDITION, "version is 9", REFUSED, /refuses the bot \(FAILED_PRECONDITION: version is 9/],
    [INVALID_ARGUMENT, "rulesets", REFUSED, /refuses the bot/],
    [UNIMPLEMENTED, "no method", REFUSED, /refuses the bot/],
  ]) {
    const redial = redialOf();
    redial.welcomed(1);
    const next = redial.ended(code, details, 2);
    assert.deepEqual([next.pause, next.exitCode], [null, exitCode], String(said));
    assert.match(next.words, said);
  }
});

test("wrong settings are told in one sentence", () => {
  for (const [details, said] of [
    ["Error: self-signed certificate", /no root that is trusted here has signed .*FLAGFALL_TLS_CA \(the --tls-ca/],
    ["Error: unable to verify the first certificate", /no root that is trusted here/],
    ["Error: write EPROTO ssl3_get_record:wrong version number", /speaks no TLS there; write insecure: in place of tls:/],
    ["ERR_TLS_CERT_ALTNAME_INVALID: Hostname/IP does not match certificate's altnames", /certificate is for another name/],
  ]) {
    const next = redialOf().ended(UNAVAILABLE, details, 1);
    assert.deepEqual([next.pause, next.exitCode], [null, REFUSED]);
    assert.match(next.words, said);
    const redial = redialOf();
    redial.welcomed(1);
    assert.notEqual(redial.ended(UNAVAILABLE, details, 2).pause, null, "it was right before");
  }
});

test("a port that speaks TLS", () => {
  const next = redialOf("insecure:10.0.0.2:7443").ended(UNAVAILABLE, "Last error: Failed to connect (2026-11-23)", 0);
  assert.match(next.words, /where it speaks TLS, write tls:10\.0\.0\.2:7443/);
  assert.notEqual(next.pause, null, "a host that is ending closes its sockets too");
});

test("a manifest that is missing, where it is needed and where not", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "flagfall-"));
  const sdk = new URL("../../../sample-bots/node/flagfall-bot/index.js", import.meta.url);
  const endOf = (info) => {
    const program = path.join(folder, "main.mjs");
    writeFileSync(program, `import { Player, run } from ${JSON.stringify(sdk.href)};\nrun(Player, ${JSON.stringify(info)});\n`);
    const { FLAGFALL_ADDRESS: _, ...environment } = process.env;
    const { status, stderr } = spawnSync(process.execPath, [program], { env: environment, encoding: "utf8" });
    assert.deepEqual([status, stderr.split("\n").length], [REFUSED, 2], stderr);
    return stderr;
  };
  assert.match(endOf({}), /bot: .*no such file.*bot\.json/);
  assert.match(endOf({ name: "own", version: "1", rulesets: ["duel"] }), /own: FLAGFALL_ADDRESS .* must be set/);
  writeFileSync(path.join(folder, "bot.json"), '{"name": "bot"}');
  assert.match(endOf({}), /bot\.json has no "rulesets"/);
  writeFileSync(path.join(folder, "bot.json"), '{"name": "bot",}');
  assert.match(endOf({}), /bot\.json is not JSON: /);
  rmSync(folder, { recursive: true });
});

test("the setting", () => {
  assert.deepEqual([dialForOf("", true), dialForOf(undefined, false)], [10, Infinity]);
  for (const text of ["-1", "ten", "1e9", "Infinity", "5 s"])
    assert.throws(() => dialForOf(text, false), /FLAGFALL_DIAL_FOR must be a number of seconds/);
});
