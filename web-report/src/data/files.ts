// The data of a static site: gzipped JSON in files beside the page (API.md).
import type { ExportForm, GameFilter, GamePage, Source } from "./source";
import { parseJson } from "./plain_json";
import { ROOT } from "./root";
import { SourceError } from "./source";
import { matches, summaryAt } from "./game_index";
import { turned } from "./head_to_head";
import { neighboursOf, pairingOf } from "./pairing";
import type { GameExports, GameIndex, Site } from "./messages";

// A name as it is written in the names of files: see API.md.
export function fileKey(name: string): string {
  let key = "";
  for (const byte of new TextEncoder().encode(name)) {
    const character = String.fromCharCode(byte);
    key += /[a-z0-9_-]/.test(character) ? character : `~${byte.toString(16).padStart(2, "0")}`;
  }
  return key;
}

// The text of a gzipped file. Some hosts unpack such files on the way, so the bytes may be the text already.
export async function unpacked(body: ArrayBuffer): Promise<string> {
  const bytes = new Uint8Array(body);
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return new TextDecoder().decode(bytes);
  const stream = new Blob([body]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}

async function read<T>(file: string): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`${ROOT}data/${file}.json.gz`, { credentials: "omit" });
  } catch {
    throw new SourceError("The site's files cannot be reached.");
  }
  if (response.status === 404) throw new SourceError("This site does not have that.", true);
  if (!response.ok) throw new SourceError(`The site's host answered with status ${response.status}.`);
  try {
    return parseJson(await unpacked(await response.arrayBuffer())) as T;
  } catch {
    throw new SourceError("A file of this site is damaged.");
  }
}

// Asks only once for each key, unless that failed.
function memoized<T>(ask: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const asked = new Map<string, Promise<T>>();
  return (key) => {
    let answer = asked.get(key);
    if (!answer) {
      answer = ask(key);
      answer.catch(() => asked.delete(key));
      asked.set(key, answer);
    }
    return answer;
  };
}

const gameFile = (folder: string, id: string) => `${folder}/${id.split("-")[0]}/${id}`;

// The next page of the games that the filter wants. Goes through the chunks from the row that the token names, CHUNK.ROW,
// until the page is full.
export async function filterChunks(
  chunks: number,
  chunkAt: (k: number) => Promise<GameIndex>,
  filter: GameFilter,
  token: string,
  size: number,
): Promise<GamePage> {
  const games = [];
  let [chunk = 0, row = 0] = token.split(".").map(Number);
  for (; chunk < chunks; ++chunk, row = 0) {
    const index = await chunkAt(chunk);
    const fits = matches(index, filter);
    for (const rows = index.game_ids?.length ?? 0; row < rows; ++row) {
      if (!fits(row)) continue;
      if (games.length === size) return { games, next: `${chunk}.${row}` };
      games.push(summaryAt(index, row));
    }
  }
  return { games, next: "" };
}

const EXPORT_TYPES: Record<ExportForm, string> = {
  record: "application/json",
  text: "text/plain",
  xml: "application/xml",
};

export function fileSource(): Source {
  const site = memoized((_: string) => read<Site>("site"));
  const chunk = memoized((k: string) => read<GameIndex>(`games/index-${k}`));
  const exports = memoized((id: string) => read<GameExports>(gameFile("exports", id)));
  const watchNothing = () => () => undefined;
  const games = async (filter: GameFilter, token: string, size: number) =>
    filterChunks((await site("")).game_chunks ?? 0, (k) => chunk(String(k)), filter, token || "0.0", size);
  return {
    isLive: false,
    site: () => site(""),
    status: () => read("status"),
    rulesets: () => read("rulesets"),
    pictures: (ruleset) => read(`rulesets/${fileKey(ruleset)}`),
    leaderboard: (pool) => read(`leaderboards/${fileKey(pool)}`),
    rankings: (pool) => read(`rankings/${fileKey(pool)}`),
    residuals: (pool) => read(`residuals/${fileKey(pool)}`),
    bots: () => read("bots"),
    bot: (name) => read(`bots/${fileKey(name)}`),
    headToHead: async (bot, opponent) => {
      // As the report orders names: by their bytes, which are ASCII.
      if (bot < opponent) return read(`against/${fileKey(bot)}/${fileKey(opponent)}`);
      return turned(await read(`against/${fileKey(opponent)}/${fileKey(bot)}`));
    },
    setUps: (bot, ruleset) => read(`set-ups/${fileKey(bot)}/${fileKey(ruleset)}`),
    bits: () => Promise.reject(new SourceError("What games told is counted by a server; these pages are files.", true)),
    tournaments: () => read("tournaments"),
    tournament: (id) => read(`tournaments/${id}`),
    round: (id, round) => read(`tournaments/${id}/rounds/${round}`),
    games,
    game: (id) => read(gameFile("games", id)),
    neighbours: async (game) => neighboursOf(game, (await games(pairingOf(game), "", Infinity)).games),
    feedUrl: (of) => {
      if ("bot" in of) return `data/feeds/bots/${fileKey(of.bot)}.xml`;
      return `data/feeds/${"site" in of ? "site" : `tournaments/${of.tournament}`}.xml`;
    },
    gamesUrl: () => "",
    embedUrl: (id, query) => `embed.html?game=${encodeURIComponent(id)}${query && `&${query}`}`,
    pictureUrl: () => "",
    receiptUrl: () => "",
    likelihood: (bot, pool) => read(`ratings/${fileKey(bot)}/${fileKey(pool)}`),
    exportUrl: async (id, form) => {
      const text = (await exports(id))[form];
      if (!text) throw new SourceError("There is no such form of this game.", true);
      return URL.createObjectURL(new Blob([text], { type: EXPORT_TYPES[form] }));
    },
    watchStatus: watchNothing,
    watchTournament: watchNothing,
    watchGame: watchNothing,
    watchConnection: watchNothing,
  };
}
