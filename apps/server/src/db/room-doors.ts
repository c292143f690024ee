import { hasRole } from '@naru/contract/roles';
import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../platform/actor.ts';
import { lectureMarks, lectures, posts } from './schema/index.ts';

/**
 * How a post's room stands to a reader. `open`: may read, as on every board outside rooms. `closed`:
 * the room is for its members (decisions 151). `gone`: the room was removed.
 */
export type RoomDoor = 'open' | 'closed' | 'gone';

/** Who stands at the door: values, or placeholders of a prepared statement. */
export interface DoorViewer<T = unknown> {
  memberId: T;
  /** The same, or 0 for who is no professor (any more): rooms belong to professors only. */
  ownerId: T;
  /** MANAGER and above enter every room. */
  isStaff: T;
}

/** The caller at the door of a room. */
export function doorViewer({ memberId, roles }: Actor) {
  return {
    memberId,
    ownerId: hasRole(roles, 'PROFESSOR') ? memberId : 0,
    isStaff: hasRole(roles, 'MANAGER'),
  };
}

/** The door of the row's room; only its professor, those who marked it and staff enter closed ones. */
export function roomDoor(viewer: DoorViewer): SQL<RoomDoor> {
  return sql<RoomDoor>`(${sql`case when ${posts.lectureId} is null then 'open' else coalesce((
    select ${doorOfLecture(viewer)} from ${lectures} where ${lectures.id} = ${posts.lectureId}
  ), 'gone') end`})`;
}

/** The same, in a statement that reads the row of the lecture. */
export function doorOfLecture({ memberId, ownerId, isStaff }: DoorViewer): SQL<RoomDoor> {
  return sql<RoomDoor>`(${sql`case when ${lectures.deletedAt} is not null then 'gone'
    when not ${lectures.membersOnly} or ${isStaff}::boolean
      or coalesce(${lectures.professorId} = ${ownerId}::bigint, false)
      or exists (select 1 from ${lectureMarks} where ${lectureMarks.lectureId} = ${lectures.id}
        and ${lectureMarks.memberId} = ${memberId}::bigint) then 'open'
    else 'closed' end`})`;
}
