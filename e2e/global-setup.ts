import { rm } from 'node:fs/promises';
import { ensureBuilt } from '../scripts/lib/build.mjs';
import { ensurePrograms } from '../scripts/lib/debian-programs.mjs';
import { prepareDemoData, startNaru } from './support/server.ts';

/**
 * Builds what is out of date, makes sure of a browser, and starts one server with demo data for the whole run;
 * prints at its end what its starts warned of. @public
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  await ensurePrograms('chromium');
  await ensureBuilt();
  const { folder, output } = await prepareDemoData();
  const server = await startNaru();
  process.env.NARU_E2E_URL = server.url;
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
    const warnings = `${output}${server.output()}`
      .split('\n')
      .filter((line) => line.startsWith('{'));
    if (warnings.length > 0) console.log(['The server warned:', ...warnings].join('\n'));
  };
}
