import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { members, posts } from '../../db/schema/index.ts';
import { countView } from '../../domain/counting/views.sql.ts';
import { isLive, postPageColumns, type RowOf } from '../../domain/posts/post.sql.ts';
import { itemColumns } from './posts.item.repo.ts';

function detailColumns() {
  const memberId = sql`${sql.placeholder('memberId')}::bigint`;
  return {
    ...itemColumns(memberId),
    ...postPageColumns({ memberId, seal: sql.placeholder('seal') }),
    targetUrl: posts.targetUrl,
  };
}

export type DetailRow = RowOf<ReturnType<typeof detailColumns>>;

/** Prepared: reads a post and counts the view in one statement. */
export function prepareReadPost(db: Db) {
  const isReadable = and(
    eq(posts.id, sql.placeholder('id')),
    isLive,
    // Written so that only the primary key can answer it.
    sql`left(${posts.boardType}, 8) <> 'LECTURE_'`,
  );
  const { steps, viewCount } = countView(db, isReadable);
  const query = db
    .with(...steps)
    .select({ ...detailColumns(), viewCount })
    .from(posts)
    .leftJoin(members, eq(members.id, posts.authorId))
    .where(isReadable)
    .prepare('read_post');

  /** The post, or null when it is missing, deleted or no board post. */
  return async (values: {
    id: number;
    memberId: number;
    seal: Buffer;
    day: string;
  }): Promise<DetailRow | null> => {
    const [row] = await query.execute(values);
    return row ?? null;
  };
}
