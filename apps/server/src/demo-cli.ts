import { resolve } from 'node:path';
import { openDatabase, RefusedError, runCli } from './cli.ts';
import { createCliServices } from './cli-services.ts';
import { migrateDatabase } from './db/migrate.ts';
import { type Env, readEnv } from './env.ts';

/** `npm run demo -- remove`: removes the demo's members and content, also beside a running server. */
async function main(): Promise<void> {
  if (process.argv.slice(2).join(' ') !== 'remove') {
    throw new RefusedError('Usage: npm run demo -- remove');
  }
  const env = readEnv(process.env);
  env.DATA_DIR = resolve(env.DATA_DIR);
  const database = await openDatabase(env);
  try {
    process.stdout.write(`${await remove(env, database.url)}\n`);
  } finally {
    await database.close();
  }
}

async function remove(env: Env, url: string): Promise<string> {
  await migrateDatabase(url, { durable: false });
  const services = await createCliServices(env, url);
  try {
    const count = await services.demo.remove();
    if (count === 0) return 'There are no demo accounts in this database.';
    return `Removed ${count} demo accounts and their content. What other members made stays.`;
  } finally {
    await services.close();
  }
}

runCli(main);
