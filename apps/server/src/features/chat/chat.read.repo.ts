import { and, asc, desc, eq, gt, not, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db, Executor } from '../../db/client.ts';
import { prepare } from '../../db/fast/fast.ts';
import {
  chatMessages,
  chatRoomMembers,
  chatRooms,
  friendships,
  lectures,
  members,
  posts,
} from '../../db/schema/index.ts';
import { blocks, hasBlock, isShownTo } from '../../domain/access/blocks.sql.ts';
import {
  isInRoom,
  isOfPair,
  membersIn,
  partnerOf,
  unreadIn,
} from '../../domain/access/chat-rooms.sql.ts';
import { itemColumns, postOfRoom } from './chat.items.repo.ts';
import { newestFirst } from './chat.messages.repo.ts';
import { sideColumns } from './chat.repo.ts';

const partnerColumns = {
  id: members.id,
  nickname: members.nickname,
  profileImageUrl: members.profileImageUrl,
  withdrawnAt: members.withdrawnAt,
  suspendedUntil: members.suspendedUntil,
};

const lectureColumns = {
  id: lectures.id,
  title: lectures.title,
  year: lectures.year,
  professorId: lectures.professorId,
  semester: lectures.semester,
};

export type LectureRow = Pick<
  typeof lectures.$inferSelect,
  'id' | 'title' | 'year' | 'semester' | 'professorId'
>;

export type PartnerRow = Pick<typeof members.$inferSelect, keyof typeof partnerColumns>;

const side = chatRoomMembers;
const own = alias(members, 'own');
const partnerSide = alias(chatRoomMembers, 'partner_side');
const isPartnerSide = and(
  eq(partnerSide.roomId, side.roomId),
  eq(partnerSide.memberId, partnerOf(side.memberId)),
);
/** Characters read of the newest message, enough for its preview. */
const PREVIEW_UNITS = 1_000;

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
      isRemoved: sql<boolean>`${chatMessages.isRemoved}`.as('newest_is_removed'),
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
      lecture: lectureColumns,
      memberCount: membersIn,
      isMuted: side.isMuted,
      unreadCount: unreadIn,
      lastMessage: newest.content,
      isLastRecalled: newest.isRecalled,
      isLastRemoved: newest.isRemoved,
      ...itemColumns,
      newestAt: newest.createdAt,
      areFriends,
      isBlocker: blocks(me, members.id),
    })
    .from(side)
    .innerJoin(chatRooms, eq(chatRooms.id, side.roomId))
    .leftJoin(members, eq(members.id, partnerOf(side.memberId)))
    .leftJoin(lectures, eq(lectures.id, chatRooms.lectureId))
    .leftJoinLateral(newest, sql`true`)
    .leftJoin(posts, eq(posts.id, postOfRoom))
    .where(and(eq(side.memberId, memberId), isInRoom))
    .orderBy(desc(sql`coalesce(${newest.createdAt}, ${chatRooms.createdAt})`), desc(side.roomId));
}

export type RoomRow = Awaited<ReturnType<typeof listRooms>>[number];

const total = sql<number>`coalesce(sum(${unreadIn}), 0)`.mapWith(Number);

const isNew = and(
  isInRoom,
  sql`(${side.unreadCount} > 0 or not ${isOfPair})`,
  not(blocks(side.memberId, partnerOf(side.memberId))),
);

/** Unread messages, except those of members whom the member blocks. */
export async function countNewMessages(db: Executor, memberId: number): Promise<number> {
  const [row] = await db
    .select({ total })
    .from(side)
    .innerJoin(chatRooms, eq(chatRooms.id, side.roomId))
    .where(and(eq(side.memberId, memberId), isNew));
  return row?.total ?? 0;
}

/** `countNewMessages` of several members. */
export function prepareCountNew(db: Db) {
  const select = db
    .select({ memberId: side.memberId, total })
    .from(side)
    .innerJoin(chatRooms, eq(chatRooms.id, side.roomId))
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
  const partnerId = partnerOf(me);
  const select = db
    .select({
      side: sideColumns,
      partner: partnerColumns,
      areFriends,
      lecture: lectureColumns,
      /** Of the member. */
      ownName: own.nickname,
      ownImage: own.profileImageUrl,
      isBlocker: blocks(me, partnerId),
      isBlocked: blocks(partnerId, me),
      sentId: chatMessages.id,
      ...itemColumns,
    })
    .from(chatRooms)
    .innerJoin(side, and(eq(side.roomId, chatRooms.id), eq(side.memberId, me)))
    .innerJoin(own, eq(own.id, side.memberId))
    .leftJoin(members, eq(members.id, partnerId))
    .leftJoin(lectures, eq(lectures.id, chatRooms.lectureId))
    .leftJoin(posts, eq(posts.id, postOfRoom))
    .leftJoin(
      chatMessages,
      and(
        eq(chatMessages.roomId, chatRooms.id),
        eq(chatMessages.senderId, me),
        eq(chatMessages.clientId, sql.placeholder('clientId')),
      ),
    )
    .where(eq(chatRooms.id, sql.placeholder('roomId')));
  const query = prepare(db, 'read_room', select);
  return (place: { memberId: number; roomId: number; clientId: string | null }) =>
    query(place, ([row]) => row ?? null);
}

/** A member of a room whom something in it concerns. */
export interface Recipient {
  memberId: number;
  isIn: boolean;
  /** Sees the message that is replied to. */
  seesQuoted: boolean;
  /** Blocks the actor, of whom nothing new must reach them. */
  isBlocker: boolean;
}

/** All who have ever been in a room. */
export async function listSideIds(db: Executor, roomId: number): Promise<number[]> {
  const rows = await db.select({ id: side.memberId }).from(side).where(eq(side.roomId, roomId));
  return rows.map(({ id }) => id);
}

/** Both members of a pair, and those who are in the room of a lecture or a team. Needs the room's lock. */
export function prepareListRecipients(db: Db) {
  const me = sql`${sql.placeholder('memberId')}::bigint`;
  const quoted = sql`exists (select 1 from ${chatMessages}
    where ${chatMessages.id} = ${sql.placeholder('replyToId')}::bigint
      and ${chatMessages.id} > ${side.hiddenId} and ${isShownTo(side.memberId)})`;
  const select = db
    .select({
      memberId: side.memberId,
      isIn: isInRoom,
      seesQuoted: sql<boolean>`${quoted}`,
      isBlocker: blocks(side.memberId, me),
    })
    .from(side)
    .innerJoin(chatRooms, eq(chatRooms.id, side.roomId))
    .where(and(eq(side.roomId, sql.placeholder('roomId')), or(isInRoom, isOfPair)))
    .orderBy(asc(side.memberId));
  const query = prepare(db, 'list_recipients', select);
  return (place: { memberId: number; roomId: number; replyToId: number | null }) => query(place);
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
      /** 0 in the room of a lecture or a team. */
      partnerReadId: sql<number>`coalesce(${partnerSide.readId}, 0)`.mapWith(partnerSide.readId),
      partnerId: partnerOf(side.memberId),
    })
    .from(side)
    .innerJoin(chatRooms, eq(chatRooms.id, side.roomId))
    .leftJoin(partnerSide, isPartnerSide)
    .where(
      and(
        eq(side.roomId, sql.placeholder('roomId')),
        eq(side.memberId, sql.placeholder('memberId')),
        isInRoom,
      ),
    );
  const query = prepare(db, 'find_mail_view', select);
  return (values: { roomId: number; memberId: number; beforeId: number | null }) =>
    query(values, ([row]) => row ?? null)(db);
}

export async function findPartner(db: Executor, memberId: number): Promise<PartnerRow | null> {
  const [row] = await db.select(partnerColumns).from(members).where(eq(members.id, memberId));
  return row ?? null;
}
