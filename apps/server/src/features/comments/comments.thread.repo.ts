import type { CommentSort } from '@naru/contract/comments';
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { comments, posts } from '../../db/schema/index.ts';
import type { Viewer } from '../../domain/access/room-access.ts';
import {
  type CommentRow,
  commentColumns,
  isAfter,
  isBefore,
  isVisible,
  joinWriters,
  type ThreadRange,
  threadColumns,
} from './comments.read.repo.ts';

/**
 * Prepared statements that read a live post with a part of its top-level comments, placeholders included.
 * Null without the post.
 */
export function prepareReadThread(db: Db) {
  const isTop = and(isNull(comments.parentId), isVisible);
  // By the parameter, not by the column of the row: counted once instead of once for each comment.
  const topCount = sql<number>`(select count(*) from ${comments} where ${and(eq(comments.postId, sql.placeholder('postId')), isTop)})`;
  const prepare = (sort: CommentSort) => {
    const order = sort === 'newest' ? desc(comments.position) : asc(comments.position);
    const hits = sql`lateral (select ${comments.id} as hit_id from ${comments}
      where ${and(
        eq(comments.postId, sql.placeholder('postId')),
        isTop,
        sort === 'newest' ? isBefore : isAfter,
      )}
      order by ${order} limit ${sql.placeholder('limit')} offset ${sql.placeholder('offset')}) as hit`;
    const query = db
      .select({
        thread: { ...threadColumns, topCount },
        hitId: sql<number | null>`hit_id`,
        ...commentColumns,
      })
      .from(posts)
      .leftJoin(hits, sql`true`)
      .leftJoin(comments, sql`${comments.id} = hit_id`);
    return joinWriters(query.$dynamic())
      .where(and(eq(posts.id, sql.placeholder('postId')), isNull(posts.deletedAt)))
      .orderBy(order)
      .prepare(`read_thread_${sort}`);
  };
  const queries = { oldest: prepare('oldest'), newest: prepare('newest') };
  return async (
    viewer: Viewer,
    { sort, ...range }: ThreadRange & { postId: number; sort: CommentSort },
  ) => {
    const rows = await queries[sort].execute({ ...viewer, ...range });
    const [first] = rows;
    if (first === undefined) return null;
    // A thread without comments here is one row without a comment.
    const found = rows.filter(({ hitId }) => hitId !== null);
    return { ...first.thread, rows: found as CommentRow[] };
  };
}
