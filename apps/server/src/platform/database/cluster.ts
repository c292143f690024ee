import { randomBytes } from 'node:crypto';
import { lchown, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder, writeFileAtomically } from '../atomic-file.ts';
import { DatabaseStartError, errnoOf } from './errors.ts';
import { statOrNull } from './files.ts';
import { run } from './launcher.ts';
import type { Placement } from './placement.ts';

export const SUPERUSER = 'naru';

const DRAFT_PREFIX = 'postgres.new-';

async function readIfThere(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return '';
    throw error;
  }
}

/** The superuser's password, generated once, before the cluster that needs it. */
export async function superuserPassword(dataDir: string): Promise<string> {
  const path = join(dataDir, 'postgres-password');
  const known = await readIfThere(path);
  if (known) return known;
  if (await statOrNull(join(dataDir, 'postgres', 'PG_VERSION'))) {
    throw new DatabaseStartError(
      'FOLDER_UNUSABLE',
      `${path} is missing: it holds the password of the database beside it. Bring it back from a backup.`,
    );
  }
  const password = randomBytes(24).toString('base64url');
  await writeFileAtomically(path, `${password}\n`);
  return password;
}

async function checkVersion(cluster: string, placement: Placement): Promise<void> {
  const found = await readIfThere(join(cluster, 'PG_VERSION'));
  const expected = placement.binaries.version.split('.')[0];
  if (found !== expected) {
    throw new DatabaseStartError(
      'FOLDER_UNUSABLE',
      `${cluster} was written by PostgreSQL ${found}, this release brings ${expected}. Restore a backup made with the release that wrote it.`,
    );
  }
}

/**
 * Sorting and comparison use the builtin provider, but the trigram search takes its letter classes
 * from the system locale: without a UTF-8 locale it would drop all Hangul.
 */
const LETTER_LOCALES = ['C.UTF-8', 'en_US.UTF-8', 'C'];

async function runInitdb(
  draft: string,
  passwordFile: string,
  durable: boolean,
  { launcher, binaries }: Placement,
): Promise<void> {
  let output = '';
  for (const letters of LETTER_LOCALES) {
    const result = await run(launcher, binaries.initdb, [
      `--pgdata=${draft}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      `--lc-ctype=${letters}`,
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ]);
    if (result.ok) return;
    output = result.output;
    if (!output.includes('invalid locale name')) break;
  }
  throw new DatabaseStartError(
    'INIT_FAILED',
    `The database could not be created in ${draft}: ${reasonIn(output)}`,
  );
}

/** Its last lines are about what it removes again. */
function reasonIn(output: string): string | undefined {
  const lines = output.split('\n');
  return lines.find((line) => /error|FATAL|PANIC/.test(line)) ?? lines.at(-1);
}

async function initialise(draft: string, password: string, durable: boolean, placement: Placement) {
  const { owner } = placement.launcher;
  const passwordFile = `${draft}.password`;
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600, flag: 'wx' });
  if (owner) {
    await lchown(draft, owner.uid, owner.gid);
    await lchown(passwordFile, owner.uid, owner.gid);
  }
  try {
    await runInitdb(draft, passwordFile, durable, placement);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function removeDrafts(home: string): Promise<void> {
  const drafts = (await readdir(home)).filter((name) => name.startsWith(DRAFT_PREFIX));
  await Promise.all(
    drafts.map((name) => rm(join(home, name), { recursive: true, force: true, maxRetries: 3 })),
  );
}

/**
 * Returns the folder of a usable cluster and creates it on the first start. An interrupted creation
 * leaves only a draft folder, which the next start removes.
 */
export async function ensureCluster(
  placement: Placement,
  password: string,
  durable: boolean,
  log: (line: string) => void,
): Promise<string> {
  const { home } = placement;
  const cluster = join(home, 'postgres');
  await removeDrafts(home);
  if (await statOrNull(join(cluster, 'PG_VERSION'))) {
    await checkVersion(cluster, placement);
    return cluster;
  }
  const strangers = await readdir(cluster).catch(() => []);
  if (strangers.length > 0) {
    throw new DatabaseStartError(
      'FOLDER_UNUSABLE',
      `${cluster} is not empty and holds no PostgreSQL database. Move it away, or choose another DATA_DIR.`,
    );
  }
  log(`Creating the database in ${cluster}.`);
  const draft = await mkdtemp(join(home, DRAFT_PREFIX));
  await initialise(draft, password, durable, placement);
  await rename(draft, cluster);
  await syncFolder(home);
  return cluster;
}
