import { and, desc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../db/client.ts';
import { comments, lectures, members, posts } from '../../db/schema/index.ts';
import { blocksAliasOf } from '../../domain/access/blocks.sql.ts';
import type { MarkOwner } from '../../domain/authorship/author.ts';
import { type LikeList, likesByOthers, likeVoter } from '../../domain/marks/marks.sql.ts';
import { isListed } from '../../domain/posts/post.sql.ts';

/** Limit of authors whose open pages are refreshed. */
export const AUTHORS_MAX = 100;

const parent = alias(comments, 'parent');
const target = alias(comments, 'target');

export const postColumns = (actorId: unknown) => ({
  id: posts.id,
  boardType: posts.boardType,
  isAnonymous: posts.anonymous,
  lectureId: posts.lectureId,
  title: posts.title,
  audienceYears: posts.audienceYears,
  audienceGroups: posts.audienceGroups,
  authorId: posts.authorId,
  authorSeal: posts.authorSeal,
  /** Nobody is notified of what happens below it meanwhile. */
  isBlinded: sql<boolean>`${posts.blindedAt} is not null`,
  /** Null when the actor withdrew. */
  actorNickname: sql<
    string | null
  >`(select nickname from ${members} where id = ${actorId} and withdrawn_at is null)`,
});

/** Null for a deleted post; by default the actor is its author. */
export async function findPostSource(
  db: Executor,
  id: number,
  actorId: number | SQL = sql`${posts.authorId}`,
) {
  const [row] = await db
    .select(postColumns(actorId))
    .from(posts)
    .where(and(eq(posts.id, id), isNull(posts.deletedAt)));
  return row ?? null;
}

export type PostSource = NonNullable<Awaited<ReturnType<typeof findPostSource>>>;

/**
 * Null when the comment or its post is deleted. `answered`: authors of the parent comment and of the
 * reply it answers; deleted comments have none. `mentioned`: ids of the members whom it mentions. By default the
 * actor is its author.
 */
export async function findCommentSource(
  db: Executor,
  id: number,
  actorId: number | SQL = sql`${comments.authorId}`,
) {
  const [row] = await db
    .select({
      id: comments.id,
      post: postColumns(actorId),
      author: { authorId: comments.authorId, authorSeal: comments.authorSeal },
      isBlinded: sql<boolean>`${comments.blindedAt} is not null`,
      mentions: comments.mentions,
      isReply: sql<boolean>`${comments.parentId} is not null`,
      parentAuthorId: parent.authorId,
      parentAuthorSeal: parent.authorSeal,
      targetAuthorId: target.authorId,
      targetAuthorSeal: target.authorSeal,
    })
    .from(comments)
    .innerJoin(posts, and(eq(posts.id, comments.postId), isNull(posts.deletedAt)))
    .leftJoin(parent, and(eq(parent.id, comments.parentId), isNull(parent.deletedAt)))
    .leftJoin(target, and(eq(target.id, comments.replyToId), isNull(target.deletedAt)))
    .where(and(eq(comments.id, id), isNull(comments.deletedAt)));
  if (row === undefined) return null;
  const answered = [
    { authorId: row.parentAuthorId, authorSeal: row.parentAuthorSeal },
    { authorId: row.targetAuthorId, authorSeal: row.targetAuthorSeal },
  ];
  const { post, author, isBlinded, isReply } = row;
  const mentioned = (row.mentions ?? []).map((member) => member.id);
  return { id: row.id, post, author, isBlinded, isReply, answered, mentioned };
}

export type CommentSource = NonNullable<Awaited<ReturnType<typeof findCommentSource>>>;

/** Authors of comments below the post, latest first. */
export async function listThreadAuthors(db: Executor, postId: number) {
  return db
    .select({ authorId: comments.authorId, authorSeal: comments.authorSeal })
    .from(comments)
    .where(
      and(
        eq(comments.postId, postId),
        isNull(comments.deletedAt),
        or(isNotNull(comments.authorId), isNotNull(comments.authorSeal)),
      ),
    )
    .groupBy(comments.authorId, comments.authorSeal)
    .orderBy(desc(sql`max(${comments.position})`))
    .limit(AUTHORS_MAX);
}

/** Those of `seals` whose members block the alias of the comment in its anonymous thread. */
export async function listAliasBlockers(
  db: Executor,
  seals: readonly Buffer[],
  commentId: number,
): Promise<Buffer[]> {
  const { rows } = await db.execute<{ seal: Buffer }>(sql`
    select seal from unnest(${sql.param([...seals])}::bytea[]) as own(seal)
    where ${blocksAliasOf(sql`own.seal`, commentId)}`);
  return rows.map(({ seal }) => seal);
}

/** Likes of an item by others than its author. */
export async function countLikes(
  db: Executor,
  list: LikeList,
  id: number,
  author: MarkOwner<number, Buffer>,
): Promise<number> {
  const { rows } = await db.execute<{ likes: number }>(
    sql`select ${likesByOthers(list, id, author)} as likes`,
  );
  return Number(rows[0]?.likes);
}

/** The sealed member who likes an item, in hex. */
export async function findVoter(
  db: Executor,
  list: LikeList,
  id: number,
  owner: Pick<MarkOwner<number, Buffer>, 'markKey'>,
): Promise<string> {
  const { rows } = await db.execute<{ voter: string }>(
    sql`select encode(${likeVoter(list, id, { memberId: null, ...owner })}, 'hex') as voter`,
  );
  return rows[0]?.voter ?? '';
}

/** Lets no deletion of the post come in between; false when it is deleted or hidden already. */
export async function lockListedPost(db: Executor, id: number): Promise<boolean> {
  const rows = await db
    .select({ id: posts.id })
    .from(posts)
    .where(and(eq(posts.id, id), isListed))
    .for('share');
  return rows.length > 0;
}

/** Whether the post is anonymous, also a deleted one. */
export async function findAnonymity(db: Executor, id: number): Promise<boolean> {
  const [row] = await db
    .select({ isAnonymous: posts.anonymous })
    .from(posts)
    .where(eq(posts.id, id));
  return row?.isAnonymous ?? false;
}

/** Null for a deleted lecture. */
export async function findLectureSource(db: Executor, id: number) {
  const [row] = await db
    .select({ title: lectures.title, professorId: lectures.professorId })
    .from(lectures)
    .where(and(eq(lectures.id, id), isNull(lectures.deletedAt)));
  return row ?? null;
}
