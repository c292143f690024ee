import { hasRole } from '@naru/contract/roles';
import { type Authorised, authorise } from '../../domain/access/authorised.ts';
import {
  type Readable,
  type RoomAccess,
  requireReadable,
} from '../../domain/access/room-access.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';

/** Where the post stands that a call is for: comments on boards and in rooms have their own addresses. */
export type ThreadLocation = 'board' | 'room';

/**
 * The thread, if it stands at such a location and its room lets the reader in. Throws POST_NOT_FOUND,
 * also for a post of the other kind, and LECTURE_MEMBERS_ONLY.
 */
export function requireThread<T extends { lectureId: number | null; access: RoomAccess }>(
  thread: T | null,
  location: ThreadLocation,
): Readable<T> {
  const isThere = thread !== null && (thread.lectureId === null) === (location === 'board');
  return requireReadable(isThere ? thread : null, 'POST_NOT_FOUND');
}

/** The comment, if its room lets the reader in. Throws COMMENT_NOT_FOUND, LECTURE_MEMBERS_ONLY. */
export function requireComment<T extends { access: RoomAccess }>(comment: T | null): Readable<T> {
  return requireReadable(comment, 'COMMENT_NOT_FOUND');
}

interface Owned {
  id: number;
  /** Written by the actor. */
  isAuthor: boolean;
  access: RoomAccess;
}

/** Authors reach their comments in a room that closed to them since. Throws as `requireComment`. */
function requireOwned<T extends Owned>(comment: T | null): T {
  return comment?.isAuthor && comment.access === 'closed' ? comment : requireComment(comment);
}

export type EditableComment = Authorised<'edit', { id: number }>;

/** Only the author changes a comment, whatever the rank of others. Throws PERMISSION_DENIED. */
export function authoriseEdit<T extends Owned>(comment: T | null): Authorised<'edit', T> {
  const found = requireOwned(comment);
  if (!found.isAuthor) throw new AppError('PERMISSION_DENIED');
  return authorise('edit', found);
}

export type RemovableComment = Authorised<'remove', { id: number }>;

/** The author, or MANAGER and above. Throws PERMISSION_DENIED. */
export function authoriseRemoval<T extends Owned>(
  actor: Actor,
  comment: T | null,
): Authorised<'remove', T> {
  const found = requireOwned(comment);
  if (!found.isAuthor && !hasRole(actor.roles, 'MANAGER')) throw new AppError('PERMISSION_DENIED');
  return authorise('remove', found);
}
