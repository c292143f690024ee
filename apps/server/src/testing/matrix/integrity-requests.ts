import type { Build } from './build.ts';
import { type Cells, from, OK } from './cells.ts';

const INTEGRITY = '/api/admin/integrity';

export const INTEGRITY_REQUESTS: Record<string, Build> = {
  'GET /api/admin/integrity': async ({ t }) => {
    const { earlier } = await t.services.integrity.getState();
    // Two, so that one of them is an earlier one.
    for (let reports = earlier.length; reports < 2; reports += 1)
      await t.services.integrity.check();
    return { url: INTEGRITY };
  },
  'POST /api/admin/integrity/run': () => ({ url: `${INTEGRITY}/run` }),
  'POST /api/admin/integrity/recount': () => ({
    url: `${INTEGRITY}/recount`,
    body: { check: 'POST_COUNTS' },
  }),
};

export const INTEGRITY_LINES: readonly { call: string; cells: Cells }[] = [
  { call: `GET ${INTEGRITY}`, cells: from('ADMIN', OK, 403) },
  { call: `POST ${INTEGRITY}/run`, cells: from('ADMIN', OK, 403) },
  { call: `POST ${INTEGRITY}/recount`, cells: from('ADMIN', OK, 403) },
];
