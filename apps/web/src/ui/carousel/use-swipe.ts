import { type MouseEvent, type PointerEvent, useRef } from 'react';
import type { Carousel } from './use-carousel.ts';

/** Pixels until a touch counts as a swipe; share of the width that turns the page. */
const SLOP = 8;
const TURN_SHARE = 0.18;
/** Pixels per millisecond of a flick, which turns the page at any distance. */
const FLICK = 0.5;

type Touch = { id: number; x: number; at: number; dx: number; swiping: boolean };

/** Handlers that drag the row (`--drag`) and turn the page on release. */
export function useSwipe({ pages, moving, swipe, hold }: Carousel) {
  const touch = useRef<Touch | null>(null);
  const swiped = useRef(false);

  const end = (event: PointerEvent<HTMLElement>, turns: boolean) => {
    const last = touch.current;
    if (last?.id !== event.pointerId) return;
    touch.current = null;
    hold(false);
    if (!last.swiping) return;
    const row = event.currentTarget;
    delete row.dataset.held;
    row.style.removeProperty('--drag');
    const speed = Math.abs(last.dx) / Math.max(1, event.timeStamp - last.at);
    const isFar = Math.abs(last.dx) > row.clientWidth * TURN_SHARE;
    if (turns && (isFar || speed > FLICK)) swipe(last.dx < 0 ? 1 : -1);
  };

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      swiped.current = false;
      if (event.pointerType === 'mouse' || pages < 2 || moving) return;
      const { pointerId: id, clientX: x, timeStamp: at } = event;
      touch.current = { id, x, at, dx: 0, swiping: false };
      hold(true);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const held = touch.current;
      if (held?.id !== event.pointerId) return;
      held.dx = event.clientX - held.x;
      if (!held.swiping && Math.abs(held.dx) < SLOP) return;
      const row = event.currentTarget;
      if (!held.swiping) {
        held.swiping = true;
        swiped.current = true;
        row.setPointerCapture(event.pointerId);
        row.dataset.held = '';
      }
      row.style.setProperty('--drag', `${held.dx}px`);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, true),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, false),
    /** Suppresses the click that ends a swipe. */
    onClickCapture: (event: MouseEvent) => {
      if (!swiped.current) return;
      swiped.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
