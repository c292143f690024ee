import { LECTURE_BOARD_TYPES, type LectureBoardType } from '@naru/contract/boards';
import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { comments, lectureMarks, posts } from '../../db/schema/index.ts';

/** Counting stops here. */
const UNREAD_MAX = 100;

const boards = sql.raw(LECTURE_BOARD_TYPES.map((type) => `'${type}'`).join(', '));

/**
 * Counts the posts of other members since the member last opened the room, up to UNREAD_MAX.
 * Anonymous posts have a time truncated to the minute, so the minute of that visit counts as later.
 */
export function unreadCountOf(member: { id: number; seal: Buffer }): SQL<number> {
  const since = sql`coalesce(${lectureMarks.seenAt}, ${lectureMarks.createdAt})`;
  return sql<number>`(select count(*) from (
    select 1 from ${posts} p
    where p.lecture_id = ${lectureMarks.lectureId} and p.board_type in (${boards})
      and p.deleted_at is null and p.created_at >= date_trunc('minute', ${since})
      and (p.anonymous or p.created_at > ${since})
      and p.author_id is distinct from ${member.id}
      and p.author_seal is distinct from ${member.seal}::bytea
    limit ${UNREAD_MAX}) as unread)`;
}

/** Counts the posts by board and the comments of a lecture room since `since`, without deleted ones. */
export async function countActivity(
  db: Executor,
  lectureId: number,
  since: Date,
): Promise<Record<LectureBoardType | 'comments', number>> {
  const { rows } = await db.execute<{ kind: LectureBoardType | 'comments'; total: number }>(sql`
    select p.board_type as kind, count(*) as total from ${posts} p
    where p.lecture_id = ${lectureId} and p.board_type in (${boards})
      and p.deleted_at is null and p.created_at >= ${since}
    group by p.board_type
    union all
    select 'comments', count(*) from ${comments} c join ${posts} p on p.id = c.post_id
    where p.lecture_id = ${lectureId} and p.deleted_at is null
      and c.deleted_at is null and c.created_at >= ${since}`);
  const totals = new Map(rows.map(({ kind, total }) => [kind, total]));
  const of = (kind: LectureBoardType | 'comments') => totals.get(kind) ?? 0;
  return {
    LECTURE_Q: of('LECTURE_Q'),
    LECTURE_R: of('LECTURE_R'),
    LECTURE_REF: of('LECTURE_REF'),
    LECTURE_N: of('LECTURE_N'),
    comments: of('comments'),
  };
}
