import { hasRole, ROLES, type Role, roleRank } from '@naru/contract/roles';

interface Holder {
  roles: readonly Role[];
  /** Staff must have a second factor, and this member has none. */
  lacksRequiredFactor: boolean;
}

/**
 * The roles that count now. Staff who must still set up their second factor keep their roles below MANAGER
 * and get STUDENT.
 */
export function countedRoles({ roles, lacksRequiredFactor }: Holder): {
  roles: readonly Role[];
  isHeldBack: boolean;
} {
  if (!lacksRequiredFactor || !hasRole(roles, 'MANAGER')) return { roles, isHeldBack: false };
  const limit = roleRank('MANAGER');
  const left = ROLES.filter(
    (role) => role === 'STUDENT' || (roles.includes(role) && roleRank(role) < limit),
  );
  return { roles: left, isHeldBack: true };
}
