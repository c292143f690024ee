import { aliasOfNumber } from '@naru/contract/alias-blocks';
import { WITHDRAWN_NAME } from '@naru/contract/boards';
import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../db/client.ts';
import { columns } from '../../db/columns.ts';
import {
  aliasBlocks,
  chatMessages,
  chatPictures,
  chatRoomMembers,
  chatRooms,
  friendships,
  memberBlocks,
  members,
  posts,
} from '../../db/schema/index.ts';
import type { Self } from './account.export.repo.ts';

const partner = alias(members, 'partner');
const partnerName = sql<string>`
  case when ${partner.withdrawnAt} is null then ${partner.nickname} else ${WITHDRAWN_NAME} end`;

/** Friends, blocks and chats; other members appear by their nickname only. */
export async function readPeople(db: Executor, { memberId, seal }: Self) {
  return {
    /** With pending requests; `sent`: the member requested. */
    friends: await db
      .select({
        nickname: partnerName,
        ...columns(friendships, 'status', 'createdAt', 'decidedAt'),
        sent: sql<boolean>`${friendships.requesterId} = ${memberId}`,
      })
      .from(friendships)
      .innerJoin(partner, isOther(friendships.lowId, friendships.highId, memberId))
      .where(
        and(
          or(eq(friendships.lowId, memberId), eq(friendships.highId, memberId)),
          inArray(friendships.status, ['accepted', 'pending']),
        ),
      )
      .orderBy(asc(friendships.id)),
    blocked: await db
      .select({ nickname: partnerName, createdAt: memberBlocks.createdAt })
      .from(memberBlocks)
      .innerJoin(partner, eq(partner.id, memberBlocks.blockedId))
      .where(eq(memberBlocks.blockerId, memberId))
      .orderBy(asc(memberBlocks.createdAt)),
    blockedAliases: await readAliasBlocks(db, seal),
    chatRooms: await db
      .select({
        roomId: chatRooms.id,
        /** Of a room about a market item. */
        itemId: chatRooms.itemId,
        left: chatRoomMembers.isOut,
        createdAt: chatRooms.createdAt,
        partner: partnerName,
      })
      .from(chatRooms)
      .innerJoin(
        chatRoomMembers,
        and(eq(chatRoomMembers.roomId, chatRooms.id), eq(chatRoomMembers.memberId, memberId)),
      )
      .innerJoin(partner, isOther(chatRooms.lowId, chatRooms.highId, memberId))
      .orderBy(asc(chatRooms.id)),
    chatMessages: await db
      .select({
        ...columns(chatMessages, 'id', 'roomId', 'content', 'createdAt', 'recalledAt'),
        /** Name in the archive. */
        picture: sql<string | null>`case when ${chatPictures.key} is not null
          then 'pictures/chat-' || ${chatMessages.id} || '.webp' end`,
      })
      .from(chatMessages)
      .leftJoin(chatPictures, eq(chatPictures.messageId, chatMessages.id))
      .where(eq(chatMessages.senderId, memberId))
      .orderBy(asc(chatMessages.id)),
  };
}

/** Names of anonymous threads; the post by its id only, as in the lists of likes. */
async function readAliasBlocks(db: Executor, seal: Buffer) {
  const rows = await db
    .select({
      ...columns(aliasBlocks, 'postId', 'number', 'createdAt'),
      boardType: posts.boardType,
    })
    .from(aliasBlocks)
    .innerJoin(posts, eq(posts.id, aliasBlocks.postId))
    .where(eq(aliasBlocks.memberSeal, seal))
    .orderBy(asc(aliasBlocks.createdAt), asc(aliasBlocks.postId), asc(aliasBlocks.number));
  return rows.map(({ number, ...row }) => ({ alias: aliasOfNumber(number), ...row }));
}

function isOther(
  low: typeof friendships.lowId | typeof chatRooms.lowId,
  high: typeof friendships.highId | typeof chatRooms.highId,
  memberId: number,
): SQL {
  return sql`${partner.id} = case when ${low} = ${memberId} then ${high} else ${low} end
    and ${memberId} in (${low}, ${high})`;
}
