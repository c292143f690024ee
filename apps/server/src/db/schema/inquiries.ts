import { sql } from 'drizzle-orm';
import { check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { bigintId, createdAt, id, instant } from './columns.ts';
import { members } from './members.ts';

/** A question to the staff, a request for a role, or a report of something (decisions 158 to 163, 171). */
export const inquiries = pgTable(
  'inquiries',
  {
    id: id(),
    memberId: bigintId('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    content: text('content').notNull(),
    /** ROLE_REQUEST, ACCOUNT_ISSUE, GENERAL or REPORT. */
    category: text('category').notNull(),
    /** Role requests only. */
    targetRole: text('target_role'),
    /** What a report is about: POST, COMMENT or MEMBER, and its id. */
    targetType: text('target_type'),
    targetId: bigintId('target_id'),
    /** The finished inquiry that this one goes on from (decisions 161). */
    previousId: bigintId('previous_id'),
    state: text('state').notNull().default('PROCESSING'),
    reply: text('reply'),
    responderId: bigintId('responder_id').references(() => members.id),
    grantedAt: instant('granted_at'),
    createdAt: createdAt(),
    completedAt: instant('completed_at'),
  },
  (t) => [
    index('inquiries_state_idx').on(t.state, t.createdAt.desc(), t.id.desc()),
    index('inquiries_created_idx').on(t.createdAt.desc(), t.id.desc()),
    index('inquiries_member_idx').on(t.memberId, t.createdAt.desc()),
    index('inquiries_target_idx').on(t.targetType, t.targetId),
    check('inquiries_state_check', sql`${t.state} in ('PROCESSING', 'COMPLETED')`),
    check(
      'inquiries_category_check',
      sql`${t.category} in ('ROLE_REQUEST', 'ACCOUNT_ISSUE', 'GENERAL', 'REPORT')`,
    ),
    check(
      'inquiries_complete_check',
      sql`(${t.state} = 'COMPLETED') = (${t.completedAt} is not null)`,
    ),
  ],
);

/** What staff adds after the answer (decisions 161). */
export const inquiryFollowUps = pgTable(
  'inquiry_follow_ups',
  {
    id: id(),
    inquiryId: bigintId('inquiry_id')
      .notNull()
      .references(() => inquiries.id, { onDelete: 'cascade' }),
    authorId: bigintId('author_id')
      .notNull()
      .references(() => members.id),
    content: text('content').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('inquiry_follow_ups_inquiry_idx').on(t.inquiryId, t.createdAt)],
);
