import { parseJson } from "../src/data/plain_json";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import { fileKey, fileSource, filterChunks, unpacked } from "../src/data/files";
import { matches, summaryAt } from "../src/data/game_index";
import { gameParameters, liveSource } from "../src/data/live";
import { EVERY_GAME, idIn, isGameId } from "../src/data/source";
import type { GameIndex } from "../src/data/messages";
import { HOSTILE_NAMES } from "./documents";

const INDEX: GameIndex = {
  bots: ["ann", "bob", "bob@2"],
  ruleset_ids: ["barrage", "classic"],
  game_ids: ["2-3", "2-2", "1-1"],
  tournaments: [2, 2, 1],
  red: [0, 2, 1],
  blue: [1, 0, 2],
  rulesets: [0, 0, 1],
  results: [1, 3, 2],
  reasons: [1, 8, 4],
  plies: [40, 100, 7],
  start_seconds: [1_769_904_000, 1_769_860_800, 1_769_817_600],
  duration_ms: [1500, 2, 3],
  red_elo_change_cents: [1450, 0, -80],
  rounds: [2, 1, 1],
};

const rows = (filter: Partial<typeof EVERY_GAME>) => [0, 1, 2].filter(matches(INDEX, { ...EVERY_GAME, ...filter }));

describe("a static site's list of games", () => {
  it.each([
    [{}, [0, 1, 2]],
    [{ bot: "ann" }, [0, 1]],
    [{ bot: "bob" }, [0, 1, 2]],
    [{ bot: "bob@2" }, [1, 2]],
    [{ bot: "ann", opponent: "bob@2" }, [1]],
    [{ opponent: "bob@2" }, [0, 1, 2]],
    [{ ruleset: "classic" }, [2]],
    [{ result: "RESULT_DRAW" }, [1]],
    [{ reason: "REASON_OUT_OF_TIME" }, [2]],
    [{ tournament: "2" }, [0, 1]],
    [{ pliesMin: "40", pliesMax: "99" }, [0]],
    [{ dateMin: "2026-02-01" }, [0]],
    [{ dateMax: "2026-01-31" }, [1, 2]],
    [{ bot: "nobody" }, []],
    [{ ruleset: "chess" }, []],
  ])("%j finds rows %j", (filter, found) => expect(rows(filter)).toEqual(found));

  it("finds a bot's games against itself by both players' names and by the bot's", () => {
    const index = { ...INDEX, bots: ["ann", "ann#2", "bob@1", "bob@1#2"], red: [0, 1, 2], blue: [1, 0, 3] };
    const found = (filter: Partial<typeof EVERY_GAME>) =>
      [0, 1, 2].filter(matches(index, { ...EVERY_GAME, ...filter }));
    expect(found({ bot: "ann" })).toEqual([0, 1]);
    expect(found({ bot: "ann#2", opponent: "ann" })).toEqual([0, 1]);
    expect(found({ bot: "ann", opponent: "ann" })).toEqual([0, 1]);
    expect(found({ bot: "bob", opponent: "bob@1#2" })).toEqual([2]);
    expect(found({ bot: "bob" })).toEqual([2]);
  });

  it("tells a game as the server does", () => {
    expect(summaryAt(INDEX, 0)).toEqual({
      game_id: "2-3",
      tournament_id: 2,
      round: 2,
      red: "ann",
      blue: "bob",
      ruleset_id: "barrage",
      outcome: { result: "RESULT_RED_WINS", reason: "REASON_FLAG_CAPTURED" },
      plies: 40,
      start_time: "2026-02-01T00:00:00.000Z",
      duration_micros: "1500000",
      rating: { red_elo_change: 14.5 },
    });
    expect(summaryAt(INDEX, 1).rating).toBeUndefined();
  });

  it("comes in pages that go over chunks, and reads no chunk before it is needed", async () => {
    const asked: number[] = [];
    const chunk = (k: number) => (asked.push(k), Promise.resolve(INDEX));
    const first = await filterChunks(3, chunk, EVERY_GAME, "0.0", 2);
    expect([first.games.map((game) => game.game_id), first.next, asked]).toEqual([["2-3", "2-2"], "0.2", [0]]);
    const second = await filterChunks(3, chunk, EVERY_GAME, first.next, 2);
    expect([second.games.map((game) => game.game_id), second.next]).toEqual([["1-1", "2-3"], "1.1"]);
    const last = await filterChunks(3, chunk, EVERY_GAME, "2.1", 2);
    expect([last.games.length, last.next]).toEqual([2, ""]);
  });
});

describe("names in files", () => {
  it.each([
    ["barrage", "barrage"],
    ["Mybot@3", "~4dybot~403"],
    ["classic[two_squares=2]", "classic~5btwo_squares~3d2~5d"],
    ["..", "~2e~2e"],
    ["é", "~c3~a9"],
  ])("%s is %s", (name, key) => {
    expect(fileKey(name)).toBe(key);
  });
  it.each(HOSTILE_NAMES)("%s stays in its folder", (name) => expect(fileKey(name)).toMatch(/^[a-z0-9_~-]+$/));
});

describe("ids", () => {
  it.each(["1-1", "12-34567", "import-3-17"])("%s is a game's", (id) => expect(isGameId(id)).toBe(true));
  it.each([
    "",
    "1",
    "1-",
    "-1",
    "1-1/..",
    "a-1",
    "1-1-1",
    "01-1",
    "1-0",
    " 1-1",
    "1-12345678901",
    "import-1",
    "import--1-1",
    "report-1-1",
  ])("%s is none", (id) => expect(isGameId(id)).toBe(false));
  it("numbers are numbers", () => expect(["7", "x", "-7", "7.5", ""].map(idIn)).toEqual([7, 0, 0, 0, 0]));
});

const buffer = (bytes: Uint8Array) =>
  bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;

describe("files", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("are unpacked unless their host did so", async () => {
    expect(await unpacked(buffer(gzipSync('{"a":1}')))).toBe('{"a":1}');
    expect(await unpacked(buffer(new TextEncoder().encode('{"a":1}')))).toBe('{"a":1}');
  });
  it("have addresses where API.md says", () => {
    const source = fileSource();
    expect(source.feedUrl({ site: true })).toBe("data/feeds/site.xml");
    expect(source.feedUrl({ tournament: 7 })).toBe("data/feeds/tournaments/7.xml");
    expect(source.feedUrl({ bot: "Mybot@3" })).toBe("data/feeds/bots/~4dybot~403.xml");
    expect(source.embedUrl("1-7", "ply=3")).toBe("embed.html?game=1-7&ply=3");
  });
  it("are asked for where API.md says", async () => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", (path: string) => (asked.push(path), Promise.resolve(new Response("{}"))));
    const source = fileSource();
    await Promise.all([
      source.site(),
      source.bot("Mybot@3"),
      source.game("12-3"),
      source.round(4, 2),
      source.leaderboard("barrage"),
    ]);
    expect(asked.sort()).toEqual([
      "data/bots/~4dybot~403.json.gz",
      "data/games/12/12-3.json.gz",
      "data/leaderboards/barrage.json.gz",
      "data/site.json.gz",
      "data/tournaments/4/rounds/2.json.gz",
    ]);
  });
  it("know the other games of two players, of each round by itself", async () => {
    const pairing = (ids: string[], red: number[], rounds: number[]): GameIndex => ({
      bots: ["ann", "bob"],
      ruleset_ids: ["duel"],
      game_ids: ids,
      tournaments: ids.map(() => 1),
      red,
      blue: red.map((one) => 1 - one),
      rounds,
    });
    const files: Record<string, object> = {
      site: { game_chunks: 2 },
      "games/index-0": pairing(["1-9", "1-8", "1-6"], [1, 0, 0], [3, 3, 2]),
      "games/index-1": pairing(["1-5", "1-2"], [1, 1], [2, 1]),
    };
    vi.stubGlobal("fetch", (path: string) =>
      Promise.resolve(new Response(JSON.stringify(files[/^data\/(.*)\.json\.gz$/.exec(path)![1]!]))),
    );
    const game = { game_id: "1-6", tournament_id: 1, red: "ann", blue: "bob", round: 2 };
    expect(await fileSource().neighbours(game)).toEqual({ previous: "1-5", next: "1-8", partner: "1-5" });
  });
  it("say what is missing or damaged", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("", { status: 404 })));
    await expect(fileSource().bot("x")).rejects.toMatchObject({ isMissing: true });
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("<html>")));
    await expect(fileSource().bot("x")).rejects.toThrow("damaged");
  });
});

describe("the server", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("is asked by the names of ListGamesRequest", () => {
    const parameters = gameParameters(
      {
        ...EVERY_GAME,
        bot: "a&b=c",
        result: "RESULT_RED_WINS",
        reason: "REASON_FLAG_CAPTURED",
        pliesMin: "3",
        dateMax: "2026-12-31",
      },
      "77",
      50,
    );
    expect(parameters.toString()).toBe(
      "bot=a%26b%3Dc&result=red_wins&reason=flag_captured&plies_min=3&start_time_max=2027-01-01T00%3A00%3A00.000Z&page_size=50&page_token=77",
    );
  });
  it("is asked for games from elsewhere, of which files have none", () => {
    const filter = { ...EVERY_GAME, imported: "true" };
    expect(gameParameters(filter, "", 50).toString()).toBe("imported=true&page_size=50");
    expect(rows({ imported: "true" })).toEqual([]);
  });
  it("has addresses for others", () => {
    const source = liveSource();
    expect(source.feedUrl({ site: true })).toBe("api/v1/feed");
    expect(source.feedUrl({ tournament: 7 })).toBe("api/v1/tournaments/7/feed");
    expect(source.feedUrl({ bot: "mybot@3" })).toBe("api/v1/bots/mybot%403/feed");
    expect(source.gamesUrl({ ...EVERY_GAME, bot: "mybot@3" }, "csv")).toBe("api/v1/exports/csv?bot=mybot%403");
    expect(source.embedUrl("1-7", "")).toBe("embed/game/1-7");
    expect(source.receiptUrl("1-7")).toBe("api/v1/games/1-7/receipt");
    expect(source.pictureUrl("1-7", "ply=3&view=red")).toBe("api/v1/games/1-7/picture?ply=3&view=red");
  });
  it("is asked for names that cannot leave their place", async () => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", (path: string) => (asked.push(path), Promise.resolve(new Response("{}"))));
    await liveSource().bot("../../etc/passwd");
    expect(asked).toEqual(["api/v1/bots/..%2F..%2Fetc%2Fpasswd"]);
  });
  it("is asked once for the other games of two players", async () => {
    const asked: string[] = [];
    const answer = '{"previous":"1-6","partner":"1-8"}';
    vi.stubGlobal("fetch", (path: string) => (asked.push(path), Promise.resolve(new Response(answer))));
    const game = { game_id: "1-7", tournament_id: 1, red: "ann", blue: "bob" };
    expect(await liveSource().neighbours(game)).toEqual({ previous: "1-6", partner: "1-8" });
    expect(asked).toEqual(["api/v1/games/1-7/neighbours"]);
  });
  it("says what it refuses in its own words", async () => {
    vi.stubGlobal("fetch", () =>
      Promise.resolve(new Response('{"code":"NOT_FOUND","message":"there is no bot x"}', { status: 404 })),
    );
    await expect(liveSource().bot("x")).rejects.toThrow("There is no bot x.");
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("<html>", { status: 429 })));
    await expect(liveSource().bot("x")).rejects.toThrow("busy");
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("net")));
    await expect(liveSource().bot("x")).rejects.toThrow("cannot be reached");
  });
});

describe("texts of bots", () => {
  it("show marks of direction as their numbers, however JSON writes them", () => {
    const tame = { a: ["x\\u202ey", 1, { b: "\\u2066z\\u2069" }] };
    expect(parseJson(JSON.stringify({ a: ["x\u202ey", 1, { b: "\u2066z\u2069" }] }))).toEqual(tame);
    expect(parseJson('{"a":["x\\u202Ey",1,{"b":"\\u2066z\\u2069"}]}')).toEqual(tame);
    expect(parseJson('{"a":"שלום \\u05e9"}')).toEqual({ a: "שלום ש" });
  });
});
