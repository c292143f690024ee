import { and, eq, gt, lt, or, sql } from 'drizzle-orm';
import type { Executor } from '../../../db/client.ts';
import { posts } from '../../../db/schema/index.ts';
import { isListed } from '../../../domain/posts/post.sql.ts';
import type { ChangeablePost } from '../../../domain/posts/writing.ts';
import { addSeconds } from '../../../platform/clock.ts';

/**
 * Moves an item to the top unless it was written or moved since `today` began, also one whose date lies ahead; one
 * of several calls at once succeeds. Triggers give the board a new version and its anchors the new place.
 */
export async function bumpItem(
  db: Executor,
  { id }: ChangeablePost,
  { now, today }: { now: Date; today: Date },
): Promise<boolean> {
  const { rowCount } = await db
    .update(posts)
    .set({
      createdAt: now,
      registeredAt: sql`coalesce(${posts.registeredAt}, ${posts.createdAt})`,
    })
    .where(
      and(
        eq(posts.id, id),
        isListed,
        sql`${posts.tradeStatus} is distinct from 'SOLD'`,
        or(lt(posts.createdAt, today), gt(posts.createdAt, addSeconds(now, 60))),
      ),
    );
  return rowCount === 1;
}

export async function findTrade(db: Executor, id: number) {
  const [row] = await db
    .select({ tradeStatus: posts.tradeStatus, boardType: posts.boardType })
    .from(posts)
    .where(eq(posts.id, id));
  return row ?? null;
}
