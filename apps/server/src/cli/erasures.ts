import { join, resolve } from 'node:path';
import { openKeys } from '../boot/process-services.ts';
import { readEnv } from '../config/env.ts';
import { connect } from '../db/client.ts';
import { SealError } from '../domain/keys/wrapped-keys.ts';
import { createErasures, ERASURES_FILE } from '../features/account/account.erasures.ts';
import { systemClock } from '../platform/clock.ts';
import { createLog, createLogOutput } from '../platform/log.ts';
import { openDatabase, RefusedError, runCli } from './command-line.ts';

/**
 * `npm run erasures`: completes the list of erased accounts in BACKUP_DIR, as a server does every hour. For
 * installations whose servers have no lasting folder.
 */
async function main(): Promise<void> {
  if (process.argv.length > 2) throw new RefusedError('Usage: npm run erasures');
  const env = readEnv(process.env);
  const database = await openDatabase({ ...env, DATA_DIR: resolve(env.DATA_DIR) });
  const { db, close } = connect(database.url, { onError: () => undefined, max: 1 });
  try {
    const { seal } = await openKeys(env, db);
    const log = createLog('error', await createLogOutput('error', true));
    const deps = { db, clock: systemClock, seal, log, folder: env.BACKUP_DIR };
    const { added, removed } = await createErasures(deps).complete();
    const path = join(env.BACKUP_DIR, ERASURES_FILE);
    process.stdout.write(`${path}: ${added} accounts added, ${removed} removed.\n`);
  } catch (error) {
    throw error instanceof SealError ? new RefusedError(error.message) : error;
  } finally {
    await close();
    await database.close();
  }
}

runCli(main);
