import { chmodSync, mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PlainError } from './progress.mjs';
import { start } from './run.mjs';

const START_DEADLINE_MS = 120_000;

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

async function untilHealthy(url, hasEnded) {
  const deadline = performance.now() + START_DEADLINE_MS;
  while (!hasEnded() && performance.now() < deadline) {
    const response = await fetch(`${url}/api/health`).catch(() => undefined);
    if (response?.ok) return true;
    await delay(100);
  }
  return false;
}

async function expectStatus(response, what) {
  if (!response.ok) {
    throw new PlainError(`${what} returned ${response.status}: ${await response.text()}`);
  }
  return response;
}

async function visit(url) {
  const page = await fetch(`${url}/login`);
  await expectStatus(page, 'The login page');
  const login = await fetch(`${url}/api/member/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: '20250001', password: 'naru-demo-1' }),
  });
  const { accessToken } = await (await expectStatus(login, 'Signing in')).json();
  const list = await fetch(`${url}/api/post?boardType=FREE&page=0&size=10`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  const { pageResponse } = await (await expectStatus(list, 'The list of posts')).json();
  if (pageResponse.posts.length === 0) throw new PlainError('The list of posts is empty.');
}

/**
 * Starts the built server on an empty folder with the given Node, signs in, reads a list and stops
 * the server. @throws PlainError when a step fails or the server does not exit with 0
 */
export async function startAndVisit(node, entry, folder) {
  const dataDir = mkdtempSync(join(folder, 'data-'));
  // The database may run as another account, which must be able to enter.
  chmodSync(dataDir, 0o755);
  const port = await freePort();
  const server = start(node, [entry], {
    output: 'collect',
    env: { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir, NODE_ENV: 'production' },
  });
  let ended = false;
  server.ended.then(() => {
    ended = true;
  });
  const url = `http://127.0.0.1:${port}`;
  const healthy = await untilHealthy(url, () => ended);
  const failure = healthy ? await visit(url).catch((error) => error) : undefined;
  if (!ended) process.kill(server.pid, 'SIGTERM');
  const { code, output } = await server.ended;
  if (failure) throw failure;
  if (!healthy || code !== 0) {
    throw new PlainError(
      `${output}\nThe server did not start and stop cleanly (exit code ${code}).`,
    );
  }
}
