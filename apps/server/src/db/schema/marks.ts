import { date, index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { bigintId, bytes, partOf } from './columns.ts';
import { comments } from './comments.ts';
import { posts } from './posts.ts';

/*
 * What members do to anonymous items. `voter` is a keyed hash of the item and the member, which differs from
 * item to item and cannot be opened: it makes a member count once. There are no times.
 */

export const sealedPostLikes = pgTable(
  'sealed_post_likes',
  { postId: partOf('post_id', () => posts.id), voter: bytes('voter').notNull() },
  (t) => [primaryKey({ columns: [t.postId, t.voter] })],
);

export const sealedCommentLikes = pgTable(
  'sealed_comment_likes',
  { commentId: partOf('comment_id', () => comments.id), voter: bytes('voter').notNull() },
  (t) => [primaryKey({ columns: [t.commentId, t.voter] })],
);

/** As `post_views`; the voter differs from day to day, too. */
export const sealedPostViews = pgTable(
  'sealed_post_views',
  {
    postId: partOf('post_id', () => posts.id),
    voter: bytes('voter').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.postId, t.voter] })],
);

/**
 * The own lists of members: what anonymous items each likes, scrapped or follows. `entry` is a keyed hash of
 * list, item and member, other than the voter; `owner` one of list and member. Item and time (milliseconds)
 * are encrypted, so that no row says what it is about, nor when it was made.
 */
export const sealedMarks = pgTable(
  'sealed_marks',
  {
    entry: bytes('entry').primaryKey(),
    owner: bytes('owner').notNull(),
    item: bigintId('item').notNull(),
    markedAt: bigintId('marked_at').notNull(),
  },
  (t) => [index('sealed_marks_owner_idx').on(t.owner)],
);
