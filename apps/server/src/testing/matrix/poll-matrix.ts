import { from, type MatrixLine, OK, signedIn } from './cells.ts';

/** Calls on the poll of a post, in which everybody has voted who may. */
export const POLL_MATRIX: readonly MatrixLine[] = [
  { call: 'GET /api/post/:id/poll', cells: signedIn() },
  { call: 'PUT /api/post/:id/poll/vote', cells: from('STUDENT', OK, 403) },
  { call: 'GET /api/post/:id/poll/voters', cells: from('STUDENT', OK, 403) },
];
