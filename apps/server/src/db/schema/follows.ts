import { BOARD_TYPES } from '@naru/contract/boards';
import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bigintId, bytes, checkEnum, createdAt, id, partOf } from './columns.ts';
import { comments } from './comments.ts';
import { members } from './members.ts';
import { posts } from './posts.ts';

/**
 * Who is notified of the comments of a post. Below anonymous posts members are sealed beside the post, since who
 * follows a thread has probably written in it: the seal differs from post to post and from that of an author,
 * and `createdAt` says nothing.
 */
export const postFollows = pgTable(
  'post_follows',
  {
    postId: partOf('post_id', () => posts.id),
    memberId: bigintId('member_id').references(() => members.id, { onDelete: 'cascade' }),
    memberSeal: bytes('member_seal'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('post_follows_member_key').on(t.postId, t.memberId),
    uniqueIndex('post_follows_seal_key').on(t.postId, t.memberSeal),
    index('post_follows_member_idx').on(t.memberId, t.createdAt.desc()),
    index('post_follows_seal_idx').on(t.memberSeal, t.createdAt.desc()),
    check('post_follows_member_check', sql`num_nonnulls(${t.memberId}, ${t.memberSeal}) = 1`),
  ],
);

export const boardFollows = pgTable(
  'board_follows',
  {
    memberId: partOf('member_id', () => members.id),
    boardType: text('board_type', { enum: BOARD_TYPES }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.boardType] }),
    index('board_follows_board_idx').on(t.boardType),
    checkEnum('board_follows_board_check', t.boardType, BOARD_TYPES),
  ],
);

/** Words a member follows in new posts; `folded` is compared with them. */
export const alertWords = pgTable(
  'alert_words',
  {
    memberId: partOf('member_id', () => members.id),
    folded: text('folded').notNull(),
    word: text('word').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.folded] }),
    index('alert_words_folded_idx').on(t.folded, t.memberId),
    check('alert_words_length_check', sql`char_length(${t.folded}) between 2 and 480`),
  ],
);

/**
 * A comment whose post has followers, or a post that may interest followers of the board and of keywords.
 * Triggers insert it with the comment or post; it is deleted once all members are notified.
 */
export const alertsDue = pgTable(
  'alerts_due',
  {
    id: id(),
    postId: partOf('post_id', () => posts.id),
    /** Null for a new post. */
    commentId: bigintId('comment_id').references(() => comments.id, { onDelete: 'cascade' }),
    /** Members up to this id have their notification. */
    toldTo: bigintId('told_to').notNull().default(0),
  },
  (t) => [
    index('alerts_due_post_idx').on(t.postId),
    index('alerts_due_comment_idx').on(t.commentId),
  ],
);
