import { from, MADE, type MatrixLine, OK, signedIn } from './cells.ts';

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
