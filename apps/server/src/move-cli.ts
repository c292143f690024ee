import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { moveDatabase, type Progress } from './backup/move-database.ts';
import { requireSecrets, secretFile } from './backup/secrets-of.ts';
import { openPlace, RefusedError, runCli } from './cli.ts';
import { withServices } from './cli-services.ts';
import type { Db } from './db/client.ts';
import { type Env, readEnv } from './env.ts';
import { acquireFolderLock } from './platform/database/lock.ts';
import type { Services } from './services.ts';

const USAGE = 'Usage: npm run move -- --database-url postgres://… (or TO_DATABASE_URL)';
const BAR = 30;

/** `npm run move`: carries the embedded database of a stopped server to one of your own. */
async function main(): Promise<void> {
  const env = readEnv(process.env);
  env.DATA_DIR = resolve(env.DATA_DIR);
  const to = readTarget();
  if (env.DATABASE_URL !== undefined) {
    throw new RefusedError('DATABASE_URL is set: there is no embedded database to move');
  }
  if (!existsSync(join(env.DATA_DIR, 'postgres'))) {
    throw new RefusedError(`There is no database in ${env.DATA_DIR}`);
  }
  await requireSecrets(env);
  const lock = await acquireFolderLock(env.DATA_DIR);
  try {
    const source = await openPlace(env);
    try {
      await move(env, source.url, to);
    } finally {
      await source.close();
    }
  } finally {
    await lock.release();
  }
  print(describe(env, to));
}

const print = (line: string) => process.stdout.write(`${line}\n`);

function readTarget(): string {
  try {
    const { values } = parseArgs({ options: { 'database-url': { type: 'string' } } });
    const url = values['database-url'] ?? process.env.TO_DATABASE_URL ?? '';
    if (/^postgres(ql)?:$/.test(new URL(url).protocol)) return url;
  } catch {
    // Refused below.
  }
  throw new RefusedError(USAGE);
}

async function move(env: Env, from: string, to: string): Promise<void> {
  const target = await moveDatabase({ from, to, told: showProgress });
  try {
    const resume = ({ emailQueue }: Services, db: Db) => emailQueue.resume(db);
    await withServices(env, to, resume, { continues: true });
    await target.unmark();
  } finally {
    await target.close();
  }
}

/** A bar on a terminal, otherwise a line for each table. */
function showProgress({ name, done, of, what }: Progress): void {
  if (!process.stdout.isTTY) {
    print(`${what} ${done}/${of} ${name}`);
    return;
  }
  const full = Math.round((done / of) * BAR);
  const bar = '#'.repeat(full).padEnd(BAR, '.');
  process.stdout.write(
    `\r\u001b[K[${bar}] ${what} ${done}/${of} ${name}${done === of ? '\n' : ''}`,
  );
}

function describe(env: Env, to: string): string {
  const shown = new URL(to);
  if (shown.password !== '') shown.password = '…';
  const secret =
    env.TOKEN_SECRET === undefined
      ? `TOKEN_SECRET=<the content of ${secretFile(env)}>`
      : 'TOKEN_SECRET=<as now>';
  return [
    'Moved: every table has the same rows as before. Start the server from now on with',
    `  DATABASE_URL=${shown.href.replace('%E2%80%A6', '…')}`,
    `  ${secret}`,
    `  DATA_DIR=${env.DATA_DIR}`,
    `The files stay in ${join(env.DATA_DIR, 'files')}. Nothing was changed in ${join(env.DATA_DIR, 'postgres')}; remove it when the site works.`,
  ].join('\n');
}

runCli(main);
