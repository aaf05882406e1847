// What is known of a piece and of a position, in words.
import type { Observer } from "../data/messages";
import { BARS, clauseText, MEANS, pieceText, plyText, squareText } from "../data/words";
import type { BarredPly, PieceNow } from "../replay/board";

const sideText = (side: 1 | 2) => (side === 1 ? "Red" : "Blue");

// Since when and how everybody knows the piece, or who does not.
export function knowledgeText(piece: PieceNow, observer: Observer): string {
  const { course } = piece;
  if (piece.isPublic)
    return `known to all since ply ${course.learntAt}: ${MEANS[course.means] ?? ""}`.replace(/: $/, "");
  if (piece.type === 0)
    return `unknown to ${observer === "spectator" || observer === "all" ? "spectators" : sideText(observer === "red" ? 1 : 2)}`;
  return `${sideText(course.side === 1 ? 2 : 1)} does not know it`;
}

export function pieceLabel(piece: PieceNow, observer: Observer): string {
  const name = piece.type === 0 ? "piece" : pieceText(piece.type);
  const moved = piece.hasMoved ? "has moved" : "has not moved";
  return `${sideText(piece.course.side)} ${name} on ${squareText(piece.square)}; ${knowledgeText(piece, observer)}; ${moved}`;
}

export function barredText({ from, to, bar }: BarredPly): string {
  const clause = BARS[bar] ?? "";
  return `${plyText(100 * from + to)} (${clause}, ${clauseText(clause)})`;
}
