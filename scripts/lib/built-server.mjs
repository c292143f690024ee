import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { serverEntry } from './build.mjs';
import { PlainError } from './progress.mjs';
import { start } from './run.mjs';

const START_DEADLINE_MS = 120_000;

/** A port that is free at this moment. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** Waits until the server at the URL serves; false when it ended or did not start in time. */
export async function untilHealthy(url, hasEnded) {
  const deadline = performance.now() + START_DEADLINE_MS;
  while (!hasEnded() && performance.now() < deadline) {
    const response = await fetch(`${url}/api/health`).catch(() => undefined);
    if (response?.ok) return true;
    await delay(100);
  }
  return false;
}

/**
 * Starts the built server on a data folder, or what `args` say; resolves when it serves. `stop` resolves with
 * its exit code and output. Throws a PlainError when it does not start.
 */
export async function startBuilt({
  node = process.execPath,
  args = [serverEntry],
  dataDir,
  port,
  env,
}) {
  const { pid, ended } = start(node, args, {
    output: 'collect',
    env: {
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      NODE_ENV: 'production',
      ...env,
    },
  });
  let hasEnded = false;
  ended.then(() => {
    hasEnded = true;
  });
  const stop = () => {
    if (!hasEnded) process.kill(pid, 'SIGTERM');
    return ended;
  };
  const url = `http://127.0.0.1:${port}`;
  if (await untilHealthy(url, () => hasEnded)) return { pid, url, stop };
  const { code, output } = await stop();
  throw new PlainError(`${output}\nThe server did not start (exit code ${code}).`);
}
