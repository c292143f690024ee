import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bigintId, bytes, createdAt, id, instant, partOf } from './columns.ts';
import { members } from './members.ts';
import { posts } from './posts.ts';

/** A member whom a comment mentions, by the nickname of then. */
export interface StoredMention {
  id: number;
  name: string;
}

/** The picture of a comment: its address and what it shows, in words. */
export interface StoredPicture {
  url: string;
  alt: string;
}

/** A comment (`parentId` null) or a reply (one level). Authors are stored as in `posts`. */
export const comments = pgTable(
  'comments',
  {
    id: id(),
    postId: partOf('post_id', () => posts.id),
    parentId: bigintId('parent_id'),
    /**
     * Order of writing inside the post (1, 2, 3, ...), set by a trigger. Ids and times cannot
     * provide it: below an anonymous post ids are random and times are truncated to the minute.
     */
    position: integer('position').notNull().default(0),
    /** The reply that this one responds to. */
    replyToId: bigintId('reply_to_id'),
    authorId: bigintId('author_id').references(() => members.id),
    authorSeal: bytes('author_seal'),
    content: text('content').notNull(),
    /** Null for none, as below every anonymous post. */
    mentions: jsonb('mentions').$type<StoredMention[]>(),
    picture: jsonb('picture').$type<StoredPicture>(),
    /** As in `posts`. */
    clientId: text('client_id'),
    likeCount: integer('like_count').notNull().default(0),
    /** Replies that are not deleted. */
    replyCount: integer('reply_count').notNull().default(0),
    createdAt: createdAt(),
    editedAt: instant('edited_at'),
    /** Since when `blinds` stores the text, and this row a placeholder. */
    blindedAt: instant('blinded_at'),
    deletedAt: instant('deleted_at'),
    deletedBy: bigintId('deleted_by').references(() => members.id),
  },
  (t) => [
    uniqueIndex('comments_position_key').on(t.postId, t.position),
    index('comments_post_idx').on(t.postId, t.position).where(sql`${t.parentId} is null`),
    index('comments_parent_idx').on(t.parentId, t.position).where(sql`${t.parentId} is not null`),
    index('comments_created_idx').on(t.createdAt),
    index('comments_deleted_idx').on(t.deletedAt).where(sql`${t.deletedAt} is not null`),
    index('comments_author_idx').on(t.authorId, t.createdAt.desc()),
    index('comments_author_seal_idx').on(t.authorSeal, t.createdAt.desc()),
    uniqueIndex('comments_client_key')
      .on(t.postId, t.authorId, t.clientId)
      .where(sql`${t.clientId} is not null`),
    uniqueIndex('comments_anonymous_client_key')
      .on(t.postId, t.authorSeal, t.clientId)
      .where(sql`${t.clientId} is not null`),
    check('comments_author_check', sql`num_nonnulls(${t.authorId}, ${t.authorSeal}) <= 1`),
    check('comments_counts_check', sql`${t.likeCount} >= 0 and ${t.replyCount} >= 0`),
  ],
);

export const commentLikes = pgTable(
  'comment_likes',
  {
    commentId: partOf('comment_id', () => comments.id),
    memberId: partOf('member_id', () => members.id),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.commentId, t.memberId] })],
);

/** Number of an alias in one anonymous thread (익명1, 익명2, ...); never reused. */
export const anonymousNumbers = pgTable(
  'anonymous_numbers',
  {
    postId: partOf('post_id', () => posts.id),
    authorSeal: bytes('author_seal').notNull(),
    number: integer('number').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.postId, t.authorSeal] }),
    uniqueIndex('anonymous_numbers_number_key').on(t.postId, t.number),
  ],
);
