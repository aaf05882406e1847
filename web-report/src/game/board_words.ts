// What is known of a piece and of a position, in words.
import type { Observer } from "../data/messages";
import { BARS, clauseText, MEANS, pieceText, plyText, squareText } from "../data/words";
import type { BarredPly, PieceNow } from "../replay/board";

const sideText = (side: 1 | 2) => (side === 1 ? "Red" : "Blue");

// Since when and how everybody knows the piece, or who does not.
export function knowledgeText(piece: PieceNow, observer: Observer): string {
  const { course } = piece;
  if (piece.isPublic)
    return `known to all since step ${course.learntAt}: ${MEANS[course.means] ?? ""}`.replace(/: $/, "");
  if (piece.type === 0)
    return `unknown to ${observer === "spectator" || observer === "all" ? "spectators" : sideText(observer === "red" ? 1 : 2)}`;
  return `${sideText(course.side === 1 ? 2 : 1)} does not know it`;
}

export function pieceLabel(piece: PieceNow, observer: Observer): string {
  const name = piece.type === 0 ? "piece" : pieceText(piece.type);
  const moved = piece.hasMoved ? "has moved" : "has not moved";
  return `${sideText(piece.course.side)} ${name} on ${squareText(piece.square)}; ${knowledgeText(piece, observer)}; ${moved}`;
}

// The pieces that the last ply threatens.
export function threatText(squares: readonly number[]): string {
  return `Threatened now, by the piece that moved last (R4.2): ${squares.map((square) => squareText(square)).join(", ")}`;
}

// The piece that the keyboard comes to after the selected one, -1 for none, or before it: by their squares, and round.
export function nextPiece(pieces: readonly PieceNow[], selected: number, by: 1 | -1): number {
  const standing = pieces.filter((piece) => !piece.isRemoved).sort((a, b) => a.square - b.square);
  const now = standing.findIndex((piece) => piece.course.origin === selected);
  const next = now < 0 && by < 0 ? standing.length - 1 : (now + by + standing.length) % standing.length;
  return standing[next]?.course.origin ?? -1;
}

export function barredText({ from, to, bar }: BarredPly): string {
  const clause = BARS[bar] ?? "";
  return `${plyText(100 * from + to)} (${clause}, ${clauseText(clause)})`;
}
