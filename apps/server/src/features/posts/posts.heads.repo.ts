import type { HeadBoard } from '@naru/contract/boards';
import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { boardHeadRules, boardHeads, posts } from '../../db/schema/index.ts';

interface Wish {
  boardType: HeadBoard;
  headId: number;
  /** A post that may keep the head when it is retired. */
  postId: number | null;
}

/** Keeps a head from being retired until the transaction ends; false when it cannot be chosen. */
export async function lockHead(tx: Executor, { boardType, headId, postId }: Wish) {
  const hasIt = sql`exists (select 1 from ${posts} where ${posts.id} = ${postId} and ${posts.headId} = ${boardHeads.id})`;
  const [row] = await tx
    .select({ id: boardHeads.id })
    .from(boardHeads)
    .where(
      and(
        eq(boardHeads.id, headId),
        eq(boardHeads.boardType, boardType),
        postId === null ? isNotNull(boardHeads.place) : or(isNotNull(boardHeads.place), hasIt),
      ),
    )
    .for('key share');
  return row !== undefined;
}

/** A board without a head that can be chosen requires none. */
export async function isHeadRequired(tx: Executor, boardType: HeadBoard): Promise<boolean> {
  const hasHeads = sql`exists (select 1 from ${boardHeads} where ${boardHeads.boardType} = ${boardType} and ${boardHeads.place} is not null)`;
  const isRequired = and(
    eq(boardHeadRules.boardType, boardType),
    boardHeadRules.isRequired,
    hasHeads,
  );
  return (await tx.$count(boardHeadRules, isRequired)) > 0;
}
