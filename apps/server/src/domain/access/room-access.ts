import type { ErrorCode } from '@naru/contract/errors';
import { canOwnRooms, hasRole } from '@naru/contract/roles';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { KnownAuthor, MarkOwner } from '../authorship/author.ts';
import { type Authorised, authorise } from './authorised.ts';

/**
 * Whether a viewer may read posts of a lecture room. `open`: yes, also for posts outside lecture rooms.
 * `closed`: no, the room is for its members only. `gone`: the room was deleted.
 */
export type RoomAccess = 'open' | 'closed' | 'gone';

/** What room access depends on: values, or placeholders of a prepared statement. */
export interface RoomViewer<T = unknown> {
  memberId: T;
  /** `memberId`, or 0 for a member whose roles do not allow owning rooms. */
  ownerId: T;
  /** MANAGER and above. */
  isStaff: T;
}

export function roomViewer({ memberId, roles }: Pick<Actor, 'memberId' | 'roles'>) {
  return {
    memberId,
    ownerId: canOwnRooms(roles) ? memberId : 0,
    isStaff: hasRole(roles, 'MANAGER'),
  };
}

/**
 * A viewer with the seal under which their anonymous posts and comments are stored, and the key of what
 * they mark.
 */
export type Viewer = KnownAuthor & RoomViewer<number | boolean> & MarkOwner<number, Buffer>;

type Sealer = Record<'seal' | 'markKey', (memberId: number) => Buffer>;

export function viewerOf(sealer: Sealer, actor: Actor): Viewer {
  const { memberId } = actor;
  return { seal: sealer.seal(memberId), markKey: sealer.markKey(memberId), ...roomViewer(actor) };
}

export type Readable<T> = Authorised<'read', T>;

/** Throws `missing` without a row or for a deleted room, and LECTURE_MEMBERS_ONLY for a closed room. */
export function requireReadable<T extends { access: RoomAccess }>(
  row: T | null | undefined,
  missing: ErrorCode,
): Readable<T> {
  if (row == null || row.access === 'gone') throw new AppError(missing);
  if (row.access === 'closed') throw new AppError('LECTURE_MEMBERS_ONLY');
  return authorise('read', row);
}

interface Room {
  professorId: number | null;
}

/** False for a professor whose roles no longer allow owning rooms. */
export function isRoomOwner({ professorId }: Room, actor: Actor): boolean {
  return professorId === actor.memberId && canOwnRooms(actor.roles);
}

export function canManageRoom(room: Room, actor: Actor): boolean {
  return isRoomOwner(room, actor) || hasRole(actor.roles, 'MANAGER');
}
