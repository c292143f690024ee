import type { StaffAction, StaffActionView } from '@naru/contract/inquiries';
import type { ContentType } from '@naru/contract/moderation';
import { hasRole, highestRole, type Role } from '@naru/contract/roles';
import { TEXTS } from '@naru/contract/texts';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { type Clock, toKst } from '../../platform/clock.ts';
import { fieldError } from '../../platform/errors.ts';
import { insertStaffAction } from './staff-actions.sql.ts';

export type ContentAction = Exclude<StaffAction, 'SUSPENDED'>;

/** What happened to a post or comment, without its author. */
export interface HandledContent {
  type: ContentType;
  id: number;
  action: ContentAction;
}

interface Tools<Emit> {
  clock: Clock;
  notifications: {
    contentHandled(tx: Tx, emit: Emit, content: HandledContent): Promise<void>;
  };
}

/**
 * Records an action of staff on a post or comment with its reason and notifies the author, who can
 * then read the reason and object. Call in the transaction of the action, before the audit entry.
 */
export async function notifyAuthor<Emit>(
  { clock, notifications }: Tools<Emit>,
  tx: Tx,
  emit: Emit,
  { type, id, action, ...why }: HandledContent & { reason: string; office: Role | null },
): Promise<void> {
  const target = { targetType: type, targetId: id, action };
  await insertStaffAction(tx, { ...target, ...why, createdAt: clock.now() });
  await notifications.contentHandled(tx, emit, { type, id, action });
}

/**
 * The role in which a member acts on the content of others: PROFESSOR for the owner of the room who is not
 * staff, else the highest role.
 */
export function staffRoleOf({ roles }: Pick<Actor, 'roles'>, isRoomOwner = false): Role {
  return isRoomOwner && !hasRole(roles, 'MANAGER') ? 'PROFESSOR' : highestRole(roles);
}

/** Throws VALIDATION_FAILED without a reason. */
export function requireReason(reason: string | undefined): string {
  if (!reason) throw fieldError('reason', TEXTS.reasonRequired);
  return reason;
}

interface StaffActionRow {
  action: StaffAction;
  reason: string;
  office: Role | null;
  createdAt: Date;
}

export function presentStaffAction(row: StaffActionRow): StaffActionView {
  const { action, reason, office } = row;
  return { action, reason, office, actedAt: toKst(row.createdAt) };
}
