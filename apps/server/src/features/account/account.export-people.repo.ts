import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../db/client.ts';
import {
  chatMessages,
  chatRoomMembers,
  chatRooms,
  friendships,
  memberBlocks,
  members,
} from '../../db/schema/index.ts';
import type { Self } from './account.export.repo.ts';

const partner = alias(members, 'partner');
/** Null for a withdrawn member. */
const partnerName = sql<
  string | null
>`case when ${partner.withdrawnAt} is null then ${partner.nickname} end`;

/** Friends and pending requests; `sent`: the member requested. */
export function readFriends(db: Executor, { memberId }: Self) {
  return db
    .select({
      nickname: partnerName,
      status: friendships.status,
      sent: sql<boolean>`${friendships.requesterId} = ${memberId}`,
      createdAt: friendships.createdAt,
      decidedAt: friendships.decidedAt,
    })
    .from(friendships)
    .innerJoin(partner, isOther(friendships.lowId, friendships.highId, memberId))
    .where(
      and(
        or(eq(friendships.lowId, memberId), eq(friendships.highId, memberId)),
        inArray(friendships.status, ['accepted', 'pending']),
      ),
    )
    .orderBy(asc(friendships.id));
}

export function readBlocks(db: Executor, { memberId }: Self) {
  return db
    .select({ nickname: partnerName, createdAt: memberBlocks.createdAt })
    .from(memberBlocks)
    .innerJoin(partner, eq(partner.id, memberBlocks.blockedId))
    .where(eq(memberBlocks.blockerId, memberId))
    .orderBy(asc(memberBlocks.createdAt));
}

export function readRooms(db: Executor, { memberId }: Self) {
  return db
    .select({
      roomId: chatRooms.id,
      partner: partnerName,
      left: chatRoomMembers.isOut,
      createdAt: chatRooms.createdAt,
    })
    .from(chatRooms)
    .innerJoin(
      chatRoomMembers,
      and(eq(chatRoomMembers.roomId, chatRooms.id), eq(chatRoomMembers.memberId, memberId)),
    )
    .innerJoin(partner, isOther(chatRooms.lowId, chatRooms.highId, memberId))
    .orderBy(asc(chatRooms.id));
}

export function readMessages(db: Executor, { memberId }: Self) {
  return db
    .select({
      id: chatMessages.id,
      roomId: chatMessages.roomId,
      content: chatMessages.content,
      createdAt: chatMessages.createdAt,
    })
    .from(chatMessages)
    .where(eq(chatMessages.senderId, memberId))
    .orderBy(asc(chatMessages.id));
}

function isOther(
  low: typeof friendships.lowId | typeof chatRooms.lowId,
  high: typeof friendships.highId | typeof chatRooms.highId,
  memberId: number,
): SQL {
  return sql`${partner.id} = case when ${low} = ${memberId} then ${high} else ${low} end
    and ${memberId} in (${low}, ${high})`;
}
