import { hasRole, highestRole, type Role, roleRank } from '@naru/contract/roles';
import { TEXTS } from '@naru/contract/texts';
import { AppError } from '../../platform/errors.ts';

interface RoleHolder {
  id: number;
  /** Read in the transaction, not taken from the token. */
  roles: readonly Role[];
}

/** Throws ROLE_CHANGE_DENIED, or PERMISSION_DENIED when the actor is no ADMIN any more. */
export function checkRoleChange(actor: RoleHolder, target: RoleHolder, role: Role): void {
  if (!hasRole(actor.roles, 'ADMIN')) throw new AppError('PERMISSION_DENIED');
  if (actor.id === target.id) refuse(TEXTS.ownRole);
  if (role === 'SYSTEM') refuse(TEXTS.systemRole);
  const own = roleRank(highestRole(actor.roles));
  if (roleRank(role) > own || roleRank(highestRole(target.roles)) > own) {
    refuse(TEXTS.higherRole);
  }
}

function refuse(message: string): never {
  throw new AppError('ROLE_CHANGE_DENIED', { message });
}
