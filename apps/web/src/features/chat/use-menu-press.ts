import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

import { TOUCH } from './touch.ts';

/** As long as on phones themselves, in ms. */
const PRESS_MS = 450;
/** A finger that moves further is scrolling, in px. */
const STILL_PX = 10;

/**
 * Handlers that call `onPress` for a finger that rests on an element, whose click is dropped, and open the menu of the
 * row for the right button of a mouse.
 */
export function useMenuPress(onPress: (() => void) | null) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const start = useRef({ x: 0, y: 0 });
  const isPressed = useRef(false);
  const stop = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (onPress === null) return {};
  return {
    onContextMenu: openMenu,
    onPointerDown: ({ pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent) => {
      stop();
      isPressed.current = false;
      if (pointerType === 'mouse' || !isPrimary) return;
      start.current = { x, y };
      timer.current = setTimeout(() => {
        isPressed.current = true;
        dropRelease();
        onPress();
      }, PRESS_MS);
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const { x, y } = start.current;
      if (Math.hypot(clientX - x, clientY - y) > STILL_PX) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onClickCapture: (event: MouseEvent) => {
      if (!isPressed.current) return;
      isPressed.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

/** A press of the right button opens the menu of the row; on links, pictures and selected text, that of the browser. */
function openMenu(event: MouseEvent<Element>): void {
  const isTouch = window.matchMedia(TOUCH).matches;
  const isOnOther = event.target instanceof Element && event.target.closest('a, img') !== null;
  if (!isTouch && (isOnOther || !window.getSelection()?.isCollapsed)) return;
  event.preventDefault();
  if (isTouch) return;
  event.currentTarget.closest('.group')?.querySelector<HTMLElement>('.message-menu')?.click();
}

/** The finger that opened the sheet must not press what has come under it. */
function dropRelease(): void {
  const ended = new AbortController();
  const options = { capture: true, passive: false, signal: ended.signal };
  const end = (event: TouchEvent) => {
    if (event.cancelable) event.preventDefault();
    ended.abort();
  };
  window.addEventListener('touchend', end, options);
  window.addEventListener('touchcancel', end, options);
}
