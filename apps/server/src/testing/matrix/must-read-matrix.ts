import { from, type MatrixLine, OK, signedIn } from './cells.ts';

/** Calls on a must-read notice, which a SYSTEM member wrote on the board of the student council. */
export const MUST_READ_MATRIX: readonly MatrixLine[] = [
  { call: 'GET /api/member/must-reads', cells: signedIn() },
  // Asks students and the student council.
  {
    call: 'POST /api/post/:id/must-read/confirm',
    cells: [401, 409, OK, 409, OK, 409, 409, 409, null, null],
  },
  { call: 'GET /api/post/:id/must-read', cells: from('STUDENT_COUNCIL', OK, 403) },
  { call: 'POST /api/post/:id/must-read/remind', cells: from('STUDENT_COUNCIL', OK, 403) },
  { call: 'GET /api/post/:id/must-read/export', cells: from('STUDENT_COUNCIL', OK, 403) },
];
