/**
 * Connections of all processes of one server. PostgreSQL allows 100 by default, 3 of them for its
 * superuser; the others are left to commands such as `npm run demo`.
 */
const ALL = 94;
const MOST = 16;
/** Besides the pool of each process, for short reads (`fast/read-lines.ts`). */
export const LINES = 2;

/** For ten jobs at once, the connection that waits for new ones, and the look-ups beside them. */
export const FIRST_POOL = 14;

/** Pooled connections of each of the processes that serve requests. */
export function servingPool(workers: number): number {
  return workers === 1 ? MOST : Math.min(MOST, Math.floor((ALL - FIRST_POOL) / workers) - LINES);
}
