import { ACTION_TARGETS } from '@naru/contract/choices';
import { STAFF_ACTIONS } from '@naru/contract/inquiries';
import { ROLES } from '@naru/contract/roles';
import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { bigintId, bytes, checkEnum, createdAt, id } from './columns.ts';

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

/**
 * Staff actions on content or members. Append-only: triggers refuse every UPDATE, DELETE and
 * TRUNCATE, and give each row its number and its chain link.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: id(),
    actorId: bigintId('actor_id').notNull(),
    action: text('action').notNull(),
    targetType: text('target_type').notNull(),
    targetId: bigintId('target_id').notNull(),
    reason: text('reason'),
    /** Values before and after a change. */
    detail: jsonb('detail'),
    /** Network address of the actor. */
    address: text('address'),
    createdAt: createdAt(),
    /** SHA-256 of the previous hash and this row: reveals a change behind the triggers. */
    hash: bytes('hash').notNull().default(sql`''::bytea`),
  },
  (t) => [
    index('audit_entries_created_idx').on(t.createdAt),
    index('audit_entries_actor_idx').on(t.actorId, t.createdAt.desc()),
    index('audit_entries_target_idx').on(t.targetType, t.targetId),
  ],
);
