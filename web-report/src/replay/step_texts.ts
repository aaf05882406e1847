// Each step in a few words, for the list of steps and for those who do not see the board.
import type {
  BluffCall,
  BluffingEvent,
  CardsCombat,
  CardsDeed,
  GogoEvent,
  GogoFighter,
  PieceType,
  Side,
} from "../data/messages";
import { oneOf } from "../data/one_of";
import {
  pieceNumber,
  pieceSymbol,
  pieceText,
  plyText,
  roleNumber,
  roleText,
  squareText,
  type Ranks,
} from "../data/words";
import { stayAt, type BoardGame, type PieceHistory } from "./board";
import { colorOf, colorText, opponentOf } from "./observer";

// "d6×d7 8>5": the ply, who met whom, and who is left.
export function boardStepText(game: BoardGame, step: number, ranks: Ranks = "high-is-10"): string {
  const ply = game.plies[step - 1] ?? 0;
  if (!ply) return "";
  const fell = game.pieces.filter((piece) => piece.removedAt === step);
  if (fell.length === 0) return plyText(ply);
  const met = game.pieces.filter(
    (piece) => fell.includes(piece) || (piece.publicSince <= step && standsOn(piece, ply % 100, step)),
  );
  const known = met.every((piece) => piece.publicSince <= step);
  const text = plyText(ply).replace("–", "×");
  return known && met.length === 2 ? `${text} ${outcomeText(met, fell, ranks)}` : text;
}

function standsOn(piece: PieceHistory, square: number, step: number): boolean {
  return piece.removedAt > step && stayAt(piece, step).square === square;
}

function outcomeText(met: readonly PieceHistory[], fell: readonly PieceHistory[], ranks: Ranks): string {
  const symbol = (piece: PieceHistory) => pieceSymbol(piece.publicType, ranks);
  if (fell.length === 2) return `${symbol(met[0]!)}=${symbol(met[1]!)}`;
  const winner = met.find((piece) => !fell.includes(piece))!;
  return `${symbol(winner)}>${symbol(fell[0]!)}`;
}

const CALLS: Record<BluffCall, string> = {
  BLUFF_CALL_UNSPECIFIED: "calls",
  BLUFF_CALL_MOVEMENT: "calls the movement",
  BLUFF_CALL_ATTACK: "calls the attack",
  BLUFF_CALL_DEFENCE: "calls the defence",
};

function bluffText(event: BluffingEvent): string {
  const happened = oneOf(event);
  switch (happened?.kind) {
    case "attack": {
      const { ply = {}, claim, tokens = 0 } = happened.value;
      const spent = tokens > 0 ? ` with ${tokens} token${tokens > 1 ? "s" : ""}` : "";
      return `${squareText(ply.from ?? 0)}×${squareText(ply.to ?? 0)} claims ${pieceText(pieceNumber(claim))}${spent}`;
    }
    case "declaration":
      return `declares ${pieceText(pieceNumber(happened.value))}`;
    case "call": {
      const { call = "BLUFF_CALL_UNSPECIFIED", was_bluff: wasBluff } = happened.value;
      return `${CALLS[call] ?? "calls"}: ${wasBluff ? "a bluff" : "the truth"}`;
    }
    case "ply_taken_back":
      return "ply taken back";
    default:
      return "";
  }
}

export function bluffingStepText(events: readonly BluffingEvent[], ply: number): string {
  const words = events.map(bluffText).filter(Boolean);
  if (words.length === 0) return ply ? plyText(ply) : "lets it stand";
  return words.join("; ");
}

const COMBATS: Record<CardsCombat, string> = {
  CARDS_COMBAT_UNSPECIFIED: "",
  CARDS_COMBAT_ATTACKER_STAYS: "wins",
  CARDS_COMBAT_DEFENDER_STAYS: "loses",
  CARDS_COMBAT_BOTH_REMOVED: "both fall",
};

type DeedKind = keyof Omit<CardsDeed, "turn" | "side">;

export const DEED_KINDS: readonly DeedKind[] = [
  "attack",
  "look_at_hand",
  "peek",
  "card_named",
  "redeal",
  "front_line",
  "fill",
];

export function deedText(deed: CardsDeed): string {
  const card = (type: PieceType | undefined) => pieceText(pieceNumber(type), "cards");
  const done = oneOf(deed, DEED_KINDS);
  switch (done?.kind) {
    case "attack": {
      const { place = 0, at = 0, attacker, defender, combat = "CARDS_COMBAT_UNSPECIFIED" } = done.value;
      return `${place}×${at}: ${card(attacker)} against ${card(defender)}, ${COMBATS[combat] ?? ""}`;
    }
    case "look_at_hand":
      return "Spy looks at the hand";
    case "peek":
      return `Scout looks at ${(done.value.at ?? []).join(" and ")}`;
    case "card_named": {
      const { at = 0, type, is_right: isRight } = done.value;
      return `Spotter says ${at} is ${card(type)}: ${isRight ? "right" : "wrong"}`;
    }
    case "redeal":
      return "Flag's trick: all dealt anew";
    case "front_line":
      return "lays a new front line";
    case "fill":
      return `fills ${(done.value.places ?? []).join(", ")}`;
    default:
      return "";
  }
}

function fighterText(fighter: GogoFighter | undefined): string {
  return `${roleText(roleNumber(fighter?.role))}${fighter?.is_beaten ? " beaten" : ""}`;
}

function gogoText(event: GogoEvent): string {
  const happened = oneOf(event);
  const team = (side: Side | undefined) => colorText(colorOf(side));
  switch (happened?.kind) {
    case "challenged": {
      const { side, challenge: { challenger = 0, target = 0 } = {} } = happened.value;
      return `${team(side)} ${challenger} challenges ${colorText(opponentOf(colorOf(side)))} ${target}`;
    }
    case "blocked":
      return `${team(happened.value.side)} ${happened.value.number ?? 0} blocks`;
    case "passed":
      return `${team(happened.value.side)} passes`;
    case "fought":
      return `${fighterText(happened.value.attacker)} against ${fighterText(happened.value.defender)}`;
    case "captured":
      return `${team(happened.value.side)} ${happened.value.number ?? 0} captures the flag`;
    case "moved_back":
      return `${team(happened.value.side)} ${happened.value.number ?? 0} steps too far and stays`;
    case "round_over": {
      const { round = 0, winner } = happened.value;
      return `round ${round} ${winner ? `goes to ${team(winner)}` : "is drawn"}`;
    }
    default:
      return "";
  }
}

// What has happened besides steps; empty for steps alone.
export function gogoSaid(events: readonly GogoEvent[]): string {
  return events.map(gogoText).filter(Boolean).join("; ");
}

export function gogoStepText(events: readonly GogoEvent[]): string {
  const arePlaced = events.some((event) => event.changed?.red?.base);
  return gogoSaid(events) || (arePlaced ? "both teams place base and flag" : "both teams step");
}
