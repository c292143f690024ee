import type { ReviewObstacle } from '@naru/contract/course-reviews';
import { hasRole, isProfessor, type Role } from '@naru/contract/roles';
import type { Term } from '@naru/contract/timetable';
import { kstDay } from '../../platform/clock.ts';

/** Last day of a term's lectures, yyyy-mm-dd. */
export type LastDayOf = (term: Term) => string;

/** Professors see the sums of their own courses; staff who are professors too see what staff see. */
export function isTeacher(roles: readonly Role[]): boolean {
  return isProfessor(roles) && !hasRole(roles, 'MANAGER');
}

/** Whether a lecture was in the timetable before its term ended, and the term is over. */
export function wasTaken(
  { markedAt, ...term }: Term & { markedAt: Date },
  today: string,
  lastDayOf: LastDayOf,
): boolean {
  const last = lastDayOf(term);
  return kstDay(markedAt) <= last && last < today;
}

/** A professor never reviews; otherwise students do, and who ranks above them. */
export function mayReview(roles: readonly Role[]): boolean {
  return hasRole(roles, 'STUDENT') && !isProfessor(roles);
}

interface Standing {
  own: { deletedAt: Date | null; blindedAt: Date | null } | null;
  hasTaken: boolean;
}

/** Null: the member may write, or change what is there. */
export function obstacleOf(
  roles: readonly Role[],
  { own, hasTaken }: Standing,
): ReviewObstacle | null {
  if (own !== null && own.deletedAt !== null) return 'REMOVED';
  if (own !== null && own.blindedAt !== null) return 'BLINDED';
  if (!mayReview(roles)) return 'ROLE';
  return hasTaken ? null : 'NOT_TAKEN';
}
