import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { isIncomplete } from './incomplete.ts';

/** Arbitrary number: servers that start together wait on this lock for the one that migrates. */
const ADVISORY_LOCK = 7_203_001;
const OLDEST_SERVER = 150_000;
const JOURNAL = join('meta', '_journal.json');

/** Resolves the migrations folder next to the sources as well as next to the bundle. */
function migrationsFolder(): string {
  const candidates = ['../migrations', '../../migrations'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const found = candidates.find((path) => existsSync(path));
  if (found === undefined) throw new Error('The migrations folder is missing');
  return found;
}

interface MigrateOptions {
  /** Refuses a server that could lose acknowledged writes. */
  durable: boolean;
  /** Stops after the last of these migrations, in an empty database that is marked as incomplete. */
  into?: readonly number[];
  /** Migrates on although the database is marked as incomplete. */
  continues?: boolean;
}

interface Journal {
  entries: { when: number; tag: string }[];
}

/**
 * Migrates the database to this version, one server at a time (advisory lock). Throws when its
 * tables are not from this program's migrations or not complete, or when PostgreSQL is older than 15
 * or not durable.
 */
export async function migrateDatabase(
  url: string,
  { durable, into, continues = into !== undefined }: MigrateOptions,
): Promise<void> {
  const client = await open(url);
  try {
    await checkServer(client, durable);
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    if (!continues) await refuseIncomplete(client);
    await refuseUnknown(client);
    await runMigrations({ connectionString: url, maxPoolSize: 1 });
    if (into === undefined) {
      await migrate(drizzle(client), { migrationsFolder: migrationsFolder() });
    } else {
      await migrateInto(client, into);
    }
  } finally {
    await client.end();
  }
}

/**
 * Names of the migrations that `migrateDatabase` would run, and whether the database is new. Throws
 * like it for a database that it refuses.
 */
export async function planMigrations(url: string): Promise<{ pending: string[]; isNew: boolean }> {
  const client = await open(url);
  try {
    await refuseIncomplete(client);
    await refuseUnknown(client);
    const applied = await readApplied(client);
    const { entries } = await readJournal();
    const pending = entries.filter(({ when }) => !applied.includes(when)).map(({ tag }) => tag);
    return { pending, isNew: applied.length === 0 };
  } finally {
    await client.end();
  }
}

/** Whether all of these migrations, named by their times, are known to this program. */
export async function knowsMigrations(times: readonly number[]): Promise<boolean> {
  const { entries } = await readJournal();
  return times.every((at, position) => entries[position]?.when === at);
}

async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  return client;
}

async function readJournal(folder = migrationsFolder()): Promise<Journal> {
  return JSON.parse(await readFile(join(folder, JOURNAL), 'utf8'));
}

/** The migrator runs what a journal lists. */
async function migrateInto(client: pg.Client, times: readonly number[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'naru-migrations-'));
  try {
    await cp(migrationsFolder(), folder, { recursive: true });
    const journal = await readJournal(folder);
    const entries = journal.entries.filter(({ when }) => times.includes(when));
    await writeFile(join(folder, JOURNAL), JSON.stringify({ ...journal, entries }));
    await migrate(drizzle(client), { migrationsFolder: folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function refuseIncomplete(client: pg.Client): Promise<void> {
  if (!(await isIncomplete(client))) return;
  throw new Error(
    'A restore or move into the database was interrupted: empty the database and run it again',
  );
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

/** Times of the applied migrations, oldest first. */
async function readApplied(client: pg.Client): Promise<number[]> {
  const { rows: present } = await client.query(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as found`,
  );
  if (present[0]?.found !== true) return [];
  const { rows } = await client.query<{ at: number | string }>(
    'select created_at as at from drizzle.__drizzle_migrations order by created_at',
  );
  return rows.map(({ at }) => Number(at));
}

/** Refuses an unknown migration history: of a later version, or from before the release. */
async function refuseUnknown(client: pg.Client): Promise<void> {
  const applied = await readApplied(client);
  const { entries } = await readJournal();
  const known = entries.map(({ when }) => when);
  const unknown = applied.filter((at) => !known.includes(at));
  if (unknown.length === 0) return;
  throw new Error(
    unknown.every((at) => at > Math.max(...known)) && unknown.length < applied.length
      ? 'The database is from a newer version of Naru than this program'
      : 'The database was made by a development version of Naru and cannot be migrated: delete the data folder, or empty the database at DATABASE_URL, and start again',
  );
}
