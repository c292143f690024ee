import { kstDay } from '@naru/server/platform/clock';

export type Random = () => number;

/** Mulberry32: deterministic, not for secrets. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const DAY_MS = 24 * 60 * 60_000;
/** Likes and scraps come within this time after the writing. */
const WARM_MS = 2 * DAY_MS;
/** Attempts per wanted view before the post stays below its target. */
const TRIES = 12;

/** A member who views, likes and scraps. */
export interface Visitor {
  id: number;
  since: Date;
}

export interface ViewRow {
  memberId: number;
  day: string;
}

/** Picks `count` distinct members in random order, never `except`. */
export function pick(
  random: Random,
  visitors: readonly Visitor[],
  count: number,
  except: number,
): Visitor[] {
  const pool = visitors.filter(({ id }) => id !== except);
  for (let i = pool.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    const [a, b] = [pool[i], pool[j]];
    if (a && b) {
      pool[i] = b;
      pool[j] = a;
    }
  }
  return pool.slice(0, count);
}

/** Returns a random time after `written`, rather early than late and never after `now`. */
export function reactionTime(random: Random, visitor: Visitor, written: Date, now: Date): Date {
  const from = Math.max(written.getTime(), Math.min(visitor.since.getTime(), now.getTime()));
  const span = Math.min(now.getTime() - from, WARM_MS);
  return new Date(from + random() ** 2 * span);
}

/**
 * Plans views as the server counts them: at most one per member and day in Korea. Members who reacted
 * viewed the post on that day; most other views fall on the first days.
 */
export function planViews(
  random: Random,
  visitors: readonly Visitor[],
  options: { wanted: number; written: Date; now: Date; except: number | null; seen: ViewRow[] },
): ViewRow[] {
  const { wanted, written, now, except } = options;
  const rows = new Map(options.seen.map((row) => [`${row.memberId} ${row.day}`, row]));
  const audience = visitors.filter(({ id }) => id !== except);
  const span = now.getTime() - written.getTime();
  for (let tries = wanted * TRIES; tries > 0 && rows.size < wanted; tries -= 1) {
    const visitor = audience[Math.floor(random() * audience.length)];
    const at = written.getTime() + random() ** 2 * span;
    if (visitor === undefined || at < visitor.since.getTime()) continue;
    const row = { memberId: visitor.id, day: kstDay(new Date(at)) };
    rows.set(`${row.memberId} ${row.day}`, row);
  }
  return [...rows.values()];
}
