import { and, between, count, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { comments, dailyVisitors, posts } from '../../db/schema/index.ts';
import { addDays, startOfKstDay } from '../../platform/clock.ts';
import type { Period } from './stats.periods.ts';

/** Counts by day in Korea; days without any are missing. */
export type DayCounts = Map<string, number>;

export async function countVisitors(db: Executor, { from, to }: Period): Promise<DayCounts> {
  const rows = await db
    .select({ day: dailyVisitors.day, count: count() })
    .from(dailyVisitors)
    .where(between(dailyVisitors.day, from, to))
    .groupBy(dailyVisitors.day);
  return toCounts(rows);
}

/** Counts posts that are not deleted, by the day of writing. */
export async function countPosts(db: Executor, period: Period): Promise<DayCounts> {
  const day = koreanDay(posts.createdAt);
  const rows = await db
    .select({ day, count: count() })
    .from(posts)
    .where(and(isNull(posts.deletedAt), isWithin(posts.createdAt, period)))
    .groupBy(sql`1`);
  return toCounts(rows);
}

/** Counts comments and replies that are not deleted, below posts that are not. */
export async function countComments(db: Executor, period: Period): Promise<DayCounts> {
  const day = koreanDay(comments.createdAt);
  const rows = await db
    .select({ day, count: count() })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .where(
      and(
        isNull(comments.deletedAt),
        isNull(posts.deletedAt),
        isWithin(comments.createdAt, period),
      ),
    )
    .groupBy(sql`1`);
  return toCounts(rows);
}

/** Ignores visits that are stored already. */
export async function insertVisits(
  db: Executor,
  visits: readonly { day: string; memberId: number }[],
): Promise<void> {
  await db
    .insert(dailyVisitors)
    .values([...visits])
    .onConflictDoNothing();
}

type Instant = typeof posts.createdAt | typeof comments.createdAt;

function koreanDay(instant: Instant): SQL<string> {
  return sql<string>`to_char(${instant} at time zone 'Asia/Seoul', 'YYYY-MM-DD')`;
}

export function isWithin(instant: Instant, { from, to }: Period): SQL | undefined {
  return and(gte(instant, startOfKstDay(from)), lt(instant, startOfKstDay(addDays(to, 1))));
}

function toCounts(rows: readonly { day: string; count: number }[]): DayCounts {
  return new Map(rows.map((row) => [row.day, row.count]));
}
