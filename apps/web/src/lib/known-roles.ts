import { highestRole, ROLES, type Role } from '@naru/contract/roles';

/** Roles of a list as this version knows them, highest first; other words are left out. */
export function knownRoles(roles: readonly string[]): Role[] {
  return ROLES.filter((role) => roles.includes(role)).reverse();
}

/** The highest known role; USER when there is none. */
export function topRole(roles: readonly string[]): Role {
  return highestRole(knownRoles(roles));
}
