import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import {
  chatMessages,
  chatRoomMembers,
  chatRooms,
  lectureMarks,
  lectures,
} from '../../db/schema/index.ts';
import { isShownTo } from './blocks.sql.ts';
import { memberViewer } from './room-access.sql.ts';
import type { RoomViewer } from './room-access.ts';

const side = chatRoomMembers;

/** Whether a row of `chat_rooms` is of two members, and not of a lecture or a team. */
export const isOfPair: SQL = sql`${chatRooms.lowId} is not null`;

/** Messages that are counted as unread in the room of a lecture or a team at most. */
const COUNTED = sql.raw('300');

/** Whether the viewer belongs to a row of `lectures`: its professor, staff, and who has it in the timetable. */
export function belongsTo({ memberId, ownerId, isStaff }: RoomViewer): SQL<boolean> {
  return sql<boolean>`(${lectures.deletedAt} is null and (
    coalesce(${lectures.professorId} = ${ownerId}::bigint, false) or ${isStaff}::boolean
    or exists (select 1 from ${lectureMarks} where ${lectureMarks.lectureId} = ${lectures.id}
      and ${lectureMarks.memberId} = ${memberId}::bigint)))`;
}

/**
 * Whether the member of a row of `chat_room_members` is in its room, a row of `chat_rooms`: in that of a
 * lecture as long as they belong to the lecture.
 */
export const isInRoom = isIn(side);

function isIn({ isOut, memberId }: Record<'isOut' | 'memberId', SQLWrapper>): SQL<boolean> {
  return sql<boolean>`(${sql`not ${isOut} and (${chatRooms.lectureId} is null
    or exists (select 1 from ${lectures} where ${lectures.id} = ${chatRooms.lectureId}
      and ${belongsTo(memberViewer(memberId))}))`})`;
}

const other = alias(chatRoomMembers, 'other');

/** How many are in the room of a row of `chat_rooms`. */
export const membersIn: SQL<number> = sql`(${sql`select count(*) from ${chatRoomMembers} as other
    where ${other.roomId} = ${chatRooms.id} and ${isIn(other)}`})`.mapWith(Number);

/** The member of a pair of which `member` is the other one; null in the room of a lecture or a team. Needs `chat_rooms`. */
export function partnerOf(member: unknown): SQL<number | null> {
  return sql`(${sql`${chatRooms.lowId} + ${chatRooms.highId} - ${member}`})`.mapWith(Number);
}

/** Unread messages of a row of `chat_room_members`, in that of a lecture or a team up to 300. Needs `chat_rooms`. */
export const unreadIn: SQL<number> =
  sql`(${sql`case when ${isOfPair} then ${side.unreadCount} else (
  select count(*) from (select 1 from ${chatMessages}
    where ${chatMessages.roomId} = ${side.roomId} and ${chatMessages.id} > greatest(${side.readId}, ${side.hiddenId})
      and ${chatMessages.senderId} <> ${side.memberId} and ${chatMessages.recalledAt} is null
      and ${isShownTo(side.memberId)} limit ${COUNTED}) as unread) end`})`.mapWith(Number);
