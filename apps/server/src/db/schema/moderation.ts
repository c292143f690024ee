import { CONTENT_TYPES, STORED_REVEAL_STATES } from '@naru/contract/moderation';
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
import { members } from './members.ts';

/**
 * A request by one ADMIN to learn the author of anonymous content. Once a second ADMIN has approved
 * it, the seal may be opened for a short time.
 */
export const revealRequests = pgTable(
  'reveal_requests',
  {
    id: id(),
    targetType: text('target_type', { enum: CONTENT_TYPES }).notNull(),
    targetId: bigintId('target_id').notNull(),
    requesterId: requiredRef('requester_id', () => members.id),
    reason: text('reason').notNull(),
    state: text('state', { enum: STORED_REVEAL_STATES }).notNull().default('PENDING'),
    approverId: bigintId('approver_id').references(() => members.id),
    createdAt: createdAt(),
    decidedAt: instant('decided_at'),
    /** For legal reasons the author is not told. */
    withheld: boolean('withheld').notNull().default(false),
    /** From the approval until the author is told, so that erasing the content does not prevent it. */
    authorSeal: bytes('author_seal'),
    authorToldAt: instant('author_told_at'),
  },
  (t) => [
    index('reveal_requests_created_idx').on(t.createdAt.desc()),
    uniqueIndex('reveal_requests_open_key')
      .on(t.targetType, t.targetId)
      .where(sql`${t.state} = 'PENDING'`),
    checkEnum('reveal_requests_target_check', t.targetType, CONTENT_TYPES),
    checkEnum('reveal_requests_state_check', t.state, STORED_REVEAL_STATES),
    check('reveal_requests_two_check', sql`${t.approverId} <> ${t.requesterId}`),
  ],
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
