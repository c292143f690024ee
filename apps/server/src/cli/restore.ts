import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  incompleteFolder,
  markFolder,
  refuseFilledStorage,
  restoreBackup,
  unmarkFolder,
  type Verified,
  verifyArchive,
} from '../backup/restore-backup.ts';
import { presentSecrets, readIdentities, requireTrust, secretFile } from '../backup/secrets-of.ts';
import { connectForCopy } from '../backup/tables.ts';
import { endSessions, refuseFilled, refuseServed } from '../backup/target.ts';
import { type Env, readEnv } from '../config/env.ts';
import type { Db } from '../db/client.ts';
import { deleteAllRecords } from '../domain/backups/backup-archives.repo.ts';
import { deleteProofState } from '../domain/backups/backup-proof.repo.ts';
import { deleteBackupState } from '../domain/backups/backup-state.repo.ts';
import { ERASURES_FILE } from '../features/account/account.erasures.ts';
import { writeFileAtomically } from '../platform/atomic-file.ts';
import { systemClock } from '../platform/clock.ts';
import { acquireFolderLock } from '../platform/database/lock.ts';
import { createStorage } from '../platform/storage/create-storage.ts';
import type { Services } from '../wiring/services.ts';
import { openPlace, RefusedError, runCli } from './command-line.ts';
import { finishFilled, withServices } from './services.ts';

const HELD =
  'It starts with everything outgoing held: e-mails, notifications on devices, sources, erasures of unused accounts. ' +
  'If it is to be the real site, "npm run resume" lets them go on.';
const USAGE = `Usage: npm run restore -- <archive> [--identity <file>] [--trust <fingerprint>] [--erasures <file>] [--keep-sessions]
       npm run restore -- --finish [--erasures <file>] [--keep-sessions]`;

interface Options {
  /** Null if the tools of the database have already restored it to a moment in the past. */
  path: string | null;
  identity: string | undefined;
  /** Fingerprint of the secret that the archive may bring along. */
  trust: string | undefined;
  /** Files with erased accounts that exist. */
  erasures: string[];
  keepsSessions: boolean;
}

/**
 * `npm run restore -- <archive>`: restores a backup into an empty installation. With `--finish` it only completes a
 * database that other tools have restored.
 */
async function main(): Promise<void> {
  const env = readEnv(process.env);
  env.DATA_DIR = resolve(env.DATA_DIR);
  const options = readOptions(env);
  if (options.path === null) await finishOnly(env, options);
  else await restoreArchive(env, options, options.path);
}

async function restoreArchive(env: Env, options: Options, path: string): Promise<void> {
  const { identity, trust } = options;
  const identities = identity === undefined ? [] : await readIdentities(identity);
  const storage = createStorage(env, systemClock);
  await refuseFilledPlace(env);
  const keys = { identities, secrets: await presentSecrets(env) };
  print('Verifying the archive');
  const verified = await verifyArchive(path, keys);
  if (keys.secrets.length === 0) requireTrust(verified.secret ?? '', trust);
  await mkdir(env.DATA_DIR, { recursive: true });
  const lock = await acquireFolderLock(env.DATA_DIR);
  try {
    await markFolder(env.DATA_DIR);
    await storeSecret(env, verified);
    const database = await openPlace(env);
    try {
      await restore(env, options, verified, { path, url: database.url, keys, storage });
    } finally {
      await database.close();
    }
    await unmarkFolder(env.DATA_DIR);
  } finally {
    await lock.release();
  }
  print(`Restored ${path}. The server can be started.`);
  print(HELD);
}

const print = (line: string) => process.stdout.write(`${line}\n`);

function readOptions(env: Env): Options {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        identity: { type: 'string' },
        trust: { type: 'string' },
        erasures: { type: 'string' },
        'keep-sessions': { type: 'boolean', default: false },
        finish: { type: 'boolean', default: false },
      },
    });
    const [path = null, ...rest] = positionals;
    if ((path === null) !== values.finish || rest.length > 0) throw new Error('one archive');
    const folders = path === null ? [env.BACKUP_DIR] : [dirname(resolve(path)), env.BACKUP_DIR];
    const beside = folders.map((folder) => join(folder, ERASURES_FILE));
    const erasures = values.erasures === undefined ? [...new Set(beside)] : [values.erasures];
    return {
      path,
      identity: values.identity,
      trust: values.trust,
      erasures,
      keepsSessions: values['keep-sessions'],
    };
  } catch {
    throw new RefusedError(USAGE);
  }
}

async function refuseFilledPlace(env: Env): Promise<void> {
  const incomplete = incompleteFolder(env.DATA_DIR);
  if (incomplete !== null) throw new RefusedError(incomplete);
  if (env.DATABASE_URL === undefined) {
    if (existsSync(join(env.DATA_DIR, 'postgres'))) {
      throw new RefusedError(`${env.DATA_DIR} has a database already. Choose an empty DATA_DIR.`);
    }
  } else {
    const client = await connectForCopy(env.DATABASE_URL);
    try {
      await refuseFilled(client, 'The database at DATABASE_URL');
    } finally {
      await client.end();
    }
  }
  const place = env.S3 === null ? join(env.DATA_DIR, 'files') : `The bucket ${env.S3.bucket}`;
  await refuseFilledStorage(createStorage(env, systemClock), place);
}

/** Stores the secret of the archive if the installation has none. */
async function storeSecret(env: Env, { secret }: Verified): Promise<void> {
  if (secret === null || (await presentSecrets(env)).length > 0) return;
  await writeFileAtomically(secretFile(env), secret);
}

type Place = Pick<Parameters<typeof restoreBackup>[0], 'path' | 'url' | 'keys' | 'storage'>;

async function restore(env: Env, options: Options, { manifest }: Verified, place: Place) {
  const endsSessions = !options.keepsSessions;
  const filled = await restoreBackup({ ...place, manifest, endsSessions, onProgress: print });
  await finishFilled(env, place.url, filled, finishBy(options));
}

/**
 * Prepares a restored database for its server. E-mails from an archive get new jobs, because no archive contains
 * jobs.
 */
function finishBy({ path, erasures }: Options) {
  return async ({ emailQueue, account, outgoing }: Services, db: Db): Promise<void> => {
    await outgoing.hold('RESTORED');
    if (path !== null) await emailQueue.resume(db);
    await deleteBackupState(db);
    await deleteProofState(db);
    await deleteAllRecords(db);
    const count = await account.eraseAgain(erasures);
    if (count > 0) print(`Erased ${count} accounts again that were deleted after the backup.`);
  };
}

async function finishOnly(env: Env, options: Options): Promise<void> {
  if (env.DATABASE_URL === undefined) {
    throw new RefusedError(
      '--finish is for a database at DATABASE_URL that its own tools restored',
    );
  }
  const client = await connectForCopy(env.DATABASE_URL);
  try {
    await refuseServed(client);
    await withServices(env, env.DATABASE_URL, finishBy(options));
    if (!options.keepsSessions) await endSessions(client);
  } finally {
    await client.end();
  }
  print('The database is ready. The server can be started.');
  print(HELD);
}

runCli(main);
