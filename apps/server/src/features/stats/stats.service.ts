import type { Stats, StatsRange } from '@naru/contract/stats';
import { kstDay } from '../../platform/clock.ts';
import { type PageQuery, pageInfo, rangeOf } from '../../platform/paging.ts';
import type { Tools } from '../tools.ts';
import { type Period, periodsOf } from './stats.periods.ts';
import { presentToday, presentTodayPost } from './stats.present.ts';
import {
  countComments,
  countMembers,
  countPosts,
  countVisitors,
  type DayCounts,
} from './stats.repo.ts';
import { countCommentsOf, countPostsOf, listCommentsOf, listPostsOf } from './stats.today.repo.ts';
import type { Visits } from './stats.visits.ts';

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
      const [visitors, members, posts, comments] = await Promise.all([
        countVisitors(db, all),
        countMembers(db, all),
        countPosts(db, whole),
        countComments(db, whole),
      ]);
      const figures = (period: Period, index: number) => ({
        members: members[index]?.members ?? 0,
        newMembers: members[index]?.newMembers ?? 0,
        visitors: visitors[index] ?? 0,
        posts: sumOf(posts, period),
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
      return { posts: rows.map(presentTodayPost), ...pageInfo(query, total) };
    },

    /** Includes replies; order and anonymity like `listTodayPosts`. */
    async listTodayComments(query: PageQuery) {
      const day = today();
      const [rows, total] = await Promise.all([
        listCommentsOf(db, day, rangeOf(query)),
        countCommentsOf(db, day),
      ]);
      return { comments: rows.map(presentToday), ...pageInfo(query, total) };
    },
  };
}

/** yyyy-mm-dd days compare as strings. */
function sumOf(counts: DayCounts, { from, to }: Period): number {
  let sum = 0;
  for (const [day, count] of counts) if (day >= from && day <= to) sum += count;
  return sum;
}
