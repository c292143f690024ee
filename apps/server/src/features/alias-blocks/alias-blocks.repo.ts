import { POST_AUTHOR_NUMBER } from '@naru/contract/alias-blocks';
import { and, asc, desc, eq, ne, or, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { aliasBlocks, anonymousNumbers, comments, lectures, posts } from '../../db/schema/index.ts';
import { roomAccess } from '../../domain/access/room-access.sql.ts';
import type { Readable, Viewer } from '../../domain/access/room-access.ts';
import { isAuthorOf } from '../../domain/authorship/author.sql.ts';
import { isListed, isLive } from '../../domain/posts/post.sql.ts';

/** Null for a deleted post. */
export async function findThread(db: Executor, viewer: Viewer, id: number, number: number) {
  const isNumber = sql`${anonymousNumbers.postId} = ${posts.id} and ${anonymousNumbers.number} = ${number}`;
  // Deleted comments show no name.
  const isShown = sql`exists (select 1 from ${comments} where ${comments.postId} = ${posts.id}
    and ${comments.authorSeal} = ${anonymousNumbers.authorSeal} and ${comments.deletedAt} is null)`;
  const isAuthor = number === POST_AUTHOR_NUMBER;
  const [row] = await db
    .select({
      id: posts.id,
      access: roomAccess(viewer),
      /** Whether a text of this thread has the name, and whether the viewer has it. */
      hasAlias: isAuthor
        ? sql<boolean>`${posts.anonymous}`
        : sql<boolean>`exists (select 1 from ${anonymousNumbers} where ${isNumber} and ${isShown})`,
      isOwn: isAuthor
        ? isAuthorOf(posts, viewer)
        : sql<boolean>`exists (select 1 from ${anonymousNumbers}
            where ${isNumber} and ${anonymousNumbers.authorSeal} = ${viewer.seal})`,
    })
    .from(posts)
    .where(and(eq(posts.id, id), isLive));
  return row ?? null;
}

type FoundThread = NonNullable<Awaited<ReturnType<typeof findThread>>>;

type NewAliasBlock = typeof aliasBlocks.$inferInsert;
type Key = Pick<NewAliasBlock, 'memberSeal' | 'postId' | 'number'>;

/** Other ones than this. */
export async function countOthers(
  db: Executor,
  { memberSeal, postId, number }: Key,
): Promise<number> {
  const isOther = or(ne(aliasBlocks.postId, postId), ne(aliasBlocks.number, number));
  return db.$count(aliasBlocks, and(eq(aliasBlocks.memberSeal, memberSeal), isOther));
}

export async function insertAliasBlock(
  db: Executor,
  { id: postId }: Readable<FoundThread>,
  values: Omit<NewAliasBlock, 'postId'>,
): Promise<void> {
  await db
    .insert(aliasBlocks)
    .values({ postId, ...values })
    .onConflictDoNothing();
}

export async function deleteAliasBlock(
  db: Executor,
  { memberSeal, postId, number }: Key,
): Promise<void> {
  await db
    .delete(aliasBlocks)
    .where(
      and(
        eq(aliasBlocks.memberSeal, memberSeal),
        eq(aliasBlocks.postId, postId),
        eq(aliasBlocks.number, number),
      ),
    );
}

/** Latest first, with what the member may know of their posts. */
export async function listAliasBlocks(db: Executor, viewer: Viewer) {
  const isOpen = sql`${isListed} and ${roomAccess(viewer)} = 'open'`;
  return db
    .select({
      number: aliasBlocks.number,
      postId: posts.id,
      title: sql<string | null>`case when ${isOpen} then ${posts.title} end`,
      boardType: posts.boardType,
      lectureRoomId: posts.lectureId,
      lecture: lectures.title,
    })
    .from(aliasBlocks)
    .innerJoin(posts, eq(posts.id, aliasBlocks.postId))
    .leftJoin(lectures, eq(lectures.id, posts.lectureId))
    .where(eq(aliasBlocks.memberSeal, viewer.seal))
    .orderBy(desc(aliasBlocks.createdAt), desc(posts.id), asc(aliasBlocks.number));
}
