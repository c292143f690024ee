import { eq } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { comments, inquiries, posts } from '../../db/schema/index.ts';
import type { StoredAuthor } from '../../domain/authorship/author.ts';
import type { HandledContent } from '../../domain/moderation/staff-actions.ts';

const post = {
  id: posts.id,
  boardType: posts.boardType,
  lectureId: posts.lectureId,
  title: posts.title,
  isAnonymous: posts.anonymous,
};

/** Also finds removed content; null when it was purged. */
export async function findHandledSource(
  db: Executor,
  { type, id }: Pick<HandledContent, 'type' | 'id'>,
) {
  const table = type === 'POST' ? posts : comments;
  const columns = { post, author: { authorId: table.authorId, authorSeal: table.authorSeal } };
  const [row] =
    type === 'POST'
      ? await db.select(columns).from(posts).where(eq(posts.id, id))
      : await db
          .select(columns)
          .from(comments)
          .innerJoin(posts, eq(posts.id, comments.postId))
          .where(eq(comments.id, id));
  return row ?? null;
}

const NOBODY: StoredAuthor = { authorId: null, authorSeal: null };

export async function findObjectionAuthor(db: Executor, id: number): Promise<StoredAuthor> {
  const [row] = await db
    .select({ authorId: inquiries.memberId, authorSeal: inquiries.authorSeal })
    .from(inquiries)
    .where(eq(inquiries.id, id));
  return row ?? NOBODY;
}
