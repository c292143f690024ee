import { createServiceKey, systemNotice } from '../factories/service-keys.ts';
import type { Build } from './build.ts';
import { forAll, from, MADE, type MatrixLine, OK } from './cells.ts';

const KEYS = '/api/admin/service-keys';
const NOTICES = '/api/system/notices';

export const SERVICE_KEY_REQUESTS: Record<string, Build> = {
  'GET /api/admin/service-keys': async ({ t, byRole }) => {
    await createServiceKey(t, byRole.ADMIN);
    return { url: KEYS };
  },
  'POST /api/admin/service-keys': () => ({ url: KEYS, body: { name: '학과 홈페이지' } }),
  'DELETE /api/admin/service-keys/:id': async ({ t, byRole }) => ({
    url: `${KEYS}/${(await createServiceKey(t, byRole.ADMIN)).id}`,
  }),
  'POST /api/system/notices': ({ service }, { variant }) => ({
    url: NOTICES,
    body: systemNotice({ attachments: [{ name: '신청서.hwp', url: '/files/1' }] }),
    ...(variant !== undefined && { headers: service.headers }),
  }),
};

export const SERVICE_KEY_MATRIX: readonly MatrixLine[] = [
  { call: `GET ${KEYS}`, cells: from('ADMIN', OK, 403) },
  { call: `POST ${KEYS}`, cells: from('ADMIN', MADE, 403) },
  { call: `DELETE ${KEYS}/:id`, cells: from('ADMIN', OK, 403) },
  // A member's token opens nothing there, whatever its role; a key does.
  { call: `POST ${NOTICES}`, cells: forAll(401) },
  { call: `POST ${NOTICES}`, variant: 'with a service key', cells: forAll(MADE) },
];
