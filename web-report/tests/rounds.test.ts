// A match of `gogo` in several rounds, as a page replays it.
import { describe, expect, it } from "vitest";
import type { GogoReplay } from "../src/data/messages";
import { timeText } from "../src/game/field_view";
import { gogoGame } from "../src/replay/gogo";
import { gogoStepText } from "../src/replay/step_texts";

describe("rounds", () => {
  it("R8.12 begins a round from nothing, at the other ends", () => {
    const match: GogoReplay = {
      start: { situation: { tick: 1, round: 1 } },
      changes: [
        {
          events: [
            {
              changed: { red: { players: [{ number: 1, x: 0, y: 500 }], lost: ["ROLE_PEER"] }, situation: { tick: 2 } },
            },
          ],
        },
        {
          events: [
            { captured: { side: "SIDE_RED", number: 1 } },
            { round_over: { round: 1, winner: "SIDE_RED" } },
            { changed: { situation: { tick: 3, part: "TICK_PART_CAPTURE", round: 1, red_rounds_won: 1 } } },
            {
              changed: {
                begins_round: true,
                red: { base: { x: 8000, y: 2500 }, flag: { x: 8000, y: 500 } },
                blue: { base: { y: 500 }, flag: { y: 2500 } },
                situation: { tick: 1, part: "TICK_PART_MOVE", round: 2, red_rounds_won: 1 },
              },
            },
          ],
        },
      ],
    };
    const end = gogoGame(match)(match.changes!.length);
    expect(end.red).toMatchObject({ players: [], lost: [], base: { x: 8000, y: 2500 } });
    expect(end.blue?.base).toEqual({ y: 500 });
    expect(timeText(end.situation)).toBe("Round 2, won by Red 1, by Blue 0. Tick 1");
    expect(timeText({ tick: 7 })).toBe("Tick 7");
    expect(gogoStepText(match.changes!.at(-1)!.events!)).toBe("Red 1 captures the flag; round 1 goes to Red");
    expect(gogoStepText([{ round_over: { round: 2 } }])).toBe("round 2 is drawn");
  });
});
