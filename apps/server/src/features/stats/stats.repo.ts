import type { BoardType } from '@naru/contract/boards';
import { and, count, desc, eq, gte, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
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

/** Counts posts that are not deleted, of one board or all, by the day of writing. */
export async function countPosts(
  db: Executor,
  period: Period,
  boardType?: BoardType,
): Promise<DayCounts> {
  const day = koreanDay(writtenAt);
  const rows = await db
    .select({ day, count: count() })
    .from(posts)
    .where(and(isWrittenWithin(period), boardType && eq(posts.boardType, boardType)))
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
function isWrittenWithin(period: Period): SQL | undefined {
  const isPlaced = gte(posts.createdAt, startOfKstDay(period.from));
  return and(isNull(posts.deletedAt), isPlaced, isWithin(writtenAt, period));
}

function koreanDay(instant: SQLWrapper): SQL<string> {
  return sql<string>`to_char(${instant} at time zone 'Asia/Seoul', 'YYYY-MM-DD')`;
}

function isWithin(instant: SQLWrapper, { from, to }: Period): SQL {
  const [start, end] = [from, addDays(to, 1)].map((day) => startOfKstDay(day).toISOString());
  return sql`(${instant} >= ${start}::timestamptz and ${instant} < ${end}::timestamptz)`;
}

function toCounts(rows: readonly { day: string; count: number }[]): DayCounts {
  return new Map(rows.map((row) => [row.day, row.count]));
}

const postColumns = {
  boardType: posts.boardType,
  lectureId: posts.lectureId,
  isAnonymous: posts.anonymous,
  nickname: members.nickname,
  withdrawnAt: members.withdrawnAt,
};

interface Page {
  limit: number;
  offset: number;
}

/** Lists posts that are not deleted, newest first. Anonymous ones have no author to join. */
export async function listPostsOf(db: Executor, day: string, { limit, offset }: Page) {
  return db
    .select({
      id: posts.id,
      title: posts.title,
      createdAt: posts.createdAt,
      viewCount: posts.viewCount,
      likeCount: posts.likeCount,
      commentCount: posts.commentCount,
      ...postColumns,
    })
    .from(posts)
    .leftJoin(members, eq(members.id, posts.authorId))
    .where(postsOf(day))
    .orderBy(desc(posts.createdAt), desc(posts.id))
    .limit(limit)
    .offset(offset);
}

export type TodayPostRow = Awaited<ReturnType<typeof listPostsOf>>[number];

export function countPostsOf(db: Executor, day: string): Promise<number> {
  return db.$count(posts, postsOf(day));
}

/** Lists comments and replies that are not deleted, below posts that are not, newest first. */
export async function listCommentsOf(db: Executor, day: string, { limit, offset }: Page) {
  return (
    db
      .select({
        id: comments.id,
        content: comments.content,
        createdAt: comments.createdAt,
        postId: comments.postId,
        postTitle: posts.title,
        ...postColumns,
      })
      .from(comments)
      .innerJoin(posts, eq(posts.id, comments.postId))
      .leftJoin(members, eq(members.id, comments.authorId))
      .where(commentsOf(day))
      // On anonymous boards times are truncated to the minute and ids are random, so `position` decides.
      .orderBy(
        desc(comments.createdAt),
        desc(posts.createdAt),
        desc(posts.id),
        desc(comments.position),
      )
      .limit(limit)
      .offset(offset)
  );
}

export type TodayCommentRow = Awaited<ReturnType<typeof listCommentsOf>>[number];

export async function countCommentsOf(db: Executor, day: string): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .where(commentsOf(day));
  return row?.total ?? 0;
}

function postsOf(day: string) {
  return isWrittenWithin({ from: day, to: day });
}

function commentsOf(day: string) {
  return and(
    isNull(comments.deletedAt),
    isNull(posts.deletedAt),
    isWithin(comments.createdAt, { from: day, to: day }),
  );
}
