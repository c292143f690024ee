import type { LectureBoardType } from '@naru/contract/boards';
import { hasRole } from '@naru/contract/roles';
import type { Actor } from '../../platform/actor.ts';

/** To whom the room of a post belongs. */
export interface RoomTies {
  professorId: number | null;
}

interface Authored {
  authorId: number | null;
  authorSeal: Buffer | null;
}

/** The professor of the room while it holds the role, or MANAGER and above (decisions 144). */
export function canAnswer(room: RoomTies, actor: Actor): boolean {
  return isOwner(room, actor) || hasRole(actor.roles, 'MANAGER');
}

/**
 * Everybody from STUDENT on; on the notice tab the room's professor, and STUDENT_COUNCIL and above
 * (decisions 147, quality 2.1).
 */
export function canWrite(board: LectureBoardType, room: RoomTies, actor: Actor): boolean {
  if (board !== 'LECTURE_N') return hasRole(actor.roles, 'STUDENT');
  return isOwner(room, actor) || hasRole(actor.roles, 'STUDENT_COUNCIL');
}

/** `seal` is the caller's own: equal seals are the same member. */
export function isAuthor(post: Authored, actor: Actor, seal: Buffer): boolean {
  return post.authorId === actor.memberId || post.authorSeal?.equals(seal) === true;
}

function isOwner({ professorId }: RoomTies, actor: Actor): boolean {
  return professorId === actor.memberId && hasRole(actor.roles, 'PROFESSOR');
}
