import { resolve } from 'node:path';
import { type Env, readEnv } from '../config/env.ts';
import { connect, type Db } from '../db/client.ts';
import { deleteVapid } from '../domain/keys/wrapped-keys.ts';
import { createAuditService } from '../features/audit/audit.service.ts';
import { grantAdmin } from '../features/members/members.service.ts';
import { systemClock } from '../platform/clock.ts';
import { isUndefinedTable, openDatabase, RefusedError, runCli } from './command-line.ts';
import { READ_ONLY_USAGE, switchReadOnly } from './read-only.ts';

const NEW_PUSH_KEYS = '--new-push-keys';
const REMOVE_SECOND_FACTOR = '--remove-second-factor';
const READ_ONLY = 'read-only';
const USAGE = `Usage: npm run admin -- <username>, ${REMOVE_SECOND_FACTOR} <username>, ${NEW_PUSH_KEYS}, ${READ_ONLY_USAGE}`;

/**
 * `npm run admin -- <username>` makes a member an ADMIN. With `--remove-second-factor <username>` it turns off
 * the second factor of a member, with `--new-push-keys` it deletes those keys, and `read-only` switches that mode.
 */
async function main(): Promise<void> {
  const [input, ...rest] = process.argv.slice(2);
  const isOfMember = input === REMOVE_SECOND_FACTOR;
  const isSwitch = input === READ_ONLY;
  if (input === undefined || (!isSwitch && rest.length !== (isOfMember ? 1 : 0))) {
    throw new RefusedError(USAGE);
  }
  const given = readEnv(process.env);
  const env = { ...given, DATA_DIR: resolve(given.DATA_DIR) };
  const database = await openDatabase(env);
  try {
    process.stdout.write(`${await carryOut(env, database.url, input, rest)}\n`);
  } finally {
    await database.close();
  }
}

async function carryOut(env: Env, url: string, input: string, rest: readonly string[]) {
  if (input === READ_ONLY) {
    const { withServices } = await import('./services.ts');
    return withServices(env, url, ({ siteStatus }) => switchReadOnly(siteStatus, rest));
  }
  if (input === REMOVE_SECOND_FACTOR) return removeSecondFactor(env, url, rest[0] ?? '');
  return run(url, (db) => (input === NEW_PUSH_KEYS ? renewKeys(db) : grant(db, input)));
}

/** Notifies the member by e-mail, which the running server sends. */
async function removeSecondFactor(env: Env, url: string, username: string): Promise<string> {
  // Loads the whole server, which the other options do not need.
  const { withServices } = await import('./services.ts');
  const result = await withServices(env, url, async ({ identity, admin }) => {
    await identity.get();
    return admin.removeSecondFactorOf(username);
  });
  if (result === 'removed') return `The second factor of ${username} is off now.`;
  if (result === 'was off') return `${username} has no second factor.`;
  throw new RefusedError(`No member has the username ${username}.`);
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
  await deleteVapid(db);
  return 'The next start makes new keys. Devices get notifications again after their next visit.';
}

runCli(main);
