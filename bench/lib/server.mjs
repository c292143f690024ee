import { readFileSync } from 'node:fs';
import { startBuilt } from '../../scripts/lib/built-server.mjs';
import { cpuOf } from './cpu.mjs';

/** Starts the built server as one process on a data folder, without demo content. */
export async function startServer({ dataDir, port }) {
  const env = { DEMO: 'off', LOG_LEVEL: 'error', WORKERS: '1' };
  const { pid, url, stop } = await startBuilt({ dataDir, port, env });
  return {
    stop,
    url,
    pid,
    /** Resident memory of the server process in MB, without its database processes. */
    memory: () => {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
    },
    /** Processor time so far, in seconds. */
    cpuSeconds: () => cpuOf(pid) / 1000,
  };
}
