import { kstDay } from '@naru/server/platform/clock';
import type { Random } from './random.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Most likes and scraps come within this time after the writing. */
const WARM_MS = 2 * DAY_MS;
/** Tries per wanted view before a crowded post is left as it is. */
const TRIES = 12;

/** Somebody who may look, like and scrap. */
export interface Visitor {
  id: number;
  /** Member since. */
  since: Date;
}

export interface ViewRow {
  memberId: number;
  /** Korean calendar day. */
  day: string;
}

/** `count` different members, in random order; `except` is never among them. */
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

/** When a visitor reacted to something written at `written`: early rather than late, never ahead of `now`. */
export function reactionTime(random: Random, visitor: Visitor, written: Date, now: Date): Date {
  const from = Math.max(written.getTime(), Math.min(visitor.since.getTime(), now.getTime()));
  const room = Math.min(now.getTime() - from, WARM_MS);
  return new Date(from + random() ** 2 * room);
}

/**
 * Views as the server would have counted them: at most one per member and Korean day. Those who
 * reacted have seen the post on that day; others follow, most of them in the first days.
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
