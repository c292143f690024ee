import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';

const MAX = 30;
const WINDOW_MS = 60_000;
const MEMBERS = 10_000;

/**
 * 30 searches a minute and member (quality PG-07), counted in this process: a search stays at two
 * statements.
 */
export function createSearchLimit(clock: Clock) {
  const windows = new Map<number, { endsAt: number; count: number }>();
  return {
    /** Counts a search; throws TOO_MANY_REQUESTS with the seconds to wait. */
    hit(memberId: number): void {
      const now = clock.now().getTime();
      const running = windows.get(memberId);
      const window =
        running !== undefined && running.endsAt > now
          ? running
          : { endsAt: now + WINDOW_MS, count: 0 };
      window.count += 1;
      windows.delete(memberId);
      windows.set(memberId, window);
      const [oldest] = windows.keys();
      if (windows.size > MEMBERS && oldest !== undefined) windows.delete(oldest);
      if (window.count > MAX) {
        const retryAfter = Math.max(1, Math.ceil((window.endsAt - now) / 1000));
        throw new AppError('TOO_MANY_REQUESTS', { retryAfter });
      }
    },
  };
}
