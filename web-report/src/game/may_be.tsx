// What a piece that the observer does not know may be.
import { useContext } from "preact/hooks";
import { pieceSymbol, pieceText } from "../data/words";
import type { PieceNow } from "../replay/board";
import { possibilities, type Possibility, type Uncertainty } from "../replay/uncertainty";
import type { Observer } from "../replay/observer";
import { percentText } from "../ui/format";
import { RanksContext } from "../ui/ranks";
import { pieceLabel } from "./board_words";

// In the order in which armies are listed; none for a piece that is known.
export function possibleNow(piece: PieceNow, uncertainty: Uncertainty | null, position: number): Possibility[] {
  if (piece.type !== 0 || piece.isRemoved || !uncertainty) return [];
  const unknown = uncertainty.unknownOf(piece.side, position);
  return possibilities(unknown, uncertainty.isMobile, piece.hasMoved).reverse();
}

// "Scout: 2 unaccounted for, 33.3 %".
function possibilityText({ type, count, chance }: Possibility): string {
  return `${pieceText(type)}: ${count} unaccounted for, ${percentText(chance, 1)}`;
}

// The lines that are added to the label of a piece that is not known, at a position. They are the same for all such pieces of
// a side that have moved, and for all that have not.
export function mayBeLines(uncertainty: Uncertainty | null, position: number): (piece: PieceNow) => string {
  const made = new Map<string, string>();
  return (piece) => {
    if (piece.type !== 0 || !uncertainty) return "";
    const key = `${piece.side} ${piece.hasMoved}`;
    const lines =
      made.get(key) ?? ["\nIt may be", ...possibleNow(piece, uncertainty, position).map(possibilityText)].join("\n");
    made.set(key, lines);
    return lines;
  };
}

function Possible({ possible, name }: { possible: readonly Possibility[]; name: string }) {
  const ranks = useContext(RanksContext);
  return (
    <>
      <p class="hint">It may be, with how many are unaccounted for, and the chance if all ways count alike:</p>
      <ul class={`types ${name}`}>
        {possible.map((each) => (
          <li key={each.type} title={possibilityText(each)}>
            <b aria-hidden="true">{pieceSymbol(each.type, ranks)}</b>
            <span aria-hidden="true">
              {each.count} · {percentText(each.chance, 1)}
            </span>
            <span class="sr-only">{possibilityText(each)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

export function MayBe({
  piece,
  uncertainty,
  position,
}: {
  piece: PieceNow;
  uncertainty: Uncertainty | null;
  position: number;
}) {
  const possible = possibleNow(piece, uncertainty, position);
  return possible.length > 0 ? <Possible possible={possible} name={`may-be ${piece.side}`} /> : null;
}

// A piece of which nothing is known, at a game's beginning.
const UNKNOWN: PieceNow = {
  origin: -1,
  side: "blue",
  type: 0,
  square: 99,
  hasMoved: false,
  isPublic: false,
  isRemoved: false,
  removedAt: Infinity,
  publicSince: Infinity,
  means: 0,
};

// As high as what is said of a piece that is not known, and empty: so the page stays as it is when one is selected. At no position
// more types are possible than at the beginning.
export function MayBeRoom({ uncertainty, observer }: { uncertainty: Uncertainty | null; observer: Observer }) {
  if (!uncertainty || observer === "all") return null;
  return (
    <div class="may-be-room" aria-hidden="true">
      <p>{pieceLabel(UNKNOWN, observer)}.</p>
      <Possible possible={possibleNow(UNKNOWN, uncertainty, 0)} name="" />
    </div>
  );
}
