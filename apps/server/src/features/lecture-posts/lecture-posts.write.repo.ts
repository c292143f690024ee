import { eq, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { lectureAnswers, lectures, posts } from '../../db/schema/index.ts';
import type { Authorised } from '../../domain/access/authorised.ts';
import { lectureAccess } from '../../domain/access/room-access.sql.ts';
import type { RoomViewer } from '../../domain/access/room-access.ts';
import { isLivePost } from '../../domain/posts/post.sql.ts';
import { boardType, lectureId } from './lecture-posts.read.repo.ts';

export async function findRoom(db: Executor, viewer: RoomViewer, id: number) {
  const [row] = await db
    .select({
      lectureId: lectures.id,
      professorId: lectures.professorId,
      access: lectureAccess(viewer),
    })
    .from(lectures)
    .where(eq(lectures.id, id));
  return row ?? null;
}

export type Room = NonNullable<Awaited<ReturnType<typeof findRoom>>>;

/** Null for deleted posts and posts outside lecture rooms. */
export async function findHead(db: Executor, viewer: RoomViewer, id: number) {
  const [row] = await db
    .select({
      id: posts.id,
      lectureId,
      boardType,
      isAnonymous: posts.anonymous,
      authorId: posts.authorId,
      authorSeal: posts.authorSeal,
      isBlinded: sql<boolean>`${posts.blindedAt} is not null`,
      professorId: lectures.professorId,
      access: lectureAccess(viewer),
    })
    .from(posts)
    .innerJoin(lectures, eq(lectures.id, posts.lectureId))
    .where(isLivePost(id));
  return row ?? null;
}

/** What the policies need to know of a lecture post. */
export type LecturePostAccess = NonNullable<Awaited<ReturnType<typeof findHead>>>;

export type AnswerableQuestion = Authorised<'answer', LecturePostAccess>;

export async function findAnswerHtml(db: Executor, postId: number) {
  const [row] = await db
    .select({ content: lectureAnswers.content })
    .from(lectureAnswers)
    .where(eq(lectureAnswers.postId, postId));
  return row?.content ?? null;
}

/** False when the question already has an answer. */
export async function insertAnswer(
  db: Executor,
  { id: postId }: AnswerableQuestion,
  answer: Omit<typeof lectureAnswers.$inferInsert, 'postId'>,
) {
  const { rowCount } = await db
    .insert(lectureAnswers)
    .values({ postId, ...answer })
    .onConflictDoNothing();
  return rowCount === 1;
}

export async function updateAnswer(
  db: Executor,
  { id: postId }: AnswerableQuestion,
  values: { content: string; updatedAt: Date },
) {
  await db.update(lectureAnswers).set(values).where(eq(lectureAnswers.postId, postId));
}

/** Returns the id of its writer; null when there was none. */
export async function deleteAnswer(db: Executor, { id: postId }: AnswerableQuestion) {
  const [row] = await db
    .delete(lectureAnswers)
    .where(eq(lectureAnswers.postId, postId))
    .returning({ authorId: lectureAnswers.authorId });
  return row?.authorId ?? null;
}
