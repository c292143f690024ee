import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Db, Executor } from '../../db/client.ts';
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
import { isActive } from '../../domain/access/members.sql.ts';
import { createUploadRows, STATUS } from './uploads.repo.ts';

const isReported = sql`exists (select 1 from ${reportedMessages}
  where ${reportedMessages.pictureKey} = ${chatPictures.key})`;

export const chatPictureRows = createUploadRows({
  table: chatPictures,
  isUnused: sql`${chatPictures.messageId} is null and not ${isReported}`,
  isOfDeleted: () => sql`false`,
});

interface Use {
  key: string;
  messageId: number;
  memberId: number;
  now: Date;
}

/** Gives a message a checked, unused picture of its sender; null when it is none. */
export async function attachToMessage(db: Executor, { key, messageId, memberId, now }: Use) {
  const [row] = await db
    .update(chatPictures)
    .set({ messageId, attachedAt: now })
    .where(
      and(
        eq(chatPictures.key, key),
        eq(chatPictures.ownerId, memberId),
        eq(chatPictures.status, STATUS.ready),
        isNull(chatPictures.messageId),
        isNull(chatPictures.attachedAt),
      ),
    )
    .returning({ width: chatPictures.width, height: chatPictures.height });
  return row ?? null;
}

/** Takes the picture from a message; returns its key unless a report keeps it. */
export async function detachFromMessage(db: Executor, messageId: number): Promise<string[]> {
  const rows = await db
    .update(chatPictures)
    .set({
      messageId: null,
      status: sql`case when ${isReported} then ${chatPictures.status} else ${STATUS.removing} end`,
    })
    .where(eq(chatPictures.messageId, messageId))
    .returning({ key: chatPictures.key, status: chatPictures.status });
  return rows.filter(({ status }) => status === STATUS.removing).map(({ key }) => key);
}

/** One side of a pair, or a member of the room of a lecture. */
type Reader = { isLow: boolean } | { readerId: number };

/** Key of the picture of a message that a member of its room can see now, or null. */
export async function findShown(
  db: Db,
  { messageId, now, ...reader }: { messageId: number; now: Date } & Reader,
): Promise<string | null> {
  const readerId =
    'readerId' in reader
      ? sql`${reader.readerId}::bigint`
      : reader.isLow
        ? chatRooms.lowId
        : chatRooms.highId;
  const side = and(
    eq(chatRoomMembers.roomId, chatRooms.id),
    eq(chatRoomMembers.memberId, readerId),
  );
  const [row] = await db
    .select({ key: chatPictures.key })
    .from(chatPictures)
    .innerJoin(chatMessages, eq(chatMessages.id, chatPictures.messageId))
    .innerJoin(chatRooms, eq(chatRooms.id, chatMessages.roomId))
    .innerJoin(chatRoomMembers, side)
    .innerJoin(members, and(eq(members.id, chatRoomMembers.memberId), isActive(now)))
    .where(
      and(
        eq(chatPictures.messageId, messageId),
        eq(chatPictures.status, STATUS.ready),
        isInRoom,
        gt(chatMessages.id, chatRoomMembers.hiddenId),
        isShownTo(chatRoomMembers.memberId),
      ),
    );
  return row?.key ?? null;
}

/** Key of a picture that a report contains, or null. */
export async function findReported(
  db: Db,
  { inquiryId, messageId }: { inquiryId: number; messageId: number },
): Promise<string | null> {
  const [row] = await db
    .select({ key: reportedMessages.pictureKey })
    .from(reportedMessages)
    .where(
      and(eq(reportedMessages.inquiryId, inquiryId), eq(reportedMessages.messageId, messageId)),
    );
  return row?.key ?? null;
}

export async function findSent(
  db: Db,
  { memberId, messageId }: { memberId: number; messageId: number },
): Promise<string | null> {
  const [row] = await db
    .select({ key: chatPictures.key })
    .from(chatPictures)
    .where(and(eq(chatPictures.messageId, messageId), eq(chatPictures.ownerId, memberId)));
  return row?.key ?? null;
}
