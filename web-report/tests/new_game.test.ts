import { describe, expect, it } from "vitest";
import { rematchOf, tournamentOf } from "../src/play/new_game";

const SPEC = {
  bots: ["ann", "scout@2"],
  ruleset: { id: "barrage", options: [{ name: "two_squares", value: "2" }] },
  games: 1,
  time_control: "300+10 setup=300",
  seed: "12",
  challenger: "ann",
  book: "standard",
};

describe("a game once more", () => {
  it("is of the tournament in its id", () => expect(tournamentOf("17-3")).toBe(17));

  it("is the same but for the side, and asks for nothing that a challenge may not set", () => {
    const again = {
      bots: ["ann", "scout@2"],
      games: 1,
      ruleset: SPEC.ruleset,
      time_control: SPEC.time_control,
      book: "standard",
    };
    expect(rematchOf(SPEC, "ann", "red", "scout@2")).toEqual({ spec: again, side: "SIDE_BLUE" });
    expect(rematchOf(SPEC, "ann", "blue", "scout@2")).toEqual({ spec: again, side: "SIDE_RED" });
    expect(rematchOf({ ...SPEC, rated: false }, "ann", "blue", "scout@2")?.spec).toEqual(again);
    expect(rematchOf({ ...SPEC, rated: true }, "ann", "blue", "scout@2")?.spec).toEqual({ ...again, rated: true });
  });

  it("has the person first, whoever had asked", () =>
    expect(rematchOf({ ...SPEC, bots: ["scout@2", "ann"] }, "ann", "red", "scout@2")?.spec?.bots).toEqual([
      "ann",
      "scout@2",
    ]));

  it("leaves out what the game left to the host", () =>
    expect(rematchOf({ bots: SPEC.bots }, "ann", "red", "scout@2")?.spec).toEqual({ bots: SPEC.bots, games: 1 }));

  it("is not asked of an opponent whom nobody may know", () => {
    expect(rematchOf(SPEC, "ann", "red", "anonymous")).toBeNull();
    expect(rematchOf(SPEC, "ann", "red", "")).toBeNull();
    expect(rematchOf({}, "ann", "red", "scout@2")).toBeNull();
  });
});
