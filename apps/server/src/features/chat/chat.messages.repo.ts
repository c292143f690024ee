import type { ChatReaction } from '@naru/contract/chat';
import { and, eq, gt, gte, lt, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db, Executor } from '../../db/client.ts';
import { prepare } from '../../db/fast/fast.ts';
import { chatMessages, chatPictures, chatReactions, members } from '../../db/schema/index.ts';
import { isBlockedAuthor, isShownTo } from '../../domain/access/blocks.sql.ts';
import type { Side } from './chat.repo.ts';

const sender = alias(members, 'sender');
const quoted = alias(chatMessages, 'quoted');
const quotedSender = alias(members, 'quoted_sender');
/** Characters read of a quoted message, enough for its preview. */
const QUOTE_UNITS = 1_000;

/** Must match the index, which has nulls last. */
export const newestFirst = sql`${chatMessages.id} desc nulls last`;

export interface ReactionCount {
  reaction: ChatReaction;
  count: number;
  isMine: boolean;
}

/** What the reader sees of the reactions of a row of `chat_messages`. */
function reactionsShownTo(readerId: unknown): SQL<ReactionCount[]> {
  return sql<ReactionCount[]>`coalesce((select json_agg(json_build_object(
      'reaction', shown.reaction, 'count', shown.count, 'isMine', shown.is_mine)) from (
    select ${chatReactions.reaction}, count(*) as count, bool_or(${chatReactions.memberId} = ${readerId}) as is_mine
    from ${chatReactions}
    where ${chatReactions.messageId} = ${chatMessages.id} and not ${isBlockedAuthor(chatReactions.memberId, readerId)}
    group by ${chatReactions.reaction}) as shown), '[]')`;
}

/** When a message of a room and the replies to it were sent. */
export async function listQuotingTimes(db: Executor, roomId: number, id: number): Promise<Date[]> {
  const rows = await db
    .select({ createdAt: chatMessages.createdAt })
    .from(chatMessages)
    .where(
      and(
        eq(chatMessages.roomId, roomId),
        gte(chatMessages.id, id),
        or(eq(chatMessages.id, id), eq(chatMessages.replyToId, id)),
      ),
    );
  return rows.map(({ createdAt }) => createdAt);
}

/** Messages as a reader sees them; `hiddenId`: up to it everything is hidden, also as a quotation. */
function selectMessages(db: Executor, readerId: unknown, hiddenId: unknown) {
  return db
    .select({
      id: chatMessages.id,
      senderId: chatMessages.senderId,
      senderName: sender.nickname,
      senderImage: sender.profileImageUrl,
      senderLeftAt: sender.withdrawnAt,
      content: chatMessages.content,
      createdAt: chatMessages.createdAt,
      clientId: chatMessages.clientId,
      recalledAt: chatMessages.recalledAt,
      isRemoved: chatMessages.isRemoved,
      isWithheld: chatMessages.isWithheld,
      pictureWidth: chatPictures.width,
      pictureHeight: chatPictures.height,
      reactions: reactionsShownTo(readerId),
      replyToId: chatMessages.replyToId,
      /** Nulls: the reader does not see the message. */
      quotedSenderId: quoted.senderId,
      quotedName: quotedSender.nickname,
      quotedLeftAt: quotedSender.withdrawnAt,
      quotedContent: sql<string | null>`left(${quoted.content}, ${sql.raw(String(QUOTE_UNITS))})`,
      quotedRecalledAt: quoted.recalledAt,
      quotedIsRemoved: quoted.isRemoved,
    })
    .from(chatMessages)
    .innerJoin(sender, eq(sender.id, chatMessages.senderId))
    .leftJoin(chatPictures, eq(chatPictures.messageId, chatMessages.id))
    .leftJoin(
      quoted,
      and(
        eq(quoted.id, chatMessages.replyToId),
        eq(quoted.roomId, chatMessages.roomId),
        sql`${quoted.id} > ${hiddenId}`,
        isShownTo(readerId, quoted),
      ),
    )
    .leftJoin(quotedSender, eq(quotedSender.id, quoted.senderId));
}

export type MessageRow = Awaited<ReturnType<typeof selectMessages>>[number];

interface Range extends Record<string, unknown> {
  roomId: number;
  memberId: number;
  afterId: number;
  beforeId: number;
  limit: number;
}

/** Prepared: messages between two ids, both excluded, that the member sees, newest first. */
export function prepareListMessages(db: Db) {
  const [memberId, afterId] = [sql.placeholder('memberId'), sql.placeholder('afterId')];
  const select = selectMessages(db, memberId, afterId)
    .where(
      and(
        eq(chatMessages.roomId, sql.placeholder('roomId')),
        gt(chatMessages.id, afterId),
        lt(chatMessages.id, sql.placeholder('beforeId')),
        isShownTo(memberId),
      ),
    )
    .orderBy(newestFirst)
    .limit(sql.placeholder('limit'));
  const query = prepare(db, 'list_mail_messages', select);
  return (values: Range) => query(values)(db);
}

/** A message that the member can see in the room, or null. */
export async function findMessage(
  db: Executor,
  { roomId, memberId, hiddenId }: Side,
  messageId: number,
): Promise<MessageRow | null> {
  const [row] = await selectMessages(db, memberId, hiddenId).where(
    and(
      eq(chatMessages.id, messageId),
      eq(chatMessages.roomId, roomId),
      gt(chatMessages.id, hiddenId),
      isShownTo(memberId),
    ),
  );
  return row ?? null;
}
