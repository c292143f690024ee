import { join } from 'node:path';
import { demo } from '../../../packages/demo/src/index.ts';
import { freePort, startBuilt } from '../../../scripts/lib/built-server.mjs';
import { measurePages } from './pages.mjs';

/** The rows of the web app, on a server with demo content. `plan`: how many loads and rounds there are. */
export async function measureWeb(temp, plan) {
  const dataDir = join(temp.path, 'data-demo');
  const server = await startBuilt({ dataDir, port: await freePort(), env: { LOG_LEVEL: 'error' } });
  const student = demo.listAccounts().find(({ roles }) => roles.includes('STUDENT'));
  try {
    const { username } = student;
    return await measurePages({ url: server.url, username, password: demo.password }, plan);
  } finally {
    await server.stop();
  }
}
