import { and, desc, eq, gt, lt, not, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db, Executor } from '../../db/client.ts';
import { prepare } from '../../db/fast/fast.ts';
import {
  chatMessages,
  chatPictures,
  chatRoomMembers,
  chatRooms,
  friendships,
  members,
  posts,
} from '../../db/schema/index.ts';
import { blocks, hasBlock, isShownTo } from '../../domain/access/blocks.sql.ts';
import { itemColumns } from './chat.items.repo.ts';
import { messageColumns, pictureColumns } from './chat.repo.ts';

const partnerColumns = {
  id: members.id,
  nickname: members.nickname,
  profileImageUrl: members.profileImageUrl,
  withdrawnAt: members.withdrawnAt,
  suspendedUntil: members.suspendedUntil,
};

export type PartnerRow = Pick<typeof members.$inferSelect, keyof typeof partnerColumns>;

const side = chatRoomMembers;
const partnerSide = alias(chatRoomMembers, 'partner_side');
const isPartnerSide = and(
  eq(partnerSide.roomId, side.roomId),
  sql`${partnerSide.memberId} <> ${side.memberId}`,
);
/** Characters read of the newest message, enough for its preview. */
const PREVIEW_UNITS = 1_000;

/** Must match the index, which has nulls last. */
const newestFirst = sql`${chatMessages.id} desc nulls last`;

const areFriends = sql<boolean>`exists (select 1 from ${friendships}
  where ${friendships.lowId} = ${chatRooms.lowId} and ${friendships.highId} = ${chatRooms.highId}
    and ${friendships.status} = 'accepted' and not ${hasBlock(friendships.lowId, friendships.highId)})`;

/** Rooms the member has not left with their newest visible message, newest first. */
export async function listRooms(db: Executor, memberId: number) {
  const me = sql`${memberId}::bigint`;
  const newest = db
    .select({
      content: sql<string>`left(${chatMessages.content}, ${PREVIEW_UNITS})`.as('newest_content'),
      isRecalled: sql<boolean>`${chatMessages.recalledAt} is not null`.as('newest_is_recalled'),
      createdAt: sql<Date>`${chatMessages.createdAt}`
        .mapWith(chatMessages.createdAt)
        .as('newest_created_at'),
    })
    .from(chatMessages)
    .where(
      and(
        eq(chatMessages.roomId, side.roomId),
        gt(chatMessages.id, side.hiddenId),
        isShownTo(side.memberId),
      ),
    )
    .orderBy(newestFirst)
    .limit(1)
    .as('newest');
  return db
    .select({
      roomId: side.roomId,
      partner: partnerColumns,
      unreadCount: side.unreadCount,
      lastMessage: newest.content,
      isLastRecalled: newest.isRecalled,
      ...itemColumns,
      newestAt: newest.createdAt,
      areFriends,
      isBlocker: blocks(me, members.id),
    })
    .from(side)
    .innerJoin(chatRooms, eq(chatRooms.id, side.roomId))
    .innerJoin(
      members,
      sql`${members.id} = case when ${chatRooms.lowId} = ${me} then ${chatRooms.highId} else ${chatRooms.lowId} end`,
    )
    .leftJoinLateral(newest, sql`true`)
    .leftJoin(posts, eq(posts.id, chatRooms.itemId))
    .where(and(eq(side.memberId, memberId), eq(side.isOut, false)))
    .orderBy(desc(sql`coalesce(${newest.createdAt}, ${chatRooms.createdAt})`), desc(side.roomId));
}

export type RoomRow = Awaited<ReturnType<typeof listRooms>>[number];

const total = sql<number>`coalesce(sum(${side.unreadCount}), 0)`.mapWith(Number);

const isNew = and(
  eq(side.isOut, false),
  gt(side.unreadCount, 0),
  not(blocks(side.memberId, partnerSide.memberId)),
);

/** Unread messages, except those of members whom the member blocks. */
export async function countNewMessages(db: Executor, memberId: number): Promise<number> {
  const [row] = await db
    .select({ total })
    .from(side)
    .innerJoin(partnerSide, isPartnerSide)
    .where(and(eq(side.memberId, memberId), isNew));
  return row?.total ?? 0;
}

/** `countNewMessages` of several members. */
export function prepareCountNew(db: Db) {
  const select = db
    .select({ memberId: side.memberId, total })
    .from(side)
    .innerJoin(partnerSide, isPartnerSide)
    .where(and(sql`${side.memberId} = any(${sql.placeholder('ids')}::bigint[])`, isNew))
    .groupBy(side.memberId);
  const query = prepare(db, 'count_new_messages', select);
  return (ids: readonly number[]) =>
    query({ ids }, (rows) => new Map(rows.map((row) => [row.memberId, row.total])));
}

/**
 * What decides about a message of a member of a room, with the message that it already stored under the
 * client id; null when the room is unknown or not the member's. Needs the room's lock.
 */
export function prepareReadRoom(db: Db) {
  const me = sql`${sql.placeholder('memberId')}::bigint`;
  const partnerId =
    sql<number>`case when ${chatRooms.lowId} = ${me} then ${chatRooms.highId} else ${chatRooms.lowId} end`.mapWith(
      chatRooms.lowId,
    );
  const select = db
    .select({
      side: {
        roomId: side.roomId,
        memberId: side.memberId,
        partnerId,
        isOut: side.isOut,
        unreadCount: side.unreadCount,
      },
      isPartnerOut: partnerSide.isOut,
      partner: partnerColumns,
      areFriends,
      isBlocker: blocks(me, partnerId),
      isBlocked: blocks(partnerId, me),
      sent: messageColumns,
      sentPicture: pictureColumns,
      ...itemColumns,
    })
    .from(chatRooms)
    .innerJoin(side, and(eq(side.roomId, chatRooms.id), eq(side.memberId, me)))
    .innerJoin(partnerSide, isPartnerSide)
    .leftJoin(members, eq(members.id, partnerSide.memberId))
    .leftJoin(posts, eq(posts.id, chatRooms.itemId))
    .leftJoin(
      chatMessages,
      and(
        eq(chatMessages.roomId, chatRooms.id),
        eq(chatMessages.senderId, me),
        eq(chatMessages.clientId, sql.placeholder('clientId')),
      ),
    )
    .leftJoin(chatPictures, eq(chatPictures.messageId, chatMessages.id))
    .where(eq(chatRooms.id, sql.placeholder('roomId')));
  const query = prepare(db, 'read_room', select);
  return (place: { memberId: number; roomId: number; clientId: string | null }) =>
    query(place, ([row]) => row ?? null);
}

/**
 * Prepared: the visible range of a room, or null when the member is not in it. `isAnchor`: `beforeId` is a message
 * of the room that the member sees, or the number before one, which an existing client sends.
 */
export function prepareFindView(db: Db) {
  const beforeId = sql`${sql.placeholder('beforeId')}::bigint`;
  const known = db
    .select({ id: chatMessages.id })
    .from(chatMessages)
    .where(and(eq(chatMessages.roomId, side.roomId), eq(chatMessages.id, beforeId)));
  const anchored = sql`${chatMessages.id} = case when exists ${known} then ${beforeId} else ${beforeId} + 1 end`;
  const anchor = db
    .select({ id: chatMessages.id })
    .from(chatMessages)
    .where(
      and(
        eq(chatMessages.roomId, side.roomId),
        anchored,
        gt(chatMessages.id, side.hiddenId),
        isShownTo(side.memberId),
      ),
    );
  const select = db
    .select({
      isAnchor: sql<boolean>`exists ${anchor}`,
      hiddenId: side.hiddenId,
      partnerReadId: partnerSide.readId,
      isLow: sql<boolean>`${side.memberId} < ${partnerSide.memberId}`,
    })
    .from(side)
    .innerJoin(partnerSide, isPartnerSide)
    .where(
      and(
        eq(side.roomId, sql.placeholder('roomId')),
        eq(side.memberId, sql.placeholder('memberId')),
        eq(side.isOut, false),
      ),
    );
  const query = prepare(db, 'find_mail_view', select);
  return (values: { roomId: number; memberId: number; beforeId: number | null }) =>
    query(values, ([row]) => row ?? null)(db);
}

interface Range extends Record<string, unknown> {
  roomId: number;
  memberId: number;
  afterId: number;
  beforeId: number;
  limit: number;
}

/** Prepared: messages between two ids, both excluded, that the member sees, newest first. */
export function prepareListMessages(db: Db) {
  const select = db
    .select({ ...messageColumns, ...pictureColumns })
    .from(chatMessages)
    .leftJoin(chatPictures, eq(chatPictures.messageId, chatMessages.id))
    .where(
      and(
        eq(chatMessages.roomId, sql.placeholder('roomId')),
        gt(chatMessages.id, sql.placeholder('afterId')),
        lt(chatMessages.id, sql.placeholder('beforeId')),
        isShownTo(sql.placeholder('memberId')),
      ),
    )
    .orderBy(newestFirst)
    .limit(sql.placeholder('limit'));
  const query = prepare(db, 'list_mail_messages', select);
  return (values: Range) => query(values)(db);
}

export async function findPartner(db: Executor, memberId: number): Promise<PartnerRow | null> {
  const [row] = await db.select(partnerColumns).from(members).where(eq(members.id, memberId));
  return row ?? null;
}
