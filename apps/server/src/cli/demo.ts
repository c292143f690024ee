import { resolve } from 'node:path';
import { readEnv } from '../config/env.ts';
import { openDatabase, RefusedError, runCli } from './command-line.ts';
import { withServices } from './services.ts';

/** `npm run demo -- remove`: removes the demo's members and content, even while the server runs. */
async function main(): Promise<void> {
  if (process.argv.slice(2).join(' ') !== 'remove') {
    throw new RefusedError('Usage: npm run demo -- remove');
  }
  const env = readEnv(process.env);
  env.DATA_DIR = resolve(env.DATA_DIR);
  const database = await openDatabase(env);
  try {
    const count = await withServices(env, database.url, ({ demo }) => demo.remove());
    const result =
      count === 0
        ? 'There are no demo accounts in this database.'
        : `Removed ${count} demo accounts and their content. What other members made stays.`;
    process.stdout.write(`${result}\n`);
  } finally {
    await database.close();
  }
}

runCli(main);
