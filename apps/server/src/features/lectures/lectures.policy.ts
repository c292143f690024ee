import { LIMITS } from '@naru/contract/limits';
import { hasRole, isProfessor, type Role } from '@naru/contract/roles';
import { type Authorised, authorise } from '../../domain/access/authorised.ts';
import { canManageRoom, isRoomOwner } from '../../domain/access/room-access.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';

const CREATOR_SECONDS = LIMITS.lectureCreatorHours * 60 * 60;

export interface LectureOwnership {
  professorId: number | null;
  creatorId: number | null;
  createdAt: Date;
}

interface Access {
  professorId: number | null;
  membersOnly: boolean;
  isMarked: boolean;
}

/** The professor always, the creator for 24 hours. */
export function isOwnerOrCreator(lecture: LectureOwnership, actor: Actor, now: Date): boolean {
  if (isRoomOwner(lecture, actor)) return true;
  const isCreator = lecture.creatorId === actor.memberId && hasRole(actor.roles, 'STUDENT');
  return isCreator && now < addSeconds(lecture.createdAt, CREATOR_SECONDS);
}

export function canEdit(lecture: LectureOwnership, actor: Actor, now: Date): boolean {
  return isOwnerOrCreator(lecture, actor, now) || hasRole(actor.roles, 'ADMIN');
}

/** Throws LECTURE_NOT_FOUND, PERMISSION_DENIED. */
export function authoriseEdit<T extends LectureOwnership>(
  lecture: T | undefined,
  actor: Actor,
  now: Date,
): Authorised<'edit', T> {
  if (lecture === undefined) throw new AppError('LECTURE_NOT_FOUND');
  if (!canEdit(lecture, actor, now)) throw new AppError('PERMISSION_DENIED');
  return authorise('edit', lecture);
}

/** Staff change any lecture by a file, which is recorded. Throws PERMISSION_DENIED. */
export function authoriseImport<T extends LectureOwnership>(
  lecture: T,
  actor: Actor,
): Authorised<'edit', T> {
  if (!hasRole(actor.roles, 'MANAGER')) throw new AppError('PERMISSION_DENIED');
  return authorise('edit', lecture);
}

type Room = Pick<LectureOwnership, 'professorId' | 'creatorId'> & { membersOnly: boolean };

/** Marking a members-only lecture takes its code, except for its professor, its creator and staff. */
export function needsCode(lecture: Room, actor: Actor): boolean {
  const { membersOnly, creatorId } = lecture;
  return membersOnly && creatorId !== actor.memberId && !canManageRoom(lecture, actor);
}

interface Entry extends Room {
  id: number;
  title: string;
  entryCode: string | null;
}

/** Marking a lecture admits to its room. Throws LECTURE_CODE_REQUIRED, LECTURE_CODE_WRONG with the lecture. */
export function checkEntry(lecture: Entry, actor: Actor, code: string | undefined): void {
  if (!needsCode(lecture, actor)) return;
  const conflicts = [{ id: lecture.id, title: lecture.title }];
  if (code === undefined) throw new AppError('LECTURE_CODE_REQUIRED', { conflicts });
  if (lecture.entryCode === null || code !== lecture.entryCode) {
    throw new AppError('LECTURE_CODE_WRONG', { conflicts });
  }
}

export function canRead(lecture: Access, actor: Actor): boolean {
  return !lecture.membersOnly || lecture.isMarked || canManageRoom(lecture, actor);
}

/** Lectures that a member with these roles may create in a day. */
export function dailyMax(roles: readonly Role[]): number {
  const isTeaching = isProfessor(roles) || hasRole(roles, 'MANAGER');
  return isTeaching ? LIMITS.staffLecturesPerDay : LIMITS.lecturesPerDay;
}
