import { hasRole } from '@naru/contract/roles';
import type { RoomDoor } from '../../db/room-doors.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';

/** The kind of place that a call is for: their comments have addresses of their own. */
export type Place = 'board' | 'room';

/**
 * The thread, if it stands in such a place and its room lets the reader in. Throws POST_NOT_FOUND,
 * also for a post of the other kind (quality ID-08), and LECTURE_MEMBERS_ONLY.
 */
export function requireThread<T extends { lectureId: number | null; door: RoomDoor }>(
  thread: T | null,
  place: Place,
): T {
  const isThere = thread !== null && (thread.lectureId === null) === (place === 'board');
  if (!isThere || thread.door === 'gone') throw new AppError('POST_NOT_FOUND');
  if (thread.door === 'closed') throw new AppError('LECTURE_MEMBERS_ONLY');
  return thread;
}

/** The comment, if its room lets the reader in. Throws COMMENT_NOT_FOUND, LECTURE_MEMBERS_ONLY. */
export function requireComment<T extends { door: RoomDoor }>(comment: T | null): T {
  if (comment === null || comment.door === 'gone') throw new AppError('COMMENT_NOT_FOUND');
  if (comment.door === 'closed') throw new AppError('LECTURE_MEMBERS_ONLY');
  return comment;
}

interface Owned {
  /** Written by the actor. */
  isAuthor: boolean;
}

/** Only the author changes a comment, whatever the rank of others (quality 2.1). */
export function canEdit(comment: Owned): boolean {
  return comment.isAuthor;
}

/** The author, or MANAGER and above (decisions 77). */
export function canRemove(actor: Actor, comment: Owned): boolean {
  return comment.isAuthor || hasRole(actor.roles, 'MANAGER');
}
