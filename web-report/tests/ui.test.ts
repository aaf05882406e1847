import { describe, expect, it } from "vitest";
import type { Replay } from "../src/data/messages";
import { clocksAfter } from "../src/game/clocks";
import { fieldBox } from "../src/game/field_view";
import { adjudicationText } from "../src/game/game_details";
import { staysAtEnd } from "../src/game/playback";
import { modelOf, namesPosition, observerIn, pliesAt, positionIn, positionQuery } from "../src/game/model";
import { positionForKey } from "../src/game/playback";
import { rowsInView, scrollFor } from "../src/game/step_list";
import { roundTitle } from "../src/pages/bracket";
import { shadeOf } from "../src/pages/crosstable";
import { filterIn, pagesAround } from "../src/pages/games_page";
import { filteredRows } from "../src/pages/leaderboard_page";
import { columnsFor } from "../src/pages/standings";
import { causesText } from "../src/pages/times";
import { viewsOf } from "../src/pages/tournament_page";
import { barRange } from "../src/ui/plot_scales";
import { hrefOf, routeOf } from "../src/ui/route";
import { linePoints } from "../src/ui/sparkline";
import { containsWords, pageOf, sorted, sortIn, sortText } from "../src/ui/table_rows";
import { nextTheme } from "../src/ui/theme";
import { HOSTILE_NAMES, knockout, leaderboard, longGame, sprt, swiss } from "./documents";

describe("addresses", () => {
  it.each([
    ["", []],
    ["#/", []],
    ["#/games/1-7?ply=12", ["games", "1-7"]],
    ["#/bots/a%2Fb", ["bots", "a/b"]],
    ["#/bots/%E0%A4%A", ["bots", "%E0%A4%A"]],
  ])("%s is %j", (hash, path) => expect(routeOf(hash).path).toEqual(path));
  it.each(HOSTILE_NAMES)("%s comes back as it was", (name) => {
    const route = routeOf(hrefOf(["bots", name], { q: name }));
    expect(route.path).toEqual(["bots", name]);
    expect(route.query.get("q")).toBe(name);
  });
  it("leaves out what is empty", () => expect(hrefOf(["games"], { bot: "", ply: "3" })).toBe("#/games?ply=3"));
});

describe("tables", () => {
  it("sorts numbers, names with numbers in them, and what is missing to the end", () => {
    expect(sorted([3, NaN, 1], (row) => row, true)).toEqual([3, 1, NaN]);
    expect(sorted([3, NaN, 1], (row) => row, false)).toEqual([1, 3, NaN]);
    expect(sorted(["bot-10", "bot-9"], (row) => row, false)).toEqual(["bot-9", "bot-10"]);
  });
  it("keeps the order of those that are level", () =>
    expect(
      sorted(
        [
          { a: 1, n: 1 },
          { a: 1, n: 2 },
        ],
        (row) => row.a,
        true,
      ).map((row) => row.n),
    ).toEqual([1, 2]));
  it("comes in pages", () => {
    expect(pageOf([1, 2, 3, 4, 5], 2, 2)).toEqual({ rows: [3, 4], page: 2, pages: 3 });
    expect(pageOf([1], 99, 2)).toMatchObject({ page: 1, pages: 1 });
    expect(pageOf([], NaN, 2)).toMatchObject({ rows: [], page: 1, pages: 1 });
  });
  it("reads and writes how it is sorted", () => {
    expect(sortText(sortIn("-elo", "place"))).toBe("-elo");
    expect(sortIn("", "place")).toEqual({ column: "place", descending: false });
  });
  it("finds every word that was typed", () => {
    expect(containsWords(["Marshal", undefined, "C++"], "c++ mars")).toBe(true);
    expect(containsWords(["Marshal"], "mars python")).toBe(false);
  });
  it("filters a leaderboard of a thousand", () => {
    const rows = leaderboard(1000).rows!;
    expect(filteredRows(rows, new URLSearchParams("q=bot-77"))).toHaveLength(11);
    expect(filteredRows(rows, new URLSearchParams("ready=1")).every((row) => row.state === "STATE_READY")).toBe(true);
    expect(filteredRows(rows, new URLSearchParams("least=300")).every((row) => row.rated!.games! >= 300)).toBe(true);
  });
});

describe("bars", () => {
  it("are whole, the first and the last too", () => {
    expect(barRange([5, 15, 25], 5, 25)).toEqual([0, 30]);
    expect(barRange([5], 5, 5)).toEqual([4.5, 5.5]);
  });
});

describe("pages of games", () => {
  it("lead on and back", () => {
    const second = { token: "90", trail: "" };
    const third = { token: "40", trail: "90" };
    expect(pagesAround("", "", "90")).toEqual([["Older games", second]]);
    expect(pagesAround("90", "", "40")).toEqual([
      ["Newest", {}],
      ["Older games", third],
    ]);
    expect(pagesAround("40", "90", "7")).toEqual([
      ["Newest", {}],
      ["Newer games", second],
      ["Older games", { token: "7", trail: "90,40" }],
    ]);
    expect(pagesAround("7", "90,40", "")).toEqual([
      ["Newest", {}],
      ["Newer games", third],
    ]);
  });
  it("lead to the newest where the address does not say which came before", () =>
    expect(pagesAround("40", "", "")).toEqual([["Newest", {}]]));
});

describe("a game's page", () => {
  const long = longGame(2000);
  it("opens where the address says", () => {
    expect(positionIn(new URLSearchParams("ply=12"), long)).toBe(12);
    expect(positionIn(new URLSearchParams("ply=99999"), long)).toBe(2000);
    expect(positionIn(new URLSearchParams("ply=-3"), long)).toBe(0);
    expect(positionIn(new URLSearchParams(""), { ...long, is_over: false })).toBe(2000);
  });
  it("goes on with a running game from its end, before its first step too", () => {
    expect(staysAtEnd(7, 7, false)).toBe(true);
    expect(staysAtEnd(6, 7, false)).toBe(false);
    expect(staysAtEnd(0, 0, namesPosition(new URLSearchParams("")))).toBe(true);
    expect(staysAtEnd(0, 0, namesPosition(new URLSearchParams("ply=0")))).toBe(false);
  });
  it("finds a ply among steps", () => {
    const replay = { steps: 4, plies: [1, 1, 2, 2], is_over: true };
    expect(positionIn(new URLSearchParams("ply=1"), replay)).toBe(2);
    expect(positionIn(new URLSearchParams("step=3&ply=1"), replay)).toBe(3);
    expect(positionQuery(replay, 3)).toEqual({ step: "3", ply: "" });
    expect(pliesAt(replay, 3)).toBe(2);
  });
  it("R9.3 shows a running game to spectators alone", () => {
    expect(observerIn(new URLSearchParams("view=all"), false)).toBe("spectator");
    expect(observerIn(new URLSearchParams("view=red"), true)).toBe("red");
    expect(observerIn(new URLSearchParams("view=nobody"), true)).toBe("all");
  });
  it("leads keys", () =>
    expect(["ArrowLeft", "End", "PageDown", "x"].map((key) => positionForKey(key, 5, 99))).toEqual([4, 99, 15, null]));
  it("makes a model of two thousand plies with every piece in place", () => {
    const model = modelOf(long);
    expect(model.steps).toBe(2000);
    expect(model.text(1)).toBe("a4–a5");
    expect(model.comments.size).toBe(2000);
  });
  it("is of one kind, which says what a ply is called", () => {
    const kinds = (replay: Replay) => [modelOf(replay).game.kind, modelOf(replay).plyWord];
    expect(kinds({ board: {} })).toEqual(["board", "ply"]);
    expect(kinds({ bluffing: {} })).toEqual(["board", "ply"]);
    expect(kinds({ cards: {} })).toEqual(["cards", "turn"]);
    expect(kinds({ gogo: {} })).toEqual(["gogo", "tick"]);
    expect(kinds({ steps: 3 })).toEqual(["unknown", "ply"]);
    expect(modelOf({ steps: 3 }).text(1)).toBe("");
  });
  it("keeps few rows in the page, and the current one in sight", () => {
    expect(rowsInView(28 * 1000, 280, 2000)).toEqual({ first: 992, last: 1018 });
    expect(scrollFor(5, 0, 280)).toBeNull();
    expect(scrollFor(100, 0, 280)).toBe(101 * 28 - 280);
    expect(scrollFor(2, 280, 280)).toBe(56);
  });
  it("runs the clock of the side to move alone, and not below zero", () => {
    expect(clocksAfter({ red_ms: 500, blue_ms: 900, is_red_running: true }, 200)).toMatchObject({
      red: 300,
      blue: 900,
    });
    expect(clocksAfter({ red_ms: 500, is_red_running: true }, 900).red).toBe(0);
  });
  it("draws all of a field, also who is far out", () =>
    expect(fieldBox([{ x: -5000, y: 9000 }])).toEqual({ x: -5700, y: -700, width: 14_400, height: 10_400 }));
  it("draws the whole circles around places at a field's edge", () =>
    expect(fieldBox([], 1040)).toEqual({ x: -1040, y: -1040, width: 10_080, height: 5080 }));
  it("says when games are adjudicated", () => {
    expect(adjudicationText({ max_plies: 4000, max_plies_without_capture: 400 })).toBe(
      "after 4,000 plies, or after 400 without a capture",
    );
    expect(adjudicationText(undefined)).toBe("never");
  });
});

describe("a tournament's page", () => {
  const names = (page: Parameters<typeof viewsOf>[0]) => viewsOf(page, true).map(([name]) => name);
  it("has the parts that its format has", () => {
    expect(names(knockout(16))).toEqual(["bracket", "standings", "crosstable", "about"]);
    expect(names(swiss(33))).toEqual(["standings", "rounds", "crosstable", "about"]);
    expect(names(swiss(100))).toEqual(["standings", "rounds", "about"]);
    expect(viewsOf(sprt(50), true)).toContainEqual(["match", "SPRT"]);
  });
  it("shows where time went and what was void, where the server says it", () =>
    expect(names({ tournament: { times: [{ bot: "a" }] } })).toEqual(["standings", "times", "about"]));
  it("says for what causes attempts were void", () => {
    expect(
      causesText([
        { reason: "REASON_HOST_LATE", games: 2 },
        { reason: "REASON_SUPERVISOR_KILLED", games: 1 },
      ]),
    ).toBe("host was late: 2, supervisor was killed: 1");
    expect(causesText([])).toBe("");
  });
  it("shows what is settled of a tournament whose bots are not", () => {
    expect(names({ tournament: { spec: { entrants: ["@tag:course"] } } })).toEqual(["about"]);
    expect(names({ tournament: { spec: { entrants: ["@tag:course"], bots: ["a", "b"] } } })).toContain("standings");
  });
  it("shows a schedule while it runs", () =>
    expect(names({ tournament: { state: "STATE_RUNNING" } })).toContain("schedule"));
  it("shows what decides between those who are level", () => {
    expect(columnsFor("FORMAT_SWISS").map((column) => column.id)).toContain("buchholz");
    expect(columnsFor("FORMAT_LADDER").map((column) => column.id)).toContain("rating");
    expect(columnsFor(undefined).map((column) => column.id)).toContain("sb");
  });
  it("sorts by the score that it shows, though a bye gives points without a game", () => {
    const score = columnsFor("FORMAT_SWISS").find((column) => column.id === "score")!;
    expect(score.value!({ bot: "a", points: 2, games: 1, wins: 1, byes: 1 })).toBe(1);
    expect(score.value!({ bot: "b", points: 1.5, games: 2, wins: 1, draws: 1 })).toBe(0.75);
    expect(score.value!({ bot: "c", points: 1, byes: 1 })).toBe(0);
  });
  it("names rounds from the final back", () =>
    expect([1, 2, 3, 4].map((round) => roundTitle(round, 4))).toEqual([
      "Round 1",
      "Quarter-finals",
      "Semi-finals",
      "Final",
    ]));
  it("shades cells by the score", () =>
    expect([{ wins: 2 }, { wins: 1, losses: 1 }, { losses: 2 }, {}].map(shadeOf)).toEqual([
      "shade-4",
      "shade-2",
      "shade-0",
      "",
    ]));
});

describe("other pages", () => {
  it("takes what makes sense of a filter in the address", () => {
    expect(filterIn(new URLSearchParams("bot=x&pliesMin=abc&dateMin=yesterday&tournament=3"))).toMatchObject({
      bot: "x",
      pliesMin: "",
      dateMin: "",
      tournament: "3",
    });
  });
  it("draws a trend within its box", () => {
    expect(linePoints([1, 2, 3], 64, 16, [1, 3])).toBe("0.0,16.0 32.0,8.0 64.0,0.0");
    expect(linePoints([5, 5], 64, 16, [5, 5])).toBe("0.0,16.0 64.0,16.0");
    expect(linePoints([5], 64, 16, [5, 5])).toBe("");
  });
  it("goes round the themes", () =>
    expect([nextTheme("system"), nextTheme("light"), nextTheme("dark")]).toEqual(["light", "dark", "system"]));
});
