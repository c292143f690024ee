import { LECTURE_BOARD_TYPES, type LectureBoardType } from '@naru/contract/boards';
import type { Lecture } from '@naru/contract/lectures';
import { hasRole, type Role } from '@naru/contract/roles';

/**
 * The tabs of a room that a member may write on: notices are of the room's professor and of
 * STUDENT_COUNCIL and above, the others of everybody from STUDENT on (decisions 147). The server
 * checks again.
 */
export function writableBoards(
  lecture: Pick<Lecture, 'canRead' | 'isOwner'>,
  roles: readonly Role[],
): LectureBoardType[] {
  if (!lecture.canRead || !hasRole(roles, 'STUDENT')) return [];
  const isHost =
    (lecture.isOwner && roles.includes('PROFESSOR')) || hasRole(roles, 'STUDENT_COUNCIL');
  return LECTURE_BOARD_TYPES.filter((board) => board !== 'LECTURE_N' || isHost);
}
