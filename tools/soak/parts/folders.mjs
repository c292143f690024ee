import { createHash } from 'node:crypto';
import { chown, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { installEmpty } from '../../../bench/lib/installation.mjs';
import { atMost, must, none, noted } from '../../../bench/lib/rows.mjs';
import { freePort, startBuilt } from '../../../scripts/lib/built-server.mjs';
import { startRefused, startScript } from '../lib/site.mjs';
import { KILLS } from './kills.mjs';

const REFUSED_MS = 2_000;
const NOBODY = 65_534;
/** Written by the running server at any time. */
const OWN_WORK = /pg_wal|pg_stat|pg_logical|last-seen/;

/** Hashes of all files of a folder by name. */
async function hashFiles(folder) {
  const names = await readdir(folder, { recursive: true });
  const hashes = new Map();
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (!found?.isFile() || OWN_WORK.test(name)) continue;
    hashes.set(
      name,
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    );
  }
  return hashes;
}

function changesBetween(before, after) {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name));
}

/** R3: a second start on a data folder ends at once and changes nothing; a lock that a kill left is taken over. */
export async function measureLocks({ temp }) {
  const dataDir = join(temp.path, 'data');
  const site = await installEmpty(dataDir, 2, { args: startScript });
  const [{ pid }] = await site.query('select pg_backend_pid() as pid');
  await site.query('checkpoint');
  const before = await hashFiles(dataDir);
  const second = await startRefused({ dataDir, env: {} });
  const changed = changesBetween(before, await hashFiles(dataDir));
  for (const name of changed) console.log(`    changed: ${name}`);
  const health = await fetch(`${site.server.url}/api/health`);
  KILLS.both(site);
  await site.server.stop();
  const began = performance.now();
  await site.restart();
  const took = performance.now() - began;
  const { code } = await site.server.stop();
  return [
    must(
      'a second start on the same data folder',
      'exit code 1, a line without a stack',
      `${second.code}: ${second.line.replaceAll(dataDir, 'DATA_DIR')}`,
      second.code === 1 && /already used/.test(second.line) && !second.showsStack,
    ),
    atMost('the second start ends after', REFUSED_MS, second.ms, { unit: 'ms' }),
    none(
      'files that it changed',
      changed.length,
      `of ${before.size}, the log of the database apart`,
    ),
    must('the first server meanwhile', '200', health.status, health.status === 200 && pid > 0),
    must('a lock left by kill -9 is taken over', 'exit code 0 at the end', code, code === 0),
    noted('start that takes it over', `${Math.round(took)} ms`),
  ];
}

/** Starts on a folder and stops; resolves with what went wrong, null for nothing. */
async function tryStart(how) {
  const env = { DEMO: 'off', LOG_LEVEL: 'error', WORKERS: '1' };
  try {
    const server = await startBuilt({ env, port: await freePort(), ...how });
    const { code } = await server.stop();
    return code === 0 ? null : `exit code ${code}`;
  } catch (error) {
    return error.message;
  }
}

/** R4: root, a normal user, and root below a folder that only root may enter. Needs root. */
export async function measureOwners({ temp }) {
  if (process.getuid() !== 0) {
    return [noted('starts as root, as a user, below a folder of root', 'not measured: needs root')];
  }
  const folder = async (name, mode) => {
    const path = join(temp.path, name);
    await mkdir(path, { mode });
    return path;
  };
  const asRoot = await tryStart({ dataDir: await folder('root', 0o755), args: startScript });
  const users = await folder('user', 0o755);
  await chown(users, NOBODY, NOBODY);
  const who = ['--reuid', `${NOBODY}`, '--regid', `${NOBODY}`, '--clear-groups'];
  const asUser = await tryStart({
    dataDir: users,
    node: 'setpriv',
    args: [...who, process.execPath, ...startScript],
    env: { DEMO: 'off', LOG_LEVEL: 'error', WORKERS: '1', HOME: users },
  });
  const closed = join(await folder('closed', 0o700), 'data');
  const below = await tryStart({ dataDir: closed, args: startScript });
  const row = (what, problem) =>
    must(what, 'starts and stops', problem ?? 'does', problem === null);
  return [
    row('start as root', asRoot),
    row('start as a normal user', asUser),
    row('start as root below a folder that only root may enter', below),
  ];
}
