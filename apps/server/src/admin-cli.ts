import { resolve } from 'node:path';
import { openDatabase, RefusedError, runCli } from './cli.ts';
import { connect, type Db } from './db/client.ts';
import { readEnv } from './env.ts';
import { createAuditService } from './features/audit/audit.service.ts';
import { grantAdmin } from './features/members/members.bootstrap.ts';
import { systemClock } from './platform/clock.ts';
import { forgetVapid } from './platform/push/vapid.ts';

const NEW_PUSH_KEYS = '--new-push-keys';
const UNDEFINED_TABLE = '42P01';

/** `npm run admin -- <username>` makes a member an ADMIN; with `--new-push-keys` it forgets those keys. */
async function main(): Promise<void> {
  const [wish, ...rest] = process.argv.slice(2);
  if (wish === undefined || rest.length > 0) {
    throw new RefusedError(`Usage: npm run admin -- <username>, or ${NEW_PUSH_KEYS}`);
  }
  const env = readEnv(process.env);
  const database = await openDatabase({ ...env, DATA_DIR: resolve(env.DATA_DIR) });
  try {
    const work = wish === NEW_PUSH_KEYS ? renewKeys : (db: Db) => grant(db, wish);
    process.stdout.write(`${await run(database.url, work)}\n`);
  } finally {
    await database.close();
  }
}

async function run(url: string, work: (db: Db) => Promise<string>): Promise<string> {
  const client = connect(url, { onError: () => undefined, max: 1 });
  try {
    return await work(client.db);
  } catch (error) {
    if (!isUndefinedTable(error)) throw error;
    throw new RefusedError('The database is empty. Start the server once and sign up first.');
  } finally {
    await client.close();
  }
}

async function grant(db: Db, username: string): Promise<string> {
  const audit = createAuditService({ db, clock: systemClock });
  const result = await grantAdmin(db, systemClock, audit, username);
  if (result === 'granted') return `${username} is an ADMIN now.`;
  if (result === 'had it') return `${username} is an ADMIN already.`;
  throw new RefusedError(`No member has the username ${username}. Sign up with it first.`);
}

async function renewKeys(db: Db): Promise<string> {
  await forgetVapid(db);
  return 'The next start makes new keys. Devices get notifications again after their next visit.';
}

function isUndefinedTable(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error && 'code' in cause && cause.code === UNDEFINED_TABLE;
}

runCli(main);
