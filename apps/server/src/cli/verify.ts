import { setPriority } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BackupError } from '../backup/errors.ts';
import { notedProof } from '../backup/noted.ts';
import { type Proof, proveArchive } from '../backup/prove-archive.ts';
import { readIdentities, requireSecrets } from '../backup/secrets-of.ts';
import type { Env } from '../config/env.ts';
import { listArchives } from '../domain/backups/archives.ts';
import { systemClock } from '../platform/clock.ts';
import { openDatabase, RefusedError } from './command-line.ts';
import { withServices } from './services.ts';

export const VERIFY_USAGE =
  'npm run backup -- verify [<archive>] [--identity <file>]   proves an archive, the newest by default';

/** Of 19: requests and the database go first. */
const LOW_PRIORITY = 15;

/**
 * `npm run backup -- verify`: restores an archive into a scratch database beside the real one, which is only read,
 * compares everything, and removes the scratch database.
 */
export async function verify(env: Env, words: string[]): Promise<void> {
  endWithServer();
  setPriority(LOW_PRIORITY);
  const given = readOptions(words);
  const path = given.path ?? (await findNewest(env));
  const now = systemClock.now();
  const database = await openDatabase(env);
  try {
    const { url } = database;
    const proof = await notedProof({ url, now, path, warn }, async (archive, notes) => {
      const identity = given.identity ?? env.BACKUP_IDENTITY;
      const identities = identity === undefined ? [] : await readIdentities(identity);
      const secrets = await requireSecrets(env);
      return proveArchive({
        ...{ path: archive, keys: { identities, secrets }, url, ...notes },
        databaseFolder: env.DATABASE_URL === undefined ? env.DATA_DIR : null,
        check: (scratch) => check(env, scratch),
      });
    });
    process.stdout.write(`${describe(path ?? '', proof)}\n`);
  } finally {
    await database.close();
  }
}

/** Migrates and opens the restored database as a server does, then looks for what does not match in it. */
async function check(env: Env, url: string): Promise<number> {
  try {
    return await withServices(env, url, ({ integrity }) => integrity.countFaults(), {
      continues: true,
    });
  } catch (error) {
    // Its seal, or a migration.
    if (!(error instanceof RefusedError)) throw error;
    throw new BackupError(`The restored database cannot be used: ${error.message}`, {
      failure: 'SECRET',
    });
  }
}

function readOptions(words: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { identity: { type: 'string' } },
    });
    const [path, ...rest] = positionals;
    if (rest.length > 0) throw new Error('one archive');
    return { path: path === undefined ? null : resolve(path), identity: values.identity };
  } catch {
    throw new RefusedError(`Usage: ${VERIFY_USAGE}`);
  }
}

async function findNewest({ BACKUP_DIR }: Env): Promise<string | null> {
  const [newest] = await listArchives(BACKUP_DIR);
  return newest === undefined ? null : join(BACKUP_DIR, newest.name);
}

/** Started by a server that is killed, it would go on alone. */
function endWithServer(): void {
  process.once('disconnect', () => process.exit(1));
  process.channel?.unref();
}

const warn = (sentence: string) => process.stderr.write(`WARNING: ${sentence}\n`);

function describe(path: string, { tables, rows, files, faults }: Proof): string {
  const line = `${path}: restored and compared, ${rows} rows of ${tables} tables and ${files} files.`;
  if (faults === 0) return line;
  return `${line}\nWARNING: ${faults} values do not match in what was restored. 관리자 › 점검 shows which.`;
}
