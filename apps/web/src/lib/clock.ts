/** Refresh interval of relative times. */
export const CLOCK_TICK_MS = 10_000;

/** Differences that the whole seconds of a `Date` header and the way to the server explain. */
const TOLERATED_MS = 3000;

/**
 * Server time minus browser time in ms: a wrong local clock must neither show wrong ages and days nor
 * refresh tokens in a loop.
 */
let clockSkew = 0;

/** Takes the `Date` header of a response. */
export function updateClockSkew(date: string | null): void {
  const skew = date === null ? Number.NaN : Date.parse(date) - Date.now();
  if (!Number.isNaN(skew)) clockSkew = Math.abs(skew) > TOLERATED_MS ? skew : 0;
}

/** Epoch milliseconds by the clock of the server, for times that it stored or will compare. */
export function serverNow(): number {
  return Date.now() + clockSkew;
}

const listeners = new Set<() => void>();
let now = 0;
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = serverNow();
  for (const listener of listeners) listener();
}

/** Epoch milliseconds, shared by all components until the next tick. */
export function clockNow(): number {
  // Catches up after a time without subscribers, or when a clock was set or found wrong.
  if (Math.abs(serverNow() - now) >= CLOCK_TICK_MS) now = serverNow();
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
