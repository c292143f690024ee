import { resolve } from 'node:path';
import { readDatabaseEnv, readEnv } from '../config/env.ts';
import { setupScript } from '../db/grants.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { migrateApart, namesOf } from '../db/migrate-apart.ts';
import { messageOf } from '../platform/database/errors.ts';
import { openDatabase, RefusedError, runCli } from './command-line.ts';

const USAGE = 'Usage: npm run db:migrate [-- --print-grants | --embedded]';

const log = (line: string) => void process.stdout.write(`${line}\n`);

/** `npm run db:migrate`: migrates the database without serving, as the role of DATABASE_OWNER_URL. */
async function main(): Promise<void> {
  const { DATABASE_OWNER_URL, DATABASE_URL } = readDatabaseEnv(process.env);
  const addresses = { owner: DATABASE_OWNER_URL, server: DATABASE_URL };
  const options = process.argv.slice(2).join(' ');
  if (options === '--print-grants') {
    process.stdout.write(setupScript(namesOf(addresses)));
    return;
  }
  if (options === '--embedded') return migrateEmbedded();
  if (options !== '') throw new RefusedError(USAGE);
  try {
    await migrateApart(addresses, { durable: true, log });
  } catch (error) {
    throw new RefusedError(messageOf(error));
  }
}

/** Also while a server of the release before runs on it, which can live with the migrations. */
async function migrateEmbedded(): Promise<void> {
  const env = readEnv(process.env);
  env.DATA_DIR = resolve(env.DATA_DIR);
  const database = await openDatabase({ ...env, DATABASE_URL: undefined });
  try {
    await migrateDatabase(database.url, { durable: true, log });
    log('The database is up to date.');
  } catch (error) {
    throw new RefusedError(messageOf(error));
  } finally {
    await database.close();
  }
}

runCli(main);
