import { ROLES, type Role, roleRank } from '@naru/contract/roles';

/**
 * The roles that count while staff have to set up their second factor: none from MANAGER on, but what
 * a student may do.
 */
export function withoutStaffRoles(roles: readonly Role[]): Role[] {
  const limit = roleRank('MANAGER');
  return ROLES.filter(
    (role) => role === 'STUDENT' || (roles.includes(role) && roleRank(role) < limit),
  );
}
