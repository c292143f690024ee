/** How often what is relative to now is looked at again. */
export const CLOCK_TICK_MS = 10_000;

const listeners = new Set<() => void>();
let now = 0;
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

/** Milliseconds since 1970, the same for everybody until the next tick. */
export function clockNow(): number {
  // Nobody may have looked for long, and a computer's clock can be set back.
  if (Math.abs(Date.now() - now) >= CLOCK_TICK_MS) now = Date.now();
  return now;
}

/**
 * Calls back at every tick and when the tab comes into view again: one timer for the whole app, none
 * while nobody listens. For `useSyncExternalStore`.
 */
export function subscribeClock(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    timer = setInterval(tick, CLOCK_TICK_MS);
    document.addEventListener('visibilitychange', tick);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}
