import { describe, expect, it } from "vitest";
import type { GameSummary } from "../src/data/messages";
import { bestGame, liveGame, NEWEST } from "../src/pages/best_game";

const fit = () => false;

function game(id: string, elo: number | null, changes: Partial<GameSummary> = {}): GameSummary {
  return {
    game_id: id,
    outcome: { result: "RESULT_RED_WINS", reason: "REASON_FLAG_CAPTURED" },
    ...(elo === null ? {} : { rating: { red_elo_before: elo, blue_elo_before: 1000 } }),
    ...changes,
  };
}

describe("the best of the newest games", () => {
  it("is the one between the highest rated players, and the newest of equals", () => {
    expect(bestGame([game("1-1", 1500), game("1-2", 1700), game("1-3", 1700), game("1-4", null)], fit)).toBe("1-2");
    expect(bestGame([game("1-1", null), game("1-2", null)], fit)).toBe("1-1");
    expect(bestGame([], fit)).toBe("");
  });

  it("was won on the board, and can be shown", () => {
    const games = [
      game("1-1", 1900, { outcome: { result: "RESULT_DRAW", reason: "REASON_BOTH_IMMOBILE" } }),
      game("1-2", 1800, { outcome: { result: "RESULT_RED_WINS", reason: "REASON_OUT_OF_TIME" } }),
      game("1-3", 1700),
      game("1-4", 1600, { outcome: { result: "RESULT_BLUE_WINS", reason: "REASON_NO_LEGAL_PLY" } }),
    ];
    expect(bestGame(games, fit)).toBe("1-3");
    expect(bestGame(games, (id) => id === "1-3")).toBe("1-4");
  });

  it("is none of the older games", () => {
    const old = Array.from({ length: NEWEST }, (_, n) => game(`1-${n + 1}`, 1000));
    expect(bestGame([...old, game("2-1", 2000)], fit)).toBe("1-1");
  });
});

describe("the running game that is shown", () => {
  const status = { games: [{ game_id: "1-1", plies: 3 }, { game_id: "1-2", plies: 9 }, { game_id: "1-3" }] };

  it("is the one that is furthest on, and stays", () => {
    expect(liveGame(status, "", fit)).toBe("1-2");
    expect(liveGame(status, "1-3", fit)).toBe("1-3");
    expect(liveGame(status, "2-1", fit)).toBe("1-2");
    expect(liveGame(status, "1-2", (id) => id === "1-2")).toBe("1-1");
    expect(liveGame({}, "1-1", fit)).toBe("");
    expect(liveGame(undefined, "1-1", fit)).toBe("");
  });
});
