// When a bot dials again after its stream has ended, and what it says meanwhile.
//
// No I/O: the end of a stream and the time go in, and what to do next comes out. A bot that dials in over a network stays:
// it dials again with growing pauses until the host is back, and stops only at what waiting does not mend. A bot at a Unix
// socket was started by its host, and stops soon after that has gone. Each wait is told once when it begins and once when
// it is over.

import grpc from "@grpc/grpc-js";

const { status } = grpc;

// The exit codes. At the last one, starting the bot again is of no use either.
export const STOPPED = 0;
export const UNREACHED = 1;
export const REFUSED = 78;

// Pauses, in seconds. A game waits 60 s for a remote bot, so the longest is half of that.
export const FIRST_PAUSE = 0.05;
export const PAUSE_MAX = 30;
const PAUSE_MAX_AT_SOCKET = 1;
// A pause is this share of its length at least; the rest is left to chance, so that not all bots of a host come at once.
const STEADY_SHARE = 0.5;
// So long, in seconds, a bot at a Unix socket dials without FLAGFALL_DIAL_FOR.
const DIAL_FOR_AT_SOCKET = 10;
const WORDS_MAX = 300;

// The codes after which another attempt may succeed.
const PASSING = new Set([
  status.UNAVAILABLE,
  status.CANCELLED,
  status.UNKNOWN,
  status.INTERNAL,
  status.DEADLINE_EXCEEDED,
  status.RESOURCE_EXHAUSTED,
]);

// Why the connection failed, by what Node says of it. The first are settings, which no waiting mends.
const WRONG_SETTINGS = [
  [
    /ALTNAME_INVALID|does not match certificate/,
    "its certificate is for another name; write tls:NAME:PORT with a name that the certificate has",
  ],
  [
    /self[- ]signed certificate|unable to (verify|get|locate) .*(certificate|issuer)|certificate verify failed/i,
    "no root that is trusted here has signed its certificate for that name; name the file of the host's own root in " +
      "FLAGFALL_TLS_CA (the --tls-ca of `flagfall`)",
  ],
  [/wrong version number|WRONG_VERSION_NUMBER|packet length too long/, "it speaks no TLS there; write insecure: in place of tls:"],
];
const PASSING_TROUBLE = [
  [/ECONNREFUSED/, "nobody listens there"],
  [/ENOTFOUND|EAI_AGAIN|Name resolution failed/, "its name is not known"],
  [/ETIMEDOUT|[Tt]imed? ?out/, "it does not answer"],
];
const ENDED_AT_ONCE = /Failed to connect \(|ECONNRESET|Socket closed|GOAWAY|Connection dropped/;

const firstMatch = (words, details) => words.find(([pattern]) => pattern.test(details))?.[1];

// What Node says of an error, as one line and without its preamble.
function short(details) {
  const line = (details || "no reason given")
    .replace(/\s+/g, " ")
    .replace(/^No connection established\. Last error: (Error: )?/, "")
    .replace(/\.? Resolution note: ?$/, "");
  return line.length <= WORDS_MAX ? line : `${line.slice(0, WORDS_MAX)}...`;
}

// Reads FLAGFALL_DIAL_FOR: the seconds for which the bot dials in vain. An Error says what would be right.
export function dialForOf(text, isAtSocket) {
  if (!text) return isAtSocket ? DIAL_FOR_AT_SOCKET : Infinity;
  if (text === "forever") return Infinity;
  if (!/^[0-9]{1,9}(\.[0-9]+)?$/.test(text))
    throw new Error(`FLAGFALL_DIAL_FOR must be a number of seconds or \`forever\`, and is: ${text}`);
  return Number(text);
}

// Decides for one bot. Times are in seconds, of a clock that only goes forwards.
export class Redial {
  #address;
  #dialFor;
  #pauseMax;
  #chance;
  #pause = FIRST_PAUSE;
  #wasWelcomed = false;
  // Since when there is no stream, and whether that was said. Null while there is one.
  #awaySince;
  #hasSaid = false;

  // dialFor: FLAGFALL_DIAL_FOR, empty when it is not set. An Error when it is malformed.
  constructor(address, dialFor, now, chance = Math.random) {
    const isAtSocket = address.startsWith("unix:");
    this.#address = address;
    this.#dialFor = dialForOf(dialFor, isAtSocket);
    this.#pauseMax = isAtSocket ? PAUSE_MAX_AT_SOCKET : PAUSE_MAX;
    this.#chance = chance;
    this.#awaySince = now;
  }

  // The referee has taken the bot. Returns what is to be said, or an empty string.
  welcomed(now) {
    const words =
      this.#hasSaid && this.#awaySince !== null
        ? `back at ${this.#address} after ${Math.round(now - this.#awaySince)} s`
        : "";
    this.#wasWelcomed = true;
    this.#awaySince = null;
    this.#hasSaid = false;
    return words;
  }

  // A stream, or an attempt at one, has ended with that status. Returns {words, pause, exitCode}: what is to be said, or an
  // empty string; and after how many seconds the bot dials again, or null and with which code it ends.
  ended(code, details, now) {
    const end = this.#endAt(code, details);
    if (end) return { pause: null, ...end };
    if (this.#awaySince === null) {
      this.#awaySince = now;
      // A bot that the host has shed comes back slowly, even when the host welcomes it each time.
      if (code !== status.RESOURCE_EXHAUSTED) this.#pause = FIRST_PAUSE;
    }
    const trouble = this.#trouble(code, details);
    if (now - this.#awaySince >= this.#dialFor) {
      const words = `${trouble}; not reached for ${this.#dialFor} s (FLAGFALL_DIAL_FOR), and so the bot ends`;
      return { words, pause: null, exitCode: UNREACHED };
    }
    const until = this.#dialFor === Infinity ? "" : `, for ${this.#dialFor} s`;
    const words = this.#hasSaid ? "" : `${trouble}; waiting for it, and dialling again until it is there${until}`;
    this.#hasSaid = true;
    const pause = this.#pause * (STEADY_SHARE + (1 - STEADY_SHARE) * this.#chance());
    this.#pause = Math.min(2 * this.#pause, this.#pauseMax);
    return { words, pause, exitCode: STOPPED };
  }

  // What ends the bot; null where another attempt may succeed.
  #endAt(code, details) {
    if (code === status.OK) return { words: "", exitCode: STOPPED };
    const said = ` (${status[code]}: ${short(details)})`;
    switch (code) {
      case status.ABORTED:
        return {
          words:
            "another program has dialled in with this bot's token and plays on in its place; a token is for one program " +
            `at a time${said}`,
          exitCode: STOPPED,
        };
      case status.PERMISSION_DENIED:
        return { words: `the host has sent the bot away${said}`, exitCode: STOPPED };
      case status.UNAUTHENTICATED:
        return {
          words:
            `${this.#address} does not take the token in FLAGFALL_TOKEN: it is mistyped, revoked, replaced or expired, or ` +
            `its bot is retired; \`flagfall token create --bot NAME\` makes a new one${said}`,
          exitCode: REFUSED,
        };
      default:
        if (!PASSING.has(code)) return { words: `${this.#address} refuses the bot${said}`, exitCode: REFUSED };
    }
    // Settings that were right once are right; the host is being changed.
    if (code !== status.UNAVAILABLE || this.#wasWelcomed || !this.#address.startsWith("tls:")) return null;
    const why = firstMatch(WRONG_SETTINGS, details);
    return why && { words: `cannot reach the host at ${this.#address}: ${why}${said}`, exitCode: REFUSED };
  }

  #trouble(code, details) {
    const name = status[code];
    if (this.#wasWelcomed && code !== status.UNAVAILABLE)
      return `the stream to ${this.#address} has ended (${name}: ${short(details)})`;
    let why = firstMatch(WRONG_SETTINGS, details) ?? firstMatch(PASSING_TROUBLE, details);
    if (!why && !this.#wasWelcomed && !/^(tls|unix):/.test(this.#address) && ENDED_AT_ONCE.test(details))
      why = `it ended the connection; where it speaks TLS, write tls:${this.#address.replace(/^insecure:/, "")}`;
    return `cannot reach the host at ${this.#address}: ${why ? `${why} (${name})` : `${name}: ${short(details)}`}`;
  }
}
