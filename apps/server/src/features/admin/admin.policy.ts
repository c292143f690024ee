import { hasRole, highestRole, type Role, roleRank } from '@naru/contract/roles';
import { TEXTS } from '@naru/contract/texts';
import { AppError } from '../../platform/errors.ts';

export interface RoleChange {
  actorId: number;
  /** Read in the transaction, not taken from the token. */
  actorRoles: readonly Role[];
  targetId: number;
  targetRoles: readonly Role[];
  role: Role;
}

/** Throws ROLE_CHANGE_DENIED, or PERMISSION_DENIED when the actor is no ADMIN any more. */
export function checkRoleChange(change: RoleChange): void {
  const { actorId, actorRoles, targetId, targetRoles, role } = change;
  if (!hasRole(actorRoles, 'ADMIN')) throw new AppError('PERMISSION_DENIED');
  if (actorId === targetId) refuse(TEXTS.ownRole);
  if (role === 'SYSTEM') refuse(TEXTS.systemRole);
  const own = roleRank(highestRole(actorRoles));
  if (roleRank(role) > own || roleRank(highestRole(targetRoles)) > own) {
    refuse(TEXTS.higherRole);
  }
}

function refuse(message: string): never {
  throw new AppError('ROLE_CHANGE_DENIED', { message });
}
