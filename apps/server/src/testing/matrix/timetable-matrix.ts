import { MADE, type MatrixLine, OK, own, signedIn } from './cells.ts';

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
