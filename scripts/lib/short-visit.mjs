import { chmodSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, startBuilt } from './built-server.mjs';
import { PlainError } from './progress.mjs';

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
 * the server. Throws a PlainError when a step fails or the server does not exit with 0.
 */
export async function startAndVisit(node, folder) {
  const dataDir = mkdtempSync(join(folder, 'data-'));
  // The database may run as another account, which must be able to enter.
  chmodSync(dataDir, 0o755);
  const server = await startBuilt({ node, dataDir, port: await freePort() });
  const failure = await visit(server.url).catch((error) => error);
  const { code, output } = await server.stop();
  if (failure) throw failure;
  if (code !== 0) {
    throw new PlainError(`${output}\nThe server did not stop cleanly (exit code ${code}).`);
  }
}
