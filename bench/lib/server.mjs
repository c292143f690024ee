import { startBuilt } from '../../scripts/lib/built-server.mjs';
import { cpuOf, memoryOf } from './processes.mjs';

/** Starts the built server as one process on a data folder, without demo content; `how` overrides the rest. */
export async function startServer({ dataDir, port, env, ...how }) {
  const all = { DEMO: 'off', LOG_LEVEL: 'error', WORKERS: '1', ...env };
  const { pid, url, stop } = await startBuilt({ dataDir, port, env: all, ...how });
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
