import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { serverEntry } from '../../scripts/lib/build.mjs';
import { endAll, start } from '../../scripts/lib/run.mjs';

const READY_MS = 60_000;

/** A port that is free at this moment. */
export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** Starts the built server on a data folder; resolves when it serves. */
export async function startServer({ dataDir, port }) {
  const { pid, ended } = start(process.execPath, [serverEntry], {
    output: 'collect',
    env: {
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      DEMO: 'off',
      LOG_LEVEL: 'error',
    },
  });
  const early = ended.then(({ output }) => {
    throw new Error(`the server ended\n${output}`);
  });
  early.catch(() => undefined);
  await Promise.race([untilHealthy(port), early]);
  return {
    pid,
    /** Resident memory of the server process in MB, without its database processes. */
    memory: () => {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
    },
    /** Processor time so far, in seconds. */
    cpuSeconds: () => {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
      return (Number(fields[11]) + Number(fields[12])) / 100;
    },
    stop: async () => {
      process.kill(pid, 'SIGTERM');
      await ended;
    },
    stopAll: () => endAll(),
  };
}

async function untilHealthy(port) {
  const deadline = performance.now() + READY_MS;
  while (performance.now() < deadline) {
    const isUp = await fetch(`http://127.0.0.1:${port}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await delay(100);
  }
  throw new Error('the server did not start');
}
