import { type MatrixLine, signedIn } from './cells.ts';

/** Calls about what the caller follows; the post is that of another member. */
export const FOLLOW_LINES: readonly MatrixLine[] = [
  { call: 'GET /api/member/follows', cells: signedIn() },
  { call: 'PUT /api/post/:id/follow', cells: signedIn() },
  { call: 'PUT /api/board/follow', cells: signedIn() },
  { call: 'GET /api/member/alert-words', cells: signedIn() },
  { call: 'POST /api/member/alert-words', cells: signedIn() },
  { call: 'DELETE /api/member/alert-words', cells: signedIn() },
];
