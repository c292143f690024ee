import type { CourseReviewInput } from '@naru/contract/course-reviews';
import type { Semester, Term } from '@naru/contract/timetable';
import { and, asc, count, desc, eq, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import type { Executor } from '../../db/client.ts';
import {
  courseReviews,
  lectureMarks,
  lectures,
  members,
  staffActions,
} from '../../db/schema/index.ts';

type Keyed = Record<'title' | 'professorId' | 'professorName', PgColumn>;

const keyOf = (lecture: Keyed): SQL<string> =>
  sql<string>`course_key(${lecture.title}, ${lecture.professorId}, ${lecture.professorName})`;

const other = alias(lectures, 'other');

const isShown = isNull(courseReviews.deletedAt);
const isProfessor = and(eq(members.id, lectures.professorId), isNull(members.withdrawnAt));
const professorName = sql<string>`coalesce(${lectures.professorName}, ${members.nickname}, '')`;
const semester = sql<Semester>`${lectures.semester}`;

/** Condition: of the course of the lecture. */
function isOfCourse(lectureId: number): SQL {
  return sql`${keyOf(lectures)} = (
    select course_key(own.title, own.professor_id, own.professor_name)
    from ${lectures} own where own.id = ${lectureId})`;
}

/** Null for a missing and a removed lecture. */
export async function findLectureOf(db: Executor, lectureId: number) {
  const [row] = await db
    .select({ title: lectures.title, professorId: lectures.professorId, professorName })
    .from(lectures)
    .leftJoin(members, isProfessor)
    .where(and(eq(lectures.id, lectureId), isNull(lectures.deletedAt)));
  return row ?? null;
}

export type GroupRow = Awaited<ReturnType<typeof listGroups>>[number];

/** Condition: a professor counts only the own lectures, whatever name another one gives a lecture. */
function isTaughtBy(professorId: number | undefined, lecture: Keyed = lectures): SQL | undefined {
  return professorId === undefined ? undefined : eq(lecture.professorId, professorId);
}

/**
 * Condition: one review of each author. Who reviewed courses that became one by a new title has several, of
 * which the others would make a sum of few authors look like one of many.
 */
function isOnlyOfAuthor(lecture: Keyed): SQL {
  return sql`not exists (select from ${courseReviews} r join ${lectures} l on l.id = r.lecture_id
    where r.author_seal = ${courseReviews.authorSeal} and r.deleted_at is null and r.id < ${courseReviews.id}
      and course_key(l.title, l.professor_id, l.professor_name) = ${keyOf(lecture)})`;
}

/** How many reviews of the course say the same, by term; of one professor or of all. */
export async function listGroups(db: Executor, lectureId: number, professorId?: number) {
  const { stars, workload, grading, exams } = courseReviews;
  return db
    .select({ year: lectures.year, semester, stars, workload, grading, exams, total: count() })
    .from(courseReviews)
    .innerJoin(lectures, eq(lectures.id, courseReviews.lectureId))
    .where(and(isOfCourse(lectureId), isShown, isOnlyOfAuthor(lectures), isTaughtBy(professorId)))
    .groupBy(lectures.year, lectures.semester, stars, workload, grading, exams);
}

interface TextPage {
  lectureId: number;
  seal: Buffer;
  /** Terms that may be named. */
  terms: readonly Term[];
  limit: number;
  offset: number;
}

/** Newest named term first; within a term, and of all others, by random ids. */
export async function listTexts(db: Executor, page: TextPage) {
  const keys = sql.param(page.terms.map((term) => term.year * 10 + term.semester));
  const key = sql`${lectures.year} * 10 + ${lectures.semester}`;
  const named = sql<number | null>`case when ${key} = any(${keys}::int[]) then ${key} end`;
  return db
    .select({
      id: courseReviews.id,
      content: courseReviews.content,
      termKey: named,
      isMine: sql<boolean>`coalesce(${courseReviews.authorSeal} = ${page.seal}::bytea, false)`,
      total: sql<number>`count(*) over ()`.mapWith(Number),
    })
    .from(courseReviews)
    .innerJoin(lectures, eq(lectures.id, courseReviews.lectureId))
    .where(
      and(
        isOfCourse(page.lectureId),
        isShown,
        isOnlyOfAuthor(lectures),
        isNull(courseReviews.blindedAt),
        ne(courseReviews.content, ''),
      ),
    )
    .orderBy(sql`${named} desc nulls last`, asc(courseReviews.id))
    .limit(page.limit)
    .offset(page.offset);
}

/** Average stars of the courses of a term with at least `least` reviews, in one statement. */
export async function listStars(
  db: Executor,
  { year, semester: half, least, professorId }: StarsFilter,
) {
  return db
    .select({
      lectureId: lectures.id,
      average: sql<number>`round(avg(${courseReviews.stars}), 1)`.mapWith(Number),
      count: count(),
    })
    .from(lectures)
    .innerJoin(other, sql`${keyOf(other)} = ${keyOf(lectures)}`)
    .innerJoin(courseReviews, and(eq(courseReviews.lectureId, other.id), isShown))
    .where(
      and(
        eq(lectures.year, year),
        eq(lectures.semester, half),
        isNull(lectures.deletedAt),
        isTaughtBy(professorId),
        isTaughtBy(professorId, other),
        isOnlyOfAuthor(other),
      ),
    )
    .groupBy(lectures.id)
    .having(sql`count(*) >= ${least}`)
    .orderBy(asc(lectures.id));
}

interface StarsFilter {
  year: number;
  semester: number;
  least: number;
  /** Only lectures of this professor. */
  professorId: number | undefined;
}

const taken = {
  lectureId: lectures.id,
  title: lectures.title,
  professorName,
  year: lectures.year,
  semester,
  markedAt: lectureMarks.createdAt,
  key: keyOf(lectures),
};

/** Live reviews, and those that staff removed, which keep their author from another one. */
const isRetained = or(isShown, isNotNull(courseReviews.deletedBy));

/** Lectures in the timetable of the member, newest term first; of one course or of all. */
export async function listTaken(db: Executor, memberId: number, lectureId?: number) {
  return db
    .select(taken)
    .from(lectureMarks)
    .innerJoin(lectures, eq(lectures.id, lectureMarks.lectureId))
    .leftJoin(members, isProfessor)
    .where(
      and(
        eq(lectureMarks.memberId, memberId),
        isNull(lectures.deletedAt),
        lectureId === undefined ? undefined : isOfCourse(lectureId),
      ),
    )
    .orderBy(desc(lectures.year), desc(lectures.semester), asc(lectures.title), asc(lectures.id));
}

const isLastAction = and(
  eq(staffActions.targetType, 'COURSE_REVIEW'),
  eq(staffActions.targetId, courseReviews.id),
  sql`${staffActions.id} = (select max(a.id) from ${staffActions} a
    where a.target_type = 'COURSE_REVIEW' and a.target_id = ${courseReviews.id})`,
);

/** Reviews of the author with the key of their course, newest term first; of one course or of all. */
export async function listOwn(db: Executor, seal: Buffer, lectureId?: number) {
  return db
    .select({
      id: courseReviews.id,
      lectureId: lectures.id,
      title: lectures.title,
      professorName,
      year: lectures.year,
      semester,
      stars: courseReviews.stars,
      workload: courseReviews.workload,
      grading: courseReviews.grading,
      exams: courseReviews.exams,
      content: courseReviews.content,
      blindedAt: courseReviews.blindedAt,
      deletedAt: courseReviews.deletedAt,
      action: {
        action: staffActions.action,
        reason: staffActions.reason,
        office: staffActions.office,
        createdAt: staffActions.createdAt,
      },
      key: keyOf(lectures),
    })
    .from(courseReviews)
    .innerJoin(lectures, eq(lectures.id, courseReviews.lectureId))
    .leftJoin(members, isProfessor)
    .leftJoin(staffActions, isLastAction)
    .where(
      and(
        eq(courseReviews.authorSeal, seal),
        isRetained,
        lectureId === undefined ? undefined : isOfCourse(lectureId),
      ),
    )
    .orderBy(desc(lectures.year), desc(lectures.semester), asc(lectures.title), asc(lectures.id));
}

export type OwnRow = Awaited<ReturnType<typeof listOwn>>[number];

interface Stored extends CourseReviewInput {
  lectureId: number;
}

export async function insertReview(
  db: Executor,
  values: Stored & { id: number; authorSeal: Buffer },
): Promise<void> {
  await db.insert(courseReviews).values(values);
}

const isOpen = (id: number) =>
  and(eq(courseReviews.id, id), isShown, isNull(courseReviews.blindedAt));

/** False for a review that was hidden or removed meanwhile. */
export async function updateReview(db: Executor, id: number, values: Stored): Promise<boolean> {
  const { rowCount } = await db.update(courseReviews).set(values).where(isOpen(id));
  return rowCount === 1;
}

/** By its author; false for a review that was hidden or removed meanwhile. */
export async function removeOwnReview(db: Executor, id: number, deletedAt: Date) {
  const { rowCount } = await db.update(courseReviews).set({ deletedAt }).where(isOpen(id));
  return rowCount === 1;
}

/** By staff; false for a missing or removed review. */
export async function removeReview(
  db: Executor,
  id: number,
  values: { deletedAt: Date; deletedBy: number },
): Promise<boolean> {
  const { rowCount } = await db
    .update(courseReviews)
    .set(values)
    .where(and(eq(courseReviews.id, id), isShown));
  return rowCount === 1;
}
