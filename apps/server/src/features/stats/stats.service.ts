import type { Stats, StatsRange } from '@naru/contract/stats';
import { kstDay } from '../../platform/clock.ts';
import { type PageQuery, rangeOf } from '../../platform/paging.ts';
import type { Tools } from '../tools.ts';
import { type Period, periodsOf } from './stats.periods.ts';
import { presentToday, presentTodayPost } from './stats.present.ts';
import {
  countComments,
  countCommentsOf,
  countMembers,
  countPosts,
  countPostsOf,
  countVisitors,
  type DayCounts,
  insertVisits,
  listCommentsOf,
  listPostsOf,
} from './stats.repo.ts';

interface Deps extends Pick<Tools, 'db' | 'clock'> {
  visits: Pick<Visits, 'settle'>;
}

export type StatsService = ReturnType<typeof createStatsService>;

export function createStatsService({ db, clock, visits }: Deps) {
  const today = () => kstDay(clock.now());

  return {
    /** Returns members, visitors, posts and comments of the last 7 days, 4 weeks or 6 months. */
    async getFigures(range: StatsRange): Promise<Stats> {
      await visits.settle();
      const periods = periodsOf(range, today());
      const whole = { from: periods[0]?.from ?? today(), to: periods.at(-1)?.to ?? today() };
      const all = [...periods, whole];
      const [visitors, members, posts, petitions, comments] = await Promise.all([
        countVisitors(db, all),
        countMembers(db, all),
        countPosts(db, whole),
        countPosts(db, whole, 'PETITION'),
        countComments(db, whole),
      ]);
      const figures = (period: Period, index: number) => ({
        members: members[index]?.members ?? 0,
        newMembers: members[index]?.newMembers ?? 0,
        visitors: visitors[index] ?? 0,
        posts: sumOf(posts, period),
        petitions: sumOf(petitions, period),
        comments: sumOf(comments, period),
      });
      return {
        range,
        points: periods.map((period, index) => ({ ...period, ...figures(period, index) })),
        totals: figures(whole, periods.length),
      };
    },

    /** Newest first; anonymous authors stay anonymous for every role. */
    async listTodayPosts(query: PageQuery) {
      const day = today();
      const [rows, total] = await Promise.all([
        listPostsOf(db, day, rangeOf(query)),
        countPostsOf(db, day),
      ]);
      return { rows: rows.map(presentTodayPost), total };
    },

    /** Includes replies; order and anonymity like `listTodayPosts`. */
    async listTodayComments(query: PageQuery) {
      const day = today();
      const [rows, total] = await Promise.all([
        listCommentsOf(db, day, rangeOf(query)),
        countCommentsOf(db, day),
      ]);
      return { rows: rows.map(presentToday), total };
    },
  };
}

/** yyyy-mm-dd days compare as strings. */
function sumOf(counts: DayCounts, { from, to }: Period): number {
  let sum = 0;
  for (const [day, count] of counts) if (day >= from && day <= to) sum += count;
  return sum;
}

/** Rows per statement. */
const BATCH = 500;

type Visits = ReturnType<typeof createVisits>;

interface VisitDeps extends Pick<Tools, 'db' | 'clock' | 'log'> {
  siteStatus: { isReadOnly: () => Promise<boolean> };
}

/**
 * Counts each member once per day in Korea. A request only adds to a queue in memory, which is written
 * in the background, or dropped while the site is read-only; the primary key removes duplicates of several servers.
 */
export function createVisits({ db, clock, log, siteStatus }: VisitDeps) {
  let day = '';
  let seen = new Set<number>();
  let pending: { day: string; memberId: number }[] = [];
  let writing: Promise<void> | null = null;

  async function writeAll(): Promise<void> {
    while (pending.length > 0) {
      const batch = pending.slice(0, BATCH);
      pending = pending.slice(BATCH);
      try {
        if (await siteStatus.isReadOnly()) clearSeen(batch);
        else await insertVisits(db, batch);
      } catch (err) {
        clearSeen(batch);
        log.warn({ err, event: 'visits lost', count: batch.length }, 'visits lost');
      }
    }
    writing = null;
  }

  /** The next requests of the members queue the visits again. */
  function clearSeen(batch: typeof pending): void {
    for (const { memberId } of batch) seen.delete(memberId);
  }

  return {
    /** Queues a visit; returns at once and never throws. */
    note(memberId: number): void {
      const today = kstDay(clock.now());
      if (today !== day) {
        day = today;
        seen = new Set();
      }
      if (seen.has(memberId)) return;
      seen.add(memberId);
      pending.push({ day, memberId });
      writing ??= writeAll();
    },

    /** Waits until all queued visits are written. */
    async settle(): Promise<void> {
      await writing;
    },
  };
}
