import { canModerateThread, type PostBoardType } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import { type Authorised, authorise } from '../../domain/access/authorised.ts';
import {
  type Readable,
  type RoomAccess,
  requireReadable,
} from '../../domain/access/room-access.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';

/** Comments of board posts and of lecture posts have separate paths. */
export type ThreadLocation = 'board' | 'room';

/** Throws POST_NOT_FOUND, also for a post at the other location, and LECTURE_MEMBERS_ONLY. */
export function requireThread<T extends { lectureId: number | null; access: RoomAccess }>(
  thread: T | null,
  location: ThreadLocation,
): Readable<T> {
  const isAtLocation = thread !== null && (thread.lectureId === null) === (location === 'board');
  return requireReadable(isAtLocation ? thread : null, 'POST_NOT_FOUND');
}

/** Throws COMMENT_NOT_FOUND, LECTURE_MEMBERS_ONLY. */
export function requireComment<T extends { access: RoomAccess }>(comment: T | null): Readable<T> {
  return requireReadable(comment, 'COMMENT_NOT_FOUND');
}

interface Owned {
  id: number;
  /** Whether the actor wrote it. */
  isAuthor: boolean;
  access: RoomAccess;
}

/** `requireComment`, but authors keep access to their comments in a room that closed to them. */
function requireOwned<T extends Owned>(comment: T | null): T {
  return comment?.isAuthor && comment.access === 'closed' ? comment : requireComment(comment);
}

export type EditableComment = Authorised<'edit', { id: number }>;

/** Allows the author only, not staff. Throws PERMISSION_DENIED, CONTENT_BLINDED. */
export function authoriseEdit<T extends Owned & { isBlinded: boolean }>(
  comment: T | null,
): Authorised<'edit', T> {
  const found = requireOwned(comment);
  if (!found.isAuthor) throw new AppError('PERMISSION_DENIED');
  if (found.isBlinded) throw new AppError('CONTENT_BLINDED');
  return authorise('edit', found);
}

export type RemovableComment = Authorised<'remove', { id: number }>;

interface Moderated extends Owned {
  boardType: PostBoardType;
  /** Whether the actor is the professor of the post's lecture room. */
  isOwnRoom: boolean;
}

/** Allows the author and those who moderate the thread. Throws PERMISSION_DENIED. */
export function authoriseRemoval<T extends Moderated>(actor: Actor, comment: T | null) {
  const found = requireOwned(comment);
  if (!found.isAuthor && !canModerateThread(found.boardType, found, actor.roles)) {
    throw new AppError('PERMISSION_DENIED');
  }
  return authorise('remove', found);
}

interface Deletion extends Owned {
  /** Null of a live comment. */
  deletedAt: Date | null;
  /** Whether staff have neither removed nor hidden it, nor decided about it since. */
  isOpen: boolean;
}

const UNDO_SECONDS = LIMITS.commentUndoMinutes * 60;

/** Allows the author only, for some minutes. Throws PERMISSION_DENIED, RESTORE_DENIED. */
export function authoriseUndo<T extends Deletion>(comment: T | null, now: Date) {
  const found = requireOwned(comment);
  // What is deleted is no more than its place to others.
  if (!found.isAuthor) {
    throw new AppError(found.deletedAt === null ? 'PERMISSION_DENIED' : 'COMMENT_NOT_FOUND');
  }
  const { deletedAt, isOpen } = found;
  if (deletedAt !== null && !(isOpen && deletedAt >= addSeconds(now, -UNDO_SECONDS))) {
    throw new AppError('RESTORE_DENIED', { message: TEXTS.commentUndoOver });
  }
  return authorise('restore', found);
}
