import { highestRole, ROLES, type Role } from '@naru/contract/roles';

function known(roles: readonly string[]): Role[] {
  return ROLES.filter((role) => roles.includes(role));
}

/** The roles to show, highest first: every member is a USER, which says nothing beside another. */
export function shownRoles(roles: readonly string[]): Role[] {
  const special = known(roles).filter((role) => role !== 'USER');
  return special.length > 0 ? special.reverse() : ['USER'];
}

/** The highest known role; USER when there is none. */
export function topRole(roles: readonly string[]): Role {
  return highestRole(known(roles));
}
