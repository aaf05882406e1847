// The board of somebody who plays: pieces are moved by two taps, by the keyboard, or by dragging them.
import { useEffect, useState } from "preact/hooks";
import { pieceText, squareText } from "../data/words";
import { Coordinates, Ground, LastPly, middleOf } from "../game/board_view";
import { Piece } from "../game/piece";
import { colorText } from "../replay/observer";
import type { BluffingState } from "../replay/bluffing";
import type { BoardPiece } from "../replay/board";
import { useDrag } from "./use_drag";

function labelOf(piece: BoardPiece): string {
  return `${colorText(piece.side)} ${piece.type === 0 ? "piece" : pieceText(piece.type)} on ${squareText(piece.square)}`;
}

// A square that something may be taken from, or put on.
function ChoiceSquare({
  square,
  isFlipped,
  isTarget,
  isTaken,
  piece,
  onChoose,
}: {
  square: number;
  isFlipped: boolean;
  isTarget: boolean;
  isTaken: boolean;
  // What stands there, in words.
  piece: string | undefined;
  onChoose: () => void;
}) {
  const { x, y } = middleOf(square, isFlipped);
  const what = piece ?? `empty square ${squareText(square)}`;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    onChoose();
  };
  return (
    <g
      class={isTarget ? "play-square target" : "play-square"}
      role="button"
      tabIndex={0}
      aria-pressed={isTaken}
      aria-label={isTarget ? `To ${squareText(square)}: ${what}` : what}
      data-square={square}
      onClick={onChoose}
      onKeyDown={onKeyDown}
    >
      <rect x={x - 5} y={y - 5} width="10" height="10" />
      {isTarget && <circle cx={x} cy={y} r={piece ? 4.6 : 1.5} />}
    </g>
  );
}

interface PlayBoardProps {
  pieces: readonly BoardPiece[];
  isFlipped: boolean;
  lastPly: number;
  // By origin.
  claims?: BluffingState["claims"];
  label: string;
  // Whether nearly every square can be gone to, so that marks on them would say nothing.
  isQuiet?: boolean;
  // Whether something on the square can be taken up.
  mayTake: (square: number) => boolean;
  // Where what stands on the square may go.
  targetsOf: (square: number) => readonly number[];
  onMove: (from: number, to: number) => void;
  // A piece was pressed that cannot be taken up.
  onIdle?: (square: number) => void;
  // What is taken up is put back when this changes.
  decision?: number;
}

const SQUARES = Array.from({ length: 100 }, (_, square) => square);

// What is taken up, and what becomes of it where somebody points.
function useTaken(
  { mayTake, targetsOf, onMove, onIdle, decision }: PlayBoardProps,
  isPiece: (square: number) => boolean,
) {
  const [taken, setTaken] = useState(-1);
  useEffect(() => setTaken(-1), [decision]);
  const from = taken >= 0 && mayTake(taken) ? taken : -1;
  const targets = from < 0 ? [] : targetsOf(from);
  const choose = (square: number) => {
    if (targets.includes(square)) {
      setTaken(-1);
      onMove(from, square);
      return;
    }
    setTaken(square !== from && mayTake(square) ? square : -1);
    if (isPiece(square) && !mayTake(square)) onIdle?.(square);
  };
  const drop = (origin: number, square: number) => {
    setTaken(-1);
    // The game may have gone on meanwhile.
    if (mayTake(origin) && targetsOf(origin).includes(square)) onMove(origin, square);
  };
  return { from, targets, choose, take: setTaken, drop };
}

export function PlayBoard(props: PlayBoardProps) {
  const { isFlipped, lastPly, mayTake } = props;
  const standing = props.pieces.filter((piece) => !piece.isRemoved);
  const names = new Map(standing.map((piece) => [piece.square, labelOf(piece)]));
  const { from, targets, choose, take, drop } = useTaken(props, (square) => names.has(square));
  const { drag, handlers } = useDrag({
    isFlipped,
    mayDrag: (square) => names.has(square) && mayTake(square),
    onBegin: take,
    onEnd: drop,
  });
  const isDragged = (piece: BoardPiece) => drag !== null && piece.square === from;
  // What is drawn last lies above the others.
  const drawnPieces = [...standing].sort((a, b) => Number(isDragged(a)) - Number(isDragged(b)));
  return (
    <svg
      class={props.isQuiet ? "board stage play-board quiet" : "board stage play-board"}
      viewBox="-6 -1 107 107"
      role="group"
      aria-label={props.label}
      {...handlers}
    >
      <Ground isFlipped={isFlipped} />
      <Coordinates isFlipped={isFlipped} />
      {lastPly !== 0 && <LastPly ply={lastPly} isFlipped={isFlipped} />}
      {drawnPieces.map((piece) => {
        const { x, y } = isDragged(piece) ? drag!.at : middleOf(piece.square, isFlipped);
        return (
          <Piece
            key={piece.origin}
            piece={piece}
            x={x}
            y={y}
            isGliding={!isDragged(piece)}
            claim={props.claims?.get(piece.origin)?.claim ?? 0}
            isSelected={piece.square === from}
            label={labelOf(piece)}
            onSelect={() => choose(piece.square)}
          />
        );
      })}
      {SQUARES.filter((square) => mayTake(square) || targets.includes(square)).map((square) => (
        <ChoiceSquare
          key={square}
          square={square}
          isFlipped={isFlipped}
          isTarget={targets.includes(square)}
          isTaken={square === from}
          piece={names.get(square)}
          onChoose={() => choose(square)}
        />
      ))}
    </svg>
  );
}
