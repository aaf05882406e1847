import { describe, expect, it } from "vitest";
import { verdictText } from "../src/pages/match_view";
import { trendSpan } from "../src/pages/leaderboard_page";
import { viewsOf } from "../src/pages/tournament_page";
import { suspendedOf, winnersOf } from "../src/pages/tournament_summary";
import { rowsOf, valueText } from "../src/pages/tuning";
import { beginsAnew } from "../src/replay/merge";
import { entryOf } from "../src/data/words";
import { playersText } from "../src/ui/format";
import { linePoints } from "../src/ui/sparkline";

describe("who has won a tournament", () => {
  const standings = [
    { bot: "a", place: 1, games: 2 },
    { bot: "b", place: 1, games: 2 },
    { bot: "c", place: 3, games: 2 },
  ];
  it("is all that are at the first place", () => expect(winnersOf({ tournament: { standings } })).toEqual(["a", "b"]));
  it("is nobody before the first game", () =>
    expect(winnersOf({ tournament: { standings: [{ bot: "a", place: 1 }] } })).toEqual([]));
  it("is the winner of a knockout's final, whatever the points", () => {
    const final = { number: 2, matches: [{ winner: "b" }, { winner: "a", is_for_third_place: true }] };
    expect(winnersOf({ tournament: { standings }, bracket_rounds: 2, bracket: [{ number: 1 }, final] })).toEqual(["b"]);
    expect(winnersOf({ tournament: { standings }, bracket_rounds: 2, bracket: [{ number: 1 }] })).toEqual([]);
  });
});

describe("a bot that is tuned", () => {
  const tournament = {
    spec: {
      format: "FORMAT_TUNE" as const,
      tuning: { options: [{ name: "depth", low: 1, high: 11 }, { name: "pace" }] },
    },
    tuned: {
      options: [{ name: "depth", start: 1, value: 6.7512 }, { name: "pace" }],
      values: { depth: "7" },
    },
  };
  it("has its options in place of standings", () => {
    expect(viewsOf({ tournament }, false).map(([name]) => name)).toEqual(["tuning", "about"]);
    expect(rowsOf(tournament)).toEqual([
      { name: "depth", start: 1, value: 6.7512, low: 1, high: 11, use: "7" },
      { name: "pace", low: 0, high: 0, use: "–" },
    ]);
    expect(rowsOf({ spec: tournament.spec }), "which are told when it is over").toEqual([]);
  });
  it("has as many digits as its range makes sense of", () => {
    expect(valueText(6.7512, 1, 11)).toBe("6.75");
    expect(valueText(123.456, 0, 1000)).toBe("123");
    expect(valueText(0.012345, 0, 0.1)).toBe("0.0123");
  });
  it("is one bot with many players", () => {
    expect(["ann#2", "ann#3", "ann#12", "ann@2#256"].map(entryOf)).toEqual(["ann", "ann", "ann", "ann@2"]);
    expect(["ann", "ann#1", "ann#02", "ann#"].map(entryOf)).toEqual(["ann", "ann#1", "ann#02", "ann#"]);
    expect(playersText(["ann", "ann#2", "ann#3", "ann#4"])).toBe("ann is tuned");
    expect(playersText(["ann", "ann#2"])).toBe("ann against itself");
  });
});

describe("the verdict of a test", () => {
  const match = { first: "new", sprt: { elo0: 0, elo1: 10 } };
  it.each([
    ["VERDICT_ACCEPT_H1", "Passed: new leads by 10 Elo rather than 0"],
    ["VERDICT_ACCEPT_H0", "Failed: new leads by 0 Elo rather than 10"],
    ["VERDICT_CONTINUE", "Not decided"],
  ] as const)("%s is said in words", (verdict, text) =>
    expect(verdictText({ ...match, sprt: { ...match.sprt, verdict } })[1]).toBe(text),
  );
  it("is missing where a bot does not come", () =>
    expect(verdictText({ ...match, sprt: { is_given_up: true } })[0]).toBe("bad"));
});

it("names the suspended bots of a tournament, and no others", () => {
  const bot = (name: string, reason: string) => ({ manifest: { name }, suspended_reason: reason });
  const bots = [bot("a", "3 faults"), bot("b", ""), bot("c", "5 faults")];
  expect(suspendedOf({ bots: ["a", "b"] }, bots)).toEqual([bots[0]]);
});

it("draws all trends of a leaderboard on one scale", () => {
  const span = trendSpan([{ trend: [1500, 1510] }, { trend: [1500, 1900] }, {}]);
  expect(span).toEqual([1500, 1900]);
  expect(linePoints([1500, 1510], 10, 100, span)).toBe("0.0,100.0 10.0,97.5");
});

describe("a game that is played again", () => {
  it("has fewer steps, from its start", () => expect(beginsAnew({ steps: 188 }, { steps: 6 })).toBe(true));
  it("is not one that goes on", () => {
    expect(beginsAnew({ steps: 188 }, { from_step: 188, steps: 1 })).toBe(false);
    expect(beginsAnew({ steps: 188 }, { steps: 188 })).toBe(false);
    expect(beginsAnew({ steps: 188 }, { steps: 189 })).toBe(false);
    expect(beginsAnew({ steps: 188 }, { steps: 187, is_over: true })).toBe(false);
  });
});
