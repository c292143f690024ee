import { join } from 'node:path';
import { DEMO_PASSWORD, demoAccounts } from '../../../packages/demo/src/index.ts';
import { freePort, startBuilt } from '../../../scripts/lib/built-server.mjs';
import { measurePages } from './pages.mjs';

/** The rows of the web app, on a server with demo content. */
export async function measureWeb(temp) {
  const dataDir = join(temp.path, 'data-demo');
  const server = await startBuilt({ dataDir, port: await freePort(), env: { LOG_LEVEL: 'error' } });
  const student = demoAccounts().find(({ roles }) => roles.includes('STUDENT'));
  try {
    return await measurePages({
      url: server.url,
      username: student.username,
      password: DEMO_PASSWORD,
    });
  } finally {
    await server.stop();
  }
}
