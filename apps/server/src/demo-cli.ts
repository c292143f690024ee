import { resolve } from 'node:path';
import { openDatabase, RefusedError, runCli } from './cli.ts';
import { connect } from './db/client.ts';
import { migrateDatabase } from './db/migrate.ts';
import { withoutReplica } from './db/replica.ts';
import { type Env, readEnv } from './env.ts';
import { createImageProcessor } from './features/uploads/image-processor.ts';
import { systemClock } from './platform/clock.ts';
import { createEmailTransport } from './platform/email/transport.ts';
import { createHashing } from './platform/hashing.ts';
import { createLog, createLogOutput } from './platform/log.ts';
import { loadSeal, SealError } from './platform/seal.ts';
import { loadSecrets } from './platform/secrets.ts';
import { createServices } from './services.ts';

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
  const client = connect(url, { onError: () => undefined, max: 2 });
  try {
    const { db } = client;
    const secrets = await loadSecrets(env.TOKEN_SECRET, env.DATA_DIR);
    const seal = await loadSeal(db, secrets).catch((error: unknown) => {
      throw error instanceof SealError ? new RefusedError(error.message) : error;
    });
    const { transport, outbox } = createEmailTransport(env, systemClock);
    const services = createServices({
      db,
      replica: withoutReplica(db),
      env,
      clock: systemClock,
      secrets,
      seal,
      emailTransport: transport,
      outbox,
      hashing: createHashing(),
      images: createImageProcessor(),
      version: '',
      log: createLog('error', await createLogOutput('error', true)),
    });
    const count = await services.demo.remove();
    if (count === 0) return 'There are no demo accounts in this database.';
    return `Removed ${count} demo accounts and their content. What other members made stays.`;
  } finally {
    await client.close();
  }
}

runCli(main);
