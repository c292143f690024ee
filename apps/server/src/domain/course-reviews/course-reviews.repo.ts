import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { courseReviews, lectures } from '../../db/schema/index.ts';

const isLive = (id: number) => and(eq(courseReviews.id, id), isNull(courseReviews.deletedAt));

/** Locks a live review until the transaction ends. */
export async function lockCourseReview(db: Executor, id: number) {
  const [row] = await db
    .select({ blindedAt: courseReviews.blindedAt })
    .from(courseReviews)
    .where(isLive(id))
    .for('no key update');
  return row ?? null;
}

/** Hides the text; the figures still count, so that reports cannot change the sums. */
export async function blindCourseReview(db: Executor, id: number, blindedAt: Date): Promise<void> {
  await db.update(courseReviews).set({ blindedAt }).where(isLive(id));
}

/** False when it was not blinded. */
export async function unblindCourseReview(db: Executor, id: number): Promise<boolean> {
  const { rowCount } = await db
    .update(courseReviews)
    .set({ blindedAt: null })
    .where(and(isLive(id), isNotNull(courseReviews.blindedAt)));
  return rowCount === 1;
}

export async function isCourseReviewBlinded(db: Executor, id: number): Promise<boolean> {
  return (await db.$count(courseReviews, and(isLive(id), isNotNull(courseReviews.blindedAt)))) > 0;
}

export type JudgedReviewRow = Awaited<ReturnType<typeof listCourseReviews>>[number];

/** Reviews as staff may see them; sealed authors are not selected. */
export async function listCourseReviews(db: Executor, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .select({
      id: courseReviews.id,
      lectureId: courseReviews.lectureId,
      course: lectures.title,
      text: courseReviews.content,
      isBlinded: sql<boolean>`${courseReviews.blindedAt} is not null`,
      isDeleted: sql<boolean>`${courseReviews.deletedAt} is not null`,
    })
    .from(courseReviews)
    .innerJoin(lectures, eq(lectures.id, courseReviews.lectureId))
    .where(inArray(courseReviews.id, [...ids]));
}

/** Whether the review, also a removed one, was written under this seal. */
export async function isReviewOf(db: Executor, id: number, seal: Buffer): Promise<boolean> {
  const isIt = and(eq(courseReviews.id, id), eq(courseReviews.authorSeal, seal));
  return (await db.$count(courseReviews, isIt)) > 0;
}

/** Also of a removed review; null after it was erased. */
export async function findReviewSeal(db: Executor, id: number) {
  const [row] = await db
    .select({ isAnonymous: sql<boolean>`true`, authorSeal: courseReviews.authorSeal })
    .from(courseReviews)
    .where(eq(courseReviews.id, id));
  return row ?? null;
}
