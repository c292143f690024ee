import { type TouchEvent, useRef } from 'react';

/** Pixels of a movement that turns the page, and how much wider than high it must be. */
const FAR = 60;
const FLAT = 2;

/** Turns by a flat movement of one finger: 1 to the left, -1 to the right. */
export function useSwipe(onTurn: (by: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart({ touches }: TouchEvent) {
      const finger = touches.length === 1 ? touches[0] : undefined;
      start.current = finger ? { x: finger.clientX, y: finger.clientY } : null;
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const finger = changedTouches[0];
      if (finger === undefined || start.current === null) return;
      const x = finger.clientX - start.current.x;
      const y = finger.clientY - start.current.y;
      start.current = null;
      if (Math.abs(x) >= FAR && Math.abs(x) >= FLAT * Math.abs(y)) onTurn(x < 0 ? 1 : -1);
    },
  };
}
