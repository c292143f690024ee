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

/**
 * The highest of the given roles; an empty list counts as USER (quality RM-04).
 */
export function highestRole(roles: readonly Role[]): Role {
  return roles.reduce<Role>((top, role) => (roleRank(role) > roleRank(top) ? role : top), 'USER');
}

/** True when any of the roles is at or above `required` (spec 6). */
export function hasRole(roles: readonly Role[], required: Role): boolean {
  return roleRank(highestRole(roles)) >= roleRank(required);
}
