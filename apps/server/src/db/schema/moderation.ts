import { JUDGED_TYPES, STORED_REVEAL_STATES } from '@naru/contract/moderation';
import { WORK_EMAILS } from '@naru/contract/work';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import {
  bigintId,
  bytes,
  checkEnum,
  createdAt,
  id,
  instant,
  partOf,
  requiredRef,
} from './columns.ts';
import { comments } from './comments.ts';
import { members } from './members.ts';
import { posts } from './posts.ts';

/**
 * A request by one ADMIN to learn the author of anonymous content. Once a second ADMIN has approved
 * it, the seal may be opened for a short time.
 */
export const revealRequests = pgTable(
  'reveal_requests',
  {
    id: id(),
    targetType: text('target_type', { enum: JUDGED_TYPES }).notNull(),
    targetId: bigintId('target_id').notNull(),
    requesterId: requiredRef('requester_id', () => members.id),
    reason: text('reason').notNull(),
    state: text('state', { enum: STORED_REVEAL_STATES }).notNull().default('PENDING'),
    approverId: bigintId('approver_id').references(() => members.id),
    createdAt: createdAt(),
    decidedAt: instant('decided_at'),
    /** For legal reasons the author is not notified. */
    withheld: boolean('withheld').notNull().default(false),
    /** From the approval until the author is notified, so that erasing the content does not prevent it. */
    authorSeal: bytes('author_seal'),
    authorToldAt: instant('author_told_at'),
  },
  (t) => [
    index('reveal_requests_created_idx').on(t.createdAt.desc()),
    uniqueIndex('reveal_requests_open_key')
      .on(t.targetType, t.targetId)
      .where(sql`${t.state} = 'PENDING'`),
    checkEnum('reveal_requests_target_check', t.targetType, JUDGED_TYPES),
    checkEnum('reveal_requests_state_check', t.state, STORED_REVEAL_STATES),
    check('reveal_requests_two_check', sql`${t.approverId} <> ${t.requesterId}`),
  ],
);

/**
 * Title, text and pictures of a post, or the text of a comment, that enough members reported. Its own
 * row shows placeholders until staff decide, so that no list, search or notification can show more.
 */
export const blinds = pgTable(
  'blinds',
  {
    id: id(),
    postId: bigintId('post_id').references(() => posts.id, { onDelete: 'cascade' }),
    commentId: bigintId('comment_id').references(() => comments.id, { onDelete: 'cascade' }),
    /** Empty for a comment, like the two below. */
    title: text('title').notNull().default(''),
    content: text('content').notNull(),
    contentText: text('content_text').notNull().default(''),
    imageUrls: text('image_urls').array().notNull().default(sql`'{}'::text[]`),
  },
  (t) => [
    uniqueIndex('blinds_post_key').on(t.postId),
    uniqueIndex('blinds_comment_key').on(t.commentId),
    check('blinds_target_check', sql`num_nonnulls(${t.postId}, ${t.commentId}) = 1`),
  ],
);

/** When a member of the staff gets e-mails about new work; without a row once a day. */
export const workEmails = pgTable(
  'work_emails',
  {
    memberId: bigintId('member_id')
      .primaryKey()
      .references(() => members.id, { onDelete: 'cascade' }),
    choice: text('choice', { enum: WORK_EMAILS }).notNull().default('DAILY'),
    /** When the last e-mail was sent. */
    toldAt: instant('told_at'),
    /**
     * What the last e-mail counted; only what is missing here is new. Times would not show it: work is
     * stored with a time before it can be seen, that of anonymous members cut to the minute.
     */
    toldItems: text('told_items').array().notNull().default(sql`'{}'::text[]`),
  },
  (t) => [checkEnum('work_emails_choice_check', t.choice, WORK_EMAILS)],
);

/** Members seen per Korean day, for the visitor statistics. */
export const dailyVisitors = pgTable(
  'daily_visitors',
  {
    day: date('day', { mode: 'string' }).notNull(),
    memberId: partOf('member_id', () => members.id),
  },
  (t) => [primaryKey({ columns: [t.day, t.memberId] })],
);
