import { systemClock } from '../platform/clock.ts';
import type { RateProfile } from '../platform/rates.ts';
import {
  type Count,
  type Counted,
  createRateCounts,
  createSeats,
  type LiveSeats,
  localSeats,
  type Seats,
} from './counts.ts';
import type { Link } from './link.ts';
import { createGate } from './live-gate.ts';
import type { Peers } from './peers.ts';
import type { Redis, RedisState } from './redis.ts';
import { createRedisCounts, createRedisSeats } from './redis-counts.ts';

/** What services need from other processes and servers; optional for a process that is alone. */
export interface Together {
  peers: Peers;
  /** Where streams are counted. */
  seats: LiveSeats;
  /** Whether the Redis of the servers is in use; null without one. */
  redisState: () => Promise<RedisState | null> | RedisState | null;
}

interface Counting {
  limit: number;
  key: string;
  windowMs: number;
}

export type Shared = ReturnType<typeof createShared>;

/** Handlers of the first process, by the name of the request. */
type Handlers = Record<string, (input: never, process: number) => unknown>;

/**
 * What the processes of a server share: it lives in the first process, which the others ask through `askShared`.
 * `more`: handlers for their other requests to the first process.
 */
export function createShared({ newStreams }: RateProfile, more: Handlers = {}) {
  const countHere = createRateCounts();
  let count: Count = async (limit, key, windowMs) => countHere(limit, key, windowMs);
  let seats: Seats = createSeats();
  let redis: Redis | null = null;
  const redisState = () => redis?.state() ?? null;
  const handlers: Handlers = {
    ...more,
    count: ({ limit, key, windowMs }: Counting) => count(limit, key, windowMs),
    enterStream: createGate(newStreams, systemClock),
    takeSeat: (memberId: number, process: number) => seats.take(memberId, process),
    giveSeat: (memberId: number, process: number) => seats.give(memberId, process),
    redisState,
  };
  return {
    respond(name: string, input: unknown, process: number): unknown {
      const handle = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
      if (handle === undefined) throw new Error(`no process responds to ${name}`);
      return handle(input as never, process);
    },
    /** A process has ended. */
    release: (process: number): void => void seats.release(process),
    /**
     * Counts rates and streams in Redis, with the other servers, from now on. `hash` hides whose requests are
     * counted.
     */
    useRedis(given: Redis, hash: (text: string) => string): void {
      redis = given;
      count = createRedisCounts(given, hash);
      seats = createRedisSeats(given, hash, seats);
    },
    /** What `askShared` returns in a serving process, for a server of one process. */
    local: () => ({
      seats: localSeats(seats),
      redisState,
      // Without Redis each process counts in its own memory.
      limits: redis === null ? {} : { count },
    }),
  };
}

/** Asks the first process for all this; for a serving process. */
export function askShared({ ask }: Pick<Link, 'ask'>) {
  const count: Count = (limit, key, windowMs) => ask<Counted>('count', { limit, key, windowMs });
  const seats: LiveSeats = {
    take: (memberId) => ask<boolean>('takeSeat', memberId),
    give: (memberId) => void ask('giveSeat', memberId),
  };
  return {
    limits: { count, enterStream: (address: string) => ask<boolean>('enterStream', address) },
    seats,
    redisState: () => ask<RedisState | null>('redisState', null),
  };
}
