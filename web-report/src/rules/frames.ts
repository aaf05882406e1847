// What an example shows, picture by picture. Its positions come from its replay, and its words from the guide.
import type { ExamplePicture, ExampleStep, PieceKind, RuleExample } from "../data/messages";
import { FILES, pieceSymbol, plyNumber, type Ranks } from "../data/words";
import { colorOf, colorText, type Observer } from "../replay/observer";

export interface Frame {
  // In the replay of the picture.
  position: number;
  // What happens, for people.
  text: string;
  // The clause by which the action is refused; empty for the others.
  clause: string;
  // The ply that is refused, on a board: 100·from + to, 0 for none.
  refusedPly: number;
}

// 100·from + to of "a4-a5", with whatever is said behind it; 0 for what is no ply.
export function plyIn(action: string): number {
  const found = /^([a-j])(\d+)-([a-j])(\d+)/.exec(action);
  if (!found) return 0;
  const square = (file: string, row: string) => FILES.indexOf(file) + 10 * (Number(row) - 1);
  return plyNumber({ from: square(found[1]!, found[2]!), to: square(found[3]!, found[4]!) });
}

// "Miner a4, General e1" of "a4=3 e1=9".
export function withNames(pieces: string, kinds: readonly PieceKind[]): string {
  return pieces
    .split(" ")
    .map((piece) => {
      const [square = "", letter = ""] = piece.split("=");
      return `${kinds.find((kind) => kind.letter === letter)?.name ?? letter} ${square}`;
    })
    .join(", ");
}

export function observerOf({ view }: RuleExample): Observer {
  switch (view) {
    case "OBSERVER_RED":
      return "red";
    case "OBSERVER_BLUE":
      return "blue";
    case "OBSERVER_SPECTATOR":
      return "spectator";
    default:
      return "all";
  }
}

function beginningText({ red, blue }: RuleExample, kinds: readonly PieceKind[]): string {
  if (!red && !blue) return "The beginning.";
  return `The beginning. Red: ${withNames(red ?? "", kinds)}. Blue: ${withNames(blue ?? "", kinds)}.`;
}

const frameOf = (step: ExampleStep, position: number): Frame => ({
  position,
  text: step.text ?? "",
  clause: step.clause ?? "",
  refusedPly: step.clause ? plyIn(step.action ?? "") : 0,
});

// The beginning, and each step that is shown. A picture that is missing has no frames.
export function framesOf(
  example: RuleExample,
  picture: ExamplePicture | undefined,
  kinds: readonly PieceKind[],
): Frame[] {
  const positions = picture?.positions ?? [];
  const steps = (example.steps ?? []).filter((step) => !step.is_opening);
  if (positions.length !== steps.length + 1) return [];
  const beginning = { position: positions[0]!, text: beginningText(example, kinds), clause: "", refusedPly: 0 };
  return [beginning, ...steps.map((step, i) => frameOf(step, positions[i + 1]!))];
}

// "Red a4-a5": who does what, for the list of steps.
export function actionText({ side, action = "" }: ExampleStep): string {
  return `${colorText(colorOf(side))} ${action}`;
}

// A rank of the board games as the visitor reads ranks.
export function signOf({ type = 0, letter = "", rank = 0 }: PieceKind, isBoard: boolean, ranks: Ranks): string {
  return isBoard && rank > 0 ? pieceSymbol(type, ranks) : letter;
}
