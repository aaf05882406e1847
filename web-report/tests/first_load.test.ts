// What is asked for before the code that uses it is there.
import { describe, expect, it } from "vitest";
import { filesOf, scriptOf } from "../first_code";
import { askedAhead } from "../src/data/asked_ahead";
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
    const asked = (hash: string) => {
      const hrefs: string[] = [];
      const page = {
        createElement: () => ({ rel: "", href: "" }),
        head: { append: (link: { rel: string; href: string }) => hrefs.push(`${link.rel} ${link.href}`) },
      };
      new Function("location", "document", scriptOf({ "": ["./front"], games: ["./game", "./board"] }))({ hash }, page);
      return hrefs;
    };
    expect(asked("")).toEqual(["modulepreload ./front"]);
    expect(asked("#/")).toEqual(["modulepreload ./front"]);
    expect(asked("#/games/4-1?ply=3")).toEqual(["modulepreload ./game", "modulepreload ./board"]);
    expect(asked("#/bots")).toEqual([]);
    expect(asked("#/constructor")).toEqual([]);
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
