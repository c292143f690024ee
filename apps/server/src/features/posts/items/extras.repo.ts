import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import type { PostReader } from '../../../db/counted-read.ts';
import { posts } from '../../../db/schema/index.ts';
import { type MustReadRow, mustReadOf } from '../../../domain/notices/must-reads.sql.ts';
import { type PollRow, pollOf } from '../../../domain/polls/polls.sql.ts';

/** What few posts have. */
export interface PostExtras {
  poll: PollRow | null;
  mustReadState: MustReadRow | null;
}

const NONE: PostExtras = { poll: null, mustReadState: null };

/** In a statement of its own: as columns of every post they cost a sixth of its read. */
export function prepareReadExtras(db: Db) {
  const ofReader = (name: keyof PostReader) => sql`${sql.placeholder(name)}`;
  const query = db
    .select({
      poll: pollOf(sql`${sql.placeholder('voter')}`),
      mustReadState: mustReadOf(ofReader('memberId'), sql`${ofReader('day')}::date`),
    })
    .from(posts)
    .where(eq(posts.id, sql.placeholder('postId')))
    .prepare('read_post_extras');
  return async (
    post: { hasPoll: boolean; mustRead: boolean },
    request: PostReader & { voter: () => Buffer },
  ): Promise<PostExtras> => {
    if (!post.hasPoll && !post.mustRead) return NONE;
    const [row] = await query.execute({ ...request, voter: request.voter() });
    return row ?? NONE;
  };
}
