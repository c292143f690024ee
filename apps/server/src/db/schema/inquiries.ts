import { INQUIRY_CATEGORIES, REPORT_TARGETS } from '@naru/contract/choices';
import { INQUIRY_STATES, REQUESTABLE_ROLES } from '@naru/contract/inquiries';
import { TEMPLATE_KINDS } from '@naru/contract/reply-templates';
import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
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
import { members } from './members.ts';
import { staffActions } from './staff-actions.ts';

/** A question to the staff, a role request, a report, or an objection. */
export const inquiries = pgTable(
  'inquiries',
  {
    id: id(),
    memberId: bigintId('member_id').references(() => members.id, { onDelete: 'cascade' }),
    /** Instead of `memberId` on objections about anonymous content. */
    authorSeal: bytes('author_seal'),
    title: text('title').notNull(),
    content: text('content').notNull(),
    category: text('category', { enum: INQUIRY_CATEGORIES }).notNull(),
    targetRole: text('target_role', { enum: REQUESTABLE_ROLES }),
    targetType: text('target_type', { enum: REPORT_TARGETS }),
    targetId: bigintId('target_id'),
    /** What an objection is about; there is one objection for each action. */
    actionId: bigintId('action_id').references(() => staffActions.id, { onDelete: 'set null' }),
    /** The completed inquiry that this one continues. */
    previousId: bigintId('previous_id'),
    /** Chosen by the browser for one text, so that it is stored once. */
    clientId: text('client_id'),
    state: text('state', { enum: INQUIRY_STATES }).notNull().default('PROCESSING'),
    /** It calls nobody to work and waits behind the others: too many like it came at once. */
    isLast: boolean('is_last').notNull().default(false),
    reply: text('reply'),
    responderId: bigintId('responder_id').references(() => members.id),
    /** Who works on it while it is open; nobody in effect once that member may not do so any more. */
    assigneeId: bigintId('assignee_id'),
    grantedAt: instant('granted_at'),
    /** The lines of the log of its e-mails to the asker, for as long as the log has them. */
    emailLogIds: bigintId('email_log_ids').array().notNull().default(sql`'{}'::bigint[]`),
    createdAt: createdAt(),
    completedAt: instant('completed_at'),
  },
  (t) => [
    index('inquiries_state_idx').on(t.state, t.createdAt.desc(), t.id.desc()),
    index('inquiries_queue_idx').on(t.state, t.isLast, t.createdAt, t.id),
    index('inquiries_created_idx').on(t.createdAt.desc(), t.id.desc()),
    index('inquiries_member_idx').on(t.memberId, t.createdAt.desc()),
    index('inquiries_author_seal_idx').on(t.authorSeal).where(sql`${t.authorSeal} is not null`),
    uniqueIndex('inquiries_action_key').on(t.actionId),
    uniqueIndex('inquiries_client_key')
      .on(t.memberId, t.clientId)
      .where(sql`${t.clientId} is not null`),
    // Neither on a report of somebody without an account.
    check('inquiries_asker_check', sql`num_nonnulls(${t.memberId}, ${t.authorSeal}) <= 1`),
    index('inquiries_target_idx').on(t.targetType, t.targetId),
    checkEnum('inquiries_state_check', t.state, INQUIRY_STATES),
    checkEnum('inquiries_category_check', t.category, INQUIRY_CATEGORIES),
    checkEnum('inquiries_target_role_check', t.targetRole, REQUESTABLE_ROLES),
    checkEnum('inquiries_target_type_check', t.targetType, REPORT_TARGETS),
    check(
      'inquiries_complete_check',
      sql`(${t.state} = 'COMPLETED') = (${t.completedAt} is not null)`,
    ),
  ],
);

/**
 * A reported chat message, and those around it that the reporter added, as they were. The one
 * `isReported` is the target; its picture stays while the report does, also after a recall.
 */
export const reportedMessages = pgTable(
  'reported_messages',
  {
    inquiryId: partOf('inquiry_id', () => inquiries.id),
    messageId: bigintId('message_id').notNull(),
    isReported: boolean('is_reported').notNull(),
    senderId: requiredRef('sender_id', () => members.id),
    content: text('content').notNull(),
    pictureKey: text('picture_key'),
    recalledAt: instant('recalled_at'),
    /** When the message was sent. */
    sentAt: instant('sent_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.inquiryId, t.messageId] }),
    index('reported_messages_message_idx').on(t.messageId),
    index('reported_messages_picture_idx').on(t.pictureKey).where(sql`${t.pictureKey} is not null`),
  ],
);

/**
 * What a report is about as it was when it was reported: a post, comment, course review or the profile of a member.
 * Who wrote it without a name is not stored. It goes with the report.
 */
export const reportedContents = pgTable(
  'reported_contents',
  {
    inquiryId: partOf('inquiry_id', () => inquiries.id).primaryKey(),
    /** The writer under a name, or the reported member; null once the account is deleted. */
    memberId: bigintId('member_id').references(() => members.id),
    /** As it was shown; null once the account is deleted. */
    writerName: text('writer_name'),
    title: text('title').notNull(),
    text: text('text').notNull(),
    /** Addresses of pictures. */
    pictures: text('pictures').array().notNull(),
    /** Attached files as `key/name`; an earlier release stored their names alone. */
    files: text('files').array().notNull(),
  },
  (t) => [
    index('reported_contents_member_idx').on(t.memberId).where(sql`${t.memberId} is not null`),
  ],
);

/** Who sent a report without an account. */
export const outsideReporters = pgTable('outside_reporters', {
  inquiryId: partOf('inquiry_id', () => inquiries.id).primaryKey(),
  email: text('email').notNull(),
  /** Empty when it was not given. */
  name: text('name').notNull(),
  /** Chosen by the browser for one text, so that it is stored once. */
  clientId: text('client_id').unique('outside_reporters_client_key'),
});

/** Additions by staff after the answer. */
export const inquiryFollowUps = pgTable(
  'inquiry_follow_ups',
  {
    id: id(),
    inquiryId: partOf('inquiry_id', () => inquiries.id),
    authorId: requiredRef('author_id', () => members.id),
    content: text('content').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('inquiry_follow_ups_inquiry_idx').on(t.inquiryId, t.createdAt)],
);

/** Texts that staff share to answer with; only the audit log says who wrote one. */
export const replyTemplates = pgTable(
  'reply_templates',
  {
    id: id(),
    kind: text('kind', { enum: TEMPLATE_KINDS }).notNull(),
    title: text('title').notNull(),
    content: text('content').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('reply_templates_kind_idx').on(t.kind, t.title),
    checkEnum('reply_templates_kind_check', t.kind, TEMPLATE_KINDS),
  ],
);
