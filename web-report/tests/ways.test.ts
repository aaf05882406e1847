import { describe, expect, it } from "vitest";
import type { GameSummary, Replay } from "../src/data/messages";
import { neighboursOf } from "../src/data/pairing";
import { columnsOf } from "../src/game/game_plots";
import { modelOf } from "../src/game/model";
import { capturesOf, firstRevelation, longestThink, materialOf } from "../src/game/moments";
import { embedCode, shareUrl } from "../src/game/ways";

const board: Replay = {
  game: { game_id: "1-7" },
  is_over: true,
  steps: 4,
  acts: [0, 1, 0, 9_000_000, 0, 1, 1, 5, 2000, 9, 2, 2, 9, 7000, 9, 3, 1, 12, 3000, 9],
  board: {
    army: [0, 0, 2],
    red: { pieces: [0, 2, 1, 3] },
    blue: { pieces: [90, 4, 91, 3] },
    plies: [10, 9091, 1011, 9192],
    removed: [2, 90, 4, 0, 4, 91],
    learnt: [2, 1, 3, 1],
  },
};

const cards: Replay = {
  steps: 3,
  cards: {
    army: [0, 1, 2, 3],
    start: { red: { front_line: [{}] }, blue: {} },
    changes: [
      { changes: [{ side: "SIDE_RED", places: [{ place: 1, card: { is_peeked: true } }] }] },
      { changes: [{ side: "SIDE_RED", places: [{ place: 1, card: { is_shown: true } }] }] },
      { changes: [{ side: "SIDE_BLUE", lost: ["PIECE_TYPE_SPY", "PIECE_TYPE_SCOUT"] }] },
    ],
  },
};

const gogo: Replay = {
  steps: 3,
  gogo: {
    deck: [0, 3, 1],
    start: {},
    changes: [
      { events: [{ changed: { red: { players: [{ number: 1 }] } } }] },
      {
        events: [
          { changed: { red: { players: [{ number: 1, is_on_display: true }] }, blue: { lost: ["ROLE_PEER"] } } },
        ],
      },
      // The next round begins with whole decks.
      { events: [{ changed: { begins_round: true } }] },
    ],
  },
};

describe("moments of a game", () => {
  it("are captures, in every kind of game", () => {
    const captures = (replay: Replay) => capturesOf(materialOf(modelOf(replay)), replay.steps ?? 0);
    expect(captures(board)).toEqual([2, 4]);
    expect(captures(cards)).toEqual([3]);
    expect(captures(gogo)).toEqual([2]);
    expect(captures({ steps: 2 })).toEqual([]);
  });

  it("are the first revelation and the longest think, but not the set-up", () => {
    expect([board, cards, gogo].map((replay) => firstRevelation(modelOf(replay)))).toEqual([2, 2, 2]);
    expect(firstRevelation(modelOf({ ...board, board: { ...board.board, learnt: [] } }))).toBe(0);
    expect(longestThink(modelOf(board))).toBe(2);
    expect(longestThink(modelOf(cards))).toBe(0);
  });

  it("are plotted as what each side has left", () => {
    const material = (replay: Replay) => columnsOf(modelOf(replay)).material?.slice(1);
    expect(material(board)).toEqual([
      [2, 2, 2, 2, 1],
      [2, 2, 1, 1, 0],
    ]);
    expect(material(cards)).toEqual([
      [6, 6, 6, 6],
      [6, 6, 6, 4],
    ]);
    expect(material(gogo)).toEqual([
      [4, 4, 4, 4],
      [4, 4, 3, 4],
    ]);
  });
});

describe("the link to a position", () => {
  it("names ply and view, whatever the page's address is", () => {
    const at = (page: string, view: "all" | "red") => shareUrl(page, modelOf(board), 3, view);
    expect(at("http://arena.example/a/#/games/1-7?ply=1", "red")).toBe(
      "http://arena.example/a/#/games/1-7?ply=3&view=red",
    );
    expect(at("http://arena.example/a/index.html#/games/1-7", "all")).toBe(
      "http://arena.example/a/index.html#/games/1-7?ply=3",
    );
  });

  it("names no view of a running game, and steps where these are not plies", () => {
    const running = modelOf({ ...board, is_over: false, plies: [1, 1, 2, 2] });
    expect(shareUrl("http://x/", running, 3, "spectator")).toBe("http://x/#/games/1-7?step=3");
  });
});

describe("the code for another page", () => {
  it("holds any name as text", () => {
    expect(embedCode("http://x/embed/game/1-7?ply=3&view=red", 'a "<b>" & c')).toBe(
      '<iframe src="http://x/embed/game/1-7?ply=3&amp;view=red" title="a &quot;&lt;b>&quot; &amp; c" width="480" height="640" loading="lazy"></iframe>',
    );
  });
});

describe("the other games of two players", () => {
  const game = (number: number, red: string, round = 1): GameSummary => ({
    game_id: `1-${number}`,
    tournament_id: 1,
    red,
    blue: red === "ada" ? "bob" : "ada",
    round,
  });
  const games = [
    game(12, "bob", 2),
    game(11, "ada", 2),
    game(5, "ada"),
    game(2, "bob"),
    game(3, "bob"),
    game(1, "ada"),
  ];

  it("are found by their numbers, and the partner by its place in the round", () => {
    const of = (id: string) =>
      neighboursOf(
        games.find((each) => each.game_id === id)!,
        games,
      );
    expect(of("1-1")).toEqual({ previous: "", next: "1-2", partner: "1-2" });
    expect(of("1-3")).toEqual({ previous: "1-2", next: "1-5", partner: "1-5" });
    expect(of("1-5")).toEqual({ previous: "1-3", next: "1-11", partner: "1-3" });
    expect(of("1-12")).toEqual({ previous: "1-11", next: "", partner: "1-11" });
  });

  it("have no partner that may be another one's, while games are missing", () => {
    const known = games.filter(({ game_id }) => game_id !== "1-2");
    expect(neighboursOf(game(5, "ada"), known)).toEqual({ previous: "1-3", next: "1-11", partner: "" });
    // A running game is not in the list.
    expect(neighboursOf(game(4, "ada"), games)).toEqual({ previous: "1-3", next: "1-5", partner: "" });
  });
});
