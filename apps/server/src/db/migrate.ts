import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';

/** Arbitrary number: servers that start together wait on this lock for the one that migrates. */
const ADVISORY_LOCK = 7_203_001;
const OLDEST_SERVER = 150_000;

/** Resolves the migrations folder next to the sources as well as next to the bundle. */
function migrationsFolder(): string {
  const candidates = ['../migrations', '../../migrations'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const found = candidates.find((path) => existsSync(path));
  if (found === undefined) throw new Error('The migrations folder is missing');
  return found;
}

/**
 * Migrates the database to this version, one server at a time (advisory lock). Throws when its
 * tables are not from this program's migrations, or when PostgreSQL is older than 15 or not
 * durable.
 */
export async function migrateDatabase(url: string, options: { durable: boolean }): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await checkServer(client, options.durable);
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    const folder = migrationsFolder();
    await refuseUnknown(client, folder);
    await runMigrations({ connectionString: url, maxPoolSize: 1 });
    await migrate(drizzle(client), { migrationsFolder: folder });
  } finally {
    await client.end();
  }
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

/** Refuses an unknown migration history: of a later version, or from before the release. */
async function refuseUnknown(client: pg.Client, folder: string): Promise<void> {
  const { rows: present } = await client.query(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as found`,
  );
  if (present[0]?.found !== true) return;
  const { rows } = await client.query<{ at: number | string }>(
    'select created_at as at from drizzle.__drizzle_migrations order by created_at',
  );
  const known = readMigrationFiles({ migrationsFolder: folder }).map((m) => m.folderMillis);
  const unknown = rows.map(({ at }) => Number(at)).filter((at) => !known.includes(at));
  if (unknown.length === 0) return;
  throw new Error(
    unknown.every((at) => at > Math.max(...known)) && unknown.length < rows.length
      ? 'The database is from a newer version of Naru than this program'
      : 'The database was made by a development version of Naru and cannot be migrated: delete the data folder, or empty the database at DATABASE_URL, and start again',
  );
}
