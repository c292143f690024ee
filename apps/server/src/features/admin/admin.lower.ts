import { hasRole, highestRole, type Role, roleRank } from '@naru/contract/roles';
import type { Tx } from '../../db/client.ts';
import { lockAdmins } from '../../domain/access/members.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError, found } from '../../platform/errors.ts';
import { findActiveRoles, findUser, type UserRow } from './admin.repo.ts';

/**
 * Locks the member, whose own data the actor is about to change for it, and all roles until the end of the
 * transaction. Throws PERMISSION_DENIED, MEMBER_UNKNOWN, and MEMBER_CHANGE_DENIED unless the member has
 * a lower rank.
 */
export async function lockLower(tx: Tx, actor: Actor, id: number, now: Date): Promise<UserRow> {
  await lockAdmins(tx);
  const actorRoles = (await findActiveRoles(tx, actor.memberId, now)) ?? [];
  if (!hasRole(actorRoles, 'ADMIN')) throw new AppError('PERMISSION_DENIED');
  const user = found(await findUser(tx, id), 'MEMBER_UNKNOWN');
  if (rankOf(user.roles) >= rankOf(actorRoles)) throw new AppError('MEMBER_CHANGE_DENIED');
  return user;
}

function rankOf(roles: readonly Role[]): number {
  return roleRank(highestRole(roles));
}
