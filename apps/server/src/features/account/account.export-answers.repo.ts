import { asc, eq, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { columns } from '../../db/columns.ts';
import { mustReadConfirmations, posts } from '../../db/schema/index.ts';
import { isLive } from '../../domain/posts/post.sql.ts';
import type { Self } from './account.export.repo.ts';

const title = sql<string | null>`case when ${isLive} then ${posts.title} end`;

/** Must-read notices that the member has confirmed. */
export async function readAnswers(db: Executor, { memberId }: Self) {
  return {
    confirmedNotices: await db
      .select({ ...columns(mustReadConfirmations, 'postId', 'round', 'confirmedAt'), title })
      .from(mustReadConfirmations)
      .innerJoin(posts, eq(posts.id, mustReadConfirmations.postId))
      .where(eq(mustReadConfirmations.memberId, memberId))
      .orderBy(asc(mustReadConfirmations.confirmedAt), asc(mustReadConfirmations.postId)),
  };
}
