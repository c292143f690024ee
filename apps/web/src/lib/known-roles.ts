import { type Role, sortRoles } from '@naru/contract/roles';

/** The roles to show, highest first: every member is a USER, which says nothing beside another. */
export function shownRoles(roles: readonly string[]): Role[] {
  const special = sortRoles(roles).filter((role) => role !== 'USER');
  return special.length > 0 ? special.reverse() : ['USER'];
}
