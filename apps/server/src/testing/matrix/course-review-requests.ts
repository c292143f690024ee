import {
  createFinishedLecture,
  reviewForm,
  takeLecture,
  writeReview,
} from '../factories/course-reviews.ts';
import type { Build } from './build.ts';

const urlOf = (id: number) => `/api/lecture-room/${id}/reviews`;

/** With a lecture that the caller has taken, in the column Non the owner. */
const onTaken =
  (body?: unknown): Build =>
  async ({ t, other }, { caller, owner, isForged }) => {
    const id = await createFinishedLecture(t, other);
    await takeLecture(t, isForged ? owner : (caller ?? owner), id);
    return { url: urlOf(id), ...(body !== undefined && { body }) };
  };

/** With a review by the caller if they may write, in the column Non by the owner. */
const onReview: Build = async ({ t, other, student }, { caller, owner, isForged }) => {
  const id = await createFinishedLecture(t, other);
  const writer = isForged || caller === null ? owner : caller;
  const mayWrite = ['STUDENT', 'STUDENT_COUNCIL', 'MANAGER', 'ADMIN', 'SYSTEM'];
  const isWriter = writer.roles.some((role) => mayWrite.includes(role));
  await writeReview(t, isWriter ? writer : student, id);
  return { url: urlOf(id) };
};

/** With reviews by three members, which is enough to show them. */
const onCourse =
  (urlFor: (id: number) => string): Build =>
  async ({ t, other, student, byRole }) => {
    const id = await createFinishedLecture(t, other);
    const content = '예제가 많습니다.';
    for (const writer of [student, byRole.MANAGER, byRole.ADMIN]) {
      await writeReview(t, writer, id, { content });
    }
    return { url: urlFor(id) };
  };

export const COURSE_REVIEW_REQUESTS: Record<string, Build> = {
  'GET /api/lecture-room/:lectureId/reviews': onCourse(urlOf),
  'PUT /api/lecture-room/:lectureId/reviews': onTaken(reviewForm()),
  'DELETE /api/lecture-room/:lectureId/reviews': onReview,
  'GET /api/course-reviews/stars': onCourse(() => '/api/course-reviews/stars?year=2025&semester=2'),
  'GET /api/course-reviews/mine': async (world, cell) => {
    await onReview(world, cell);
    await onTaken()(world, cell);
    return { url: '/api/course-reviews/mine' };
  },
};
