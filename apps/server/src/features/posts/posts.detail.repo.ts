import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { members, posts } from '../../db/schema/index.ts';
import { readerViewer } from '../../domain/access/readers.sql.ts';
import { prepareCountedRead } from '../../domain/counting/views.sql.ts';
import { isLive, postPageColumns, type RowOf } from '../../domain/posts/post.sql.ts';
import { itemColumns } from './posts.item.repo.ts';

const columns = {
  ...itemColumns(readerViewer),
  ...postPageColumns(readerViewer),
  targetUrl: posts.targetUrl,
  pinnedUntil: posts.pinnedUntil,
  audienceYears: posts.audienceYears,
};

export type DetailRow = RowOf<typeof columns>;

/** Reads a post and counts the view; null for missing, deleted and lecture posts. */
export function prepareReadPost(db: Db) {
  return prepareCountedRead<DetailRow>(db, {
    name: 'read_post',
    columns,
    joins: sql`left join ${members} on ${eq(members.id, posts.authorId)}`,
    more: {},
    // An expression, so that the planner uses the primary key and not the board's index.
    isReadable: and(isLive, sql`left(${posts.boardType}, 8) <> 'LECTURE_'`),
  });
}
