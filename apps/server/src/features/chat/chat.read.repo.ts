import { and, desc, eq, gt, lt, not, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db, Executor } from '../../db/client.ts';
import {
  chatMessages,
  chatRoomMembers,
  chatRooms,
  friendships,
  members,
} from '../../db/schema/index.ts';
import { blocks, hasBlock } from '../../domain/access/blocks.sql.ts';
import { messageColumns } from './chat.repo.ts';

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

/** Rooms the member has not left with their newest visible message, newest first. */
export async function listRooms(db: Executor, memberId: number) {
  const me = sql`${memberId}::bigint`;
  const newest = db
    .select({
      content: sql<string>`left(${chatMessages.content}, ${PREVIEW_UNITS})`.as('newest_content'),
      createdAt: sql<Date>`${chatMessages.createdAt}`
        .mapWith(chatMessages.createdAt)
        .as('newest_created_at'),
    })
    .from(chatMessages)
    .where(and(eq(chatMessages.roomId, side.roomId), gt(chatMessages.id, side.hiddenId)))
    .orderBy(newestFirst)
    .limit(1)
    .as('newest');
  return db
    .select({
      roomId: side.roomId,
      partner: partnerColumns,
      unreadCount: side.unreadCount,
      lastMessage: newest.content,
      lastMessageAt: newest.createdAt,
      areFriends: sql<boolean>`exists (select 1 from ${friendships}
        where ${friendships.lowId} = ${chatRooms.lowId} and ${friendships.highId} = ${chatRooms.highId}
          and ${friendships.status} = 'accepted')`,
      /** Either blocks the other. */
      hasBlock: hasBlock(me, members.id),
    })
    .from(side)
    .innerJoin(chatRooms, eq(chatRooms.id, side.roomId))
    .innerJoin(
      members,
      sql`${members.id} = case when ${chatRooms.lowId} = ${me} then ${chatRooms.highId} else ${chatRooms.lowId} end`,
    )
    .leftJoinLateral(newest, sql`true`)
    .where(and(eq(side.memberId, memberId), eq(side.isOut, false)))
    .orderBy(desc(sql`coalesce(${newest.createdAt}, ${chatRooms.createdAt})`), desc(side.roomId));
}

export type RoomRow = Awaited<ReturnType<typeof listRooms>>[number];

/** Rooms with unread messages, except those with members whom the member blocks. */
export async function countNewRooms(db: Executor, memberId: number): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)` })
    .from(side)
    .innerJoin(partnerSide, isPartnerSide)
    .where(
      and(
        eq(side.memberId, memberId),
        eq(side.isOut, false),
        gt(side.unreadCount, 0),
        not(blocks(side.memberId, partnerSide.memberId)),
      ),
    );
  return row?.total ?? 0;
}

/** Prepared: the visible range of a room, or null when the member is not in it. */
export function prepareFindView(db: Db) {
  const query = db
    .select({ hiddenId: side.hiddenId, partnerReadId: partnerSide.readId })
    .from(side)
    .innerJoin(partnerSide, isPartnerSide)
    .where(
      and(
        eq(side.roomId, sql.placeholder('roomId')),
        eq(side.memberId, sql.placeholder('memberId')),
        eq(side.isOut, false),
      ),
    )
    .prepare('find_mail_view');
  return async (values: { roomId: number; memberId: number }) =>
    (await query.execute(values))[0] ?? null;
}

/** Prepared: messages between two ids, both excluded, newest first. */
export function prepareListMessages(db: Db) {
  const query = db
    .select(messageColumns)
    .from(chatMessages)
    .where(
      and(
        eq(chatMessages.roomId, sql.placeholder('roomId')),
        gt(chatMessages.id, sql.placeholder('afterId')),
        lt(chatMessages.id, sql.placeholder('beforeId')),
      ),
    )
    .orderBy(newestFirst)
    .limit(sql.placeholder('limit'))
    .prepare('list_mail_messages');
  return (values: { roomId: number; afterId: number; beforeId: number; limit: number }) =>
    query.execute(values);
}

export async function findPartner(db: Executor, memberId: number): Promise<PartnerRow | null> {
  const [row] = await db.select(partnerColumns).from(members).where(eq(members.id, memberId));
  return row ?? null;
}
