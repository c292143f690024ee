import { bigint, boolean, index, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { bigintId, instant } from './columns.ts';

/** A place in the order of a board, oldest first: not pinned before pinned, then by time and id. */
const place = () => ({
  boardType: text('board_type').notNull(),
  pinned: boolean('pinned').notNull(),
  createdAt: instant('created_at').notNull(),
  postId: bigintId('post_id').notNull(),
});

/**
 * How many posts of a board come before some of its places, so that a page far back is found without
 * counting the posts before it. The last place of a board is its end, at the time `infinity`. The
 * ranks are true together with `page_changes`, in every snapshot.
 */
export const pageAnchors = pgTable(
  'page_anchors',
  { ...place(), rank: bigint('rank', { mode: 'number' }).notNull() },
  (t) => [
    primaryKey({ columns: [t.boardType, t.pinned, t.createdAt, t.postId] }),
    index('page_anchors_rank_idx').on(t.boardType, t.rank),
  ],
);

/**
 * Posts that came to a place or left it since the ranks were counted; maintained by a trigger on `posts`.
 * Rows are only added and, by the SQL function `fold_pages`, taken away, so that no writer waits for
 * another. Without a number, which would reveal in what order anonymous posts were written.
 */
export const pageChanges = pgTable(
  'page_changes',
  { ...place(), step: smallint('step').notNull() },
  (t) => [index('page_changes_board_idx').on(t.boardType)],
);
