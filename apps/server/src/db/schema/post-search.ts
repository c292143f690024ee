import { sql } from 'drizzle-orm';
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { bigintId, instant, partOf, tsvector } from './columns.ts';
import { posts } from './posts.ts';

/**
 * What the search of a board finds a post by; maintained by a trigger for every post outside the lecture
 * rooms that is neither deleted nor blinded. Apart from `posts`, whose rows change with every view,
 * like and comment, so that only a changed text touches the large index.
 */
export const postSearch = pgTable(
  'post_search',
  {
    postId: partOf('post_id', () => posts.id).primaryKey(),
    boardType: text('board_type').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Null for anonymous posts. */
    authorId: bigintId('author_id'),
    /** Made by the SQL function `search_tokens`. */
    tokens: tsvector('tokens').notNull(),
  },
  (t) => [
    index('post_search_author_idx')
      .on(t.boardType, t.createdAt.desc(), t.postId.desc(), t.authorId)
      .where(sql`${t.authorId} is not null`),
    // A pending list would be read by every search.
    index('post_search_tokens_idx').using('gin', t.tokens).with({ fastupdate: false }),
  ],
);
