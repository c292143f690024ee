import type { ChatReaction } from '@naru/contract/chat';
import { and, asc, eq, not, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { chatReactions, memberBlocks, members } from '../../db/schema/index.ts';
import type { Authorised } from '../../domain/access/authorised.ts';
import { blocks } from '../../domain/access/blocks.sql.ts';
import type { MessageRow } from './chat.messages.repo.ts';

type Place = { messageId: number; memberId: number };

/** False when the member already shows it. Needs the room's lock, like `deleteReaction`. */
export async function saveReaction(
  db: Executor,
  { id: messageId }: Authorised<'react', MessageRow>,
  values: { memberId: number; reaction: ChatReaction; createdAt: Date },
): Promise<boolean> {
  const { reaction, createdAt } = values;
  const { rowCount } = await db
    .insert(chatReactions)
    .values({ messageId, ...values })
    .onConflictDoUpdate({
      target: [chatReactions.messageId, chatReactions.memberId],
      set: { reaction, createdAt },
      setWhere: sql`${chatReactions.reaction} <> ${reaction}`,
    });
  return rowCount === 1;
}

/** False when there was none. */
export async function deleteReaction(
  db: Executor,
  { messageId, memberId }: Place,
): Promise<boolean> {
  const { rowCount } = await db
    .delete(chatReactions)
    .where(and(eq(chatReactions.messageId, messageId), eq(chatReactions.memberId, memberId)));
  return rowCount === 1;
}

/** Reactions of a message with the members who block whoever chose them. */
export function listReactions(db: Executor, messageId: number) {
  return db
    .select({
      memberId: chatReactions.memberId,
      reaction: chatReactions.reaction,
      hiddenFrom: sql<number[]>`array(select ${memberBlocks.blockerId} from ${memberBlocks}
        where ${memberBlocks.blockedId} = ${chatReactions.memberId})`.mapWith((ids: unknown[]) =>
        ids.map(Number),
      ),
    })
    .from(chatReactions)
    .where(eq(chatReactions.messageId, messageId));
}

export type ReactionRow = Awaited<ReturnType<typeof listReactions>>[number];

/** Who shows what at a message, oldest first, without members whom the reader blocks. */
export function listReactingMembers(db: Executor, { messageId, memberId }: Place) {
  return db
    .select({
      reaction: chatReactions.reaction,
      id: members.id,
      nickname: members.nickname,
      profileImageUrl: members.profileImageUrl,
      withdrawnAt: members.withdrawnAt,
      suspendedUntil: members.suspendedUntil,
    })
    .from(chatReactions)
    .innerJoin(members, eq(members.id, chatReactions.memberId))
    .where(and(eq(chatReactions.messageId, messageId), not(blocks(memberId, members.id))))
    .orderBy(asc(chatReactions.createdAt), asc(chatReactions.memberId));
}
