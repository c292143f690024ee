/** Lowest to highest; the order is the rank: a check passes at or above it. */
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

/** The known roles among the given ones, lowest first. */
export function sortRoles(roles: readonly string[]): Role[] {
  return ROLES.filter((role) => roles.includes(role));
}

/** The highest of the given roles; an empty list counts as USER. */
export function highestRole(roles: readonly string[]): Role {
  return sortRoles(roles).at(-1) ?? 'USER';
}

/** True when any of the roles is at or above `required`. */
export function hasRole(roles: readonly string[], required: Role): boolean {
  return roleRank(highestRole(roles)) >= roleRank(required);
}

/** May own lecture rooms. Rooms are assigned to professors only; a higher role keeps them. */
export function canOwnRooms(roles: readonly string[]): boolean {
  return hasRole(roles, 'PROFESSOR');
}

/** Has the role itself: a higher role does not imply it. */
export function isProfessor(roles: readonly string[]): boolean {
  return roles.includes('PROFESSOR');
}

/** A professor answers questions in the own rooms, MANAGER and above in all of them. */
export function canAnswerQuestions(roles: readonly string[]): boolean {
  return isProfessor(roles) || hasRole(roles, 'MANAGER');
}
