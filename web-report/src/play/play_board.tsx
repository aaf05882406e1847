// The board of somebody who plays: pieces are moved by two taps or by the keyboard, where a dragged piece would be lost under a
// finger.
import { useState } from "preact/hooks";
import { pieceText, squareText } from "../data/words";
import { Coordinates, Ground, LastPly, middleOf } from "../game/board_view";
import { Piece } from "../game/piece";
import { colorText } from "../replay/observer";
import type { PieceNow } from "../replay/board";
import type { PlayPiece } from "./play_state";

// As the board of a replay draws it.
function drawn(piece: PlayPiece): PieceNow {
  return {
    history: {
      origin: piece.origin,
      side: piece.side,
      type: piece.type,
      stays: [],
      removedAt: Infinity,
      publicSince: 0,
      publicType: 0,
      means: 0,
    },
    type: piece.type,
    square: piece.square,
    hasMoved: piece.hasMoved,
    isPublic: piece.isPublic,
    isRemoved: piece.isRemoved,
  };
}

function labelOf(piece: PlayPiece): string {
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
  pieces: readonly PlayPiece[];
  isFlipped: boolean;
  lastPly: number;
  // By origin: the type that its owner claimed last.
  claims?: ReadonlyMap<number, number>;
  label: string;
  // Whether nearly every square can be gone to, so that marks on them would say nothing.
  isQuiet?: boolean;
  // Whether something on the square can be taken up.
  mayTake: (square: number) => boolean;
  // Where what stands on the square may go.
  targetsOf: (square: number) => readonly number[];
  onMove: (from: number, to: number) => void;
}

const SQUARES = Array.from({ length: 100 }, (_, square) => square);

export function PlayBoard(props: PlayBoardProps) {
  const { pieces, isFlipped, lastPly, mayTake, targetsOf, onMove } = props;
  const [taken, setTaken] = useState(-1);
  const from = taken >= 0 && mayTake(taken) ? taken : -1;
  const targets = from < 0 ? [] : targetsOf(from);
  const choose = (square: number) => {
    if (targets.includes(square)) {
      setTaken(-1);
      onMove(from, square);
    } else {
      setTaken(square !== from && mayTake(square) ? square : -1);
    }
  };
  const names = new Map(pieces.filter((piece) => !piece.isRemoved).map((piece) => [piece.square, labelOf(piece)]));
  return (
    <svg
      class={props.isQuiet ? "board stage play-board quiet" : "board stage play-board"}
      viewBox="-6 -1 107 107"
      role="group"
      aria-label={props.label}
    >
      <Ground isFlipped={isFlipped} />
      <Coordinates isFlipped={isFlipped} />
      {lastPly !== 0 && <LastPly ply={lastPly} isFlipped={isFlipped} />}
      {pieces
        .filter((piece) => !piece.isRemoved)
        .map((piece) => {
          const { x, y } = middleOf(piece.square, isFlipped);
          return (
            <Piece
              key={piece.origin}
              piece={drawn(piece)}
              x={x}
              y={y}
              isGliding
              claim={props.claims?.get(piece.origin) ?? 0}
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
