import { and, asc, desc, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import {
  chatMessages,
  chatPictures,
  chatRoomMembers,
  chatRooms,
  members,
  reportedMessages,
} from '../../db/schema/index.ts';
import { isShownTo } from '../../domain/access/blocks.sql.ts';
import { isInRoom } from '../../domain/access/chat-rooms.sql.ts';

const columns = {
  messageId: chatMessages.id,
  senderId: chatMessages.senderId,
  content: chatMessages.content,
  pictureKey: chatPictures.key,
  recalledAt: chatMessages.recalledAt,
  sentAt: chatMessages.createdAt,
};

type NewRow = typeof reportedMessages.$inferInsert;
export type StoredMessage = Omit<NewRow, 'inquiryId' | 'isReported'>;

/** A message that the member received and sees, and the start of what is visible to the member. */
export async function findReceived(
  db: Executor,
  { messageId, memberId }: { messageId: number; memberId: number },
) {
  // A recall waits for the lock, or is seen by the statement after it.
  const ofMessage = db
    .select({ id: chatMessages.roomId })
    .from(chatMessages)
    .where(eq(chatMessages.id, messageId));
  // Nobody holds up a room of others.
  const ofMember = db
    .select({ id: chatRoomMembers.roomId })
    .from(chatRoomMembers)
    .where(eq(chatRoomMembers.memberId, memberId));
  const locked = await db
    .select({ id: chatRooms.id })
    .from(chatRooms)
    .where(and(inArray(chatRooms.id, ofMessage), inArray(chatRooms.id, ofMember)))
    .for('no key update');
  if (locked.length === 0) return null;
  const side = and(
    eq(chatRoomMembers.roomId, chatMessages.roomId),
    eq(chatRoomMembers.memberId, memberId),
  );
  const [row] = await db
    .select({ ...columns, roomId: chatMessages.roomId, hiddenId: chatRoomMembers.hiddenId })
    .from(chatMessages)
    .innerJoin(chatRooms, eq(chatRooms.id, chatMessages.roomId))
    .innerJoin(chatRoomMembers, side)
    .leftJoin(chatPictures, eq(chatPictures.messageId, chatMessages.id))
    .where(
      and(
        eq(chatMessages.id, messageId),
        sql`${chatMessages.senderId} <> ${memberId}`,
        sql`${chatMessages.recalledAt} is null`,
        isInRoom,
        gt(chatMessages.id, chatRoomMembers.hiddenId),
        isShownTo(memberId),
      ),
    );
  return row ?? null;
}

interface Place {
  roomId: number;
  memberId: number;
  messageId: number;
  hiddenId: number;
}

/** Up to `count` messages on each side of one that the member sees. */
export async function listAround(
  db: Executor,
  { roomId, memberId, messageId, hiddenId }: Place,
  count: number,
): Promise<StoredMessage[]> {
  const select = (isThere: SQL, order: SQL) =>
    db
      .select(columns)
      .from(chatMessages)
      .leftJoin(chatPictures, eq(chatPictures.messageId, chatMessages.id))
      .where(
        and(
          eq(chatMessages.roomId, roomId),
          isThere,
          gt(chatMessages.id, hiddenId),
          isShownTo(memberId),
        ),
      )
      .orderBy(order)
      .limit(count);
  return [
    ...(await select(lt(chatMessages.id, messageId), desc(chatMessages.id))),
    ...(await select(gt(chatMessages.id, messageId), asc(chatMessages.id))),
  ];
}

export async function insertReportedMessages(db: Executor, rows: readonly NewRow[]): Promise<void> {
  await db.insert(reportedMessages).values([...rows]);
}

/** Of a report, oldest first. */
export function listReportedMessages(db: Executor, inquiryId: number) {
  return db
    .select({
      messageId: reportedMessages.messageId,
      isReported: reportedMessages.isReported,
      senderId: reportedMessages.senderId,
      content: reportedMessages.content,
      pictureKey: reportedMessages.pictureKey,
      pictureWidth: chatPictures.width,
      pictureHeight: chatPictures.height,
      recalledAt: reportedMessages.recalledAt,
      sentAt: reportedMessages.sentAt,
      nickname: members.nickname,
      withdrawnAt: members.withdrawnAt,
    })
    .from(reportedMessages)
    .innerJoin(members, eq(members.id, reportedMessages.senderId))
    .leftJoin(chatPictures, eq(chatPictures.key, reportedMessages.pictureKey))
    .where(eq(reportedMessages.inquiryId, inquiryId))
    .orderBy(asc(reportedMessages.messageId));
}

export type SenderRow = Awaited<ReturnType<typeof listSenders>>[number];

/** Senders of reported messages; their texts are not selected. */
export async function listSenders(db: Executor, messageIds: readonly number[]) {
  if (messageIds.length === 0) return [];
  return db
    .selectDistinct({
      id: reportedMessages.messageId,
      senderId: reportedMessages.senderId,
      nickname: members.nickname,
      withdrawnAt: members.withdrawnAt,
    })
    .from(reportedMessages)
    .innerJoin(members, eq(members.id, reportedMessages.senderId))
    .where(
      and(
        inArray(reportedMessages.messageId, [...messageIds]),
        eq(reportedMessages.isReported, true),
      ),
    );
}
