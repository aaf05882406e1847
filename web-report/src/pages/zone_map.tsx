// A player's zone as SVG: where its pieces stood, or one set-up. The player's back row is the lowest, and the files are
// those that Red sees.
import { FILES } from "../data/words";

const CELL = 10;
// So that the numbers on a square can be read in either theme.
const STRONGEST = 0.45;

export interface ZoneSquare {
  // Stands on the square.
  text: string;
  // What a pointer on the square tells; none where it is empty.
  title: string;
  // From 0 to 1: how strongly the square is coloured.
  weight: number;
  isPiece: boolean;
}

function Square({ square, rows, content }: { square: number; rows: number; content: ZoneSquare }) {
  const [x, y] = [(square % 10) * CELL, (rows - 1 - Math.floor(square / 10)) * CELL];
  return (
    <g class={content.isPiece ? "zone-piece" : "zone-square"}>
      {content.title && <title>{content.title}</title>}
      <rect class="zone-ground" x={x} y={y} width={CELL} height={CELL} />
      {content.weight > 0 && (
        <rect
          class="zone-weight"
          x={x}
          y={y}
          width={CELL}
          height={CELL}
          style={{ fillOpacity: (STRONGEST * content.weight).toFixed(3) }}
        />
      )}
      {content.text && (
        <text x={x + CELL / 2} y={y + CELL / 2 + 1.6}>
          {content.text}
        </text>
      )}
    </g>
  );
}

export function ZoneMap({ squares, label }: { squares: readonly ZoneSquare[]; label: string }) {
  const rows = Math.ceil(squares.length / 10);
  return (
    <svg class="zone" viewBox={`-5 -0.5 106 ${rows * CELL + 6}`} role="img" aria-label={label}>
      {squares.map((content, square) => (
        <Square key={square} square={square} rows={rows} content={content} />
      ))}
      <g class="coordinates" aria-hidden="true">
        {Array.from(FILES, (file, i) => (
          <text key={file} x={i * CELL + CELL / 2} y={rows * CELL + 4}>
            {file}
          </text>
        ))}
        {Array.from({ length: rows }, (_, row) => (
          <text key={row} x={-2.5} y={(rows - 1 - row) * CELL + CELL / 2 + 1.2}>
            {row + 1}
          </text>
        ))}
      </g>
    </svg>
  );
}
