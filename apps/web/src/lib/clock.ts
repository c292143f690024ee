/** Refresh interval of relative times. */
export const CLOCK_TICK_MS = 10_000;

const listeners = new Set<() => void>();
let now = 0;
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

/** Epoch milliseconds, shared by all components until the next tick. */
export function clockNow(): number {
  // Catches up after a time without subscribers, or when the system clock was set back.
  if (Math.abs(Date.now() - now) >= CLOCK_TICK_MS) now = Date.now();
  return now;
}

/**
 * Notifies at every tick and when the tab becomes visible. One timer for the whole app, none
 * without subscribers. For `useSyncExternalStore`.
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
