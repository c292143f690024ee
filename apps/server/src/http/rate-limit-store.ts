import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { Count } from '../peers/rate-counts.ts';

/**
 * Counts with `count`. Limits are numbered in the order of their creation, which is the same in every
 * process of the server.
 */
export function countingStore(count: Count): FastifyRateLimitStoreCtor {
  let limits = 0;
  return class CountingStore implements FastifyRateLimitStore {
    readonly #limit = limits++;

    incr(...[key, callback, timeWindow]: Parameters<FastifyRateLimitStore['incr']>): void {
      count(this.#limit, key, timeWindow).then((counted) => callback(null, counted), callback);
    }

    child(): FastifyRateLimitStore {
      return new CountingStore();
    }
  };
}
