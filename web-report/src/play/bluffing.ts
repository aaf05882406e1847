// What `bluffing` adds to a game that somebody plays: claims, tokens, and an attack that is not settled yet.
import type { Action, BluffCall, BluffingEvent, BluffingView } from "../data/messages";
import { pieceNumber, pieceText, squareText } from "../data/words";
import { applied, BLUFFING_START, type BluffingState } from "../replay/bluffing";
import { plural } from "../ui/format";

export interface Bluffing extends BluffingState {
  // What the last call was, and what came of it; empty before the first.
  lastCall: string;
}

export const NO_BLUFFING: Bluffing = { ...BLUFFING_START, lastCall: "" };

const CALLED: Record<BluffCall, string> = {
  BLUFF_CALL_UNSPECIFIED: "",
  BLUFF_CALL_MOVEMENT: "move",
  BLUFF_CALL_ATTACK: "attack",
  BLUFF_CALL_DEFENCE: "defence",
};

function callText(call: BluffCall | undefined, wasBluff: boolean): string {
  return `The ${CALLED[call ?? "BLUFF_CALL_UNSPECIFIED"]} was called, and was ${wasBluff ? "a bluff" : "no bluff"}.`;
}

export function bluffingOf(view: BluffingView): Bluffing {
  const { attack, declaration } = view.contest ?? {};
  return {
    claims: new Map(
      (view.pieces ?? []).map(({ origin = 0, claim, possible_types = [] }) => [
        origin,
        { claim: pieceNumber(claim), possible: possible_types.map(pieceNumber) },
      ]),
    ),
    tokens: { red: view.tokens?.red ?? 0, blue: view.tokens?.blue ?? 0 },
    contest: attack ? { attack, declaration: pieceNumber(declaration) } : null,
    lastCall: view.last_call ? callText(view.last_call.call, view.last_call.was_bluff ?? false) : "",
  };
}

export function withBluffingEvent(bluffing: Bluffing, event: BluffingEvent): Bluffing {
  const { call } = event;
  return call
    ? { ...bluffing, lastCall: callText(call.call, call.was_bluff ?? false) }
    : { ...applied(bluffing, event), lastCall: bluffing.lastCall };
}

// The attack that is contested, in words; empty while none is.
export function contestText({ contest }: Bluffing): string {
  if (!contest) return "";
  const { claim, tokens = 0, ply } = contest.attack;
  const with_ = tokens > 0 ? ` with ${plural(tokens, "token")}` : "";
  const attack = `${squareText(ply?.to ?? 0)} is attacked by what is said to be a ${pieceText(pieceNumber(claim))}${with_}`;
  const defence = contest.declaration ? `; the defender says that it is a ${pieceText(contest.declaration)}` : "";
  return `${attack}${defence}.`;
}

// The answers that are no plies, each with its words.
export function answersOf(legal: readonly Action[]): [text: string, action: Action][] {
  return legal.flatMap((action): [string, Action][] => {
    const { call, declaration, let_stand: stands } = action.bluffing ?? {};
    if (call) return [[`Call the ${CALLED[call]} a bluff`, action]];
    if (declaration) return [[`Say: a ${pieceText(pieceNumber(declaration))}`, action]];
    return stands ? [["Believe it", action]] : [];
  });
}
