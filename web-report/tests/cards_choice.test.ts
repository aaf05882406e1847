import { describe, expect, it } from "vitest";
import type { Action, Event, PlayResponse, View } from "../src/data/messages";
import { choicesAlong, frontSize, toggled, waysOf } from "../src/play/cards_choice";
import { heard, type PlayGame } from "../src/play/play_state";

// Scout, Spotter, Flag.
const FRONT = [2, 13, 12];
const LEGAL: Action[] = [
  { cards: { attack: { place: 1, at: 1 } } },
  { cards: { attack: { place: 1, at: 2 } } },
  { cards: { peek: { place: 1, at: [1, 2] } } },
  { cards: { name_card: { place: 2, at: 1, type: "PIECE_TYPE_FLAG" } } },
  { cards: { name_card: { place: 2, at: 1, type: "PIECE_TYPE_MARSHAL" } } },
  { cards: { redeal: { place: 3 } } },
];

describe("what a player of cards may do", () => {
  const ways = waysOf(LEGAL, FRONT);
  const along = (...chosen: string[]) => choicesAlong(ways, chosen);

  it("begins with the first that is listed", () => {
    const { choices, action } = along();
    expect(choices.map(({ label, value }) => [label, value])).toEqual([
      ["Your card", "1 Scout"],
      ["What it does", "attacks"],
      ["At place", "1"],
    ]);
    expect(choices[0]!.options).toEqual(["1 Scout", "2 Spotter", "3 Flag"]);
    expect(choices[1]!.options).toEqual(["attacks", "looks at cards"]);
    expect(action).toBe(LEGAL[0]);
  });

  it("leads to each of them, and to nothing else", () => {
    for (const { action, steps } of ways) expect(along(...steps.map(({ value }) => value)).action).toBe(action);
    expect(along("2 Spotter", "says what a card is", "1", "Field Marshal").action).toBe(LEGAL[4]);
    expect(along("3 Flag").choices).toHaveLength(2);
  });

  it("keeps what can still be had of what was chosen before", () => {
    expect(along("1 Scout", "attacks", "2").action).toBe(LEGAL[1]);
    expect(along("1 Scout", "says what a card is", "2").action).toBe(LEGAL[1]);
    expect(along("9 Bomb").action).toBe(LEGAL[0]);
  });

  it("fills gaps one after the other", () => {
    const fill = (one: "PIECE_TYPE_BOMB" | "PIECE_TYPE_SPY", other: "PIECE_TYPE_BOMB" | "PIECE_TYPE_SPY"): Action => ({
      cards: {
        fill: {
          fillings: [
            { place: 2, type: one },
            { place: 5, type: other },
          ],
        },
      },
    });
    const fills = [fill("PIECE_TYPE_BOMB", "PIECE_TYPE_SPY"), fill("PIECE_TYPE_SPY", "PIECE_TYPE_BOMB")];
    const { choices, action } = choicesAlong(waysOf(fills, FRONT), ["Spy"]);
    expect(choices.map(({ label, value }) => [label, value])).toEqual([
      ["Place 2", "Spy"],
      ["Place 5", "Bomb"],
    ]);
    expect(action).toBe(fills[1]);
  });

  it("is nothing where nothing of the game is listed", () =>
    expect(choicesAlong(waysOf([{ ply: { from: 1, to: 2 } }], FRONT), [])).toEqual({ choices: [], action: null }));
});

describe("a front line", () => {
  it("is chosen card by card, and a card that is chosen again is put back", () => {
    expect(toggled([], 3, 5)).toEqual([3]);
    expect(toggled([3, 1], 3, 5)).toEqual([1]);
    expect(toggled([3, 1], 2, 2)).toEqual([3, 1]);
  });
  it("is of five cards, or of all where they are fewer", () => {
    expect(frontSize(new Array(8))).toBe(5);
    expect(frontSize(new Array(3))).toBe(3);
  });
});

describe("a game of cards", () => {
  const back = { is_shown: false };
  const view: View = {
    cards: {
      red: { hand: { size: 8, types: ["PIECE_TYPE_FLAG", "PIECE_TYPE_SCOUT"] }, deck_size: 16 },
      blue: { hand: { size: 8 }, deck_size: 16 },
    },
  };
  const dealt: PlayResponse = { game_started: { game_id: "7-1", side: "SIDE_RED", ruleset: { id: "cards" }, view } };

  it("begins with what was dealt, and follows what happens", () => {
    const laid: Event = {
      cards: {
        changes: [
          { side: "SIDE_BLUE", places: [{ place: 1, card: back }], hand: { size: 3 } },
          { side: "SIDE_RED", places: [{ place: 1, card: { type: "PIECE_TYPE_SCOUT" } }], deck_size: 15 },
        ],
        turn: { number: 1, side: "SIDE_RED", step: "CARDS_STEP_TURN" },
      },
    };
    const game = [{ welcome: {} }, dealt, { events_occurred: { events: [laid] } }].reduce<PlayGame | null>(
      heard,
      null,
    )!;
    expect(game.cards?.red).toMatchObject({ deck_size: 15, front_line: [{ type: "PIECE_TYPE_SCOUT" }] });
    expect(game.cards?.blue).toMatchObject({ hand: { size: 3 }, deck_size: 16, front_line: [back] });
    expect(game.cards?.turn?.number).toBe(1);
    // The messages are as they were.
    expect(view.cards?.red?.deck_size).toBe(16);
  });

  it("is none of a board", () =>
    expect(heard(null, { game_started: { side: "SIDE_RED", view: { board: {} } } })?.cards).toBeNull());
});
