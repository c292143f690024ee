import { type Cells, type MatrixLine, OK, own, signedIn } from './cells.ts';

/** Students and who ranks above them, but no professor; each has taken the lecture in a past term. */
const writers = (none: number): Cells => [401, none, OK, none, OK, OK, OK, OK, OK, none];

export const COURSE_REVIEW_MATRIX: readonly MatrixLine[] = [
  { call: 'GET /api/lecture-room/:lectureId/reviews', cells: own(OK, OK) },
  { call: 'PUT /api/lecture-room/:lectureId/reviews', cells: writers(403) },
  { call: 'DELETE /api/lecture-room/:lectureId/reviews', cells: writers(404) },
  { call: 'GET /api/course-reviews/stars', cells: signedIn() },
  { call: 'GET /api/course-reviews/mine', cells: signedIn() },
];
