import type { BoardType } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import { and, eq, sql } from 'drizzle-orm';
import type { Db, Executor } from '../../db/client.ts';
import { prepare } from '../../db/fast/fast.ts';
import { boardFavorites, boardVisits, members, posts } from '../../db/schema/index.ts';
import type { KnownAuthor } from '../../domain/authorship/author.ts';
import { isLive } from '../../domain/posts/post.sql.ts';

export async function insertFavorite(
  db: Executor,
  favorite: { memberId: number; boardType: BoardType; createdAt: Date },
): Promise<void> {
  await db.insert(boardFavorites).values(favorite).onConflictDoNothing();
}

export async function deleteFavorite(
  db: Executor,
  memberId: number,
  boardType: BoardType,
): Promise<void> {
  await db
    .delete(boardFavorites)
    .where(and(eq(boardFavorites.memberId, memberId), eq(boardFavorites.boardType, boardType)));
}

export interface Visit {
  memberId: number;
  boardType: BoardType;
  visitedAt: Date;
}

interface NewCountRow {
  boardType: BoardType;
  since: Date;
  newCount: number;
  ownIds: number[];
}

/** Stores visits in one statement; an older one than the stored changes nothing. */
export async function storeVisits(db: Db, visits: readonly Visit[]): Promise<void> {
  const ids = sql.param(visits.map(({ memberId }) => memberId));
  const boards = sql.param(visits.map(({ boardType }) => boardType));
  const times = sql.param(visits.map(({ visitedAt }) => visitedAt.toISOString()));
  await db.execute(sql`
    insert into ${boardVisits} (member_id, board_type, visited_at)
    select visit.* from unnest(${ids}::bigint[], ${boards}::text[], ${times}::timestamptz[])
      as visit (member_id, board_type, visited_at)
    join ${members} on ${members.id} = visit.member_id
    on conflict (member_id, board_type) do update set visited_at = excluded.visited_at
    where ${boardVisits.visitedAt} < excluded.visited_at`);
}

/**
 * Prepares the count of what is new to a member on boards, up to `LIMITS.newPostsMax` for each of them,
 * without own posts. Times of anonymous posts are minutes: what was written in the minute of the visit
 * counts as later.
 */
export function prepareCountNew(db: Db) {
  const { memberId, seal, now } = {
    memberId: sql`${sql.placeholder('memberId')}::bigint`,
    seal: sql`${sql.placeholder('seal')}::bytea`,
    now: sql`${sql.placeholder('now')}::timestamptz`,
  };
  const max = sql.raw(String(LIMITS.newPostsMax));
  const days = sql.raw(`interval '${LIMITS.newPostDays} days'`);
  const prepared = prepare<NewCountRow>(
    db,
    'count_new_posts',
    sql`select board.name as "boardType", visit.since, least(${max}, (
        select count(*) from (values (true), (false)) as pin(is_pinned)
        cross join lateral (
          select 1 from ${posts}
          where ${posts.boardType} = board.name and ${posts.pinned} = pin.is_pinned and ${isLive}
            and ${posts.createdAt} >= date_trunc('minute', visit.since)
            and (${posts.anonymous} or ${posts.createdAt} > visit.since)
            and ${posts.authorId} is distinct from ${memberId}
            and ${posts.authorSeal} is distinct from ${seal}
          limit ${max}
        ) as new_post
      ))::integer as "newCount", array(
        select ${posts.id} from ${posts}
        where ${posts.authorSeal} = ${seal} and ${posts.boardType} = board.name and ${isLive}
          and ${posts.createdAt} >= date_trunc('minute', visit.since)
        limit ${max}
      ) as "ownIds"
      from unnest(${sql.placeholder('boards')}::text[]) as board(name)
      cross join lateral (
        select coalesce(
          (select ${boardVisits.visitedAt} from ${boardVisits}
            where ${boardVisits.memberId} = ${memberId} and ${boardVisits.boardType} = board.name),
          (select greatest(${members.createdAt}, ${now} - ${days}) from ${members} where ${members.id} = ${memberId})
        ) as since
      ) as visit`,
  );
  return (self: KnownAuthor, values: { boards: readonly BoardType[]; now: Date }) =>
    prepared(
      { memberId: self.memberId, seal: self.seal, now: values.now, boards: [...values.boards] },
      (rows) =>
        rows.map((row) => ({
          ...row,
          since: new Date(row.since),
          ownIds: row.ownIds.map(Number),
        })),
    );
}
