import { createAcademicDate } from '../factories/academic-dates.ts';
import type { Build } from './build.ts';

const STAFF = '/api/admin/academic-dates';
const RANGE = 'from=2026-11-01&to=2026-11-30';
const DATE = { title: '기말고사', kind: 'EXAM', startsOn: '2026-11-23', endsOn: '2026-11-27' };

const onDate =
  (suffix: string, body?: unknown): Build =>
  async ({ t }) => ({
    url: `${STAFF}/${await createAcademicDate(t)}${suffix}`,
    ...(body !== undefined && { body }),
  });

const list =
  (path: string): Build =>
  async ({ t }) => {
    await createAcademicDate(t);
    return { url: `${path}?${RANGE}` };
  };

export const ACADEMIC_CALENDAR_REQUESTS: Record<string, Build> = {
  'GET /api/academic-dates': list('/api/academic-dates'),
  'GET /api/admin/academic-dates': list(STAFF),
  'POST /api/admin/academic-dates': () => ({ url: STAFF, body: DATE }),
  'PUT /api/admin/academic-dates/:id': onDate('', DATE),
  'DELETE /api/admin/academic-dates/:id': onDate(''),
  'POST /api/admin/academic-dates/:id/restore': async ({ t }) => {
    const id = await createAcademicDate(t, { deletedAt: t.clock.now() });
    return { url: `${STAFF}/${id}/restore` };
  },
  'POST /api/admin/academic-dates/import': () => ({
    url: `${STAFF}/import`,
    body: { text: '일정,시작일\n개교기념일,2026-11-26', preview: true },
  }),
};
