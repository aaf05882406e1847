// Each step in a few words, for the list of plies and for those who do not see the board.
import type { BluffingEvent, CardsDeed, CardsEvent, GogoEvent, Replay } from "../data/replay_messages";
import { pieceNumber, pieceSymbol, pieceText, plyText, roleNumber, roleText, squareText } from "../data/words";
import type { BoardGame } from "./board";

// "d6×d7 8×5": who met whom, and who is left.
export function boardStepText(game: BoardGame, step: number): string {
  const ply = game.plies[step - 1] ?? 0;
  if (!ply) return "";
  const fell = game.courses.filter((course) => course.removedAt === step);
  if (fell.length === 0) return plyText(ply);
  const met = game.courses.filter(
    (course) => fell.includes(course) || (course.learntAt <= step && standsAt(course, ply % 100, step)),
  );
  const known = met.every((course) => course.learntAt <= step);
  const text = plyText(ply).replace("–", "×");
  return known && met.length === 2 ? `${text} ${outcomeText(met, fell)}` : text;
}

type Courses = BoardGame["courses"];

function standsAt(course: Courses[number], square: number, step: number): boolean {
  const stay = course.stays.filter((one) => one.step <= step).pop();
  return course.removedAt > step && stay?.square === square;
}

function outcomeText(met: Courses, fell: Courses): string {
  const symbol = (course: Courses[number]) => pieceSymbol(course.learntType);
  if (fell.length === 2) return `${symbol(met[0]!)}=${symbol(met[1]!)}`;
  const winner = met.find((course) => !fell.includes(course))!;
  return `${symbol(winner)}>${symbol(fell[0]!)}`;
}

const CALLS: Record<string, string> = {
  BLUFF_CALL_MOVEMENT: "calls the movement",
  BLUFF_CALL_ATTACK: "calls the attack",
  BLUFF_CALL_DEFENCE: "calls the defence",
};

function bluffText(event: BluffingEvent): string {
  if (event.attack) {
    const { ply = {}, claim, tokens = 0 } = event.attack;
    const spent = tokens > 0 ? ` with ${tokens} token${tokens > 1 ? "s" : ""}` : "";
    return `${squareText(ply.from ?? 0)}×${squareText(ply.to ?? 0)} claims ${pieceText(pieceNumber(claim))}${spent}`;
  }
  if (event.declaration) return `declares ${pieceText(pieceNumber(event.declaration))}`;
  if (event.call)
    return `${CALLS[event.call.call ?? ""] ?? "calls"}: ${event.call.was_bluff ? "a bluff" : "the truth"}`;
  return event.ply_taken_back ? "ply taken back" : "";
}

export function bluffingStepText(events: readonly BluffingEvent[], ply: number): string {
  const words = events.map(bluffText).filter(Boolean);
  if (words.length === 0) return ply ? plyText(ply) : "lets it stand";
  return words.join("; ");
}

export function deedText(deed: CardsDeed): string {
  const type = (name: string | undefined) => pieceText(pieceNumber(name), "cards");
  if (deed.attack) {
    const { place = 0, at = 0, attacker, defender, combat = "" } = deed.attack;
    const end =
      { ATTACKER_STAYS: "wins", DEFENDER_STAYS: "loses", BOTH_REMOVED: "both fall" }[
        combat.replace("CARDS_COMBAT_", "")
      ] ?? "";
    return `${place}×${at}: ${type(attacker)} against ${type(defender)}, ${end}`;
  }
  if (deed.look_at_hand) return "Spy looks at the hand";
  if (deed.peek) return `Scout looks at ${(deed.peek.at ?? []).join(" and ")}`;
  if (deed.card_named)
    return `Spotter says ${deed.card_named.at ?? 0} is ${type(deed.card_named.type)}: ${deed.card_named.is_right ? "right" : "wrong"}`;
  if (deed.redeal) return "Flag's trick: all dealt anew";
  if (deed.front_line) return "lays a new front line";
  return deed.fill ? `fills ${(deed.fill.places ?? []).join(", ")}` : "";
}

function gogoText(event: GogoEvent): string {
  const whose = (side: string | undefined) => (side === "SIDE_RED" ? "Red" : "Blue");
  const other = (side: string | undefined) => (side === "SIDE_RED" ? "Blue" : "Red");
  const { challenged, blocked, passed, fought, captured } = event;
  if (challenged)
    return `${whose(challenged.side)} ${challenged.challenge?.challenger ?? 0} challenges ${other(challenged.side)} ${challenged.challenge?.target ?? 0}`;
  if (blocked) return `${whose(blocked.side)} ${blocked.number ?? 0} blocks`;
  if (passed) return `${whose(passed.side)} passes`;
  if (captured) return `${whose(captured.side)} ${captured.number ?? 0} captures the flag`;
  if (!fought) return "";
  const fighter = (one: typeof fought.attacker) =>
    `${roleText(roleNumber(one?.role))}${one?.is_beaten ? " beaten" : ""}`;
  return `${fighter(fought.attacker)} against ${fighter(fought.defender)}`;
}

export function gogoStepText(events: readonly GogoEvent[]): string {
  return events.map(gogoText).filter(Boolean).join("; ") || "both teams step";
}

function cardsStepText(event: CardsEvent | undefined): string {
  return event?.deed ? deedText(event.deed) : "";
}

// Of any kind of game.
export function stepTexts(replay: Replay, board: BoardGame | null): (step: number) => string {
  if (replay.bluffing) {
    const { said = [], board: moves } = replay.bluffing;
    return (step) => bluffingStepText(said[step - 1]?.events ?? [], moves?.plies?.[step - 1] ?? 0);
  }
  if (replay.cards) return (step) => cardsStepText(replay.cards?.changes?.[step - 1]);
  if (replay.gogo) return (step) => gogoStepText(replay.gogo?.changes?.[step - 1]?.events ?? []);
  return (step) => (board ? boardStepText(board, step) : "");
}
