import { type Cells, forAll, OK, signedIn } from './cells.ts';

/** Lines of the role matrix for devices and digests. */
export const PUSH_LINES: readonly { call: string; cells: Cells }[] = [
  { call: 'GET /api/push', cells: signedIn() },
  { call: 'PUT /api/push/device', cells: signedIn() },
  { call: 'DELETE /api/push/device', cells: signedIn() },
  { call: 'PUT /api/push/choices', cells: signedIn() },
  { call: 'GET /api/member/digest', cells: signedIn() },
  { call: 'PUT /api/member/digest', cells: signedIn() },
  { call: 'POST /api/digest/stop/:token', cells: forAll(OK) },
  { call: 'GET /api/digest/stop/:token', cells: forAll(302) },
];
