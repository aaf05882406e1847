import { describe, expect, it } from "vitest";
import type { BluffingStep, CardsReplay, GogoReplay, PieceType, Replay } from "../src/data/messages";
import { bluffingGame } from "../src/replay/bluffing";
import { armySeen, cardsGame } from "../src/replay/cards";
import { commentsByStep, commentsFor, evaluationIn, evaluationsOf } from "../src/replay/comments";
import { folded } from "../src/replay/folded";
import { deckOf, gogoGame, teamSeen } from "../src/replay/gogo";
import { mergedReplay } from "../src/replay/merge";
import type { Observer } from "../src/replay/observer";
import { timesOf } from "../src/replay/times";
import { bluffingStepText, deedText, gogoStepText } from "../src/replay/step_texts";

describe("folded", () => {
  it("gives the same state whatever was asked before", () => {
    const at = folded({ sum: 0 }, (state, step) => ({ sum: state.sum + step }));
    const sum = (n: number) => (n * (n + 1)) / 2;
    for (const position of [200, 3, 130, 0, 64, 65, 63, 200, 199]) expect(at(position).sum).toBe(sum(position));
  });
});

describe("bluffing", () => {
  const said: BluffingStep[] = [
    { events: [{ attack: { ply: { from: 30, to: 60 }, claim: "PIECE_TYPE_MARSHAL", tokens: 2 } }] },
    { events: [{ declaration: "PIECE_TYPE_BOMB" }] },
    {
      events: [
        { call: { call: "BLUFF_CALL_DEFENCE", caller: "SIDE_RED", was_bluff: true } },
        { piece: { origin: 60, claim: "PIECE_TYPE_BOMB", possible_types: ["PIECE_TYPE_MINER"] } },
        { tokens: { red: 1 } },
      ],
    },
    {},
  ];
  const at = bluffingGame(said, [0, 0, 3060, 6070]);

  it("R6.2, R6.5 keeps an attack open until it is settled", () => {
    expect(at(1).contest).toMatchObject({ declaration: 0, attack: { tokens: 2 } });
    expect(at(2).contest?.declaration).toBe(11);
    expect(at(3).contest).toBeNull();
  });
  it("R6.9, R6.12 knows tokens, claims, and what calls have left possible", () => {
    expect(at(2).tokens).toEqual({ red: 0, blue: 0 });
    expect(at(3)).toMatchObject({ tokens: { red: 1, blue: 0 } });
    expect(at(4).claims.get(60)).toEqual({ claim: 11, possible: [3] });
  });
  it("says it in words", () => {
    expect(bluffingStepText(said[0]!.events!, 0)).toBe("a4×a7 claims Marshal with 2 tokens");
    expect(bluffingStepText(said[1]!.events!, 0)).toBe("declares Bomb");
    expect(bluffingStepText([], 0)).toBe("lets it stand");
    expect(bluffingStepText([], 3040)).toBe("a4–a5");
  });
});

describe("cards", () => {
  const card = (type: PieceType, more = {}) => ({ type, ...more });
  const replay: CardsReplay = {
    start: {
      red: {
        front_line: [card("PIECE_TYPE_SPY"), card("PIECE_TYPE_MINER"), { is_gap: true }],
        hand: { size: 1, types: ["PIECE_TYPE_FLAG"] },
        deck_size: 1,
      },
      blue: { front_line: [card("PIECE_TYPE_BOMB")], hand: {}, deck_size: 0 },
    },
    changes: [
      { changes: [{ side: "SIDE_RED", places: [{ place: 1, card: card("PIECE_TYPE_SPY", { is_peeked: true }) }] }] },
      {
        changes: [
          {
            side: "SIDE_RED",
            places: [{ place: 2, card: card("PIECE_TYPE_MINER", { is_shown: true }) }],
            hand: { size: 1, types: ["PIECE_TYPE_FLAG"], is_seen: true },
            lost: ["PIECE_TYPE_SCOUT"],
          },
        ],
      },
    ],
  };
  const army = [0, 1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1];
  const red = (position: number, observer: Observer) => armySeen(cardsGame(replay)(position), "red", observer, army);
  const front = (position: number, observer: Observer) => red(position, observer).front.map((seen) => seen.type);

  it("R7.10 shows each observer what it may know", () => {
    expect(front(0, "blue")).toEqual([0, 0, 0]);
    expect(front(1, "blue")).toEqual([1, 0, 0]);
    expect(front(1, "spectator")).toEqual([0, 0, 0]);
    expect(front(2, "spectator")).toEqual([0, 3, 0]);
    expect(front(0, "red")).toEqual([1, 3, 0]);
    expect(front(0, "all")).toEqual([1, 3, 0]);
  });
  it("R7.5 shows a hand to whose Spy has seen it", () => {
    expect(red(1, "blue").hand).toEqual([0]);
    expect(red(2, "blue").hand).toEqual([12]);
    expect(red(2, "spectator").hand).toEqual([0]);
  });
  it("counts the deck where that follows", () => {
    expect(red(2, "red").deck).toEqual([3]);
    expect(red(2, "blue").deck).toEqual([]);
  });
  it("says deeds in words", () => {
    expect(
      deedText({
        attack: {
          place: 3,
          at: 1,
          attacker: "PIECE_TYPE_MARSHAL",
          defender: "PIECE_TYPE_SPY",
          combat: "CARDS_COMBAT_ATTACKER_STAYS",
        },
      }),
    ).toBe("3×1: Field Marshal against Spy, wins");
    expect(deedText({ peek: { place: 1, at: [2, 4] } })).toBe("Scout looks at 2 and 4");
  });
});

describe("gogo", () => {
  const replay: GogoReplay = {
    start: { situation: { tick: 1 } },
    changes: [
      {
        events: [
          {
            changed: {
              red: {
                players: [
                  { number: 2, x: 100, y: 500, role: "ROLE_TRAP" },
                  { number: 1, x: 0, y: 500, role: "ROLE_PEER" },
                ],
              },
              situation: { tick: 2 },
            },
          },
        ],
      },
      {
        events: [
          {
            fought: {
              side: "SIDE_BLUE",
              attacker: { number: 4, role: "ROLE_WORKER", is_beaten: true },
              defender: { number: 1, role: "ROLE_PEER" },
            },
          },
          {
            changed: {
              red: {
                players: [{ number: 1, x: 0, y: 700, role: "ROLE_PEER", is_on_display: true }],
                gone: [2],
                lost: ["ROLE_TRAP"],
              },
            },
          },
        ],
      },
    ],
  };
  const at = gogoGame(replay);
  const red = (position: number, observer: Observer) =>
    teamSeen(at(position), at(Math.max(0, position - 1)), "red", observer);

  it("follows players, by their numbers", () => {
    expect(red(1, "all").map((player) => player.number)).toEqual([1, 2]);
    expect(red(2, "all")).toMatchObject([{ number: 1, y: 700, from: { x: 0, y: 500 } }]);
    expect(at(1).situation?.tick).toBe(2);
  });
  it("R8.10 shows a role to its own team, and to all when it is on display", () => {
    expect(red(1, "blue").map((player) => player.role)).toEqual([0, 0]);
    expect(red(1, "red").map((player) => player.role)).toEqual([2, 10]);
    expect(red(2, "spectator").map((player) => player.role)).toEqual([2]);
  });
  it("counts what the deck still holds", () => {
    expect(deckOf([0, 1, 2, 2, 2, 3, 3, 3, 2, 3, 2], at(2).red)).toEqual([0, 1, 1, 2, 2, 3, 3, 3, 2, 3, 1]);
  });
  it("R8.1 has bases and flags once both teams have placed them", () => {
    const placed: GogoReplay = {
      start: { situation: { tick: 1, part: "TICK_PART_BASES" } },
      changes: [
        {
          events: [
            {
              changed: {
                red: { base: { y: 100 }, flag: { y: 3000 } },
                blue: { base: { x: 8000 }, flag: { x: 8000, y: 1500 } },
                situation: { tick: 1, part: "TICK_PART_MOVE" },
              },
            },
          ],
        },
        ...replay.changes!,
      ],
    };
    const chosen = gogoGame(placed);
    expect(chosen(0).red?.base).toBeUndefined();
    for (const position of [1, 2, 3]) {
      expect(chosen(position).red).toMatchObject({ base: { y: 100 }, flag: { y: 3000 } });
    }
    expect(at(2).red).not.toHaveProperty("base");
    expect(gogoStepText(placed.changes![0]!.events!)).toBe("both teams place base and flag");
    expect(gogoStepText([{ moved_back: { side: "SIDE_BLUE", number: 4 } }])).toBe("Blue 4 steps too far and stays");
  });
  it("says fights in words", () => {
    expect(gogoStepText(replay.changes![1]!.events!)).toBe("Worker beaten against Peer");
    expect(gogoStepText(replay.changes![0]!.events!)).toBe("both teams step");
  });
});

describe("times and clocks", () => {
  const replay: Replay = {
    steps: 3,
    time_control: { base_micros: "60000000" },
    acts: [
      0, 1, 5, 900, 10_000, 1, 1, 20, 15_000, 59_000, 2, 2, 30, 500, 58_000, 3, 1, 44, 100, 57_500, 3, 2, 45, 200,
      57_000,
    ],
  };
  const times = timesOf(replay);

  it("shows a clock until its player acts again, and the base time before", () => {
    expect([...times.clock.red]).toEqual([60_000, 59_000, 59_000, 57_500]);
    expect([...times.clock.blue]).toEqual([60_000, 60_000, 58_000, 57_000]);
  });
  it("shows the time of a ply before the first one, where each has its own", () => {
    const control = { time_control: { per_ply_micros: "500000" } };
    expect([...timesOf({ ...replay, ...control }).clock.red]).toEqual([500, 59_000, 59_000, 57_500]);
  });
  it("knows who took how long, in milliseconds, also of both at once", () => {
    expect(times.used.red[1]).toBe(15);
    expect(times.used.blue[1]).toBeNaN();
    expect([...times.sides]).toEqual([1, 1, 2, 3]);
    expect([...times.at]).toEqual([5, 20, 30, 45]);
  });
});

describe("comments", () => {
  it.each([
    ["+0.1, expects j7-j6", 0.1],
    ["-12 in 40 worlds", -12],
    ["−3.5", -3.5],
    ["0.5", null],
    ["I have +3", null],
    ["+1.2.3", null],
    ["", null],
    ["+", null],
  ])("%s is %s", (text, value) => {
    expect(evaluationIn(text)).toBe(value);
  });
  it("turns Blue's evaluations to Red's side", () => {
    const evaluations = evaluationsOf(
      [
        { step: 1, side: "SIDE_RED", text: "+1" },
        { step: 2, side: "SIDE_BLUE", text: "+2" },
        { step: 99, text: "+3" },
      ],
      2,
    );
    expect(evaluations).toMatchObject({ red: [null, 1, null], blue: [null, null, -2], any: true });
  });
  it("shows a player's comments in its own view and in that of everything", () => {
    const comments = [
      { side: "SIDE_RED" as const, text: "a" },
      { side: "SIDE_BLUE" as const, text: "b" },
    ];
    const shown = (observer: Observer) => commentsFor(observer, comments).map(({ text }) => text);
    expect([shown("all"), shown("red"), shown("blue"), shown("spectator")]).toEqual([["a", "b"], ["a"], ["b"], []]);
  });
  it("keeps all comments of a step", () => {
    expect(commentsByStep([{ step: 1, text: "a" }, { step: 1, text: "b" }, { text: "c" }]).get(1)).toHaveLength(2);
  });
});

describe("parts of a running game", () => {
  const base: Replay = {
    steps: 2,
    acts: [1, 1, 0, 0, 0],
    board: { plies: [1, 2], red: { pieces: [30, 0] }, removed: [] },
    clocks: { red_ms: 5, is_red_running: true },
  };

  it("puts arrays behind, and other fields in their place, whole", () => {
    const next = mergedReplay(base, {
      from_step: 2,
      steps: 1,
      acts: [3, 1, 0, 0, 0],
      board: { plies: [3], removed: [3, 60] },
      clocks: { blue_ms: 7, is_blue_running: true },
    })!;
    expect(next).toMatchObject({
      steps: 3,
      acts: [1, 1, 0, 0, 0, 3, 1, 0, 0, 0],
      board: { plies: [1, 2, 3], removed: [3, 60], red: { pieces: [30, 0] } },
    });
    expect(next.clocks).toEqual({ blue_ms: 7, is_blue_running: true });
    expect(base.board?.plies).toEqual([1, 2]);
  });
  it("is replaced by one that begins at the start: the game is played again", () => {
    const again: Replay = { steps: 1, board: { plies: [9] } };
    expect(mergedReplay(base, again)).toEqual(again);
  });
  it("takes nothing that does not follow", () => {
    expect(mergedReplay(base, { from_step: 1, steps: 2 })).toBeNull();
    expect(mergedReplay(base, { from_step: 3, steps: 1 })).toBeNull();
  });
  it("goes down into the board of bluffing", () => {
    const talk: Replay = { steps: 1, bluffing: { board: { plies: [1] }, said: [{}] } };
    expect(
      mergedReplay(talk, { from_step: 1, steps: 1, bluffing: { board: { plies: [2] }, said: [{ events: [] }] } })
        ?.bluffing,
    ).toEqual({ board: { plies: [1, 2] }, said: [{}, { events: [] }] });
  });
});
