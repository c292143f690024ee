import { resolve } from 'node:path';
import { openDatabase, RefusedError, runCli } from './cli.ts';
import { connect } from './db/client.ts';
import { readEnv } from './env.ts';
import { createAuditService } from './features/audit/audit.service.ts';
import { grantAdmin } from './features/members/members.bootstrap.ts';
import { systemClock } from './platform/clock.ts';

const UNDEFINED_TABLE = '42P01';

/** `npm run admin -- <username>`: makes a member an ADMIN. */
async function main(): Promise<void> {
  const [username, ...rest] = process.argv.slice(2);
  if (username === undefined || rest.length > 0) {
    throw new RefusedError('Usage: npm run admin -- <username>');
  }
  const env = readEnv(process.env);
  const database = await openDatabase({ ...env, DATA_DIR: resolve(env.DATA_DIR) });
  try {
    process.stdout.write(`${await grant(database.url, username)}\n`);
  } finally {
    await database.close();
  }
}

async function grant(url: string, username: string): Promise<string> {
  const client = connect(url, { onError: () => undefined, max: 1 });
  try {
    const audit = createAuditService({ db: client.db, clock: systemClock });
    const result = await grantAdmin(client.db, systemClock, audit, username);
    if (result === 'granted') return `${username} is an ADMIN now.`;
    if (result === 'had it') return `${username} is an ADMIN already.`;
  } catch (error) {
    if (!isUndefinedTable(error)) throw error;
    throw new RefusedError('The database is empty. Start the server once and sign up first.');
  } finally {
    await client.close();
  }
  throw new RefusedError(`No member has the username ${username}. Sign up with it first.`);
}

function isUndefinedTable(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error && 'code' in cause && cause.code === UNDEFINED_TABLE;
}

runCli(main);
