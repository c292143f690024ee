import { LRUCache } from 'lru-cache';

/** Callers remembered by a limit; the least recently active one is evicted first. */
const MOST_CALLERS = 20_000;

export interface Counted {
  /** Requests of the caller in its window, with this one. */
  current: number;
  /** Milliseconds until the window ends. */
  ttl: number;
}

/** Adds a request of a caller to a limit. */
export type Count = (limit: number, key: string, windowMs: number) => Promise<Counted>;

/** Counts requests of all processes in windows that begin with the caller's first request, whatever the clock does. */
export function createRateCounts(now: () => number = () => performance.now()) {
  const limits = new Map<number, LRUCache<string, { current: number; startedAt: number }>>();
  return (limit: number, key: string, windowMs: number): Counted => {
    const callers = limits.get(limit) ?? new LRUCache({ max: MOST_CALLERS });
    limits.set(limit, callers);
    const at = now();
    const known = callers.get(key);
    const isOver = known === undefined || known.startedAt + windowMs <= at;
    const window = isOver ? { current: 0, startedAt: at } : known;
    window.current += 1;
    callers.set(key, window);
    return { current: window.current, ttl: windowMs - (at - window.startedAt) };
  };
}
