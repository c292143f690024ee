import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { members, posts } from '../../db/schema/index.ts';
import { viewerPlaceholders } from '../../domain/access/room-access.sql.ts';
import type { Viewer } from '../../domain/access/room-access.ts';
import { countView } from '../../domain/counting/views.sql.ts';
import { isLive, postPageColumns, type RowOf } from '../../domain/posts/post.sql.ts';
import { orWithoutWriting } from '../../platform/database/query-errors.ts';
import { itemColumns } from './posts.item.repo.ts';

function detailColumns() {
  const memberId = sql`${sql.placeholder('memberId')}::bigint`;
  return {
    ...itemColumns({ ...viewerPlaceholders, memberId }),
    ...postPageColumns({ memberId, seal: sql.placeholder('seal') }),
    targetUrl: posts.targetUrl,
    pinnedUntil: posts.pinnedUntil,
    audienceYears: posts.audienceYears,
  };
}

export type DetailRow = RowOf<ReturnType<typeof detailColumns>>;

/** One prepared statement reads a post and counts the view; null for missing, deleted and lecture posts. */
export function prepareReadPost(db: Db) {
  const isReadable = and(
    eq(posts.id, sql.placeholder('id')),
    isLive,
    // An expression, so that the planner uses the primary key and not the board's index.
    sql`left(${posts.boardType}, 8) <> 'LECTURE_'`,
  );
  const prepare = (name: string, isCounting: boolean) => {
    const { reader, viewCount } = countView(db, isReadable, isCounting);
    return reader
      .select({ ...detailColumns(), viewCount })
      .from(posts)
      .leftJoin(members, eq(members.id, posts.authorId))
      .where(isReadable)
      .prepare(name);
  };
  const counting = prepare('read_post', true);
  const reading = prepare('read_post_only', false);

  return async (values: Viewer & { id: number; day: string }): Promise<DetailRow | null> => {
    const rows = await orWithoutWriting(
      () => counting.execute({ ...values }),
      () => reading.execute({ ...values }),
    );
    return rows[0] ?? null;
  };
}
