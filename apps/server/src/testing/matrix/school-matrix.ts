import { type Cells, from, MADE, type MatrixLine, OK, own, signedIn } from './cells.ts';

const staff = (status: number) => from('MANAGER', status, 403);

export const ACADEMIC_CALENDAR_MATRIX: readonly MatrixLine[] = [
  { call: 'GET /api/academic-dates', cells: signedIn() },
  { call: 'GET /api/admin/academic-dates', cells: staff(OK) },
  { call: 'POST /api/admin/academic-dates', cells: staff(MADE) },
  { call: 'PUT /api/admin/academic-dates/:id', cells: staff(OK) },
  { call: 'DELETE /api/admin/academic-dates/:id', cells: staff(OK) },
  { call: 'POST /api/admin/academic-dates/:id/restore', cells: staff(OK) },
  { call: 'POST /api/admin/academic-dates/import', cells: staff(OK) },
];

/** Students and who ranks above them, but no professor; each has taken the lecture in a past term. */
const writers = (none: number): Cells => [401, none, OK, none, OK, OK, OK, OK, OK, none];

export const COURSE_REVIEW_MATRIX: readonly MatrixLine[] = [
  { call: 'GET /api/lecture-room/:lectureId/reviews', cells: own(OK, OK) },
  { call: 'PUT /api/lecture-room/:lectureId/reviews', cells: writers(403) },
  { call: 'DELETE /api/lecture-room/:lectureId/reviews', cells: writers(404) },
  { call: 'GET /api/course-reviews/stars', cells: signedIn() },
  { call: 'GET /api/course-reviews/mine', cells: signedIn() },
];

/** Private entries, plans, and what friends see of a timetable. */
export const TIMETABLE_MATRIX: readonly MatrixLine[] = [
  { call: 'GET /api/timetable/entries', cells: signedIn() },
  { call: 'POST /api/timetable/entries', cells: signedIn(MADE) },
  { call: 'PUT /api/timetable/entries/:entryId', cells: own(OK, 404) },
  { call: 'DELETE /api/timetable/entries/:entryId', cells: own(OK, 404) },
  { call: 'GET /api/timetable/plans', cells: signedIn() },
  { call: 'POST /api/timetable/plans', cells: signedIn(MADE) },
  { call: 'PUT /api/timetable/plans/:planId', cells: own(OK, 404) },
  { call: 'DELETE /api/timetable/plans/:planId', cells: own(OK, 404) },
  { call: 'POST /api/timetable/plans/:planId/restore', cells: own(OK, 404) },
  { call: 'POST /api/timetable/plans/:planId/lectures', cells: own(OK, 404) },
  { call: 'DELETE /api/timetable/plans/:planId/lectures/:lectureId', cells: own(OK, 404) },
  { call: 'POST /api/timetable/plans/:planId/entries', cells: own(MADE, 404) },
  { call: 'PUT /api/timetable/plans/:planId/entries/:entryId', cells: own(OK, 404) },
  { call: 'DELETE /api/timetable/plans/:planId/entries/:entryId', cells: own(OK, 404) },
  { call: 'GET /api/timetable/plans/:planId/changes', cells: own(OK, 404) },
  { call: 'POST /api/timetable/plans/:planId/apply', cells: own(OK, 404) },
  { call: 'GET /api/timetable/friends', cells: signedIn() },
  { call: 'PUT /api/timetable/open', cells: signedIn() },
  { call: 'PUT /api/timetable/friends/:id', cells: own(OK, 404) },
  { call: 'GET /api/timetable/common', cells: own(OK, 403) },
];

/** Lines of the role matrix for sources: staff configure, run and pause them. */
export const SOURCE_LINES: readonly { call: string; cells: Cells }[] = [
  { call: 'GET /api/admin/sources', cells: from('MANAGER', OK, 403) },
  { call: 'GET /api/admin/sources/:id', cells: from('MANAGER', OK, 403) },
  { call: 'POST /api/admin/sources/dry-run', cells: from('MANAGER', OK, 403) },
  { call: 'POST /api/admin/sources/recognise', cells: from('MANAGER', OK, 403) },
  { call: 'POST /api/admin/sources', cells: from('MANAGER', MADE, 403) },
  { call: 'PUT /api/admin/sources/:id', cells: from('MANAGER', OK, 403) },
  { call: 'DELETE /api/admin/sources/:id', cells: from('MANAGER', OK, 403) },
  { call: 'POST /api/admin/sources/:id/run', cells: from('MANAGER', OK, 403) },
  { call: 'PUT /api/admin/sources/:id/menu-move', cells: from('MANAGER', OK, 403) },
  { call: 'PUT /api/admin/sources/:id/enabled', cells: from('MANAGER', OK, 403) },
];
