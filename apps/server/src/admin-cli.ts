import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { connect } from './db/client.ts';
import { type Env, EnvError, readEnv } from './env.ts';
import { createAuditService } from './features/audit/audit.service.ts';
import { grantAdmin } from './features/members/members.bootstrap.ts';
import { systemClock } from './platform/clock.ts';
import { runningUrl, startEmbedded } from './platform/database/embedded.ts';
import { DatabaseStartError } from './platform/database/errors.ts';

/** A refusal whose message is sufficient without a stack. */
class RefusedError extends Error {}

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

/** The configured database; an embedded one is used through its server while that runs. */
async function openDatabase(env: Env) {
  const close = async (): Promise<void> => undefined;
  if (env.DATABASE_URL !== undefined) return { url: env.DATABASE_URL, close };
  if (!existsSync(join(env.DATA_DIR, 'postgres'))) {
    throw new RefusedError(
      `There is no database in ${env.DATA_DIR}. Start the server once and sign up first.`,
    );
  }
  try {
    const database = await startEmbedded({
      dataDir: env.DATA_DIR,
      log: (line) => process.stderr.write(`${line}\n`),
      onUnexpectedExit: () => undefined,
    });
    return { url: database.url, close: () => database.stop() };
  } catch (error) {
    const isRunning = error instanceof DatabaseStartError && error.code === 'FOLDER_IN_USE';
    if (!isRunning) throw error;
    return { url: await runningUrl(env.DATA_DIR), close };
  }
}

function isUndefinedTable(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error && 'code' in cause && cause.code === UNDEFINED_TABLE;
}

main().catch((error: unknown) => {
  const isExpected = [RefusedError, EnvError, DatabaseStartError].some(
    (kind) => error instanceof kind,
  );
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  process.stderr.write(`${isExpected ? message : stack}\n`);
  process.exitCode = 1;
});
