// The board as SVG.
import { FILES, plyNumber, squareText } from "../data/words";
import type { BarredPly, PieceNow } from "../replay/board";
import type { PieceClaim } from "../replay/bluffing";
import { pieceLabel } from "./board_words";
import { Piece } from "./piece";
import type { Observer } from "../replay/observer";

const LAKES = [42, 43, 52, 53, 46, 47, 56, 57];
const SQUARES = Array.from({ length: 100 }, (_, square) => square);
const CELL = 10;

// The middle of a square, seen from Red's side or from Blue's.
export function middleOf(square: number, isFlipped: boolean): { x: number; y: number } {
  const [file, row] = [square % 10, Math.floor(square / 10)];
  const x = isFlipped ? 9 - file : file;
  const y = isFlipped ? row : 9 - row;
  return { x: x * CELL + CELL / 2, y: y * CELL + CELL / 2 };
}

export function Ground({ isFlipped }: { isFlipped: boolean }) {
  return (
    <g class="ground">
      {SQUARES.map((square) => {
        const { x, y } = middleOf(square, isFlipped);
        const isLake = LAKES.includes(square);
        const shade = (square + Math.floor(square / 10)) % 2 === 0 ? "dark" : "pale";
        return (
          <rect
            key={square}
            class={isLake ? "lake" : `square ${shade}`}
            x={x - CELL / 2}
            y={y - CELL / 2}
            width={CELL}
            height={CELL}
          />
        );
      })}
    </g>
  );
}

export function Coordinates({ isFlipped }: { isFlipped: boolean }) {
  return (
    <g class="coordinates" aria-hidden="true">
      {Array.from({ length: 10 }, (_, i) => {
        const file = middleOf(i, isFlipped).x;
        const row = middleOf(i * 10, isFlipped).y;
        return [
          <text key={`f${i}`} x={file} y={104}>
            {FILES[i]}
          </text>,
          <text key={`r${i}`} x={-3} y={row + 1.2}>
            {i + 1}
          </text>,
        ];
      })}
    </g>
  );
}

export function LastPly({ ply, isFlipped }: { ply: number; isFlipped: boolean }) {
  const [from, to] = [middleOf(Math.floor(ply / 100), isFlipped), middleOf(ply % 100, isFlipped)];
  return (
    <g class="last-ply">
      <rect x={from.x - 5} y={from.y - 5} width={CELL} height={CELL} />
      <rect x={to.x - 5} y={to.y - 5} width={CELL} height={CELL} />
      <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
    </g>
  );
}

function Barred({ barred, isFlipped }: { barred: readonly BarredPly[]; isFlipped: boolean }) {
  return (
    <g class="barred">
      {barred.map((ply) => {
        const [a, b] = [middleOf(ply.from, isFlipped), middleOf(ply.to, isFlipped)];
        return (
          <g key={plyNumber(ply)}>
            <line x1={a.x} y1={a.y} x2={b.x} y2={b.y} />
            <circle cx={b.x} cy={b.y} r="2.4" />
            <path d={`M${b.x - 1.4} ${b.y - 1.4}L${b.x + 1.4} ${b.y + 1.4}`} />
          </g>
        );
      })}
    </g>
  );
}

interface BoardViewProps {
  pieces: readonly PieceNow[];
  observer: Observer;
  isFlipped: boolean;
  isGliding: boolean;
  // 100·from + to, 0 for none. It may be that of an attack that is not settled.
  ply: number;
  threatened: readonly number[];
  barred: readonly BarredPly[];
  // By origin; absent in games without claims.
  claims: ReadonlyMap<number, PieceClaim> | undefined;
  // What else is said of a piece that is pointed at; absent where there is nothing.
  more?: ((piece: PieceNow) => string) | undefined;
  // The origin of the selected piece; -1 for none.
  selected: number;
  onSelect: (origin: number) => void;
  label: string;
}

export function BoardView(props: BoardViewProps) {
  const { pieces, isFlipped, ply } = props;
  return (
    <svg class="board stage" viewBox="-6 -1 107 107" role="img" aria-label={props.label}>
      <Ground isFlipped={isFlipped} />
      <Coordinates isFlipped={isFlipped} />
      {ply !== 0 && <LastPly ply={ply} isFlipped={isFlipped} />}
      {pieces
        .filter((piece) => !piece.isRemoved)
        .map((piece) => {
          const { x, y } = middleOf(piece.square, isFlipped);
          const { origin } = piece;
          return (
            <Piece
              key={origin}
              piece={piece}
              x={x}
              y={y}
              isGliding={props.isGliding}
              claim={props.claims?.get(origin)?.claim ?? 0}
              isSelected={props.selected === origin}
              label={pieceLabel(piece, props.observer) + (props.more?.(piece) ?? "")}
              onSelect={() => props.onSelect(props.selected === origin ? -1 : origin)}
            />
          );
        })}
      <g class="threats">
        {props.threatened.map((square) => {
          const { x, y } = middleOf(square, isFlipped);
          return (
            <circle key={square} cx={x} cy={y} r="4.7">
              <title>{`The chase of the piece on ${squareText(square)} is nearly at its end`}</title>
            </circle>
          );
        })}
      </g>
      <Barred barred={props.barred} isFlipped={isFlipped} />
    </svg>
  );
}
