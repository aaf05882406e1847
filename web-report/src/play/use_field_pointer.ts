// A field on which somebody points and drags, by mouse, pen or finger. Places are in the field's millimetres.
import type { SVGAttributes } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Point } from "../game/spread";

interface FieldPointer {
  // The player that can be taken up near a place, no further from it than `reach`; 0 for none.
  playerAt: (place: Point, reach: number) => number;
  onTap: (place: Point, reach: number) => void;
  // A player is dragged over a place.
  onDrag: (number: number, place: Point) => void;
  // It was let go there.
  onDrop: (number: number, place: Point, reach: number) => void;
}

interface Held {
  pointer: number;
  // The player that was under the pointer; 0 for none.
  number: number;
  // Where it was pressed, in pixels.
  startX: number;
  startY: number;
  isMoved: boolean;
}

// Pixels by which a finger that taps may move, and how far beside a mark a finger or a mouse may point.
const TAP_MAX = 8;
const FINGER = 24;
const MOUSE = 12;
// A mark's own half width, in millimetres.
const MARK = 230;

// The field's millimetre under an event, and how far it reaches there.
function pointed(event: PointerEvent): { place: Point; reach: number } {
  const matrix = (event.currentTarget as SVGSVGElement).getScreenCTM();
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix?.inverse());
  const pixels = event.pointerType === "mouse" ? MOUSE : FINGER;
  return { place: { x, y: -y }, reach: Math.max(MARK, pixels / (matrix?.a || 1)) };
}

// The handlers for the field's element.
export function useFieldPointer(pointer: FieldPointer): SVGAttributes<SVGSVGElement> {
  const ref = useRef<SVGSVGElement>(null);
  // Events can come before what the one before has changed is drawn.
  const held = useRef<Held | null>(null);
  // A finger on a player drags it, not the page; as on the boards (use_drag.ts).
  useEffect(() => {
    const field = ref.current;
    const hold = (event: TouchEvent) => {
      if (held.current?.number && event.cancelable) event.preventDefault();
    };
    field?.addEventListener("touchmove", hold, { passive: false });
    return () => field?.removeEventListener("touchmove", hold);
  }, []);
  return {
    ref,
    onPointerDown: (event) => {
      if (!event.isPrimary || event.button !== 0) return;
      const { place, reach } = pointed(event);
      const { pointerId, clientX, clientY } = event;
      const number = pointer.playerAt(place, reach);
      held.current = { pointer: pointerId, number, startX: clientX, startY: clientY, isMoved: false };
    },
    onPointerMove: (event) => {
      const now = held.current;
      if (now?.pointer !== event.pointerId) return;
      const isMoved = now.isMoved || Math.hypot(event.clientX - now.startX, event.clientY - now.startY) > TAP_MAX;
      if (isMoved && !now.isMoved) event.currentTarget.setPointerCapture(event.pointerId);
      held.current = { ...now, isMoved };
      if (isMoved && now.number > 0) pointer.onDrag(now.number, pointed(event).place);
    },
    onPointerUp: (event) => {
      const now = held.current;
      if (now?.pointer !== event.pointerId) return;
      held.current = null;
      const { place, reach } = pointed(event);
      if (!now.isMoved) pointer.onTap(place, reach);
      else if (now.number > 0) pointer.onDrop(now.number, place, reach);
    },
    onPointerCancel: () => {
      held.current = null;
    },
  };
}
