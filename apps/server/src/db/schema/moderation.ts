import { sql } from 'drizzle-orm';
import { check, date, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bigintId, createdAt, id, instant } from './columns.ts';
import { members } from './members.ts';

/**
 * One ADMIN asks who wrote something anonymous, a second one approves; only then, and only for a
 * short while, the seal is opened (decisions 49).
 */
export const revealRequests = pgTable(
  'reveal_requests',
  {
    id: id(),
    /** POST or COMMENT, and its id. */
    targetType: text('target_type').notNull(),
    targetId: bigintId('target_id').notNull(),
    requesterId: bigintId('requester_id')
      .notNull()
      .references(() => members.id),
    reason: text('reason').notNull(),
    state: text('state').notNull().default('PENDING'),
    approverId: bigintId('approver_id').references(() => members.id),
    createdAt: createdAt(),
    decidedAt: instant('decided_at'),
  },
  (t) => [
    index('reveal_requests_created_idx').on(t.createdAt.desc()),
    uniqueIndex('reveal_requests_open_key')
      .on(t.targetType, t.targetId)
      .where(sql`${t.state} = 'PENDING'`),
    check('reveal_requests_state_check', sql`${t.state} in ('PENDING', 'APPROVED', 'REJECTED')`),
    check('reveal_requests_two_check', sql`${t.approverId} <> ${t.requesterId}`),
  ],
);

/** Who was here on which Korean day: the visitors of the statistics (decisions 167). */
export const dailyVisitors = pgTable(
  'daily_visitors',
  {
    day: date('day', { mode: 'string' }).notNull(),
    memberId: bigintId('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.day, t.memberId] })],
);
