import { and, asc, eq, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { chatRoomMembers, chatRooms, lectures, members } from '../../db/schema/index.ts';
import { belongsTo, isInRoom, membersIn, unreadIn } from '../../domain/access/chat-rooms.sql.ts';
import { memberViewer } from '../../domain/access/room-access.sql.ts';

/** A lecture with what its chat room is to a member; null for an unknown one. */
export async function findLectureChat(db: Executor, memberId: number, lectureId: number) {
  const me = sql`${memberId}::bigint`;
  const viewer = memberViewer(me);
  const [row] = await db
    .select({
      lectureId: lectures.id,
      year: lectures.year,
      semester: lectures.semester,
      isGone: sql<boolean>`${lectures.deletedAt} is not null`,
      belongs: belongsTo(viewer),
      /** Without the rights of staff. */
      takesPart: belongsTo({ ...viewer, isStaff: sql`false` }),
      roomId: chatRooms.id,
      isIn: sql<boolean>`coalesce(${isInRoom}, false)`,
      unreadCount: unreadIn,
      memberCount: membersIn,
    })
    .from(lectures)
    .leftJoin(chatRooms, eq(chatRooms.lectureId, lectures.id))
    .leftJoin(
      chatRoomMembers,
      and(eq(chatRoomMembers.roomId, chatRooms.id), eq(chatRoomMembers.memberId, me)),
    )
    .where(eq(lectures.id, lectureId));
  return row ?? null;
}

export type LectureChatRow = NonNullable<Awaited<ReturnType<typeof findLectureChat>>>;

export async function countMembers(db: Executor, roomId: number): Promise<number> {
  const [row] = await db
    .select({ total: membersIn })
    .from(chatRooms)
    .where(eq(chatRooms.id, roomId));
  return row?.total ?? 0;
}

/** Members of a room who can read it, by their names. */
export function listRoomMembers(db: Executor, roomId: number) {
  return db
    .select({
      id: members.id,
      nickname: members.nickname,
      profileImageUrl: members.profileImageUrl,
      withdrawnAt: members.withdrawnAt,
      suspendedUntil: members.suspendedUntil,
    })
    .from(chatRoomMembers)
    .innerJoin(chatRooms, eq(chatRooms.id, chatRoomMembers.roomId))
    .innerJoin(members, eq(members.id, chatRoomMembers.memberId))
    .where(and(eq(chatRoomMembers.roomId, roomId), isInRoom))
    .orderBy(asc(members.nickname));
}
