import { join } from 'node:path';
import { demo } from '../../packages/demo/src/index.ts';
import { freePort, startBuilt } from '../../scripts/lib/built-server.mjs';

/** Runs `work` with the address of a server with demo content, whose accounts share a password. */
export async function withDemoServer(temp, work) {
  const dataDir = join(temp.path, 'data-demo');
  const server = await startBuilt({ dataDir, port: await freePort(), env: { LOG_LEVEL: 'error' } });
  try {
    return await work({ url: server.url, password: demo.password, accounts: demo.listAccounts() });
  } finally {
    await server.stop();
  }
}
