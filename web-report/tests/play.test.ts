import { describe, expect, it } from "vitest";
import type { Action, DecisionKind, Event, PieceType, PieceView, PlayResponse } from "../src/data/messages";
import { answersOf, contestText } from "../src/play/bluffing";
import {
  actionsOf,
  answered,
  battleText,
  heard,
  idleText,
  lostBy,
  shownAfter,
  targetsOf,
  type PlayGame,
} from "../src/play/play_state";
import { lostKinds } from "../src/game/lost_pieces";
import { lostSigns, lostWords } from "../src/play/play_words";

const red = (origin: number, type: PieceView["type"]): PieceView => ({
  origin,
  square: origin,
  owner: "SIDE_RED",
  type,
});
const blue = (origin: number): PieceView => ({ origin, square: origin, owner: "SIDE_BLUE" });

const started: PlayResponse = {
  game_started: {
    game_id: "7-1",
    side: "SIDE_RED",
    opponent_name: "scout",
    ruleset: { id: "duel" },
    view: { board: {} },
  },
};
const placed: PlayResponse = {
  decision_required: {
    game_id: "7-1",
    decision: 2,
    kind: "DECISION_KIND_PLY",
    events: [
      { pieces_placed: { pieces: [red(0, "PIECE_TYPE_FLAG"), red(31, "PIECE_TYPE_SCOUT"), blue(61), blue(71)] } },
    ],
    red_clock_micros: "300000000",
    blue_clock_micros: "299500000",
    legal_actions: [{ ply: { from: 31, to: 41 } }, { ply: { from: 31, to: 61 } }, { ply: { from: 31 } }],
  },
};

function after(...messages: PlayResponse[]): PlayGame {
  const game = messages.reduce<PlayGame | null>(heard, null);
  if (!game) throw new Error("no game");
  return game;
}

describe("a game that somebody plays", () => {
  it("begins with its set-up", () => {
    const asked: PlayResponse = {
      decision_required: { decision: 1, kind: "DECISION_KIND_SET_UP", red_clock_micros: "5000" },
    };
    const game = after({ welcome: {} }, started, asked);
    expect(game.side).toBe("red");
    expect(game.started.opponent_name).toBe("scout");
    expect(game.decision).toEqual({ number: 1, kind: "DECISION_KIND_SET_UP", legal: [] });
    expect(game.clocks).toEqual({ red: 5, blue: 0 });
  });

  it("knows its own pieces and where they may go", () => {
    const game = after(started, placed);
    expect(game.pieces.map(({ origin, side, type }) => [origin, side, type])).toEqual([
      [0, "red", 12],
      [31, "red", 2],
      [61, "blue", 0],
      [71, "blue", 0],
    ]);
    expect(targetsOf(game.decision, 31)).toEqual([41, 61, 0]);
    expect(targetsOf(game.decision, 0)).toEqual([]);
    expect(game.clocks).toEqual({ red: 300_000, blue: 299_500 });
  });

  it("follows attacks, revelations and losses", () => {
    const game = after(started, placed, {
      events_occurred: {
        events: [
          { ply_made: { number: 1, from: 31, to: 61 } },
          { piece_revealed: { origin: 31, type: "PIECE_TYPE_SCOUT" } },
          { piece_revealed: { origin: 61, type: "PIECE_TYPE_SPY" } },
          { piece_removed: { origin: 61, removal: { square: 61, ply: 1 } } },
        ],
      },
    });
    expect(game.pieces[1]).toMatchObject({ origin: 31, square: 61, hasMoved: true, isPublic: true, isRemoved: false });
    expect(game.pieces[2]).toMatchObject({ origin: 61, type: 1, isPublic: true, isRemoved: true });
    expect(game.lastPly).toBe(3161);
    expect(battleText(game)).toBe("Your Scout attacked a Spy on b7 and has won.");
    expect(lostBy(game, "blue")).toEqual([1]);
    expect(lostBy(game, "red")).toEqual([]);
    expect(game.plyCount).toBe(1);
  });

  it("moves the piece that stands on a square, not one that fell there", () => {
    const game = after(
      started,
      placed,
      {
        events_occurred: { events: [{ ply_made: { number: 1, from: 31, to: 61 } }, { piece_removed: { origin: 31 } }] },
      },
      { events_occurred: { events: [{ ply_made: { number: 2, from: 61, to: 51 } }] } },
    );
    expect(game.pieces[1]).toMatchObject({ origin: 31, square: 61, isRemoved: true });
    expect(game.pieces[2]).toMatchObject({ origin: 61, square: 51, hasMoved: true });
    expect(battleText(game)).toBe("");
  });

  it("says what came of an attack on either side", () => {
    const attack = (removed: number[]) =>
      after(started, placed, {
        events_occurred: {
          events: [
            { ply_made: { number: 1, from: 61, to: 31 } },
            { piece_revealed: { origin: 61, type: "PIECE_TYPE_SCOUT" } },
            ...removed.map((origin) => ({ piece_removed: { origin } })),
          ],
        },
      });
    expect(battleText(attack([61]))).toBe("A Scout attacked your Scout on b4 and is lost.");
    expect(battleText(attack([31]))).toBe("A Scout attacked your Scout on b4 and has won.");
    expect(battleText(attack([31, 61]))).toBe("A Scout attacked your Scout on b4: both are lost.");
  });

  it("waits once it has answered, and says what was not taken", () => {
    const waiting = answered(after(started, placed, { draw_offered: { game_id: "7-1" } }));
    expect(waiting.decision).toBeNull();
    expect(waiting.isDrawOffered).toBe(false);
    const refused = heard(waiting, { game_error: { code: "CODE_ILLEGAL_ACTION", message: "R3.2: not again" } })!;
    expect(refused.refusal).toBe("R3.2: not again");
    expect(heard(refused, placed)!.refusal).toBe("");
  });

  it("names what is lost, and what fell face down", () => {
    const kinds = lostKinds([3, 2, 2, 0], String, (type) => ["", "", "Scout", "Miner"][type]!);
    expect(lostWords(kinds)).toBe("Lost: Miner, 2 Scout, face down");
    expect(lostSigns(kinds)).toBe("− 3 2 2 ?");
  });

  it("may be answered again where the answer did not arrive", () => {
    const game = after(started, placed);
    const waiting = shownAfter({ game, before: null }, { is: "answered" });
    expect(waiting.game!.decision).toBeNull();
    expect(shownAfter(waiting, { is: "not sent" })).toEqual({ game, before: null });
    const offered = shownAfter(waiting, { message: { draw_offered: { game_id: "7-1" } } });
    const again = shownAfter(offered, { is: "not sent" }).game!;
    expect([again.decision?.number, again.isDrawOffered]).toEqual([2, true]);
  });

  it("goes on where the referee has said more, though the page was told that the answer did not arrive", () => {
    const waiting = shownAfter({ game: after(started, placed), before: null }, { is: "answered" });
    const made = { events_occurred: { events: [{ ply_made: { number: 1, from: 31, to: 41 } }] } };
    const on = shownAfter(waiting, { message: made });
    expect(shownAfter(on, { is: "not sent" })).toEqual(on);
    expect(on.game!.decision).toBeNull();
  });

  it("says why a piece cannot be taken up, and nothing of the opponent's", () => {
    const asked = after(started, placed);
    expect(idleText(asked, 0)).toBe("Your Flag on a1 has nowhere to go.");
    expect(idleText(asked, 61)).toBe("");
    expect(idleText(asked, 55)).toBe("");
    const waiting = answered(asked);
    expect(idleText(waiting, 31)).toMatch(/^Your opponent thinks.*There is no premove\.$/);
    expect(idleText(waiting, 61)).toBe("");
    expect(targetsOf(waiting.decision, 31)).toEqual([]);
    const call: PlayResponse = { decision_required: { decision: 3, kind: "DECISION_KIND_CALL" } };
    expect(idleText(heard(asked, call)!, 31)).toMatch(/^Answer your opponent first/);
    expect(idleText(heard(asked, { game_over: {} })!, 31)).toBe("");
  });

  it("goes on where it was after a break, and from the view at its end", () => {
    const board = { pieces: [red(31, "PIECE_TYPE_SCOUT")], ply_count: 4, last_ply: { from: 21, to: 31 } };
    const resumed = after({
      game_resumed: { ...started, view: { board }, decision_required: placed.decision_required! },
    });
    expect(resumed.plyCount).toBe(4);
    expect(resumed.lastPly).toBe(2131);
    expect(resumed.decision?.number).toBe(2);
    const outcome = { result: "RESULT_RED_WINS", reason: "REASON_RESIGNED" } as const;
    const over = heard(resumed, { game_over: { outcome, view: { board: { pieces: [blue(61)] } } } })!;
    expect(over.over?.outcome).toEqual(outcome);
    expect(over.decision).toBeNull();
    expect(over.pieces).toHaveLength(1);
    // Whoever has come anew is told everything again.
    expect(heard(over, { welcome: {} })).toBeNull();
  });
});

describe("a game of bluffing", () => {
  const asked = (kind: DecisionKind, legal: Action[]): PlayResponse => ({
    decision_required: { game_id: "7-1", decision: 3, kind, legal_actions: legal },
  });
  const attack = (claim: PieceType, tokens: number): Action => ({
    bluffing: { attack: { ply: { from: 31, to: 61 }, claim, tokens } },
  });
  const told = (...events: Event[]): PlayResponse => ({ events_occurred: { events } });

  it("lists a square once, however much may be claimed there", () => {
    const legal = [
      attack("PIECE_TYPE_SCOUT", 0),
      attack("PIECE_TYPE_MARSHAL", 1),
      { bluffing: { ply: { from: 31, to: 41 } } },
    ];
    const game = after(started, placed, asked("DECISION_KIND_PLY", legal));
    expect(targetsOf(game.decision, 31)).toEqual([61, 41]);
    expect(actionsOf(game.decision, 31, 61)).toEqual(legal.slice(0, 2));
    expect(actionsOf(game.decision, 31, 41)).toHaveLength(1);
    expect(answersOf(legal)).toEqual([]);
  });

  it("says what is claimed of an attack until it is settled", () => {
    const open = told({ bluffing: { attack: { ply: { from: 31, to: 61 }, claim: "PIECE_TYPE_MARSHAL", tokens: 2 } } });
    let game = after(started, placed, open);
    const attacked = "b7 is attacked by what is said to be a Marshal with 2 tokens";
    expect(contestText(game.bluffing)).toBe(`${attacked}.`);
    game = heard(game, told({ bluffing: { declaration: "PIECE_TYPE_SPY" } }))!;
    expect(contestText(game.bluffing)).toBe(`${attacked}; the defender says that it is a Spy.`);
    game = heard(
      game,
      told({ bluffing: { piece: { origin: 31, claim: "PIECE_TYPE_MARSHAL" } } }, { bluffing: { tokens: { blue: 3 } } }),
    )!;
    expect(game.bluffing.claims.get(31)?.claim).toBe(10);
    expect(game.bluffing.tokens).toEqual({ red: 0, blue: 3 });
    game = heard(game, told({ ply_made: { number: 1, from: 31, to: 61 } }))!;
    expect(contestText(game.bluffing)).toBe("");
  });

  it("takes a ply back that was a bluff", () => {
    const game = after(
      started,
      placed,
      told({ ply_made: { number: 1, from: 31, to: 51 } }),
      told(
        { bluffing: { call: { call: "BLUFF_CALL_MOVEMENT", caller: "SIDE_BLUE", ply: 1, was_bluff: true } } },
        { bluffing: { ply_taken_back: { origin: 31 } } },
      ),
    );
    expect(game.pieces[1]).toMatchObject({ origin: 31, square: 31, hasMoved: false });
    expect(game.bluffing.lastCall).toBe("The move was called, and was a bluff.");
  });

  it("has words for every answer, and begins where a game was left", () => {
    const answers: Action[] = [
      { bluffing: { call: "BLUFF_CALL_ATTACK" } },
      { bluffing: { declaration: "PIECE_TYPE_BOMB" } },
      { bluffing: { let_stand: {} } },
    ];
    expect(answersOf(answers).map(([text]) => text)).toEqual(["Call the attack a bluff", "Say: a Bomb", "Believe it"]);
    const view = {
      bluffing: {
        board: { pieces: [red(31, "PIECE_TYPE_SCOUT")] },
        pieces: [{ origin: 31, claim: "PIECE_TYPE_MINER" } as const],
        tokens: { red: 1 },
        last_call: { call: "BLUFF_CALL_DEFENCE" } as const,
        contest: { attack: { ply: { from: 31, to: 61 }, claim: "PIECE_TYPE_MINER" } } as const,
      },
    };
    const { bluffing, pieces } = after({ game_resumed: { ...started, view } });
    expect(pieces).toHaveLength(1);
    expect(bluffing.claims.get(31)?.claim).toBe(3);
    expect(bluffing.lastCall).toBe("The defence was called, and was no bluff.");
    expect(contestText(bluffing)).toBe("b7 is attacked by what is said to be a Miner.");
  });
});
