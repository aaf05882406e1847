import { describe, expect, it } from "vitest";
import { turned } from "../src/data/head_to_head";
import { sumOfTallies } from "../src/data/tally";
import { scoreColumns } from "../src/pages/head_to_head_page";

const RECORD = {
  ruleset_id: "duel",
  as_red: { wins: 3, losses: 1 },
  as_blue: { draws: 2 },
  wins: [{ games: 3 }],
  losses: [{ games: 1 }],
  elo: 120,
  elo_error: 80,
  course: { games: [1, 2, 6], points: [1, 2, 4] },
};

describe("two bots against each other", () => {
  it("are counted on both sides", () =>
    expect(sumOfTallies([RECORD.as_red, RECORD.as_blue])).toEqual({ wins: 3, draws: 2, losses: 1 }));
  it("have a score in percent after each game", () => {
    const [games, scores] = scoreColumns(RECORD.course);
    expect(games).toEqual([1, 2, 6]);
    expect(scores?.[2]).toBeCloseTo(66.67, 1);
  });
});

describe("the same from the other side", () => {
  const [theirs] = turned({ bot: "ann", opponent: "bob", records: [RECORD] }).records ?? [];
  it("has results and sides swapped", () => {
    expect(theirs?.as_blue).toEqual({ wins: 1, draws: 0, losses: 3 });
    expect(theirs?.as_red).toEqual({ wins: 0, draws: 2, losses: 0 });
    expect(theirs?.wins).toEqual([{ games: 1 }]);
    expect(theirs?.elo).toBe(-120);
    expect(theirs?.course?.points).toEqual([0, 0, 2]);
  });
  it("is the first again when it is turned twice", () => {
    const there = { bot: "ann", opponent: "bob", records: [RECORD] };
    const [again] = turned(turned(there)).records ?? [];
    expect(again?.course?.points).toEqual(RECORD.course.points);
    expect(again?.as_red).toEqual({ wins: 3, draws: 0, losses: 1 });
    expect(turned(turned(there)).bot).toBe("ann");
  });
  it("keeps what is not finite", () =>
    expect(turned({ records: [{ ...RECORD, elo: "Infinity" as unknown as number }] }).records?.[0]?.elo).toBe(
      -Infinity,
    ));
});
