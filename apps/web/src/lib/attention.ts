import { createStore } from './store.ts';

/** The first signs of somebody at the page. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'scroll'] as const;
/** Milliseconds after which a page that nobody touches counts as looked at, such as on a wall. */
const UNTOUCHED_MS = 15_000;

/** Whether somebody is at the page: nothing moves by itself before. */
export const isAttended = createStore(true);

/** Begins to wait for somebody. Returns a function that stops. */
export function watchAttention(): () => void {
  const stop = new AbortController();
  const end = () => {
    stop.abort();
    clearTimeout(timer);
    isAttended.set(true);
  };
  const timer = setTimeout(end, UNTOUCHED_MS);
  isAttended.set(false);
  for (const sign of SIGNS) {
    addEventListener(sign, end, { passive: true, capture: true, signal: stop.signal });
  }
  return end;
}
