import { setTimeout as delay } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { isDeadlock, isLockTimeout } from '../platform/database/query-errors.ts';
import { isIncomplete } from './incomplete.ts';
import {
  ADVISORY_LOCK,
  findMissing,
  type Migration,
  type Missing,
  readMigrations,
} from './migrations.ts';

const OLDEST_SERVER = 150_000;
const LOOK_AGAIN_MS = 250;
/** Running servers wait for a table no longer than a migration waits for its lock. */
const LOCK_MS = 3_000;
/** Between attempts, in which those that waited get the table. */
const PAUSE_MS = 1_000;
const ATTEMPTS = 20;
const DENIED = '42501';
const REMEDY = 'run "npm run db:migrate" with the owner of the database, then start again';

export interface MigrateOptions {
  /** False accepts settings with which the database could lose data; for tests only. */
  durable: boolean;
  /** Takes one line for the operator about each migration that begins. */
  log?: (line: string) => void;
  /** How long a migration waits for a lock before it lets others pass, in milliseconds. */
  lockMs?: number;
  /** Only these migrations, named by their times, in an empty database that is marked as incomplete. */
  into?: readonly number[];
  /** Migrates on although the database is marked as incomplete. */
  continues?: boolean;
}

/**
 * Migrates the database to this version, one server at a time (advisory lock); one that needs nothing is
 * only read. Each migration is a transaction, so an interrupted run is continued by the next one. Throws
 * when its tables are not from this program's migrations or not complete, when PostgreSQL is older than 15 or not
 * durable, and when migrations are missing that this role may not run.
 */
export async function migrateDatabase(url: string, options: MigrateOptions): Promise<void> {
  await onDatabase(url, options, async (client) => {
    const missing = await look(client, options);
    if (isComplete(missing)) return;
    try {
      await lockMigrations(client, options);
      await runMissing(client, url, options);
    } catch (error) {
      if (!isDenied(error)) throw error;
      throw new Error(`${describe(missing)}, and its role may not change it: ${REMEDY}`);
    }
  });
}

/** Throws like `migrateDatabase`, and when anything is missing. */
export async function requireMigrated(url: string, options: MigrateOptions): Promise<void> {
  await onDatabase(url, options, async (client) => {
    const missing = await look(client, options);
    if (!isComplete(missing)) throw new Error(`${describe(missing)}: ${REMEDY}`);
  });
}

/**
 * Names of the migrations that `migrateDatabase` would run, and whether the database is new. Throws
 * like it for a database that it refuses.
 */
export async function planMigrations(
  url: string,
  options: MigrateOptions,
): Promise<{ pending: string[]; isNew: boolean }> {
  return onDatabase(url, options, async (client) => {
    const { migrations } = await look(client, options);
    return {
      pending: migrations.map(({ name }) => name),
      isNew: migrations.length === readMigrations().length,
    };
  });
}

/** Whether all of these migrations, named by their times, are known to this program. */
export function knowsMigrations(times: readonly number[]): boolean {
  const known = readMigrations();
  return times.every((at, position) => known[position]?.at === at);
}

async function onDatabase<T>(
  url: string,
  { durable }: MigrateOptions,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // A connection that breaks fails its statement; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await checkServer(client, durable);
    return await work(client);
  } finally {
    await client.end();
  }
}

async function look(client: pg.Client, options: MigrateOptions): Promise<Missing> {
  const { into, continues = into !== undefined } = options;
  if (!continues) await refuseIncomplete(client);
  return findMissing(client).catch((error: unknown) => {
    if (!isDenied(error)) throw error;
    throw new Error(`Its role may not read which migrations the database has: ${REMEDY}`);
  });
}

async function refuseIncomplete(client: pg.Client): Promise<void> {
  if (!(await isIncomplete(client))) return;
  throw new Error(
    'A restore or move into the database was interrupted: empty the database and run it again',
  );
}

function isComplete({ migrations, hasJobs }: Missing): boolean {
  return migrations.length === 0 && hasJobs;
}

function describe({ migrations }: Missing): string {
  const [first, ...others] = migrations.map(({ name }) => name);
  if (first === undefined) return 'The database lacks the tables of its jobs';
  if (others.length === 0) return `The database lacks the migration ${first}`;
  return `The database lacks ${migrations.length} migrations (${first} to ${others.at(-1)})`;
}

/**
 * Asks again and again: a statement that waits for the lock would keep its snapshot, for whose end an
 * index that is built concurrently waits.
 */
async function lockMigrations(client: pg.Client, { log }: MigrateOptions): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [
      ADVISORY_LOCK,
    ]);
    if (rows[0]?.locked === true) return;
    if (attempt === 1) log?.('Waiting for another server that migrates the database');
    await delay(LOOK_AGAIN_MS);
  }
}

async function runMissing(client: pg.Client, url: string, options: MigrateOptions) {
  // Another server may have migrated meanwhile.
  const missing = await findMissing(client);
  const { hasJobs } = missing;
  const migrations = missing.migrations.filter(({ at }) => options.into?.includes(at) ?? true);
  if (!hasJobs) await runMigrations({ connectionString: url, maxPoolSize: 1 });
  if (migrations.length === 0) return;
  await client.query(`create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations
      (id serial primary key, hash text not null, created_at bigint)`);
  for (const migration of migrations) {
    options.log?.(`Migrating the database: ${migration.name}`);
    await applyMigration(client, migration, options);
  }
}

/** Runs one migration; while its tables are in use it tries again for about a minute. */
export async function applyMigration(
  client: pg.Client,
  migration: Pick<Migration, 'statements' | 'isAtomic' | 'hash' | 'at'>,
  { lockMs = LOCK_MS }: Pick<MigrateOptions, 'lockMs'> = {},
): Promise<void> {
  await client.query(`set lock_timeout = ${lockMs}`);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptMigration(client, migration);
    } catch (error) {
      if (migration.isAtomic) await client.query('rollback').catch(() => undefined);
      const waited = isLockTimeout(error) || isDeadlock(error);
      if (!waited || attempt === ATTEMPTS) throw error;
    }
    await delay(Math.min(PAUSE_MS, lockMs));
  }
}

async function attemptMigration(
  client: pg.Client,
  { statements, isAtomic, hash, at }: Pick<Migration, 'statements' | 'isAtomic' | 'hash' | 'at'>,
): Promise<void> {
  if (isAtomic) await client.query('begin');
  for (const statement of statements) await client.query(statement);
  await client.query(
    'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)',
    [hash, at],
  );
  if (isAtomic) await client.query('commit');
}

/** Refuses settings with which an acknowledged write could be lost. */
async function checkServer(client: pg.Client, durable: boolean): Promise<void> {
  const { rows } = await client.query<Record<string, string>>(
    `select current_setting('server_version_num') as version, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as synchronous_commit,
      current_setting('full_page_writes') as full_page_writes,
      current_setting('server_encoding') as encoding`,
  );
  const setting = rows[0] ?? {};
  if (Number(setting.version) < OLDEST_SERVER) {
    throw new Error(`PostgreSQL 15 or newer is needed, this is ${setting.version}`);
  }
  if (setting.encoding !== 'UTF8') throw new Error('The database must have the encoding UTF8');
  const off = ['fsync', 'synchronous_commit', 'full_page_writes'].find(
    (name) => setting[name] === 'off',
  );
  if (durable && off !== undefined) {
    throw new Error(`The database runs with ${off}=off and could lose data; turn it on`);
  }
}

function isDenied(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === DENIED;
}
