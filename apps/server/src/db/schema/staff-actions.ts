import { ACTION_TARGETS } from '@naru/contract/choices';
import { STAFF_ACTIONS } from '@naru/contract/inquiries';
import { ROLES } from '@naru/contract/roles';
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { bigintId, checkEnum, createdAt, id } from './columns.ts';

/**
 * What staff did to content or to a member, as its author reads it. Names neither the author, who may
 * be anonymous, nor the staff member, who is in the audit log.
 */
export const staffActions = pgTable(
  'staff_actions',
  {
    id: id(),
    targetType: text('target_type', { enum: ACTION_TARGETS }).notNull(),
    targetId: bigintId('target_id').notNull(),
    action: text('action', { enum: STAFF_ACTIONS }).notNull(),
    reason: text('reason').notNull(),
    /** The role in which it was done; null: automatically. */
    office: text('office', { enum: ROLES }),
    createdAt: createdAt(),
  },
  (t) => [
    index('staff_actions_target_idx').on(t.targetType, t.targetId, t.id.desc()),
    checkEnum('staff_actions_target_check', t.targetType, ACTION_TARGETS),
    checkEnum('staff_actions_action_check', t.action, STAFF_ACTIONS),
    checkEnum('staff_actions_office_check', t.office, ROLES),
  ],
);
