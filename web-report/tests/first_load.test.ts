// What is asked for before the code that uses it is there.
import { afterEach, describe, expect, it } from "vitest";
import { filesOf, scriptOf } from "../first_code";
import { askedAhead } from "../src/data/asked_ahead";
import { answerFor } from "../src/data/early_answers";
import type { Source } from "../src/data/source";

const chunk = (...imports: string[]) => ({ imports }) as never;

describe("the code of a first page", () => {
  it("is the chunk with all that it imports, each once, without what every page has", () => {
    const chunks = {
      page: chunk("shared", "board"),
      board: chunk("piece", "shared"),
      piece: chunk("board"),
      shared: chunk(),
    };
    expect(filesOf(chunks, "page", new Set(["shared"]))).toEqual(["page", "board", "piece"]);
  });

  it("is asked for by the first part of the address alone", () => {
    const asked = (hash: string) => run(hash, "static").hrefs;
    expect(asked("")).toEqual(["modulepreload ./front"]);
    expect(asked("#/")).toEqual(["modulepreload ./front"]);
    expect(asked("#/games/4-1?ply=3")).toEqual(["modulepreload ./game", "modulepreload ./board"]);
    expect(asked("#/bots")).toEqual([]);
    expect(asked("#/constructor")).toEqual([]);
  });
});

// The first script, on a page with this address and source; what it asks for is noted, and the answers wait.
function run(hash: string, source: "live" | "static") {
  const hrefs: string[] = [];
  const paths: string[] = [];
  const page = {
    createElement: () => ({ rel: "", href: "" }),
    head: { append: (link: { rel: string; href: string }) => hrefs.push(`${link.rel} ${link.href}`) },
    querySelector: (selector: string) => (selector.includes(source) ? {} : null),
  };
  const ask = (path: string, { credentials }: { credentials: string }) => {
    paths.push(`${path} ${credentials}`);
    return path.endsWith("/site") ? Promise.reject(new Error("away")) : Promise.resolve(new Response(path));
  };
  const script = scriptOf({ "": ["./front"], games: ["./game", "./board"] });
  new Function("location", "document", "fetch", script)({ hash }, page, ask);
  return { hrefs, paths };
}

describe("the data that the first script asks for", () => {
  afterEach(() => (globalThis.flagfallAnswers = undefined));

  it("is what the page of a server needs, and nothing among files", () => {
    const asked = (hash: string) => run(hash, "live").paths.map((path) => path.replace(/^api\/v1\/(.*) omit$/, "$1"));
    expect(asked("")).toEqual(["site"]);
    expect(asked("#/rules")).toEqual(["site", "rulesets"]);
    expect(asked("#/rules/duel?clause=R3.2")).toEqual(["site", "rulesets", "rulesets/duel"]);
    expect(asked("#/games/import-4-1?ply=3")).toEqual(["site", "games/import-4-1"]);
    expect(asked("#/games?bot=random")).toEqual(["site"]);
    expect(asked("#/games/../site")).toEqual(["site"]);
    expect(run("#/rules/duel", "static").paths).toEqual([]);
  });

  it("is given to the first question for it, and asked for again where it did not come", async () => {
    run("#/games/4-1", "live");
    const late = () => Promise.resolve(new Response("late"));
    const text = async (path: string) => (await answerFor(path, late)).text();
    expect(await text("games/4-1")).toBe("api/v1/games/4-1");
    expect(await text("games/4-1")).toBe("late");
    expect(await text("site")).toBe("late");
    expect(await text("games/4-2")).toBe("late");
  });
});

describe("the data of a first page", () => {
  // A source that notes what it is asked for; each answer is its number.
  function noting() {
    const asked: string[] = [];
    const answer = (what: string) => Promise.resolve(asked.push(what));
    const source = {
      game: (id: string) => answer(`game ${id}`),
      leaderboard: (pool: string) => answer(`leaderboard ${pool}`),
      pictures: (id: string) => answer(`pictures ${id}`),
      rulesets: () => answer("rulesets"),
    } as unknown as Source;
    return { asked, source };
  }

  it("is asked for at once and given to the first question for it", async () => {
    const { asked, source } = noting();
    const ahead = askedAhead(source, ["games", "4-1"]);
    expect(asked).toEqual(["game 4-1"]);
    expect(await ahead.game("4-2")).toBe(2);
    expect(await ahead.game("4-1")).toBe(1);
    expect(await ahead.game("4-1")).toBe(3);
    expect(asked).toEqual(["game 4-1", "game 4-2", "game 4-1"]);
  });

  it("is the rulesets with the pictures of the one that is named", async () => {
    const { asked, source } = noting();
    const ahead = askedAhead(source, ["rules", "duel"]);
    expect(asked).toEqual(["rulesets", "pictures duel"]);
    expect(await ahead.pictures("gogo")).toBe(3);
    expect(await ahead.pictures("duel")).toBe(2);
    expect(await ahead.rulesets()).toBe(1);
    const all = noting();
    askedAhead(all.source, ["rules"]);
    expect(all.asked).toEqual(["rulesets"]);
  });

  it("is nothing where the address names no game, or a page that waits for the site's own data", () => {
    const { asked, source } = noting();
    for (const path of [[], ["games"], ["games", "../site"], ["leaderboards"], ["bots", "random"]])
      askedAhead(source, path);
    expect(asked).toEqual([]);
  });

  it("tells a failure to whoever asks for it", async () => {
    const source = { game: () => Promise.reject(new Error("gone")) } as unknown as Source;
    await expect(askedAhead(source, ["games", "4-1"]).game("4-1")).rejects.toThrow("gone");
  });
});
