import { POST_AUTHOR_NUMBER } from '@naru/contract/alias-blocks';
import { or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import {
  aliasBlocks,
  anonymousNumbers,
  chatMessages,
  chatRooms,
  comments,
  memberBlocks,
  posts,
} from '../../db/schema/index.ts';
import { isByPostAuthor } from '../authorship/author.sql.ts';
import type { AuthorIdentity } from '../authorship/author.ts';

const AUTHOR = sql.raw(String(POST_AUTHOR_NUMBER));

/**
 * Whether the viewer blocks the author; reads the block list once per statement. False for anonymous
 * rows, whose `authorId` is null.
 */
export function isBlockedAuthor(authorId: SQLWrapper, viewerId: unknown): SQL<boolean> {
  return sql<boolean>`coalesce(${authorId} = any(array(select ${memberBlocks.blockedId} from ${memberBlocks} where ${memberBlocks.blockerId} = ${viewerId})), false)`;
}

export function blocks(blocker: unknown, blocked: unknown): SQL<boolean> {
  return sql<boolean>`exists (select 1 from ${memberBlocks} where ${memberBlocks.blockerId} = ${blocker} and ${memberBlocks.blockedId} = ${blocked})`;
}

/** Whether either of the two blocks the other. */
export function hasBlock(a: unknown, b: unknown): SQL<boolean> {
  return sql<boolean>`(${or(blocks(a, b), blocks(b, a))})`;
}

/** `chat_messages`, or an alias of it. */
type Message = Record<'roomId' | 'senderId' | 'isWithheld', SQLWrapper>;

/**
 * Whether the reader sees a row of `chat_messages`: a message sent across a block is visible to its sender only,
 * and in the room of a lecture or a team a blocker sees nothing of those whom they block.
 */
export function isShownTo(readerId: unknown, message: Message = chatMessages): SQL<boolean> {
  const isOfMany = sql`exists (select 1 from ${chatRooms}
    where ${chatRooms.id} = ${message.roomId} and ${chatRooms.lowId} is null)`;
  return sql<boolean>`((not ${message.isWithheld} or ${message.senderId} = ${readerId})
    and not (${isBlockedAuthor(message.senderId, readerId)} and ${isOfMany}))`;
}

/** Ids of the posts whose anonymous author the member of the seal blocks. */
export function postsOfBlockedAliases(seal: unknown): SQL {
  return sql`select ${aliasBlocks.postId} from ${aliasBlocks} where ${aliasBlocks.memberSeal} = ${seal} and ${aliasBlocks.number} = ${AUTHOR}`;
}

/** Whether the viewer blocks the author of a row of `posts`, or the author's alias in this thread. */
export function isBlockedPost({ memberId, seal }: AuthorIdentity): SQL<boolean> {
  return sql<boolean>`(${isBlockedAuthor(posts.authorId, memberId)} or ${posts.id} = any(array(${postsOfBlockedAliases(seal)})))`;
}

/** The number of a comment's alias in its anonymous thread; null for none. Needs `posts` and `comments`. */
export const aliasNumber: SQL<number | null> = sql`case
  when ${comments.authorSeal} is null then null
  when ${isByPostAuthor(comments)} then ${AUTHOR}
  else (select ${anonymousNumbers.number} from ${anonymousNumbers}
    where ${anonymousNumbers.postId} = ${posts.id} and ${anonymousNumbers.authorSeal} = ${comments.authorSeal}) end`;

/** The numbers of the aliases that the member of the seal blocks in a thread. */
export function numbersBlockedBy(seal: unknown, postId: unknown): SQL {
  return sql`select ${aliasBlocks.number} from ${aliasBlocks} where ${aliasBlocks.memberSeal} = ${seal} and ${aliasBlocks.postId} = ${postId}`;
}

/** Whether the viewer blocks the author of a row of `comments`, or its alias in the anonymous thread. */
export function isBlockedComment({ memberId, seal }: AuthorIdentity): SQL<boolean> {
  return sql<boolean>`case when ${comments.authorSeal} is null then ${isBlockedAuthor(comments.authorId, memberId)}
    else coalesce(${aliasNumber} = any(array(${numbersBlockedBy(seal, comments.postId)})), false) end`;
}

/** Whether the member of the seal blocks the alias of a comment in its anonymous thread. */
export function blocksAliasOf(seal: unknown, commentId: number): SQL<boolean> {
  return sql<boolean>`exists (select 1 from ${aliasBlocks}
    inner join ${comments} on ${comments.postId} = ${aliasBlocks.postId}
    inner join ${posts} on ${posts.id} = ${comments.postId}
    where ${comments.id} = ${commentId} and ${aliasBlocks.memberSeal} = ${seal}
      and ${aliasBlocks.number} = ${aliasNumber})`;
}
