// Texts about a piece and a position.
import { BARS, MEANS, pieceText, plyNumber, plyText, squareText } from "../data/words";
import type { BarredPly, PieceNow } from "../replay/board";
import { colorText, observerText, opponentOf, type Observer } from "../replay/observer";

// Since when and how everybody knows the type of the piece, or who does not know it.
export function knowledgeText(piece: PieceNow, observer: Observer): string {
  const { publicSince, means, side } = piece;
  if (piece.isPublic) return `known to all since step ${publicSince}: ${MEANS[means] ?? ""}`.replace(/: $/, "");
  if (piece.type === 0) return `unknown to ${observerText(observer)}`;
  return `${colorText(opponentOf(side))} does not know it`;
}

export function pieceLabel(piece: PieceNow, observer: Observer): string {
  const name = piece.type === 0 ? "piece" : pieceText(piece.type);
  const moved = piece.hasMoved ? "has moved" : "has not moved";
  return `${colorText(piece.side)} ${name} on ${squareText(piece.square)}; ${knowledgeText(piece, observer)}; ${moved}`;
}

// What it means that the rules are about to end a chase.
export function chaseText(squares: readonly number[]): string {
  const [pieces, go] = squares.length === 1 ? ["the piece on", "goes"] : ["the pieces on", "go"];
  const names = squares.map((square) => squareText(square)).join(" and ");
  return `The chase is nearly at its end: when ${pieces} ${names} ${go} away once more, the rules forbid to follow it everywhere (R4.6, R4.8)`;
}

// The origin of the piece that the keyboard selects next (or before, with -1): the pieces are gone through by their squares,
// and the last is followed by the first. `selected` and the result are -1 for no piece.
export function nextPiece(pieces: readonly PieceNow[], selected: number, by: 1 | -1): number {
  const standing = pieces.filter((piece) => !piece.isRemoved).sort((a, b) => a.square - b.square);
  const now = standing.findIndex((piece) => piece.origin === selected);
  const next = now < 0 && by < 0 ? standing.length - 1 : (now + by + standing.length) % standing.length;
  return standing[next]?.origin ?? -1;
}

export function barredText(ply: BarredPly): string {
  return `${plyText(plyNumber(ply))} (${BARS[ply.bar] ?? ""})`;
}
