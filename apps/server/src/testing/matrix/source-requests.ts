import { sourceBody } from '../factories/sources.ts';
import type { Build } from './build.ts';

const SOURCES = '/api/admin/sources';

const stored: Build = async ({ t, byRole }) => {
  const body = sourceBody();
  const { json } = await t.call('POST', SOURCES, { as: byRole.ADMIN, body });
  return { url: `${SOURCES}/${json.id}`, body };
};

/** Calls on pages of others. */
export const SOURCE_REQUESTS: Record<string, Build> = {
  'GET /dev/school/:page': () => ({ url: '/dev/school/board.html' }),
  'GET /api/admin/sources': async (world, cell) => {
    await stored(world, cell);
    return { url: SOURCES };
  },
  'GET /api/admin/sources/:id': async (world, cell) => ({
    url: (await stored(world, cell)).url,
  }),
  // Refused before any request: tests use no network.
  'POST /api/admin/sources/dry-run': () => ({
    url: `${SOURCES}/dry-run`,
    body: { ...sourceBody(), url: 'http://127.0.0.1/calendar.ics' },
  }),
  'POST /api/admin/sources': () => ({ url: SOURCES, body: sourceBody() }),
  'PUT /api/admin/sources/:id': stored,
  'DELETE /api/admin/sources/:id': async (world, cell) => ({
    url: (await stored(world, cell)).url,
  }),
  'POST /api/admin/sources/:id/run': async (world, cell) => ({
    url: `${(await stored(world, cell)).url}/run`,
  }),
  'PUT /api/admin/sources/:id/enabled': async (world, cell) => ({
    url: `${(await stored(world, cell)).url}/enabled`,
    body: { enabled: false },
  }),
};
