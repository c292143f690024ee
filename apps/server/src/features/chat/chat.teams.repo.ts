import { eq } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { chatRoomMembers, chatRooms } from '../../db/schema/index.ts';

/** Makes the room of a team unless it is there, and locks it until the transaction ends; returns its id. */
export async function openTeamRoom(db: Executor, teamId: number, createdAt: Date): Promise<number> {
  await db.insert(chatRooms).values({ teamId, createdAt }).onConflictDoNothing();
  const roomId = await lockTeamRoom(db, teamId);
  if (roomId === null) throw new Error('the room was not stored');
  return roomId;
}

/** Id of the room, locked until the transaction ends; null while the team has none. */
export async function lockTeamRoom(db: Executor, teamId: number): Promise<number | null> {
  const [room] = await db
    .select({ id: chatRooms.id })
    .from(chatRooms)
    .where(eq(chatRooms.teamId, teamId))
    .for('no key update');
  return room?.id ?? null;
}

/** Takes a member out of the room, who cannot undo it. Needs the lock of the room. */
export async function removeFromRoom(
  db: Executor,
  side: { roomId: number; memberId: number },
  outAt: Date,
): Promise<void> {
  const { roomId, memberId } = side;
  const gone = { isOut: true, outAt, leftAt: null };
  await db
    .insert(chatRoomMembers)
    .values({ roomId, memberId, ...gone })
    .onConflictDoUpdate({
      target: [chatRoomMembers.roomId, chatRoomMembers.memberId],
      set: gone,
    });
}
