import { POST_BOARD_TYPES } from '@naru/contract/boards';
import { TRADE_STATUSES } from '@naru/contract/posts';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bigintId, bytes, checkEnum, createdAt, id, instant, partOf } from './columns.ts';
import { boardHeads } from './heads.ts';
import { lectures } from './lectures.ts';
import { members } from './members.ts';

/**
 * A post on any board. On an anonymous board `authorId` is null and `authorSeal` holds the member
 * id encrypted with a key outside the database; the id is random and `createdAt` is truncated to the
 * minute, so that posts on other boards do not reveal the author.
 */
export const posts = pgTable(
  'posts',
  {
    id: id(),
    boardType: text('board_type', { enum: POST_BOARD_TYPES }).notNull(),
    /** Set on the boards of a lecture room (LECTURE_Q, ...) and only there. */
    lectureId: bigintId('lecture_id').references(() => lectures.id),
    /** The lecture that a review is about. */
    lectureTagId: bigintId('lecture_tag_id').references(() => lectures.id, {
      onDelete: 'set null',
    }),
    /** Of the same board. */
    headId: bigintId('head_id').references(() => boardHeads.id),
    /** The author is hidden: on the secret board, and where the author chose it. Never changes. */
    anonymous: boolean('anonymous').notNull().default(false),
    authorId: bigintId('author_id').references(() => members.id),
    authorSeal: bytes('author_seal'),
    title: text('title').notNull(),
    content: text('content').notNull(),
    /** Plain text of the content, for search and excerpts. */
    contentText: text('content_text').notNull(),
    /** What searches read, by the SQL function `search_text`; null where it is the title and the text themselves. */
    foldedTitle: text('folded_title'),
    foldedText: text('folded_text'),
    imageUrls: text('image_urls').array().notNull().default(sql`'{}'::text[]`),
    /** Won; null only on items from before prices were required. */
    price: integer('price'),
    tradeStatus: text('trade_status', { enum: TRADE_STATUSES }),
    targetUrl: text('target_url'),
    pinned: boolean('pinned').notNull().default(false),
    /** When the pin ends; null: not pinned, or without an end. */
    pinnedUntil: instant('pinned_until'),
    /** Years of study that a notice is for; null: all. */
    audienceYears: smallint('audience_years').array(),
    /** Groups that a notice is for besides the years, as `audience.sql.ts` names them; null: none. */
    audienceGroups: text('audience_groups').array(),
    /** When a notice is out of date. */
    expiresAt: instant('expires_at'),
    /** A notice that its readers confirm. */
    mustRead: boolean('must_read').notNull().default(false),
    /** Maintained by a trigger of `polls`. */
    hasPoll: boolean('has_poll').notNull().default(false),
    acceptedCommentId: bigintId('accepted_comment_id'),
    viewCount: integer('view_count').notNull().default(0),
    likeCount: integer('like_count').notNull().default(0),
    /** 1 when the author likes the own post: it does not count for the popular list. */
    selfLikeCount: integer('self_like_count').notNull().default(0),
    commentCount: integer('comment_count').notNull().default(0),
    /** Sort key of the popular list, set by a trigger. */
    hotScore: doublePrecision('hot_score').notNull().default(0),
    /** Chosen by the author's browser at random for this text, so that a repeated call stores it once. */
    clientId: text('client_id'),
    /** The place in lists: when it was written, or a market item was last moved to the top. */
    createdAt: createdAt(),
    /** When a market item was written that was moved to the top since; null on all other posts. */
    registeredAt: instant('registered_at'),
    updatedAt: instant('updated_at'),
    /** Since when `blinds` stores title, text and pictures, and this row placeholders. */
    blindedAt: instant('blinded_at'),
    deletedAt: instant('deleted_at'),
    deletedBy: bigintId('deleted_by').references(() => members.id),
  },
  (t) => [
    index('posts_board_idx')
      .on(t.boardType, t.pinned.desc(), t.createdAt.desc(), t.id.desc())
      .where(sql`${t.deletedAt} is null`),
    index('posts_likes_idx')
      .on(t.boardType, t.likeCount.desc(), t.createdAt.desc(), t.id.desc())
      .where(sql`${t.deletedAt} is null and ${t.blindedAt} is null`),
    index('posts_comments_idx')
      .on(t.boardType, t.commentCount.desc(), t.createdAt.desc(), t.id.desc())
      .where(sql`${t.deletedAt} is null and ${t.blindedAt} is null`),
    index('posts_unanswered_idx')
      .on(t.createdAt.desc(), t.id.desc())
      .where(
        sql`${t.deletedAt} is null and ${t.blindedAt} is null and ${t.boardType} = 'QNA' and ${t.acceptedCommentId} is null`,
      ),
    index('posts_market_idx')
      .on(t.createdAt.desc(), t.id.desc(), t.price, t.tradeStatus)
      .where(sql`${t.deletedAt} is null and ${t.blindedAt} is null and ${t.boardType} = 'MARKET'`),
    index('posts_pinned_until_idx').on(t.pinnedUntil).where(sql`${t.pinnedUntil} is not null`),
    index('posts_expires_idx').on(t.expiresAt).where(sql`${t.expiresAt} is not null`),
    index('posts_hot_idx').on(t.hotScore.desc(), t.id.desc()).where(sql`${t.deletedAt} is null`),
    index('posts_lecture_idx')
      .on(t.lectureId, t.boardType, t.createdAt.desc(), t.id.desc())
      .where(sql`${t.deletedAt} is null and ${t.lectureId} is not null`),
    index('posts_lecture_tag_idx')
      .on(t.lectureTagId, t.createdAt.desc(), t.id.desc())
      .where(sql`${t.deletedAt} is null and ${t.lectureTagId} is not null`),
    index('posts_head_idx')
      .on(t.headId, t.createdAt.desc(), t.id.desc())
      .where(sql`${t.deletedAt} is null and ${t.blindedAt} is null and ${t.headId} is not null`),
    index('posts_created_idx').on(t.createdAt),
    index('posts_author_idx').on(t.authorId, t.createdAt.desc()),
    index('posts_author_seal_idx').on(t.authorSeal, t.createdAt.desc()),
    uniqueIndex('posts_client_key')
      .on(t.authorId, t.clientId)
      .where(sql`${t.clientId} is not null`),
    uniqueIndex('posts_anonymous_client_key')
      .on(t.authorSeal, t.clientId)
      .where(sql`${t.clientId} is not null`),
    index('posts_deleted_idx').on(t.deletedAt).where(sql`${t.deletedAt} is not null`),
    checkEnum('posts_board_check', t.boardType, POST_BOARD_TYPES),
    checkEnum('posts_trade_status_check', t.tradeStatus, TRADE_STATUSES),
    check('posts_author_check', sql`num_nonnulls(${t.authorId}, ${t.authorSeal}) <= 1`),
    check(
      'posts_lecture_check',
      sql`(${t.lectureId} is not null) = (left(${t.boardType}, 8) = 'LECTURE_')`,
    ),
    check('posts_lecture_tag_check', sql`num_nonnulls(${t.lectureId}, ${t.lectureTagId}) <= 1`),
    check('posts_anonymous_check', sql`not ${t.anonymous} or ${t.authorId} is null`),
    check('posts_counts_check', sql`${t.likeCount} >= 0 and ${t.commentCount} >= 0`),
    check(
      'posts_audience_check',
      sql`${t.audienceYears} <@ '{1,2,3,4}'::smallint[] and cardinality(${t.audienceYears}) > 0`,
    ),
    check('posts_price_check', sql`${t.price} between 0 and 100000000`),
  ],
);

/** One row per member, post and Korean day: a member's view counts once a day. */
export const postViews = pgTable(
  'post_views',
  {
    postId: partOf('post_id', () => posts.id),
    memberId: partOf('member_id', () => members.id),
    day: date('day', { mode: 'string' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.postId, t.memberId, t.day] })],
);

export const postLikes = postMarks('post_likes');
export const postScraps = postMarks('post_scraps');

/** A table of the posts that members have marked. */
function postMarks<const Name extends string>(name: Name) {
  return pgTable(
    name,
    {
      postId: partOf('post_id', () => posts.id),
      memberId: partOf('member_id', () => members.id),
      createdAt: createdAt(),
    },
    (t) => [
      primaryKey({ columns: [t.postId, t.memberId] }),
      index(`${name}_member_idx`).on(t.memberId, t.createdAt.desc()),
    ],
  );
}
