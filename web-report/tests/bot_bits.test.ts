import { describe, expect, it } from "vitest";
import { hasBits } from "../src/data/words";
import { beliefsText, bitsText } from "../src/pages/bot_bits";

describe("what games told", () => {
  it("is told with a 95 % interval", () => expect(bitsText({ bits: 21.5, standard_error: 1 })).toBe("21.5 ±2.0 bits"));
  it("is told alone where one game has no spread", () => expect(bitsText({ bits: -3.25 })).toBe("−3.3 bits"));
  it("is 0 where JSON leaves a 0 out", () => expect(bitsText({ standard_error: 0.5 })).toBe("0.0 ±1.0 bits"));
  it("is counted in the classic board games", () =>
    expect(["classic", "battle", "duel", "barrage", "bluffing", "cards", "gogo", ""].filter(hasBits)).toEqual([
      "classic",
      "battle",
      "duel",
      "barrage",
    ]));
});

describe("beliefs", () => {
  it("stand beside counting", () =>
    expect(beliefsText({ loss_bits: 1.874, counting_loss_bits: 2.131 })).toBe(
      "1.87 bits a piece; counting alone by 2.13",
    ));
  it("may all be unusable", () => expect(beliefsText({ refused: 4 })).toBe("none that could be scored"));
});
