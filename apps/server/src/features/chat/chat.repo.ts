import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Executor } from '../../db/client.ts';
import { chatMessages, chatRoomMembers, chatRooms } from '../../db/schema/index.ts';
import type { Authorised } from '../../domain/access/authorised.ts';

/** One member's row of a room, with its partner. */
export interface Side {
  roomId: number;
  memberId: number;
  partnerId: number;
  /** The member left or was not written to yet; the partner's next message brings the room. */
  isOut: boolean;
  unreadCount: number;
}

/** A side whose member has not left the room. */
export type EnteredSide = Authorised<'enter', Side>;

export const messageColumns = {
  id: chatMessages.id,
  senderId: chatMessages.senderId,
  content: chatMessages.content,
  createdAt: chatMessages.createdAt,
  clientId: chatMessages.clientId,
};

export type MessageRow = Pick<typeof chatMessages.$inferSelect, keyof typeof messageColumns>;

/** Inserts the room of a pair; the partner is out of it until the first message. Null when it exists. */
export async function insertRoom(
  db: Executor,
  { memberId, partnerId }: { memberId: number; partnerId: number },
  createdAt: Date,
) {
  const [lowId, highId] = [Math.min(memberId, partnerId), Math.max(memberId, partnerId)];
  const [row] = await db
    .insert(chatRooms)
    .values({ lowId, highId, createdAt })
    .onConflictDoNothing()
    .returning({ id: chatRooms.id });
  if (row === undefined) return null;
  await db.insert(chatRoomMembers).values([
    { roomId: row.id, memberId },
    { roomId: row.id, memberId: partnerId, isOut: true, outAt: createdAt },
  ]);
  return row.id;
}

/** Locks the room of two members until the transaction ends; returns the member's side. */
export function lockSideWith(db: Executor, memberId: number, otherId: number) {
  const isLow = eq(chatRooms.lowId, Math.min(memberId, otherId));
  const isHigh = eq(chatRooms.highId, Math.max(memberId, otherId));
  return lockSideWhere(db, memberId, and(isLow, isHigh));
}

/**
 * Locks a room until the transaction ends and returns the member's side; null when the room is
 * unknown or not the member's. The lock serialises changes of a room, so that message ids follow
 * the order of commits.
 */
export function lockSide(db: Executor, memberId: number, roomId: number) {
  return lockSideWhere(db, memberId, eq(chatRooms.id, roomId));
}

async function lockSideWhere(
  db: Executor,
  memberId: number,
  isRoom: SQL | undefined,
): Promise<Side | null> {
  const [room] = await db
    .select({ id: chatRooms.id, lowId: chatRooms.lowId, highId: chatRooms.highId })
    .from(chatRooms)
    .where(and(isRoom, or(eq(chatRooms.lowId, memberId), eq(chatRooms.highId, memberId))))
    .for('no key update');
  if (room === undefined) return null;
  const [side] = await db
    .select({ isOut: chatRoomMembers.isOut, unreadCount: chatRoomMembers.unreadCount })
    .from(chatRoomMembers)
    .where(isSide({ roomId: room.id, memberId }));
  if (side === undefined) return null;
  return {
    roomId: room.id,
    memberId,
    partnerId: memberId === room.lowId ? room.highId : room.lowId,
    ...side,
  };
}

function isSide({ roomId, memberId }: Pick<Side, 'roomId' | 'memberId'>) {
  return and(eq(chatRoomMembers.roomId, roomId), eq(chatRoomMembers.memberId, memberId));
}

/** Needs the lock of the room, like the writes below. */
export async function reopenSide(db: Executor, side: Side): Promise<void> {
  await db.update(chatRoomMembers).set({ isOut: false, outAt: null }).where(isSide(side));
}

/** The message that the sender already stored under this id, or null. */
export async function findByClientId(
  db: Executor,
  { roomId, senderId, clientId }: { roomId: number; senderId: number; clientId: string },
) {
  const isSent = and(eq(chatMessages.roomId, roomId), eq(chatMessages.senderId, senderId));
  const [row] = await db
    .select(messageColumns)
    .from(chatMessages)
    .where(and(isSent, eq(chatMessages.clientId, clientId)));
  return row ?? null;
}

/** Inserts a message, counts it as unread for the partner and brings a partner who left back. */
export async function insertMessage(
  db: Executor,
  { roomId, memberId: senderId, partnerId }: Authorised<'send', Side>,
  values: { clientId: string | null; content: string; createdAt: Date },
): Promise<MessageRow> {
  const { createdAt } = values;
  const message = db.$with('message').as(
    db
      .insert(chatMessages)
      .values({ roomId, senderId, ...values })
      .returning(messageColumns),
  );
  const room = db
    .$with('room')
    .as(
      db
        .update(chatRooms)
        .set({ lastMessageAt: createdAt })
        .where(eq(chatRooms.id, roomId))
        .returning({ id: chatRooms.id }),
    );
  const partner = db.$with('partner').as(
    db
      .update(chatRoomMembers)
      .set({ unreadCount: sql`${chatRoomMembers.unreadCount} + 1`, isOut: false, outAt: null })
      .where(isSide({ roomId, memberId: partnerId }))
      .returning({ id: chatRoomMembers.memberId }),
  );
  const [row] = await db.with(message, room, partner).select().from(message);
  if (row === undefined) throw new Error('the message was not stored');
  return row;
}

function newestId(roomId: number): SQL<number> {
  return sql<number>`coalesce((select max(${chatMessages.id}) from ${chatMessages} where ${chatMessages.roomId} = ${roomId}), 0)`;
}

/** Marks all messages as read; returns the id of the newest. */
export function readSide(db: Executor, side: EnteredSide) {
  return updateSide(db, side, { readId: newestId(side.roomId), unreadCount: 0 });
}

/** Removes the member from the room and hides all messages so far; returns the id of the newest. */
export function leaveSide(db: Executor, side: EnteredSide, outAt: Date) {
  const newest = newestId(side.roomId);
  const left = { readId: newest, hiddenId: newest, unreadCount: 0, isOut: true, outAt };
  return updateSide(db, side, left);
}

async function updateSide(
  db: Executor,
  side: EnteredSide,
  values: PgUpdateSetSource<typeof chatRoomMembers>,
): Promise<number> {
  const [row] = await db
    .update(chatRoomMembers)
    .set(values)
    .where(isSide(side))
    .returning({ readId: chatRoomMembers.readId });
  return row?.readId ?? 0;
}
