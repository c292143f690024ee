import { join } from 'node:path';
import pg from 'pg';
import { runningUrl } from '../../apps/server/src/platform/database/embedded.ts';
import { freePort, startBuilt } from '../../scripts/lib/built-server.mjs';
import { PlainError, withProgress } from '../../scripts/lib/progress.mjs';
import { addMembers, fill, sizesFor } from './content/fill.mjs';
import { befriend, signIn } from './people.mjs';
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

const PEOPLE = 2_000;

/**
 * Starts a server in a new folder with so many posts. `people` are signed-in members in pairs of friends;
 * `how` holds the options of every start; `restart` starts the server again after it has ended.
 */
export async function install(temp, posts, how) {
  const sizes = sizesFor(posts);
  const installation = await startNew(join(temp.path, `data-${posts}`), how);
  const url = installation.databaseUrl;
  const began = performance.now();
  await withProgress(`Making ${posts} posts`, () => fill(url, sizes));
  const fillSeconds = (performance.now() - began) / 1000;
  return withPeople(Object.assign(installation, { sizes, fillSeconds }), PEOPLE);
}

/** The same without a post, and with so many members. */
export async function installEmpty(dataDir, members, how) {
  const installation = await startNew(dataDir, how);
  const client = new pg.Client({ connectionString: installation.databaseUrl });
  await client.connect();
  await addMembers(client, members);
  await client.query(
    `select setval(pg_get_serial_sequence('members', 'id'), max(id)) from members`,
  );
  await client.end();
  return withPeople(installation, members);
}

async function startNew(dataDir, how) {
  if (process.platform !== 'linux')
    throw new PlainError('This benchmark reads /proc: it needs Linux.');
  const port = await freePort();
  const start = () => startServer({ dataDir, port, ...how });
  const installation = { dataDir, server: await start() };
  const url = await runningUrl(dataDir);
  return Object.assign(installation, {
    query: (text, values) => onConnection(url, (query) => query(text, values)),
    withQuery: (work) => onConnection(url, work),
    databaseUrl: url,
    restart: async () => {
      installation.server = await start();
    },
  });
}

async function withPeople(installation, count) {
  const { dataDir } = installation;
  const ids = Array.from({ length: count }, (_, n) => n + 1);
  const people = await signIn(dataDir, ids).then((signedIn) => befriend(dataDir, signedIn));
  return Object.assign(installation, { people });
}

/** Opens one connection for as long as `work` takes, which gets a function that returns the rows of a query. */
async function onConnection(connectionString, work) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(async (text, values) => (await client.query(text, values)).rows);
  } finally {
    await client.end();
  }
}
