import { LIMITS } from '@naru/contract/limits';
import { hasRole } from '@naru/contract/roles';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds } from '../../platform/clock.ts';

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

/** The professor of the room, while it holds the role. */
export function isOwner({ professorId }: Pick<LectureTies, 'professorId'>, actor: Actor): boolean {
  return professorId === actor.memberId && hasRole(actor.roles, 'PROFESSOR');
}

/** The professor for good, whoever created it for 24 hours (decisions 141). */
export function isKeeper(lecture: LectureTies, actor: Actor, now: Date): boolean {
  if (isOwner(lecture, actor)) return true;
  const isCreator = lecture.creatorId === actor.memberId && hasRole(actor.roles, 'STUDENT');
  return isCreator && now < addSeconds(lecture.createdAt, CREATOR_SECONDS);
}

/** May change and remove the lecture (decisions 141). */
export function canEdit(lecture: LectureTies, actor: Actor, now: Date): boolean {
  return isKeeper(lecture, actor, now) || hasRole(actor.roles, 'ADMIN');
}

/** May answer the questions of the room (decisions 144). */
export function canManage(lecture: Pick<LectureTies, 'professorId'>, actor: Actor): boolean {
  return isOwner(lecture, actor) || isStaff(actor);
}

/** May read the boards of the room (decisions 151). */
export function canRead(lecture: Access, actor: Actor): boolean {
  return !lecture.membersOnly || lecture.isMarked || canManage(lecture, actor);
}

/** May say whose room it is (decisions 139). */
export function isStaff(actor: Actor): boolean {
  return hasRole(actor.roles, 'MANAGER');
}
