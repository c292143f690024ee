import { type Cells, from, MADE, OK } from './cells.ts';

/** Lines of the role matrix for sources: staff see, run and pause them, administrators configure them. */
export const SOURCE_LINES: readonly { call: string; cells: Cells }[] = [
  { call: 'GET /api/admin/sources', cells: from('MANAGER', OK, 403) },
  { call: 'GET /api/admin/sources/:id', cells: from('MANAGER', OK, 403) },
  { call: 'POST /api/admin/sources/dry-run', cells: from('ADMIN', OK, 403) },
  { call: 'POST /api/admin/sources', cells: from('ADMIN', MADE, 403) },
  { call: 'PUT /api/admin/sources/:id', cells: from('ADMIN', OK, 403) },
  { call: 'DELETE /api/admin/sources/:id', cells: from('ADMIN', OK, 403) },
  { call: 'POST /api/admin/sources/:id/run', cells: from('MANAGER', OK, 403) },
  { call: 'PUT /api/admin/sources/:id/enabled', cells: from('MANAGER', OK, 403) },
];
