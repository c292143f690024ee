import { eq, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { chatRoomMembers, chatRooms } from '../../db/schema/index.ts';
import type { Authorised } from '../../domain/access/authorised.ts';
import type { LectureChatRow } from './chat.lectures.repo.ts';

interface Side {
  roomId: number;
  memberId: number;
}

/** Makes the room of a lecture or team unless it is there, and locks it until the transaction ends. */
export async function openRoom(
  db: Executor,
  group: Authorised<'join', LectureChatRow> | { teamId: number },
  createdAt: Date,
): Promise<{ roomId: number; isNew: boolean }> {
  const [values, isIts] =
    'teamId' in group
      ? [{ teamId: group.teamId }, eq(chatRooms.teamId, group.teamId)]
      : [{ lectureId: group.lectureId }, eq(chatRooms.lectureId, group.lectureId)];
  const { rowCount } = await db
    .insert(chatRooms)
    .values({ ...values, createdAt })
    .onConflictDoNothing();
  const [room] = await db
    .select({ id: chatRooms.id })
    .from(chatRooms)
    .where(isIts)
    .for('no key update');
  if (room === undefined) throw new Error('the room was not stored');
  return { roomId: room.id, isNew: rowCount === 1 };
}

/** Id of the room of a team; null while it has none. */
export async function findTeamRoom(db: Executor, teamId: number): Promise<number | null> {
  const [room] = await db
    .select({ id: chatRooms.id })
    .from(chatRooms)
    .where(eq(chatRooms.teamId, teamId));
  return room?.id ?? null;
}

/** Lets a member in, who sees what was said before and has read it. Needs the lock of the room. */
export async function enterRoom(db: Executor, { roomId, memberId }: Side): Promise<void> {
  const readId = sql`coalesce((select max(id) from chat_messages where room_id = ${roomId}), 0)`;
  const inside = { readId, hiddenId: 0, isOut: false, outAt: null, leftAt: null };
  await db
    .insert(chatRoomMembers)
    .values({ roomId, memberId, ...inside })
    .onConflictDoUpdate({
      target: [chatRoomMembers.roomId, chatRoomMembers.memberId],
      set: inside,
      setWhere: eq(chatRoomMembers.isOut, true),
    });
}

/** Takes a member out of the room, who cannot undo it; returns what was read there. Needs the lock of the room. */
export async function removeFromRoom(
  db: Executor,
  { roomId, memberId }: Side,
  outAt: Date,
): Promise<number> {
  const gone = { isOut: true, outAt, leftAt: null };
  const [side] = await db
    .insert(chatRoomMembers)
    .values({ roomId, memberId, ...gone })
    .onConflictDoUpdate({
      target: [chatRoomMembers.roomId, chatRoomMembers.memberId],
      set: gone,
    })
    .returning({ readId: chatRoomMembers.readId });
  return side?.readId ?? 0;
}
