import { type CourseReviewInput, courseReviewBody } from '@naru/contract/course-reviews';
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { courseReviews, lectures } from '../../db/schema/index.ts';
import type { SignedIn, TestApp } from '../test-app.ts';
import { insertMark } from './lecture-rooms.ts';
import { createLecture } from './lectures.ts';

/** During the lectures of the second term of 2025, which is over. */
const TAKEN_AT = new Date('2025-10-01T00:00:00Z');
const TERM = { year: 2025, semester: 2 as const };

/** The body of the form of a review. */
export function reviewForm(values: Partial<z.input<typeof courseReviewBody>> = {}) {
  return { stars: 4, workload: 'HEAVY', grading: 'FAIR', exams: 'TWO', ...values } as const;
}

/** A lecture of a term that is over; returns its id. */
export function createFinishedLecture(
  t: TestApp,
  creator: SignedIn,
  values: Parameters<typeof createLecture>[2] = {},
): Promise<number> {
  return createLecture(t, creator, { ...TERM, lectureTimes: [], ...values });
}

/** Puts a lecture into the timetable of a member as of that time. */
export async function takeLecture(
  t: TestApp,
  member: { id: number },
  lectureId: number,
  createdAt: Date = TAKEN_AT,
): Promise<void> {
  await insertMark(t, { memberId: member.id, lectureId, createdAt });
}

/** Stores a review of a lecture that the member has taken. */
export async function writeReview(
  t: TestApp,
  member: SignedIn,
  lectureId: number,
  values: Partial<z.input<typeof courseReviewBody>> = {},
): Promise<void> {
  await takeLecture(t, member, lectureId);
  const actor = { memberId: member.id, sessionId: '', roles: member.roles };
  const input: CourseReviewInput = z.parse(courseReviewBody, reviewForm(values));
  await t.services.courseReviews.save(actor, lectureId, input);
}

/** Stored reviews of a lecture, removed ones too. */
export function readReviews(t: TestApp, lectureId: number) {
  return t.db.select().from(courseReviews).where(eq(courseReviews.lectureId, lectureId));
}

/** Moves a lecture to another term. */
export async function moveLecture(
  t: TestApp,
  id: number,
  values: Partial<typeof lectures.$inferInsert>,
): Promise<void> {
  await t.db.update(lectures).set(values).where(eq(lectures.id, id));
}
