import { aliasOfNumber } from '@naru/contract/alias-blocks';
import { WITHDRAWN_NAME } from '@naru/contract/boards';
import { and, asc, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../db/client.ts';
import { columns } from '../../db/columns.ts';
import {
  aliasBlocks,
  chatMessages,
  chatPictures,
  chatReactions,
  chatRoomMembers,
  chatRooms,
  friendships,
  lectures,
  memberBlocks,
  members,
  mustReadConfirmations,
  pollBallots,
  polls,
  posts,
  teamApplications,
} from '../../db/schema/index.ts';
import { isOfPair } from '../../domain/access/chat-rooms.sql.ts';
import { positionsOf, voterIn } from '../../domain/polls/polls.ts';
import { isLive } from '../../domain/posts/post.sql.ts';
import type { Seal } from '../../platform/seal.ts';
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
        /** Recruiting post of a room of a team. */
        teamId: chatRooms.teamId,
        left: chatRoomMembers.isOut,
        createdAt: chatRooms.createdAt,
        /** Null in the room of a lecture or a team. */
        partner: sql<string | null>`case when ${isOfPair} then ${partnerName} end`,
        lecture: lectures.title,
        muted: chatRoomMembers.isMuted,
      })
      .from(chatRooms)
      .innerJoin(
        chatRoomMembers,
        and(eq(chatRoomMembers.roomId, chatRooms.id), eq(chatRoomMembers.memberId, memberId)),
      )
      .leftJoin(partner, isOther(chatRooms.lowId, chatRooms.highId, memberId))
      .leftJoin(lectures, eq(lectures.id, chatRooms.lectureId))
      .orderBy(asc(chatRooms.id)),
    chatMessages: await db
      .select({
        ...columns(chatMessages, 'id', 'roomId', 'content', 'createdAt', 'recalledAt', 'replyToId'),
        /** Name in the archive. */
        picture: sql<string | null>`case when ${chatPictures.key} is not null
          then 'pictures/chat-' || ${chatMessages.id} || '.webp' end`,
      })
      .from(chatMessages)
      .leftJoin(chatPictures, eq(chatPictures.messageId, chatMessages.id))
      .where(eq(chatMessages.senderId, memberId))
      .orderBy(asc(chatMessages.id)),
    chatReactions: await db
      .select({
        roomId: chatMessages.roomId,
        ...columns(chatReactions, 'messageId', 'reaction', 'createdAt'),
      })
      .from(chatReactions)
      .innerJoin(chatMessages, eq(chatMessages.id, chatReactions.messageId))
      .where(eq(chatReactions.memberId, memberId))
      .orderBy(asc(chatReactions.createdAt), asc(chatReactions.messageId)),
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

const title = sql<string | null>`case when ${isLive} then ${posts.title} end`;
/** Polls whose voters are computed at once: a few milliseconds. */
const POLLS_AT_ONCE = 500;

type HashText = Pick<Seal, 'hashText'>;

/** Must-read notices that the member has confirmed, applications to teams, and what the member voted for. */
export async function readAnswers(db: Executor, self: Self, seal: HashText) {
  const { memberId } = self;
  return {
    confirmedNotices: await db
      .select({ ...columns(mustReadConfirmations, 'postId', 'round', 'confirmedAt'), title })
      .from(mustReadConfirmations)
      .innerJoin(posts, eq(posts.id, mustReadConfirmations.postId))
      .where(eq(mustReadConfirmations.memberId, memberId))
      .orderBy(asc(mustReadConfirmations.confirmedAt), asc(mustReadConfirmations.postId)),
    teamApplications: await db
      .select({
        ...columns(teamApplications, 'postId', 'message', 'state', 'createdAt', 'decidedAt'),
        title,
      })
      .from(teamApplications)
      .innerJoin(posts, eq(posts.id, teamApplications.postId))
      .where(eq(teamApplications.memberId, memberId))
      .orderBy(asc(teamApplications.createdAt), asc(teamApplications.postId)),
    votes: await readVotes(db, self, seal),
  };
}

/** Ballots are found by the voter that the member is in each poll: anonymous ones have nothing else. */
async function readVotes(db: Executor, { memberId }: Self, seal: HashText) {
  const votes = [];
  for (let afterId = 0; ; ) {
    const some = await db
      .select({ id: polls.postId })
      .from(polls)
      .where(gt(polls.postId, afterId))
      .orderBy(asc(polls.postId))
      .limit(POLLS_AT_ONCE);
    const ids = some.map(({ id }) => id);
    if (ids.length > 0) votes.push(...(await readVotesIn(db, memberId, ids, seal)));
    if (ids.length < POLLS_AT_ONCE) return votes;
    afterId = ids.at(-1) ?? 0;
  }
}

async function readVotesIn(
  db: Executor,
  memberId: number,
  postIds: readonly number[],
  seal: HashText,
) {
  const voters = postIds.map((postId) => voterIn(seal, postId, memberId));
  const rows = await db
    .select({
      postId: pollBallots.postId,
      options: polls.options,
      choices: pollBallots.choices,
      title,
    })
    .from(pollBallots)
    .innerJoin(polls, eq(polls.postId, pollBallots.postId))
    .innerJoin(posts, eq(posts.id, pollBallots.postId))
    .where(and(inArray(pollBallots.postId, [...postIds]), inArray(pollBallots.voter, voters)))
    .orderBy(asc(pollBallots.postId));
  return rows.map(({ options, choices, ...vote }) => ({
    ...vote,
    chosen: positionsOf(choices).map((place) => options[place]),
  }));
}
