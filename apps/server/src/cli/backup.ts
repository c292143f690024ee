import { stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ARCHIVE_KINDS, type ArchiveKind } from '@naru/contract/backups';
import * as z from 'zod/mini';
import packageJson from '../../package.json' with { type: 'json' };
import { type Backup, type BackupRequest, createBackup } from '../backup/create-backup.ts';
import { noted } from '../backup/noted.ts';
import { fingerprintOf, requireSecrets, secretFile } from '../backup/secrets-of.ts';
import { requireSpace } from '../backup/space.ts';
import { type Env, readEnv } from '../config/env.ts';
import { recipients } from '../config/env.values.ts';
import { connect, type Db } from '../db/client.ts';
import {
  archivePath,
  listArchives,
  readArchiveName,
  removeOldArchives,
} from '../domain/backups/archives.ts';
import { deleteRecords, recordArchive } from '../domain/backups/backup-archives.repo.ts';
import { systemClock } from '../platform/clock.ts';
import { messageOf } from '../platform/database/errors.ts';
import { createStorage } from '../platform/storage/create-storage.ts';
import { openDatabase, RefusedError, runCli, sizeText } from './command-line.ts';
import { VERIFY_USAGE, verify } from './verify.ts';

const USAGE = `Usage: npm run backup -- [--to <file or folder>] [--recipient age1…] [--with-secrets] [--keep <n>] [--daily]
       ${VERIFY_USAGE}`;

/** At least the new archive stays. */
const COUNT = z.pipe(z.coerce.number(), z.int().check(z.minimum(1)));
const KIND = z.enum(ARCHIVE_KINDS);

interface Options {
  to: string | undefined;
  recipients: string[];
  withSecret: boolean;
  /** Number of archives that stay in the folder afterwards. */
  keep: number | null;
  /** Whether another backup is expected within a day. */
  isDaily: boolean;
  kind: ArchiveKind;
  /** Somebody asked for it in the console: it does not count towards the number to keep. */
  isAsked: boolean;
}

/** `npm run backup`: makes a verified archive of database and files, whether or not the server runs. */
async function main(): Promise<void> {
  const env = readEnv(process.env);
  env.DATA_DIR = resolve(env.DATA_DIR);
  const [word, ...words] = process.argv.slice(2);
  if (word === 'verify') return verify(env, words);
  const options = readOptions(env);
  const now = systemClock.now();
  const path = await pathOf(options, env, now);
  const database = await openDatabase(env);
  try {
    const { url } = database;
    const { isDaily } = options;
    const { backup, secrets } = await noted(
      { url, now, isDaily, warn },
      (onStep) => makeBackup(env, options, { url, path, now, onStep }),
      (db, made) => record(db, env, options, made.backup),
    );
    print(describe(backup, options, env, secrets));
    if (options.keep === null) return;
    const { removed, failures } = await removeOldArchives(dirname(path), options.keep, now);
    await deleteOld(url, removed);
    for (const error of failures) warn(`An old backup was not removed: ${messageOf(error)}`);
    print(`Removed ${removed.length} old backups.`);
  } finally {
    await database.close();
  }
}

async function makeBackup(
  env: Env,
  options: Options,
  about: Pick<BackupRequest, 'url' | 'path' | 'now' | 'onStep'>,
): Promise<{ backup: Backup; secrets: string[] }> {
  const secrets = await requireSecrets(env);
  // Another archive of that size would not fit: to say so takes less time than to find out.
  const [last] = await listArchives(dirname(about.path));
  if (last !== undefined) await requireSpace(dirname(about.path), last.bytes);
  const storage = createStorage(env, systemClock);
  const { version } = packageJson;
  const backup = await createBackup({ ...options, ...about, storage, secrets, version });
  return { backup, secrets };
}

/** Records an archive of the folder that the console shows. */
async function record(db: Db, env: Env, { kind }: Options, { path, bytes }: Backup): Promise<void> {
  const read = readArchiveName(basename(path));
  if (read === null || dirname(path) !== env.BACKUP_DIR) return;
  const { version } = packageJson;
  await recordArchive(db, { ...read, kind, bytes, version, server: hostname() });
}

async function deleteOld(url: string, names: readonly string[]): Promise<void> {
  const { db, close } = connect(url, { max: 1, onError: () => undefined });
  await deleteRecords(db, names).catch(() => undefined);
  await close();
}

const warn = (sentence: string) => process.stderr.write(`WARNING: ${sentence}\n`);
const print = (line: string) => process.stdout.write(`${line}\n`);

function readOptions(env: Env): Options {
  try {
    const { values } = parseArgs({
      options: {
        to: { type: 'string' },
        recipient: { type: 'string', multiple: true },
        'with-secrets': { type: 'boolean', default: false },
        keep: { type: 'string' },
        daily: { type: 'boolean', default: false },
        // Given by the server: whether its schedule or somebody asked.
        kind: { type: 'string' },
      },
    });
    const given = values.recipient?.join(',');
    return {
      to: values.to,
      recipients: given === undefined ? env.BACKUP_RECIPIENT : z.parse(recipients, given),
      withSecret: values['with-secrets'],
      keep: values.keep === undefined ? null : z.parse(COUNT, values.keep),
      isDaily: values.daily,
      isAsked: values.kind === 'MANUAL',
      kind: z.parse(KIND, values.kind ?? (values.daily ? 'AUTO' : 'MANUAL')),
    };
  } catch {
    throw new RefusedError(USAGE);
  }
}

async function pathOf(
  { to, recipients: keys, isAsked }: Options,
  env: Env,
  now: Date,
): Promise<string> {
  const folder = to ?? env.BACKUP_DIR;
  const entry = await stat(folder).catch(() => null);
  if (to !== undefined && entry === null && !/[/\\]$/.test(to)) return resolve(to);
  if (entry?.isFile()) throw new RefusedError(`${folder} exists already`);
  const reason = isAsked ? 'manual' : undefined;
  return archivePath(resolve(folder), now, keys.length > 0, reason);
}

function describe(
  { path, bytes, manifest }: Backup,
  options: Options,
  env: Env,
  [secret = '']: string[],
): string {
  const { tables, files, missing } = manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const lines = [
    `${path}: ${sizeText(bytes)}, ${rows} rows of ${tables.length} tables and ${files.count} files, verified.`,
  ];
  if (missing > 0) lines.push(`WARNING: ${missing} files were missing in the storage already.`);
  if (options.withSecret) {
    lines.push(
      'TOKEN_SECRET is inside: whoever has the private key has all secrets.',
      `Its fingerprint is ${fingerprintOf(secret)}. Note it elsewhere: a restore without TOKEN_SECRET asks for it.`,
    );
  } else {
    const place = env.TOKEN_SECRET === undefined ? secretFile(env) : 'TOKEN_SECRET';
    lines.push(`Not inside: ${place}. Keep it in another place; a restore needs it.`);
  }
  if (options.recipients.length === 0) {
    lines.push('Not encrypted: set BACKUP_RECIPIENT to a public key of age to encrypt backups.');
  }
  return lines.join('\n');
}

runCli(main);
