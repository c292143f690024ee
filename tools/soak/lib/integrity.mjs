import { setTimeout as delay } from 'node:timers/promises';
import { call } from './site.mjs';

const PATIENCE_MS = 120_000;

/** Has the installation check its stored data; resolves with the report. */
export async function checkIntegrity({ server, admin }) {
  const read = () => call(server.url, admin, { path: '/api/admin/integrity' });
  const before = (await read()).latest?.id ?? 0;
  await call(server.url, admin, { method: 'POST', path: '/api/admin/integrity/run' });
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const { latest } = await read();
    if (latest !== null && latest.id > before) return latest;
    if (performance.now() > deadline) throw new Error('The check of the stored data does not end.');
    await delay(100);
  }
}

/** Lines about the checks that found something or failed. */
export const faultsIn = ({ checks }) =>
  checks
    .filter(({ state }) => state !== 'WELL')
    .map(({ check, state, faults, examples }) => `${check} ${state}: ${faults} (${examples})`);
