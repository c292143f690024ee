import { type Count, createRateCounts } from './rate-counts.ts';
import type { Redis } from './redis.ts';

/**
 * Counts the requests of all servers in Redis, and those of this server in memory as well: its own count
 * holds while Redis is away, slow or emptied. Callers are stored as hashes.
 */
export function createRedisCounts(
  redis: Pick<Redis, 'run' | 'prefix'>,
  hash: (text: string) => string,
): Count {
  const countHere = createRateCounts();
  return async (limit, key, windowMs) => {
    const here = countHere(limit, key, windowMs);
    const name = `${redis.prefix}rate:${hash(`rate ${limit} ${key}`)}`;
    try {
      const [current = 0, ttl = windowMs] = await redis.run((open) => open.count(name, windowMs));
      return current >= here.current ? { current, ttl } : here;
    } catch {
      return here;
    }
  };
}
