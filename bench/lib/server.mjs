import { startBuilt } from '../../scripts/lib/built-server.mjs';
import { cpuOf, memoryOf } from './processes.mjs';

/** Starts the built server as one process on a data folder, without demo content. */
export async function startServer({ dataDir, port }) {
  const env = { DEMO: 'off', LOG_LEVEL: 'error', WORKERS: '1' };
  const { pid, url, stop } = await startBuilt({ dataDir, port, env });
  return {
    stop,
    url,
    pid,
    port,
    dataDir,
    memory: () => memoryOf(pid, dataDir),
    /** Processor time so far of server and database, in milliseconds. */
    cpu: () => cpuOf(pid, dataDir),
  };
}
