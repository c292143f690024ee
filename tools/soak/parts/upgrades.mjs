import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { applyMigration } from '../../../apps/server/src/db/migrate.ts';
import { readMigrations } from '../../../apps/server/src/db/migrations.ts';
import { startEmbedded } from '../../../apps/server/src/platform/database/embedded.ts';
import { seededDraws } from '../../../bench/lib/content/words.mjs';
import { must, none, noted } from '../../../bench/lib/rows.mjs';
import { freePort, untilHealthy } from '../../../scripts/lib/built-server.mjs';
import { root } from '../../../scripts/lib/root.mjs';
import { start } from '../../../scripts/lib/run.mjs';
import { findBrokenIndexes, findHalf } from '../lib/audit.mjs';
import { RELEASE_CONTENT } from '../lib/release-content.mjs';
import { startRefused, startScript } from '../lib/site.mjs';
import { lostRows, readRows } from '../lib/tables.mjs';

/** Each way so many times; the usual length has five of each. */
const ROUNDS = 5;
const WAYS = ['nobody', 'one', 'both'];
/** A kill comes at a moment up to this after the first migration has ended. */
const MOMENT_MS = 1_500;
const SECRET = { TOKEN_SECRET: 'a secret of both servers that is long enough' };
const HISTORY = 'drizzle.__drizzle_migrations';

const urlOf = (base, name) => Object.assign(new URL(base), { pathname: `/${name}` }).href;

async function onDatabase(url, work) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(async (text, values) => (await client.query(text, values)).rows, client);
  } finally {
    await client.end();
  }
}

/** A database as the first release has left it: its migrations and content. */
async function makeReleased(admin) {
  const file = join(root, 'apps/server/migrations/released.json');
  const [first] = Object.values(JSON.parse(readFileSync(file, 'utf8')));
  const released = Object.keys(first);
  const migrations = readMigrations().filter(({ name }) => released.includes(name));
  await onDatabase(admin, (query) => query('create database released'));
  return onDatabase(urlOf(admin, 'released'), async (query, client) => {
    await query(`create schema drizzle`);
    await query(
      `create table ${HISTORY} (id serial primary key, hash text not null, created_at bigint)`,
    );
    for (const migration of migrations) await applyMigration(client, migration);
    await client.query(RELEASE_CONTENT);
    return { released: migrations.length, before: await readRows(query) };
  });
}

async function launch(temp, url, name) {
  const port = await freePort();
  let isOver = false;
  const { pid, ended } = start(process.execPath, startScript, {
    output: 'collect',
    env: {
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: join(temp.path, name),
      DATABASE_URL: url,
      DEMO: 'off',
      WORKERS: '1',
      LOG_LEVEL: 'error',
      ...SECRET,
    },
  });
  ended.then(() => {
    isOver = true;
  });
  const address = `http://127.0.0.1:${port}`;
  return {
    healthy: () => untilHealthy(address, () => isOver),
    isOver: () => isOver,
    end: (signal) => {
      if (!isOver) process.kill(pid, signal);
      return ended;
    },
  };
}

const countDone = (url) =>
  onDatabase(url, async (query) =>
    Number((await query(`select count(*) from ${HISTORY}`))[0].count),
  );

/** Two servers start at once; `way` says who is killed on the way. Resolves with what is wrong afterwards. */
async function upgradeOnce({ temp, admin, released, draw }, way, name) {
  await onDatabase(admin, (query) => query(`create database ${name} template released`));
  const url = urlOf(admin, name);
  const launchBoth = (turn) =>
    Promise.all(['a', 'b'].map((letter) => launch(temp, url, `${name}-${letter}${turn}`)));
  let servers = await launchBoth(1);
  let done = 0;
  if (way !== 'nobody') {
    while (done <= released && !servers.some(({ isOver }) => isOver())) {
      await delay(5);
      done = await countDone(url);
    }
    await delay(draw() * MOMENT_MS);
    const killed = way === 'both' ? servers : [servers[Math.floor(draw() * 2)]];
    await Promise.all(killed.map(({ end }) => end('SIGKILL')));
    done = await countDone(url);
    servers =
      way === 'both' ? await launchBoth(2) : servers.filter((server) => !killed.includes(server));
  }
  const faults = [];
  const serve = await Promise.all(servers.map(({ healthy }) => healthy()));
  if (serve.includes(false)) faults.push(`${name}: a server does not serve`);
  const ends = await Promise.all(servers.map(({ end }) => end('SIGTERM')));
  for (const { code, output } of ends) if (code !== 0) faults.push(`${name}: ${code} ${output}`);
  const logged = ends.flatMap(({ output }) => output.match(/^Migrating the database: .+$/gm) ?? []);
  return { url, way, done, faults, logged };
}

/** Lines about a database that is not as a migrated one is. */
async function judge({ url, way, done, faults, logged }, { released, before }) {
  const wanted = readMigrations();
  return onDatabase(url, async (query) => {
    const history = await query(`select created_at::float8 as at from ${HISTORY} order by id`);
    const isWhole = history.map(({ at }) => at).join() === wanted.map(({ at }) => at).join();
    const twice = logged.length - new Set(logged).size;
    const missing = way === 'nobody' ? wanted.length - released - logged.length : 0;
    return {
      faults,
      lost: lostRows(before, await readRows(query, before)),
      runs: [
        ...(isWhole ? [] : [`${url}: another history than that of the program`]),
        ...(twice > 0 || missing > 0 ? [`${url}: ${twice} run twice, ${missing} not logged`] : []),
      ],
      half: [...(await findHalf(query)), ...(await findBrokenIndexes(query))],
      isMidway: way !== 'nobody' && done > released && done < wanted.length,
    };
  });
}

async function refuseNewer({ temp }, url) {
  const [{ count }] = await onDatabase(url, (query) =>
    query(`insert into ${HISTORY} (hash, created_at) select 'later', max(created_at) + 1 from ${HISTORY}
      returning (select count(*) from ${HISTORY})`),
  );
  const found = await startRefused({
    dataDir: join(temp.path, 'newer'),
    env: { DATABASE_URL: url, ...SECRET },
  });
  const after = await countDone(url);
  return must(
    'start on the database of a newer version',
    'exit code 1, one line, nothing changed',
    `${found.code}: ${found.line}`,
    found.code === 1 &&
      /newer version/.test(found.line) &&
      !found.showsStack &&
      after === Number(count) + 1,
  );
}

function rowsOf(found, { before, released }) {
  const of = (name) => found.flatMap((one) => one[name]);
  for (const name of ['faults', 'lost', 'runs', 'half']) {
    for (const line of of(name)) console.log(`    ${line}`);
  }
  const rows = [...before.values()].reduce((sum, { rows: list }) => sum + list.size, 0);
  const migrations = readMigrations().length - released;
  return [
    none(
      'rows of the release that are lost or changed',
      of('lost').length,
      `of ${rows} in ${before.size} tables, ${found.length} upgrades`,
    ),
    none(
      'migrations missing, run by both, or out of order',
      of('runs').length,
      `of ${migrations} each time, two servers started at once`,
    ),
    none('half objects, wrong counters, orphans, broken indexes', of('half').length),
    none('servers that do not serve afterwards, or end with an error', of('faults').length),
    noted(
      'kills in the middle of the migrations',
      `${found.filter(({ isMidway }) => isMidway).length}, of one server or both`,
    ),
  ];
}

/** R15: two servers start at once on a database of the previous release, and are killed on the way. */
export async function measureUpgrades({ temp, seed, scale }) {
  const database = await startEmbedded({
    dataDir: join(temp.path, 'database'),
    log: () => undefined,
    onUnexpectedExit: (reason) => console.error('PostgreSQL:', reason),
  });
  try {
    const admin = database.url;
    const site = { temp, admin, draw: seededDraws(seed), ...(await makeReleased(admin)) };
    const rounds = Array.from({ length: Math.max(1, Math.round(ROUNDS * scale)) }, (_, n) => n);
    const found = [];
    let last;
    for (const n of rounds) {
      for (const way of WAYS) {
        last = await upgradeOnce(site, way, `${way}_${n}`);
        found.push(await judge(last, site));
      }
    }
    return [...rowsOf(found, site), await refuseNewer(site, last.url)];
  } finally {
    await database.stop();
  }
}
