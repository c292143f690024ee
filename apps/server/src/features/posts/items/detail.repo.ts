import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { type PostReader, prepareCountedRead } from '../../../db/counted-read.ts';
import { members, posts } from '../../../db/schema/index.ts';
import { readerViewer, VIEWER_COLUMNS } from '../../../domain/access/readers.sql.ts';
import type { Viewer } from '../../../domain/access/room-access.ts';
import { countedViews, countViews } from '../../../domain/counting/views.sql.ts';
import { isLive, postPageColumns, type RowOf } from '../../../domain/posts/post.sql.ts';
import { itemColumns } from './item.repo.ts';

const columns = {
  ...itemColumns(readerViewer),
  ...postPageColumns(readerViewer),
  viewCount: countedViews,
  targetUrl: posts.targetUrl,
  pinnedUntil: posts.pinnedUntil,
  audienceYears: posts.audienceYears,
};

export type DetailRow = RowOf<typeof columns>;

// An expression, so that the planner uses the primary key and not the board's index.
const isReadable = and(isLive, sql`left(${posts.boardType}, 8) <> 'LECTURE_'`);

/** Reads a post and counts the view; null for missing, deleted and lecture posts. */
export function prepareReadPost(db: Db) {
  const { given, made } = VIEWER_COLUMNS;
  return prepareCountedRead<DetailRow, Viewer & PostReader>(db, {
    name: 'read_post',
    reader: { given: { ...given, postId: 'bigint', day: 'date' }, made },
    columns,
    joins: sql`left join ${members} on ${eq(members.id, posts.authorId)}`,
    isReadable,
    counting: countViews(isReadable),
  });
}
