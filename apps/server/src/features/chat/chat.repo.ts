import { and, eq, exists, gt, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Db, Executor } from '../../db/client.ts';
import { prepare } from '../../db/fast/fast.ts';
import { chatMessages, chatReactions, chatRoomMembers, chatRooms } from '../../db/schema/index.ts';
import type { Authorised } from '../../domain/access/authorised.ts';
import { isShownTo } from '../../domain/access/blocks.sql.ts';
import { isInRoom, partnerOf } from '../../domain/access/chat-rooms.sql.ts';

/** One member's row of a room. */
export interface Side {
  roomId: number;
  memberId: number;
  /** The other one of a pair; null in the room of a lecture or a team. */
  partnerId: number | null;
  lectureId: number | null;
  /** The member left, or was not written to yet, or no longer belongs to the lecture. */
  isOut: boolean;
  unreadCount: number;
  /** Messages up to this one are hidden from the member. */
  hiddenId: number;
}

export const sideColumns = {
  roomId: chatRoomMembers.roomId,
  memberId: chatRoomMembers.memberId,
  partnerId: partnerOf(chatRoomMembers.memberId),
  lectureId: chatRooms.lectureId,
  isOut: sql<boolean>`not ${isInRoom}`,
  unreadCount: chatRoomMembers.unreadCount,
  hiddenId: chatRoomMembers.hiddenId,
};

/** A side whose member has not left the room. */
export type EnteredSide = Authorised<'enter', Side>;

/** `itemId`: of a room about an item; null for a room of friends. */
interface Pair {
  memberId: number;
  partnerId: number;
  itemId: number | null;
}

/** Inserts the room of a pair; the partner is out of it until the first message. Null when it exists. */
export async function insertRoom(
  db: Executor,
  { memberId, partnerId, itemId }: Pair,
  createdAt: Date,
) {
  const [lowId, highId] = [Math.min(memberId, partnerId), Math.max(memberId, partnerId)];
  const [row] = await db
    .insert(chatRooms)
    .values({ lowId, highId, itemId, createdAt })
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
export function lockSideWith(db: Executor, { memberId, partnerId, itemId }: Pair) {
  const isLow = eq(chatRooms.lowId, Math.min(memberId, partnerId));
  const isHigh = eq(chatRooms.highId, Math.max(memberId, partnerId));
  const isOfItem = itemId === null ? isNull(chatRooms.itemId) : eq(chatRooms.itemId, itemId);
  return lockSideWhere(db, memberId, and(isLow, isHigh, isOfItem));
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
    .select({ id: chatRooms.id })
    .from(chatRooms)
    .where(and(isRoom, hasSideOf(db, memberId)))
    .for('no key update');
  if (room === undefined) return null;
  const [side] = await db
    .select(sideColumns)
    .from(chatRoomMembers)
    .innerJoin(chatRooms, eq(chatRooms.id, chatRoomMembers.roomId))
    .where(isSide({ roomId: room.id, memberId }));
  return side ?? null;
}

function hasSideOf(db: Executor, memberId: unknown) {
  return exists(
    db
      .select({ one: sql`1` })
      .from(chatRoomMembers)
      .where(
        and(
          eq(chatRoomMembers.roomId, chatRooms.id),
          sql`${chatRoomMembers.memberId} = ${memberId}`,
        ),
      ),
  );
}

function isSide({ roomId, memberId }: Pick<Side, 'roomId' | 'memberId'>) {
  return and(eq(chatRoomMembers.roomId, roomId), eq(chatRoomMembers.memberId, memberId));
}

/** Needs the lock of the room, like the writes below. */
export async function reopenSide(db: Executor, side: Side): Promise<void> {
  await db.update(chatRoomMembers).set({ isOut: false, outAt: null }).where(isSide(side));
}

/**
 * Inserts a message, counts it as unread for the partner and brings a partner who left back, unless it is
 * withheld. Returns the id of the message.
 */
export function prepareInsertMessage(db: Db) {
  const of = sql.placeholder;
  const query = prepare<{ id: number }>(
    db,
    'insert_message',
    sql`with room as (
      update ${chatRooms} set last_message_at = ${of('createdAt')}::timestamptz where id = ${of('roomId')}
    ), partner as (
      update ${chatRoomMembers} set unread_count = unread_count + 1, is_out = false, out_at = null
      where room_id = ${of('roomId')} and member_id = ${of('partnerId')} and not ${of('isWithheld')}::boolean
    )
    insert into ${chatMessages} (room_id, sender_id, client_id, content, created_at, is_withheld, reply_to_id)
    values (${of('roomId')}::bigint, ${of('memberId')}::bigint, ${of('clientId')}, ${of('content')},
      ${of('createdAt')}::timestamptz, ${of('isWithheld')}::boolean, ${of('replyToId')}::bigint)
    returning id`,
  );
  return ({ roomId, memberId, partnerId }: Authorised<'send', Side>, values: NewMessage) =>
    query({ roomId, memberId, partnerId, ...values }, ([row]) => {
      if (row === undefined) throw new Error('the message was not stored');
      return row.id;
    });
}

interface NewMessage {
  clientId: string | null;
  content: string;
  createdAt: Date;
  isWithheld: boolean;
  replyToId: number | null;
}

/** Locks a member's room until the transaction ends, as `lockSide` does. */
export function prepareLockRoom(db: Db) {
  const memberId = sql.placeholder('memberId');
  const select = db
    .select({ id: chatRooms.id })
    .from(chatRooms)
    .where(and(eq(chatRooms.id, sql.placeholder('roomId')), hasSideOf(db, memberId)))
    .for('no key update');
  const query = prepare(db, 'lock_room', select);
  return (memberId: number, roomId: number) => query({ memberId, roomId });
}

/** Of the messages that the member is shown: whoever sent one across a block must not see it as read. */
function newestId(roomId: unknown, memberId: unknown): SQL<number> {
  return sql<number>`coalesce((select max(${chatMessages.id}) from ${chatMessages}
    where ${chatMessages.roomId} = ${roomId} and ${isShownTo(memberId)}), 0)`;
}

/** Marks all messages that the member is shown as read; returns the id of the newest. */
export function prepareReadSide(db: Db) {
  const [roomId, memberId] = [sql.placeholder('roomId'), sql.placeholder('memberId')];
  const update = db
    .update(chatRoomMembers)
    .set({ readId: newestId(roomId, memberId), unreadCount: 0 })
    .where(and(eq(chatRoomMembers.roomId, roomId), eq(chatRoomMembers.memberId, memberId)))
    .returning({ readId: chatRoomMembers.readId });
  const query = prepare(db, 'read_side', update);
  return ({ roomId, memberId }: EnteredSide) =>
    query({ roomId, memberId }, ([row]) => row?.readId ?? 0);
}

/** Erases a message, which is then no longer among the unread ones of the partner. */
export async function recallMessage(
  db: Executor,
  { id, isWithheld }: Authorised<'recall', { id: number; isWithheld: boolean }>,
  { roomId, partnerId }: EnteredSide,
  gone: { recalledAt: Date; isRemoved: boolean },
): Promise<void> {
  await db
    .update(chatMessages)
    .set({ content: '', ...gone })
    .where(eq(chatMessages.id, id));
  await db.delete(chatReactions).where(eq(chatReactions.messageId, id));
  if (isWithheld || partnerId === null) return;
  await db
    .update(chatRoomMembers)
    .set({ unreadCount: sql`greatest(${chatRoomMembers.unreadCount} - 1, 0)` })
    .where(and(isSide({ roomId, memberId: partnerId }), lt(chatRoomMembers.readId, id)));
}

/**
 * Removes the member from the room and hides all messages so far; returns the id of the newest. What was hidden
 * and read before stays known for `rejoinSide`.
 */
export function leaveSide(db: Executor, side: EnteredSide, outAt: Date) {
  const newest = newestId(side.roomId, side.memberId);
  const before = {
    leftAt: outAt,
    leftHiddenId: sql`${chatRoomMembers.hiddenId}`,
    leftReadId: sql`${chatRoomMembers.readId}`,
  };
  const left = { readId: newest, hiddenId: newest, unreadCount: 0, isOut: true, outAt };
  return updateSide(db, side, { ...left, ...before });
}

/**
 * Undoes `leaveSide` with what has arrived and was read since; false when the member left before `since` or not at
 * all, or has joined the room of a lecture or a team again.
 */
export async function rejoinSide(
  db: Executor,
  { roomId, memberId, partnerId }: Side,
  since: Date,
): Promise<boolean> {
  const { hiddenId, leftHiddenId, isOut, leftAt } = chatRoomMembers;
  // A message has brought the room of a pair back, where the member may have read it.
  const readId = sql<number>`case when ${chatRoomMembers.readId} > ${hiddenId} then ${chatRoomMembers.readId}
    else ${chatRoomMembers.leftReadId} end`;
  const isLeft = partnerId === null ? eq(isOut, true) : undefined;
  const unread = sql<number>`(select count(*) from ${chatMessages} where ${chatMessages.roomId} = ${roomId}
    and ${chatMessages.senderId} <> ${memberId} and ${chatMessages.recalledAt} is null
    and not ${chatMessages.isWithheld}
    and ${chatMessages.id} > greatest(${readId}, ${leftHiddenId}))`;
  const { rowCount } = await db
    .update(chatRoomMembers)
    .set({
      hiddenId: sql`${leftHiddenId}`,
      readId,
      unreadCount: partnerId === null ? 0 : unread,
      isOut: false,
      outAt: null,
      leftAt: null,
    })
    .where(and(isSide({ roomId, memberId }), gt(leftAt, since), isLeft));
  return rowCount === 1;
}

/** Keeps a room off the devices of a member, or lets it on again. */
export async function muteSide(db: Executor, side: EnteredSide, isMuted: boolean): Promise<void> {
  await db.update(chatRoomMembers).set({ isMuted }).where(isSide(side));
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
