import { LIMITS } from '@naru/contract/limits';
import { type Count, createRateCounts, type Seats } from './counts.ts';
import type { Redis } from './redis.ts';

/** Longer than a stream lasts: its access token expires after 15 minutes. */
const TTL_MS = 3_600_000;
/** Members to store again before yielding to the event loop. */
const AT_ONCE = 500;

/**
 * Adds up the streams of each member over all servers. A server stores its total, never a difference, so that the
 * next command corrects a lost or repeated one. While Redis is away each server counts only its own.
 */
export function createRedisSeats(
  redis: Pick<Redis, 'run' | 'onEmptied' | 'prefix' | 'leases' | 'serverId'>,
  hash: (text: string) => string,
  seats: Seats,
): Seats {
  const keyOf = (memberId: number) => `${redis.prefix}seats:${hash(`seats ${memberId}`)}`;
  const server = redis.serverId;
  redis.onEmptied(() => void storeAll().catch(() => undefined));

  return {
    async take(memberId, holder) {
      if (!(await seats.take(memberId, holder))) return false;
      try {
        const max = LIMITS.streamsPerMember;
        const count = seats.count(memberId);
        const input = { server, count, max, leases: redis.leases, ttlMs: TTL_MS };
        if ((await redis.run((open) => open.takeSeats(keyOf(memberId), input))) === 1) return true;
      } catch {
        return true;
      }
      seats.give(memberId, holder);
      save(memberId);
      return false;
    },
    give(memberId, holder) {
      seats.give(memberId, holder);
      save(memberId);
    },
    release(holder) {
      const members = seats.release(holder);
      for (const memberId of members) save(memberId);
      return members;
    },
    count: seats.count,
    members: seats.members,
  };

  function save(memberId: number): void {
    store(memberId).catch(() => undefined);
  }

  async function store(memberId: number): Promise<void> {
    const input = { server, count: seats.count(memberId), ttlMs: TTL_MS };
    await redis.run((open) => open.storeSeats(keyOf(memberId), input));
  }

  async function storeAll(): Promise<void> {
    const members = seats.members();
    for (let at = 0; at < members.length; at += AT_ONCE) {
      await Promise.all(members.slice(at, at + AT_ONCE).map(store));
    }
  }
}

/**
 * Counts the requests of all servers in Redis, and those of this server in memory as well: its own count applies
 * while Redis is away, slow or emptied. Callers are stored as hashes.
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
