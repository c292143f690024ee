import type { BoardType } from '@naru/contract/boards';
import { and, eq, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { posts } from '../../db/schema/index.ts';
import { isLive } from '../../domain/posts/post.sql.ts';

/** Serialises pasting until the transaction ends, so that no address is pasted twice. */
export async function lockPasted(tx: Executor): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('pasted notices', 0))`);
}

/** The notice of a board with this original address. */
export async function findPasted(
  tx: Executor,
  { boardType, targetUrl }: { boardType: BoardType; targetUrl: string },
) {
  const [row] = await tx
    .select({ id: posts.id, title: posts.title, content: posts.content })
    .from(posts)
    .where(and(eq(posts.boardType, boardType), eq(posts.targetUrl, targetUrl), isLive))
    .limit(1);
  return row ?? null;
}
