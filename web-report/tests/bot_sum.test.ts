import { describe, expect, it } from "vitest";
import { sumOf } from "../src/data/bot_sum";

describe("a bot's results in all rulesets", () => {
  const sum = sumOf([
    {
      ruleset_id: "duel",
      as_red: { wins: 2, losses: 1 },
      as_blue: { draws: 1 },
      opponents: [
        { bot: "ann", tally: { wins: 2 } },
        { bot: "bob", tally: { draws: 1, losses: 1 } },
      ],
      wins: [{ reason: "REASON_FLAG_CAPTURED", games: 1 }, { games: 1 }],
      losses: [{ reason: "REASON_RESIGNED", games: 1 }],
      spending: { games: 4 },
    },
    {
      ruleset_id: "gogo",
      as_red: { wins: 1 },
      opponents: [{ bot: "bob", tally: { wins: 1 } }],
      wins: [{ reason: "REASON_FLAG_CAPTURED", games: 1 }],
    },
  ]);

  it("are those of each side added up", () => {
    expect(sum.as_red).toEqual({ wins: 3, draws: 0, losses: 1 });
    expect(sum.as_blue).toEqual({ wins: 0, draws: 1, losses: 0 });
  });
  it("have each opponent once, the one with the most games first", () =>
    expect(sum.opponents).toEqual([
      { bot: "bob", tally: { wins: 1, draws: 1, losses: 1 } },
      { bot: "ann", tally: { wins: 2, draws: 0, losses: 0 } },
    ]));
  it("have each reason once, the most frequent first", () => {
    expect(sum.wins).toEqual([{ reason: "REASON_FLAG_CAPTURED", games: 2 }, { games: 1 }]);
    expect(sum.draws).toEqual([]);
    expect(sum.losses).toEqual([{ reason: "REASON_RESIGNED", games: 1 }]);
  });
  it("have no ruleset and no times", () => {
    expect(sum.ruleset_id).toBeUndefined();
    expect(sum.spending).toBeUndefined();
  });
  it("are empty without games", () => expect(sumOf([]).opponents).toEqual([]));
});
