// A game that somebody plays, in words.
import { reasonText, resultText } from "../data/words";
import type { LostKind } from "../game/lost_pieces";
import { colorText, opponentOf, type Color } from "../replay/observer";
import { battleText, type PlayGame } from "./play_state";

function endText(game: PlayGame): string {
  const outcome = game.over?.outcome ?? {};
  const won = outcome.result === (game.side === "red" ? "RESULT_RED_WINS" : "RESULT_BLUE_WINS");
  const lost = outcome.result === (game.side === "red" ? "RESULT_BLUE_WINS" : "RESULT_RED_WINS");
  const result = won ? "You have won" : lost ? "You have lost" : resultText(outcome.result);
  return `${result[0]!.toUpperCase()}${result.slice(1)}: ${reasonText(outcome.reason)}.`;
}

// Who is in the fight that is being settled, the own team first.
function clusterText({ field, side }: PlayGame): string {
  const { red_cluster: red = [], blue_cluster: blue = [] } = field?.view.situation ?? {};
  const team = (color: Color) =>
    `${color === side ? "your" : colorText(color)} ${(color === "red" ? red : blue).join(", ")}`;
  return `${team(side)} and ${team(opponentOf(side))}`;
}

function challengeText({ field, side }: PlayGame): string {
  const { challenger = 0, target = 0 } = field?.view.situation?.challenge ?? {};
  return `${colorText(opponentOf(side))} ${challenger} challenges your ${target}.`;
}

// What the player is to do, or has come of the game.
export function statusText(game: PlayGame): string {
  if (game.over) return endText(game);
  if (game.refusal) return `Not taken: ${game.refusal}`;
  switch (game.decision?.kind) {
    case "DECISION_KIND_SET_UP":
      return game.cards
        ? `You play ${colorText(game.side)}. Choose your front line.`
        : `You play ${colorText(game.side)}. Set up your army: drag a piece, or tap two squares, and what stands there changes places.`;
    case "DECISION_KIND_PLY":
      return `Your turn. ${battleText(game)} ${game.bluffing.lastCall}`;
    case "DECISION_KIND_TURN":
      return "Your turn.";
    case "DECISION_KIND_FILL":
      return "Fill the gaps in your front line.";
    case "DECISION_KIND_FRONT_LINE":
      return "All your cards were dealt anew: choose a new front line.";
    case "DECISION_KIND_DEFENCE":
      return "You are attacked: believe or call, or say what your piece is.";
    case "DECISION_KIND_BASES":
      return `You play ${colorText(game.side)}. Place your base and your flag.`;
    case "DECISION_KIND_STEPS":
      return `You play ${colorText(game.side)}. Move your players, all at once.`;
    case "DECISION_KIND_CHALLENGE":
      return `A fight: ${clusterText(game)}. Challenge, or pass.`;
    case "DECISION_KIND_BLOCK":
      return `${challengeText(game)} Who takes the attack?`;
    case "DECISION_KIND_CALL":
      return "Do you believe what was said of the attacked piece?";
    default:
      return `Your opponent thinks. ${battleText(game)} ${game.bluffing.lastCall}`;
  }
}

// What a side has lost, for those who do not see its signs: "Lost: Miner, 2 Scout, face down".
export function lostWords(lost: readonly LostKind[]): string {
  return `Lost: ${lost.map(({ name, count }) => (count > 1 ? `${count} ${name}` : name)).join(", ")}`;
}

// The same as signs: "− 3 2 2 ?".
export function lostSigns(lost: readonly LostKind[]): string {
  return `− ${lost.flatMap(({ sign, count }) => Array<string>(count).fill(sign)).join(" ")}`;
}
