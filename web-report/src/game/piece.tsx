// One piece of a board game. Sides differ in shape: Red's pieces are tiles, Blue's are discs. A piece that is not known
// shows its back.
import type { BoardPiece } from "../replay/board";
import { useContext } from "preact/hooks";
import { pieceSymbol } from "../data/words";
import { RanksContext } from "../ui/ranks";
import type { Color } from "../replay/observer";

// A square is ten wide; a piece is drawn about its middle.
const FLAG = { pole: "M-1.7 3V-2.9", cloth: "M-1.7 -2.7L2.3 -1.2L-1.7 0.4z" };
const FUSE = "M1 -0.9Q1.5 -2.6 2.9 -2.3";

function Symbol({ type }: { type: number }) {
  const ranks = useContext(RanksContext);
  if (type === 12)
    return (
      <g class="sign">
        <path class="line" d={FLAG.pole} />
        <path d={FLAG.cloth} />
      </g>
    );
  if (type === 11)
    return (
      <g class="sign">
        <circle cx="-0.5" cy="0.8" r="1.7" />
        <path class="line" d={FUSE} />
      </g>
    );
  return (
    <text class="rank" y="1.75">
      {pieceSymbol(type, ranks)}
    </text>
  );
}

interface PieceProps {
  piece: BoardPiece;
  x: number;
  y: number;
  // Whether the change of its place is animated: it is from one position to the next.
  isGliding: boolean;
  // The type that its owner last claimed for it, in `bluffing`; 0 for none.
  claim: number;
  isSelected: boolean;
  label: string;
  onSelect: () => void;
}

// Whether a claim is known to be false.
export function isFalse(claim: number, type: number): boolean {
  return claim !== 0 && type !== 0 && claim !== type;
}

function Body({ side }: { side: Color }) {
  return side === "red" ? (
    <rect class="body" x="-4" y="-4" width="8" height="8" rx="1.4" />
  ) : (
    <circle class="body" r="4.2" />
  );
}

// A piece of its own, for texts and tables.
export function PieceSign({ type, side }: { type: number; side: Color }) {
  return (
    <svg class="piece-sign" viewBox="-5 -5 10 10" aria-hidden="true">
      <g class={`piece ${side}`}>
        <Body side={side} />
        <Symbol type={type} />
      </g>
    </svg>
  );
}

export function Piece({ piece, x, y, isGliding, claim, isSelected, label, onSelect }: PieceProps) {
  const { side, origin } = piece;
  const ranks = useContext(RanksContext);
  const classes = [
    "piece",
    side,
    piece.type === 0 ? "unknown" : "",
    isGliding ? "gliding" : "",
    isSelected ? "selected" : "",
  ];
  return (
    <g
      class={classes.filter(Boolean).join(" ")}
      style={{ transform: `translate(${x}px, ${y}px)` }}
      onClick={onSelect}
      data-origin={origin}
    >
      <title>{label}</title>
      <Body side={side} />
      {piece.type === 0 ? (
        <g class="back">
          <path d="M-2.2 2.2L2.2 -2.2M-2.2 -0.4L-0.4 -2.2M0.4 2.2L2.2 0.4" />
          {piece.hasMoved && <circle class="moved" r="1" />}
        </g>
      ) : (
        <Symbol type={piece.type} />
      )}
      {piece.isPublic && <circle class="public" cx="3.1" cy="-3.1" r="1.15" />}
      {claim !== 0 && (
        <g class={`claim ${isFalse(claim, piece.type) ? "false" : ""}`}>
          <rect x="0.2" y="1.7" width="4.6" height="3.2" rx="0.8" />
          <text x="2.5" y="4.2">
            {pieceSymbol(claim, ranks)}
          </text>
        </g>
      )}
    </g>
  );
}
