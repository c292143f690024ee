import { LIMITS } from '@naru/contract/limits';
import { hasRole } from '@naru/contract/roles';
import { type Authorised, authorise } from '../../domain/access/authorised.ts';
import { canManageRoom, isRoomOwner } from '../../domain/access/room-access.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';

const CREATOR_SECONDS = LIMITS.lectureCreatorHours * 60 * 60;

/** To whom a lecture belongs. */
export interface LectureTies {
  professorId: number | null;
  creatorId: number | null;
  createdAt: Date;
}

interface Access {
  professorId: number | null;
  membersOnly: boolean;
  isMarked: boolean;
}

/** The professor for good, whoever created it for 24 hours */
export function isKeeper(lecture: LectureTies, actor: Actor, now: Date): boolean {
  if (isRoomOwner(lecture, actor)) return true;
  const isCreator = lecture.creatorId === actor.memberId && hasRole(actor.roles, 'STUDENT');
  return isCreator && now < addSeconds(lecture.createdAt, CREATOR_SECONDS);
}

/** Changes and removes the lecture. */
export function canEdit(lecture: LectureTies, actor: Actor, now: Date): boolean {
  return isKeeper(lecture, actor, now) || hasRole(actor.roles, 'ADMIN');
}

/** Throws LECTURE_NOT_FOUND, PERMISSION_DENIED. */
export function authoriseEdit<T extends LectureTies>(
  lecture: T | undefined,
  actor: Actor,
  now: Date,
): Authorised<'edit', T> {
  if (lecture === undefined) throw new AppError('LECTURE_NOT_FOUND');
  if (!canEdit(lecture, actor, now)) throw new AppError('PERMISSION_DENIED');
  return authorise('edit', lecture);
}

/** May read the boards of the room. */
export function canRead(lecture: Access, actor: Actor): boolean {
  return !lecture.membersOnly || lecture.isMarked || canManageRoom(lecture, actor);
}

/** May say whose room it is. */
export function isStaff(actor: Actor): boolean {
  return hasRole(actor.roles, 'MANAGER');
}
