import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type MovedFiles, moveDatabase, moveFiles, type Progress } from '../backup/move.ts';
import { requireSecrets, secretFile } from '../backup/secrets-of.ts';
import { connectForCopy } from '../backup/tables.ts';
import { refuseFilled } from '../backup/target.ts';
import { type Env, readEnv } from '../config/env.ts';
import { systemClock } from '../platform/clock.ts';
import { acquireFolderLock } from '../platform/database/lock.ts';
import { createStorage, reportStorage } from '../platform/storage/create-storage.ts';
import { createDiskStorage } from '../platform/storage/disk-storage.ts';
import { openPlace, RefusedError, runCli, sizeText } from './command-line.ts';
import { finishFilled } from './services.ts';

const USAGE =
  'Usage: npm run move -- [--database-url postgres://… (or TO_DATABASE_URL)] [--files, to the store of S3_*]';
const BAR = 30;
/** Without a terminal: lines about the files. */
const FILE_LINES = 10;

interface Options {
  /** The new database; null: the database stays. */
  to: string | null;
  movesFiles: boolean;
}

/** `npm run move`: moves the embedded database or the files of a stopped server to your own database or store. */
async function main(): Promise<void> {
  const env = readEnv(process.env);
  env.DATA_DIR = resolve(env.DATA_DIR);
  const { to, movesFiles } = readOptions();
  if (to !== null) await requireEmbedded(env, to);
  if (movesFiles) await requireStore(env);
  const lock = await acquireFolderLock(env.DATA_DIR);
  let files: MovedFiles | null = null;
  try {
    if (movesFiles) files = await storeFiles(env);
    if (to !== null) await move(env, to);
  } finally {
    await lock.release();
  }
  print(describe(env, to, files));
}

const print = (line: string) => process.stdout.write(`${line}\n`);
const filesOf = ({ DATA_DIR }: Env) => join(DATA_DIR, 'files');
const bucketOf = ({ S3 }: Env) => `the bucket ${S3?.bucket}`;

function readOptions(): Options {
  try {
    const { values } = parseArgs({
      options: {
        'database-url': { type: 'string' },
        files: { type: 'boolean', default: false },
      },
    });
    const url = values['database-url'] ?? process.env.TO_DATABASE_URL ?? '';
    if (url === '' && values.files) return { to: null, movesFiles: true };
    if (/^postgres(ql)?:$/.test(new URL(url).protocol)) {
      return { to: url, movesFiles: values.files };
    }
  } catch {
    // Refused below.
  }
  throw new RefusedError(USAGE);
}

/** Throws RefusedError before anything is copied. */
async function requireEmbedded(env: Env, to: string): Promise<void> {
  if (env.DATABASE_URL !== undefined) {
    throw new RefusedError('DATABASE_URL is set: there is no embedded database to move');
  }
  if (!existsSync(join(env.DATA_DIR, 'postgres'))) {
    throw new RefusedError(`There is no database in ${env.DATA_DIR}`);
  }
  await requireSecrets(env);
  const client = await connectForCopy(to);
  try {
    await refuseFilled(client, 'The database to move to');
  } finally {
    await client.end();
  }
}

async function requireStore(env: Env): Promise<void> {
  if (env.S3 === null) throw new RefusedError('--files needs the S3_* settings of the new store');
  if (!existsSync(filesOf(env))) throw new RefusedError(`There is no folder ${filesOf(env)}`);
  const { fatal } = await reportStorage(env, systemClock);
  if (fatal !== null) throw new RefusedError(fatal);
}

function storeFiles(env: Env): Promise<MovedFiles> {
  return moveFiles({
    from: createDiskStorage(filesOf(env)),
    to: createStorage(env, systemClock),
    name: bucketOf(env),
    onProgress: showProgress,
  });
}

async function move(env: Env, to: string): Promise<void> {
  const source = await openPlace(env);
  try {
    const filled = await moveDatabase({ from: source.url, to, onProgress: showProgress });
    await finishFilled(env, to, filled, async ({ emailQueue, outgoing }, db) => {
      await outgoing.hold('MOVED');
      await emailQueue.resume(db);
    });
  } finally {
    await source.close();
  }
}

/** Shows a bar on a terminal; otherwise prints a line for each table and for each tenth of the files. */
function showProgress({ name, done, of, what }: Progress): void {
  if (!process.stdout.isTTY) {
    const isDue = name !== 'files' || done === of || done % Math.ceil(of / FILE_LINES) === 0;
    if (isDue) print(`${what} ${done}/${of} ${name}`);
    return;
  }
  const full = Math.round((done / of) * BAR);
  const bar = '#'.repeat(full).padEnd(BAR, '.');
  process.stdout.write(
    `\r\u001b[K[${bar}] ${what} ${done}/${of} ${name}${done === of ? '\n' : ''}`,
  );
}

function describe(env: Env, to: string | null, files: MovedFiles | null): string {
  const lines: string[] = [];
  if (to !== null) lines.push('Moved: every table has the same rows as before.');
  if (files !== null) {
    const { count, bytes } = files;
    const verified = `every one with the content that it has in ${filesOf(env)}`;
    lines.push(`Moved: ${count} files (${sizeText(bytes)}) are in ${bucketOf(env)}, ${verified}.`);
  }
  lines.push('Start the server from now on with');
  if (to !== null) lines.push(`  DATABASE_URL=${withoutPassword(to)}`, `  ${secretLine(env)}`);
  if (files !== null) {
    lines.push('  S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY, S3_SECRET_KEY=<as now>');
  }
  lines.push(`  DATA_DIR=${env.DATA_DIR}`);
  if (to !== null) {
    lines.push('Everything outgoing is held there until "npm run resume" with these settings.');
  }
  if (to !== null && files === null) {
    lines.push(`The files stay in ${env.S3 === null ? filesOf(env) : bucketOf(env)}.`);
  }
  const left = [
    ...(to === null ? [] : [join(env.DATA_DIR, 'postgres')]),
    ...(files === null ? [] : [filesOf(env)]),
  ];
  const it = left.length === 1 ? 'it' : 'them';
  lines.push(`Nothing was changed in ${left.join(' and ')}; remove ${it} when the site works.`);
  return lines.join('\n');
}

function withoutPassword(to: string): string {
  const shown = new URL(to);
  if (shown.password !== '') shown.password = '…';
  return shown.href.replace('%E2%80%A6', '…');
}

function secretLine(env: Env): string {
  if (env.TOKEN_SECRET !== undefined) return 'TOKEN_SECRET=<as now>';
  return `TOKEN_SECRET=<the content of ${secretFile(env)}>`;
}

runCli(main);
