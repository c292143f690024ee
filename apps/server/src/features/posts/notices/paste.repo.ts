import type { BoardType } from '@naru/contract/boards';
import { and, eq, ne } from 'drizzle-orm';
import type { Executor } from '../../../db/client.ts';
import { posts } from '../../../db/schema/index.ts';
import { isLive } from '../../../domain/posts/post.sql.ts';

interface PastedAddress {
  boardType: BoardType;
  targetUrl: string;
  exceptId?: number;
}

/** Another notice of a board with this original address. */
export async function findPasted(tx: Executor, { boardType, targetUrl, exceptId }: PastedAddress) {
  const [row] = await tx
    .select({ id: posts.id, title: posts.title, content: posts.content })
    .from(posts)
    .where(
      and(
        eq(posts.boardType, boardType),
        eq(posts.targetUrl, targetUrl),
        exceptId === undefined ? undefined : ne(posts.id, exceptId),
        isLive,
      ),
    )
    .limit(1);
  return row ?? null;
}

/** Title and address before a change. */
export async function findPastedText(tx: Executor, postId: number) {
  const [row] = await tx
    .select({ title: posts.title, targetUrl: posts.targetUrl })
    .from(posts)
    .where(eq(posts.id, postId));
  return row ?? null;
}
