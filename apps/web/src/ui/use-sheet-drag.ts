import { type PointerEvent, useRef } from 'react';
import { PHONE } from '../lib/use-media.ts';

/** A sheet that is let go below this part of its height closes. */
const FAR = 0.3;
/** So does one that moves down this fast, in px per ms. */
const FAST = 0.5;
const SLIDE_MS = 160;

const calm = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

function slide(sheet: HTMLElement, to: string): void {
  sheet.style.transition = calm() ? '' : `transform ${SLIDE_MS}ms ease-out`;
  sheet.style.transform = to;
}

type Drag = { pointer: number; from: number; last: number; at: number; speed: number };

/**
 * Handlers for the part of a bottom sheet that is held to pull it down. `onClose` runs when it has
 * left the screen; a sheet that stays open all the same, because of a question, comes back.
 */
export function useSheetDrag(sheet: { current: HTMLElement | null }, onClose: () => void) {
  const drag = useRef<Drag | null>(null);

  const end = (event: PointerEvent, mayClose: boolean) => {
    const { current: held } = drag;
    const { current: box } = sheet;
    if (held?.pointer !== event.pointerId || box === null) return;
    drag.current = null;
    const way = held.last - held.from;
    const isThrown = held.speed > FAST && way > 0;
    if (!mayClose || !(isThrown || way > box.offsetHeight * FAR)) {
      slide(box, '');
      return;
    }
    slide(box, 'translateY(100%)');
    setTimeout(
      () => {
        onClose();
        // A closed sheet is gone by then.
        setTimeout(() => slide(box, ''), 0);
      },
      calm() ? 0 : SLIDE_MS,
    );
  };

  return {
    onPointerDown(event: PointerEvent) {
      const onControl = event.target instanceof Element && event.target.closest('button, a');
      if (onControl || !event.isPrimary || !window.matchMedia(PHONE).matches) return;
      event.currentTarget.setPointerCapture?.(event.pointerId);
      const { pointerId: pointer, clientY: from, timeStamp: at } = event;
      drag.current = { pointer, from, last: from, at, speed: 0 };
      if (sheet.current) sheet.current.style.transition = '';
    },
    onPointerMove(event: PointerEvent) {
      const { current: held } = drag;
      if (held?.pointer !== event.pointerId || sheet.current === null) return;
      const { clientY, timeStamp } = event;
      const ms = timeStamp - held.at;
      const speed = ms > 0 ? (clientY - held.last) / ms : held.speed;
      drag.current = { ...held, last: clientY, at: timeStamp, speed };
      sheet.current.style.transform = `translateY(${Math.max(0, clientY - held.from)}px)`;
    },
    onPointerUp: (event: PointerEvent) => end(event, true),
    onPointerCancel: (event: PointerEvent) => end(event, false),
  };
}
