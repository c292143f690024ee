import { LIMITS } from '@naru/contract/limits';
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

/** Counts the open streams of each member, in one process for all. */
export interface LiveSeats {
  /** False if the member has the maximum number of streams. */
  take(memberId: number): Promise<boolean> | boolean;
  give(memberId: number): void;
}

/** The streams of the members, by the process that holds them. */
export interface Seats {
  /** False if the member has the maximum number of streams. */
  take(memberId: number, holder: number): Promise<boolean> | boolean;
  give(memberId: number, holder: number): void;
  /** Releases the streams of a process that has ended; returns their members. */
  release(holder: number): number[];
  count(memberId: number): number;
  /** The members with open streams. */
  members(): number[];
}

/** The streams of one server. */
export function createSeats() {
  const members = new Map<number, Map<number, number>>();

  function change(memberId: number, holder: number, by: number): void {
    const held = members.get(memberId) ?? new Map<number, number>();
    const left = (held.get(holder) ?? 0) + by;
    if (left > 0) held.set(holder, left);
    else held.delete(holder);
    if (held.size > 0) members.set(memberId, held);
    else members.delete(memberId);
  }

  function count(memberId: number): number {
    return [...(members.get(memberId)?.values() ?? [])].reduce((sum, one) => sum + one, 0);
  }

  return {
    take(memberId: number, holder: number): boolean {
      if (count(memberId) >= LIMITS.streamsPerMember) return false;
      change(memberId, holder, 1);
      return true;
    },
    give: (memberId: number, holder: number): void => change(memberId, holder, -1),
    release(holder: number): number[] {
      const left: number[] = [];
      for (const [memberId, held] of members) {
        if (held.delete(holder)) left.push(memberId);
        if (held.size === 0) members.delete(memberId);
      }
      return left;
    },
    count,
    members: () => [...members.keys()],
  } satisfies Seats;
}

/** The streams of a server of one process. */
export function localSeats(seats: Seats = createSeats()): LiveSeats {
  return {
    take: (memberId) => seats.take(memberId, 0),
    give: (memberId) => seats.give(memberId, 0),
  };
}
