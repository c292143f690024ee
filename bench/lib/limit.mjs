import { join } from 'node:path';
import { untilHealthy } from '../../scripts/lib/built-server.mjs';
import { root } from '../../scripts/lib/root.mjs';
import { start } from '../../scripts/lib/run.mjs';

/** Starts the limit server on the database of a running server. */
export async function startLimit({ databaseUrl, port }) {
  const entry = join(root, 'bench/lib/limit-server.mjs');
  const { pid, ended } = start(process.execPath, [entry], {
    env: { DATABASE_URL: databaseUrl, PORT: String(port), NODE_ENV: 'production' },
  });
  const url = `http://127.0.0.1:${port}`;
  const stop = () => {
    process.kill(pid, 'SIGTERM');
    return ended;
  };
  if (await untilHealthy(url, () => false)) return { url, pid, stop };
  throw new Error('the limit server did not start');
}
