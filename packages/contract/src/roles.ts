/** Roles, lowest to highest (spec 3). The order is the rank: a check passes at or above it. */
export const ROLES = [
  'USER',
  'STUDENT',
  'PROFESSOR',
  'STUDENT_COUNCIL',
  'MANAGER',
  'ADMIN',
  'SYSTEM',
] as const;

export type Role = (typeof ROLES)[number];

/** Korean title of each role, shown beside a name (spec 3). */
export const ROLE_TITLES: Record<Role, string> = {
  USER: '회원',
  STUDENT: '학생',
  PROFESSOR: '교수',
  STUDENT_COUNCIL: '학생회',
  MANAGER: '조교',
  ADMIN: '관리자',
  SYSTEM: '시스템',
};

export function roleRank(role: Role): number {
  return ROLES.indexOf(role);
}

/** The known ones of the given roles, lowest to highest, each once. */
export function sortRoles(roles: readonly string[]): Role[] {
  return ROLES.filter((role) => roles.includes(role));
}

/** The highest known role; USER when there is none. */
export function highestRole(roles: readonly string[]): Role {
  return sortRoles(roles).at(-1) ?? 'USER';
}

/** True when any of the roles is at or above `required` (spec 6). */
export function hasRole(roles: readonly Role[], required: Role): boolean {
  return roleRank(highestRole(roles)) >= roleRank(required);
}
