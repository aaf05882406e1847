// What pages say of ratings, and of the figures of two bots.
import { describe, expect, it } from "vitest";
import { isPlayedAtOnce, likelihoodColumns, ratingColumns } from "../src/pages/bot_plots";
import { unplayedText } from "../src/pages/leaderboard_page";
import { rankingIn } from "../src/pages/ranking_methods";
import { drawFacts } from "../src/pages/match_view";
import { intervalText, placesText } from "../src/pages/rankings";
import { sequenceText, standingsHint } from "../src/pages/standings";
import { chanceText } from "../src/ui/format";

describe("ratings", () => {
  it("puts points of one second apart, and no interval about a running rating", () => {
    const [x, ...lines] = ratingColumns({ seconds: [10, 10], elo: [1500, 1510], error: [100, 90] });
    expect(x![1]).toBeGreaterThan(x![0]!);
    expect(lines).toEqual([[1500, 1510]]);
  });
  it("says which games nobody played, and what becomes of them", () => {
    expect(unplayedText({})).toEqual([]);
    expect(unplayedText({ unplayed_left_out: 1 })).toEqual([
      "1 game that nobody played, because a bot did not come, left out.",
    ]);
    expect(unplayedText({ unplayed_rated: 2, unplayed_left_out: 3 })).toEqual([
      expect.stringContaining("3 games"),
      expect.stringMatching(/^2 games that nobody played counted as losses/),
    ]);
  });
  it("counts draws in games, and level pairs in pairs", () => {
    const facts = Object.fromEntries(
      drawFacts({ games: { wins: 30, losses: 30 }, pentanomial: [7, 0, 16, 0, 7], draw_ratio: 16 / 30 }),
    );
    expect(facts["Games drawn"]).toBe("0 of 60 (0.0 %)");
    expect(facts["Pairs level"]).toBe("16 of 30 (53.3 %): two draws, or a win each");
    expect(Object.keys(Object.fromEntries(drawFacts({ games: { draws: 2 } })))).toEqual(["Games drawn"]);
  });
  it("knows a history of one day", () =>
    expect([isPlayedAtOnce({ seconds: [0, 100] }), isPlayedAtOnce({ seconds: [0, 100_000] })]).toEqual([true, false]));
  it("explains the columns that a format has", () => {
    expect(standingsHint("FORMAT_SWISS")).toContain("Buchholz");
    expect(standingsHint("FORMAT_LADDER")).toContain("Rating");
    expect(standingsHint("FORMAT_KNOCKOUT")).not.toContain("Sonneborn");
  });
});

describe("rankings where bots beat one another in circles", () => {
  it("knows those that an address may name", () =>
    expect(["alpha", "nash", "residuals", "elo", "", null].map(rankingIn)).toEqual([
      "alpha",
      "nash",
      "residuals",
      "",
      "",
      "",
    ]));
  it("tells intervals in percent, and places that are certain once", () => {
    expect(intervalText({ value: 0.3, high: 0.5 })).toBe("0.0–50.0");
    expect(placesText({ place_low: 1, place_high: 3 })).toBe("1–3");
    expect(placesText({ place_low: 2, place_high: 2 })).toBe("2");
  });
  it("rounds no probability to 0", () =>
    expect([0.5, 0.00012, 0.00001, undefined].map(chanceText)).toEqual(["0.5000", "0.0001", "< 0.0001", "< 0.0001"]));
  it("tells of a ladder what holds whenever one looks", () => {
    expect(sequenceText({ sequence_score_low: 0.412, sequence_score_high: 0.6 })).toBe("41–60 %");
    expect(sequenceText({})).toBe("–");
    expect(standingsHint("FORMAT_LADDER")).toContain("whenever");
    expect(standingsHint("FORMAT_SWISS")).not.toContain("whenever");
  });
});

describe("the history of a rating by maximum likelihood", () => {
  it("has an interval where that is finite", () => {
    const error = ["Infinity" as unknown as number, 40];
    expect(likelihoodColumns({ games: [1, 8], elo: [1500, 1520], error })).toEqual([
      [1, 8],
      [1500, 1520],
      [null, 1560],
      [null, 1480],
    ]);
    expect(likelihoodColumns({})).toEqual([[], [], [], []]);
  });
});
