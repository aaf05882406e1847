// Pieces of a board that are dragged by mouse, pen or finger.
import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Point } from "../game/spread";
import { begun, moved, squareAt, type Drag } from "./drag";

interface DragProps {
  isFlipped: boolean;
  mayDrag: (square: number) => boolean;
  // The piece on the square has left it.
  onBegin: (from: number) => void;
  // The pointer was lifted over a square (-1 outside the board), or taken away.
  onEnd: (from: number, to: number) => void;
}

interface DragHook {
  // The piece that is on its way, and where; null while none is.
  drag: Drag | null;
  // For the board's element.
  handlers: {
    ref: RefObject<SVGSVGElement>;
    onPointerDown: (event: PointerEvent) => void;
    onPointerMove: (event: PointerEvent) => void;
    onPointerUp: (event: PointerEvent) => void;
    onPointerCancel: (event: PointerEvent) => void;
    onClickCapture: (event: MouseEvent) => void;
  };
}

function pointOf(event: PointerEvent): Point {
  const board = event.currentTarget as SVGSVGElement;
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM()?.inverse());
  return { x, y };
}

export function useDrag({ isFlipped, mayDrag, onBegin, onEnd }: DragProps): DragHook {
  const [drag, setDrag] = useState<Drag | null>(null);
  // Events can come before what the one before has changed is drawn.
  const now = useRef<Drag | null>(null);
  // A click comes behind each drag, which is no tap.
  const isClickOfDrag = useRef(false);
  const become = (next: Drag | null) => {
    now.current = next;
    setDrag(next?.isMoved ? next : null);
  };
  const end = (event: PointerEvent, to: number) => {
    const before = now.current;
    if (before?.pointer !== event.pointerId) return;
    become(null);
    isClickOfDrag.current = before.isMoved;
    if (before.isMoved) onEnd(before.from, to);
  };
  const ref = useRef<SVGSVGElement>(null);
  // A finger on a piece drags it, not the page. The style touch-action cannot say so: browsers heed it for a whole picture only,
  // and beside the pieces the page is to follow the finger. Listened to by hand, since a listener of Preact's is none where the
  // browser began without a touch screen.
  useEffect(() => {
    const board = ref.current;
    const hold = (event: TouchEvent) => {
      if (now.current && event.cancelable) event.preventDefault();
    };
    board?.addEventListener("touchmove", hold, { passive: false });
    return () => board?.removeEventListener("touchmove", hold);
  }, []);
  return {
    drag,
    handlers: {
      ref,
      onPointerDown: (event) => {
        isClickOfDrag.current = false;
        const at = pointOf(event);
        const square = squareAt(at, isFlipped);
        if (event.isPrimary && event.button === 0 && mayDrag(square)) become(begun(event.pointerId, square, at));
      },
      onPointerMove: (event) => {
        const before = now.current;
        if (before?.pointer !== event.pointerId) return;
        const next = moved(before, pointOf(event));
        if (next.isMoved && !before.isMoved) {
          // The pointer may leave the board, and what it was on may go.
          (event.currentTarget as Element).setPointerCapture(event.pointerId);
          onBegin(next.from);
        }
        become(next);
      },
      onPointerUp: (event) => end(event, squareAt(pointOf(event), isFlipped)),
      onPointerCancel: (event) => end(event, -1),
      onClickCapture: (event) => {
        if (isClickOfDrag.current) event.stopPropagation();
        isClickOfDrag.current = false;
      },
    },
  };
}
