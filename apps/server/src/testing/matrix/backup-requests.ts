import { hasRole, highestRole } from '@naru/contract/roles';
import { putArchive } from '../factories/archives.ts';
import { proveFor, totpCode, turnOnSecondFactor } from '../factories/second-factors.ts';
import type { TestApp } from '../test-app.ts';
import type { Build, Cell } from './build.ts';
import { type Cells, forAll, from, OK } from './cells.ts';

const BACKUPS = '/api/admin/backups';

/** A member with the caller's role, a fresh password and a second factor. */
async function proven(t: TestApp, { caller }: Cell) {
  if (caller === null) return null;
  const as = await t.signIn(highestRole(caller.roles));
  await proveFor(t, as);
  const { secret } = await turnOnSecondFactor(t, as.id);
  return { as, code: totpCode(t, secret) };
}

const link: Build = async ({ t }, cell) => {
  const url = `${BACKUPS}/${await putArchive(t)}/link`;
  const found = await proven(t, cell);
  return { url, headers: found?.as.headers ?? {}, body: { code: found?.code ?? '000000' } };
};

const remove: Build = async ({ t }, cell) => {
  const name = await putArchive(t, '20261121T080000Z', { reason: '-manual' });
  await putArchive(t);
  const found = await proven(t, cell);
  return { url: `${BACKUPS}/${name}`, headers: found?.as.headers ?? {} };
};

const file: Build = async ({ t, byRole }, { caller }) => {
  const name = await putArchive(t);
  const as = await t.signIn(hasRole(caller?.roles ?? [], 'SYSTEM') ? 'SYSTEM' : 'ADMIN');
  await proveFor(t, as);
  const { secret } = await turnOnSecondFactor(t, as.id);
  const body = { code: totpCode(t, secret) };
  const { json } = await t.call('POST', `${BACKUPS}/${name}/link`, { as, body });
  return { url: json.url, headers: byRole.USER.headers, cookies: { naru_device: as.device } };
};

export const BACKUP_REQUESTS: Record<string, Build> = {
  [`GET ${BACKUPS}`]: async ({ t }) => {
    await putArchive(t);
    return { url: BACKUPS };
  },
  [`POST ${BACKUPS}`]: () => ({ url: BACKUPS }),
  [`POST ${BACKUPS}/prove`]: () => ({ url: `${BACKUPS}/prove` }),
  [`POST ${BACKUPS}/:name/link`]: link,
  [`DELETE ${BACKUPS}/:name`]: remove,
  'GET /files/backup/:token': file,
};

export const BACKUP_LINES: readonly { call: string; cells: Cells }[] = [
  { call: `GET ${BACKUPS}`, cells: from('ADMIN', OK, 403) },
  { call: `POST ${BACKUPS}`, cells: from('ADMIN', OK, 403) },
  { call: `POST ${BACKUPS}/prove`, cells: from('ADMIN', OK, 403) },
  { call: `POST ${BACKUPS}/:name/link`, cells: from('ADMIN', OK, 403) },
  { call: `DELETE ${BACKUPS}/:name`, cells: from('ADMIN', OK, 403) },
  // The address is the right: it has its own device, session and time.
  { call: 'GET /files/backup/:token', cells: forAll(OK) },
];
