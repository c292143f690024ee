import type { HeadBoard } from '@naru/contract/boards';
import { and, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../../db/client.ts';
import { boardHeadRules, boardHeads, posts } from '../../../db/schema/index.ts';

interface Input {
  boardType: HeadBoard;
  headId: number;
  holder: HeadHolder | null;
}

/** What may keep its head when that is retired: a post, or a notice that is scheduled with this one. */
export type HeadHolder = { postId: number } | { headId: number | null | undefined };

/** Keeps a head from being retired until the transaction ends; false when it cannot be chosen. */
export async function lockHead(tx: Executor, { boardType, headId, holder }: Input) {
  const [row] = await tx
    .select({ id: boardHeads.id })
    .from(boardHeads)
    .where(
      and(
        eq(boardHeads.id, headId),
        eq(boardHeads.boardType, boardType),
        or(isNotNull(boardHeads.place), isUsedBy(holder)),
      ),
    )
    .for('key share');
  return row !== undefined;
}

function isUsedBy(holder: HeadHolder | null): SQL | undefined {
  if (holder === null) return undefined;
  if ('headId' in holder)
    return holder.headId == null ? undefined : eq(boardHeads.id, holder.headId);
  return sql`exists (select 1 from ${posts} where ${posts.id} = ${holder.postId} and ${posts.headId} = ${boardHeads.id})`;
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
