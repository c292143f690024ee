import { toKst } from '../../platform/clock.ts';
import type { postColumns, RowOf } from './post.sql.ts';

type PostRow = Omit<RowOf<ReturnType<typeof postColumns>>, 'boardType'>;

/** Fields of every list and page; the writer is presented separately. */
export function presentPost(row: PostRow) {
  return {
    id: row.id,
    title: row.title,
    createdDate: toKst(row.createdAt),
    viewCount: row.viewCount,
    likeCount: row.likeCount,
    commentCount: row.commentCount,
  };
}
