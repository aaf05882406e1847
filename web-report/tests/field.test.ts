import { describe, expect, it } from "vitest";
import type { Action, Event, GogoView, PlayResponse, RulesetInfo } from "../src/data/messages";
import { blockersOf, challengersOf, challengeOf, PASS, targetsFor } from "../src/play/field_combat";
import {
  deckLeft,
  mayEnter,
  movesOf,
  nearest,
  nudged,
  originOf,
  plannedText,
  roleOf,
  sentTo,
  vectorsOf,
  withAllEntering,
  withdrawn,
  withEntry,
  within,
  withVectors,
  type Plan,
  type Team,
} from "../src/play/field_plan";
import { areApart, baseOf, basesAt, fieldRulesOf, groundOf, lineOf } from "../src/play/field_state";
import { answered, heard, type PlayGame } from "../src/play/play_state";
import { statusText } from "../src/play/play_words";

// Cards of each role, from the Monarch to the Trap.
const DECK = [1, 2, 2, 2, 3, 3, 3, 2, 3, 2];
const RULESET: RulesetInfo = {
  id: "gogo",
  guide: {
    pieces: DECK.map((count, i) => ({ type: i + 1, count })),
    field: {
      red_base: { y: 500 },
      red_flag: { y: 2500 },
      blue_base: { x: 8000, y: 2500 },
      blue_flag: { x: 8000, y: 500 },
      pace: 750,
      reach: 750,
      team_size: 10,
      in_play_max: 7,
      coordinate_max: 1_000_000,
    },
  },
};
const RULES = fieldRulesOf(RULESET, { id: "gogo" });

const VIEW: GogoView = {
  red: {
    players: [
      { number: 2, x: 100, y: 600, role: "ROLE_MONARCH" },
      { number: 4, x: 0, y: 0, role: "ROLE_TRAP" },
    ],
    lost: ["ROLE_TRAP", "ROLE_WORKER"],
  },
  blue: { players: [{ number: 1, x: 7000, y: 2000 }] },
  situation: { tick: 3, part: "TICK_PART_MOVE" },
};
const TEAM: Team = { rules: RULES, view: VIEW, side: "red" };
const NOTHING: Plan = new Map();
const length = ({ x, y }: { x: number; y: number }) => Math.hypot(x, y);

describe("the ground of a game of gogo", () => {
  it("is as its options say, and else as the ruleset's guide does", () => {
    expect([RULES.pace, RULES.reach, RULES.teamSize]).toEqual([750, 750, 10]);
    const options = [
      { name: "pace", value: "1000" },
      { name: "team_size", value: "5" },
    ];
    const rules = fieldRulesOf(RULESET, { id: "gogo", options });
    expect([rules.pace, rules.reach, rules.teamSize]).toEqual([1000, 750, 5]);
    expect(groundOf(rules)).toMatchObject({ pace: 1000, red_base: [0, 500], blue_flag: [8000, 500] });
  });

  it("is what a round says where it says something", () => {
    expect(baseOf(RULES, VIEW, "blue")).toEqual({ x: 8000, y: 2500 });
    expect(baseOf(RULES, { blue: { base: { y: 900 } } }, "blue")).toEqual({ x: 0, y: 900 });
    expect(lineOf(RULES, VIEW, "blue")).toBe(8000);
    expect(lineOf(RULES, { situation: { round: 3 } }, "blue")).toBe(8000);
    expect(lineOf(RULES, { situation: { round: 2 } }, "blue")).toBe(0);
  });

  it("has base and flag far enough apart", () => {
    expect(basesAt(RULES, 8000)).toEqual({ base: 2500, flag: 500 });
    expect(areApart({ base: 1500, flag: 0 })).toBe(true);
    expect(areApart({ base: 100, flag: 1599 })).toBe(false);
  });
});

describe("moves that are planned", () => {
  it("go as far as a pace, and never further", () => {
    expect(sentTo(TEAM, NOTHING, 2, { x: 400, y: 200 }).get(2)).toEqual({ x: 400, y: 200, role: 0 });
    const far = { x: 100, y: 600 };
    for (let i = 0; i < 360; ++i) {
      const to = { x: far.x + 9000 * Math.cos(i), y: far.y + 9000 * Math.sin(i) };
      const { x, y } = within(RULES, far, to);
      expect(Number.isInteger(x) && Number.isInteger(y)).toBe(true);
      expect(length({ x: x - far.x, y: y - far.y })).toBeLessThanOrEqual(750);
      expect(length({ x: x - far.x, y: y - far.y })).toBeGreaterThan(747);
    }
  });

  it("do not leave the coordinates", () =>
    expect(within(RULES, { x: 999_900, y: 0 }, { x: 1_000_400, y: 0 })).toEqual({ x: 1_000_000, y: 0 }));

  it("are moved on from where they lead", () => {
    const once = nudged(TEAM, NOTHING, 2, { x: 150, y: 0 });
    expect(nudged(TEAM, once, 2, { x: 0, y: -150 }).get(2)).toEqual({ x: 250, y: 450, role: 0 });
    expect(plannedText(TEAM, once, 2)).toBe("steps by 150, 0");
    expect(plannedText(TEAM, withdrawn(once, 2), 2)).toBe("stays");
  });

  it("are an action with steps and entries, without those who stay", () => {
    let plan = sentTo(TEAM, NOTHING, 2, { x: 400, y: 200 });
    plan = sentTo(TEAM, plan, 4, { x: 0, y: 0 });
    plan = sentTo(TEAM, withEntry(TEAM, plan, 1, 9), 1, { x: 0, y: 600 });
    expect(movesOf(TEAM, plan)).toEqual({
      gogo: {
        steps: {
          steps: [{ number: 2, dx: 300, dy: -400 }],
          entries: [{ number: 1, role: "ROLE_ENGINEER", x: 0, y: 600 }],
        },
      },
    });
    expect([roleOf(TEAM, plan, 1), roleOf(TEAM, plan, 2)]).toEqual([9, 1]);
    expect(plannedText(TEAM, plan, 1)).toBe("enters");
  });

  it("may be made again by those who are there", () => {
    const vectors = vectorsOf(TEAM, sentTo(TEAM, NOTHING, 2, { x: 400, y: 200 })).set(9, { x: 1, y: 1 });
    const next: Team = { ...TEAM, view: { red: { players: [{ number: 2, x: 400, y: 200 }] } } };
    expect([...withVectors(next, NOTHING, vectors)]).toEqual([[2, { x: 700, y: -200, role: 0 }]]);
  });
});

describe("who enters", () => {
  it("has a card that is neither lost nor in play nor with another who enters", () => {
    expect(deckLeft(TEAM, NOTHING).slice(1)).toEqual([0, 2, 2, 2, 3, 2, 3, 2, 3, 0]);
    expect(deckLeft(TEAM, withEntry(TEAM, NOTHING, 1, 2))[2]).toBe(1);
  });

  it("is within a pace of the base, each at a place of its own", () => {
    const plan = withAllEntering(TEAM, NOTHING, () => 0.5);
    const places = [...plan.values()];
    expect(plan.size).toBe(5);
    expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(5);
    for (const { x, y } of places) expect(length({ x, y: y - 500 })).toBeLessThanOrEqual(750);
    expect(originOf(TEAM, 1)).toEqual({ x: 0, y: 500 });
  });

  it("is one of the team's who is not in play, as long as fewer than seven are", () => {
    expect(mayEnter(TEAM, NOTHING)).toEqual([1, 3, 5, 6, 7, 8, 9, 10]);
    expect(mayEnter(TEAM, withEntry(TEAM, NOTHING, 3, 5))).toEqual([1, 5, 6, 7, 8, 9, 10]);
    expect(mayEnter(TEAM, withAllEntering(TEAM, NOTHING))).toEqual([]);
  });

  it("needs a card, and takes each as often as it is there", () => {
    const few: Team = { ...TEAM, rules: { ...RULES, deck: [0, 1, 0, 1, 0, 2, 0, 0, 0, 0, 2] } };
    const roles = [...withAllEntering(few, NOTHING, () => 0.99).values()].map(({ role }) => role);
    expect(roles.sort()).toEqual([3, 5, 5]);
  });
});

describe("what is pointed at", () => {
  const marks = [
    [1, { x: 0, y: 0 }],
    [2, { x: 300, y: 0 }],
  ] as const;
  it("is the nearest mark within reach", () => {
    expect(nearest(marks, { x: 100, y: 0 }, 230)).toBe(1);
    expect(nearest(marks, { x: 200, y: 0 }, 230)).toBe(2);
    expect(nearest(marks, { x: 900, y: 0 }, 230)).toBe(0);
  });
});

describe("a fight", () => {
  const legal: Action[] = [PASS, challengeOf(2, 5), challengeOf(2, 6), challengeOf(3, 5)];
  it("has the challenges that are listed", () => {
    expect(challengersOf(legal)).toEqual([2, 3]);
    expect(targetsFor(legal, 2)).toEqual([5, 6]);
    expect(targetsFor(legal, 4)).toEqual([]);
  });
  it("has those who may block, and nobody", () =>
    expect(blockersOf([{ gogo: { block: {} } }, { gogo: { block: { number: 7 } } }])).toEqual([0, 7]));
});

describe("a game of gogo that somebody plays", () => {
  const after = (...messages: PlayResponse[]): PlayGame => messages.reduce<PlayGame | null>(heard, null)!;
  const started: PlayResponse = {
    game_started: { game_id: "7-1", side: "SIDE_BLUE", ruleset: { id: "gogo" }, view: { gogo: VIEW } },
  };
  const asked = (kind: "DECISION_KIND_STEPS" | "DECISION_KIND_BLOCK", events: Event[] = []): PlayResponse => ({
    decision_required: { decision: 3, kind, events },
  });
  const moved: Event = {
    gogo: {
      changed: {
        red: { players: [{ number: 2, x: 800, y: 600, role: "ROLE_MONARCH" }], gone: [4] },
        situation: {
          tick: 3,
          part: "TICK_PART_COMBAT",
          challenge: { challenger: 2, target: 1 },
          red_cluster: [2],
          blue_cluster: [1, 5],
        },
      },
    },
  };

  it("knows where the players stand and stood", () => {
    const game = after(started, asked("DECISION_KIND_BLOCK", [moved]));
    expect(game.field!.view.red!.players!.map(({ number, x }) => [number, x])).toEqual([[2, 800]]);
    expect(game.field!.before!.red!.players!.map(({ number, x }) => [number, x])).toEqual([
      [2, 100],
      [4, 0],
    ]);
    expect(statusText(game)).toBe("Red 2 challenges your 1. Who takes the attack?");
    expect(statusText(answered(game))).toMatch(/^Your opponent thinks/);
  });

  it("tells what has happened since the last answer", () => {
    const fought = {
      gogo: { fought: { side: "SIDE_RED", attacker: { role: "ROLE_MONARCH" }, defender: { role: "ROLE_TRAP" } } },
    } as const;
    const passed = { gogo: { passed: { side: "SIDE_BLUE" } } } as const;
    const told = after(started, asked("DECISION_KIND_STEPS"), { events_occurred: { events: [fought] } });
    const more = heard(told, { events_occurred: { events: [passed, moved] } })!;
    expect(more.field!.said).toBe("Monarch against Trap; Blue passes");
    expect(answered(more).field!.said).toBe("");
  });

  it("forgets the places of the round before", () => {
    const game = after(started, asked("DECISION_KIND_BLOCK", [moved]), {
      events_occurred: { events: [{ gogo: { changed: { begins_round: true, situation: { tick: 1, round: 2 } } } }] },
    });
    expect(game.field!.before).toBeNull();
    expect(game.field!.view.red).toEqual({});
  });
});
