import { join } from 'node:path';
import pg from 'pg';
import { runningUrl } from '../../apps/server/src/platform/database/embedded.ts';
import { freePort } from '../../scripts/lib/built-server.mjs';
import { PlainError, withProgress } from '../../scripts/lib/progress.mjs';
import { fill, sizesFor } from './content/fill.mjs';
import { befriend, signIn } from './people.mjs';
import { startServer } from './server.mjs';

const PEOPLE = 2_000;

/**
 * A running server in a new folder with so many posts. `people` are signed-in members, each two of them
 * friends; `restart` starts a server again that has ended.
 */
export async function install(temp, posts) {
  if (process.platform !== 'linux')
    throw new PlainError('This benchmark reads /proc: it needs Linux.');
  const sizes = sizesFor(posts);
  const dataDir = join(temp.path, `data-${posts}`);
  const port = await freePort();
  const start = () => startServer({ dataDir, port });
  const installation = { dataDir, sizes, server: await start() };
  const url = await runningUrl(dataDir);
  const began = performance.now();
  await withProgress(`Making ${posts} posts`, () => fill(url, sizes));
  const ids = Array.from({ length: PEOPLE }, (_, n) => n + 1);
  return Object.assign(installation, {
    fillSeconds: (performance.now() - began) / 1000,
    people: await signIn(dataDir, ids).then((people) => befriend(dataDir, people)),
    query: (text, values) => queryOnce(url, text, values),
    databaseUrl: url,
    restart: async () => {
      installation.server = await start();
    },
  });
}

async function queryOnce(connectionString, text, values) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}
