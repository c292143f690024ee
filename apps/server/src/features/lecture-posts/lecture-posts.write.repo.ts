import type { LectureBoardType } from '@naru/contract/boards';
import { and, eq, isNull } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { lectureAnswers, lectures, posts } from '../../db/schema/index.ts';
import { lectureAccess } from '../../domain/access/room-access.sql.ts';
import type { RoomAccess, RoomViewer } from '../../domain/access/room-access.ts';
import type { StoredAuthor } from '../../domain/authorship/author.ts';
import type { AnswerableQuestion } from './lecture-posts.policy.ts';
import { boardType, lectureId } from './lecture-posts.rows.repo.ts';

export interface Room {
  lectureId: number;
  professorId: number | null;
  access: RoomAccess;
}

/** What the policies need to know of a lecture post. */
export interface LecturePostHead extends Room, StoredAuthor {
  id: number;
  boardType: LectureBoardType;
  isAnonymous: boolean;
}

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
      professorId: lectures.professorId,
      access: lectureAccess(viewer),
    })
    .from(posts)
    .innerJoin(lectures, eq(lectures.id, posts.lectureId))
    .where(and(eq(posts.id, id), isNull(posts.deletedAt)));
  return row ?? null;
}

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
