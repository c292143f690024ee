import { and, count, eq, gte, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { comments, dailyVisitors, members, posts } from '../../db/schema/index.ts';
import { writtenAt } from '../../domain/posts/post.sql.ts';
import { addDays, startOfKstDay } from '../../platform/clock.ts';
import type { Period } from './stats.periods.ts';

/** Counts by day in Korea; days without any are missing. */
export type DayCounts = Map<string, number>;

/** Counts the distinct members who visited in each of the periods. */
export async function countVisitors(db: Executor, periods: readonly Period[]): Promise<number[]> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(distinct v.member_id) as count
    from ${listed(periods)} left join ${dailyVisitors} v on v.day between p.from_day and p.to_day
    group by p.position order by p.position`);
  return rows.map(({ count }) => count);
}

/** Counts the accounts at the end of each of the periods and those made in it. */
export async function countMembers(
  db: Executor,
  periods: readonly Period[],
): Promise<{ members: number; newMembers: number }[]> {
  const start = sql`(p.from_day::timestamp at time zone 'Asia/Seoul')`;
  const end = sql`((p.to_day + 1)::timestamp at time zone 'Asia/Seoul')`;
  const { rows } = await db.execute<{ members: number; newMembers: number }>(sql`
    select count(m.id) filter (where m.withdrawn_at is null or m.withdrawn_at >= ${end}) as members,
      count(m.id) filter (where m.created_at >= ${start}) as "newMembers"
    from ${listed(periods)} left join ${members} m on m.created_at < ${end}
    group by p.position order by p.position`);
  return rows;
}

function listed(periods: readonly Period[]): SQL {
  const froms = sql.param(periods.map(({ from }) => from));
  const tos = sql.param(periods.map(({ to }) => to));
  return sql`unnest(${froms}::date[], ${tos}::date[])
    with ordinality as p (from_day, to_day, position)`;
}

/** Counts posts that are not deleted, by the day of writing. */
export async function countPosts(db: Executor, period: Period): Promise<DayCounts> {
  const day = koreanDay(writtenAt);
  const rows = await db
    .select({ day, count: count() })
    .from(posts)
    .where(isWrittenWithin(period))
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

/** The place of an item that was moved to the top is later than its writing, never earlier. */
export function isWrittenWithin(period: Period): SQL | undefined {
  const isPlaced = gte(posts.createdAt, startOfKstDay(period.from));
  return and(isNull(posts.deletedAt), isPlaced, isWithin(writtenAt, period));
}

function koreanDay(instant: SQLWrapper): SQL<string> {
  return sql<string>`to_char(${instant} at time zone 'Asia/Seoul', 'YYYY-MM-DD')`;
}

export function isWithin(instant: SQLWrapper, { from, to }: Period): SQL {
  const [start, end] = [from, addDays(to, 1)].map((day) => startOfKstDay(day).toISOString());
  return sql`(${instant} >= ${start}::timestamptz and ${instant} < ${end}::timestamptz)`;
}

function toCounts(rows: readonly { day: string; count: number }[]): DayCounts {
  return new Map(rows.map((row) => [row.day, row.count]));
}
