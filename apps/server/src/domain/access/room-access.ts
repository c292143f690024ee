import type { ErrorCode } from '@naru/contract/errors';
import { canOwnRooms, hasRole } from '@naru/contract/roles';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { type Authorised, authorise } from './authorised.ts';

/**
 * What a reader may see of a post's lecture room. `open`: everything, as on every board outside
 * rooms. `closed`: the room is for its members. `gone`: the room was removed.
 */
export type RoomAccess = 'open' | 'closed' | 'gone';

/** Who asks for access: values, or placeholders of a prepared statement. */
export interface RoomViewer<T = unknown> {
  memberId: T;
  /** The same, or 0 for a member whose roles are too low to own rooms (any more). */
  ownerId: T;
  /** MANAGER and above enter every room. */
  isStaff: T;
}

export function roomViewer({ memberId, roles }: Actor) {
  return {
    memberId,
    ownerId: canOwnRooms(roles) ? memberId : 0,
    isStaff: hasRole(roles, 'MANAGER'),
  };
}

/** Something that its room lets the actor read. */
export type Readable<T> = Authorised<'read', T>;

/** Throws `missing` for what is not there or whose room was removed, and LECTURE_MEMBERS_ONLY. */
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

/** The professor of the room, until it is demoted below that role. */
export function isRoomOwner({ professorId }: Room, actor: Actor): boolean {
  return professorId === actor.memberId && canOwnRooms(actor.roles);
}

/** Answers the questions of the room: its professor, and MANAGER and above. */
export function canManageRoom(room: Room, actor: Actor): boolean {
  return isRoomOwner(room, actor) || hasRole(actor.roles, 'MANAGER');
}
