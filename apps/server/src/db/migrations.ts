import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { migrations as jobMigrations } from 'graphile-worker/dist/generated/sql.js';
import type pg from 'pg';

/** First line of a file whose statements run one by one: indexes built beside running servers. */
const ALONE = '-- without a transaction';
/** Arbitrary number: who migrates or grants holds this lock. */
export const ADVISORY_LOCK = 7_203_001;
const HISTORY = 'drizzle.__drizzle_migrations';

export interface Migration {
  name: string;
  statements: readonly string[];
  /** The statements share a transaction with the entry in the history. */
  isAtomic: boolean;
  hash: string;
  /** Identifies it in the history: when it was generated, in milliseconds. */
  at: number;
}

/** The migrations of this program, in their order. */
export function readMigrations(): Migration[] {
  const migrationsFolder = findFolder();
  const journal = readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8');
  const { entries } = JSON.parse(journal) as { entries: { tag: string }[] };
  return readMigrationFiles({ migrationsFolder }).map(({ sql, hash, folderMillis }, n) => ({
    name: entries[n]?.tag ?? '',
    statements: sql,
    isAtomic: !sql[0]?.startsWith(ALONE),
    hash,
    at: folderMillis,
  }));
}

/** Resolves the migrations folder next to the sources as well as next to the bundle. */
function findFolder(): string {
  const candidates = ['../migrations', '../../migrations'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const found = candidates.find((path) => existsSync(path));
  if (found === undefined) throw new Error('The migrations folder is missing');
  return found;
}

/**
 * Times of later migrations with which this program may run: `npm run upgrade` writes them beside the bundle before
 * it migrates, as the release before can live with the migrations of a release.
 */
function readAccepted(): number[] {
  const file = new URL('./accepted-migrations.json', import.meta.url);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as number[]) : [];
}

/** What a database lacks of this program's schema. */
export interface Missing {
  migrations: Migration[];
  /** Whether the tables of graphile-worker are those of its installed version. */
  hasJobs: boolean;
}

/**
 * Throws for a history that is not this program's: of a later version, except for `accepted` migrations, or from
 * before the release.
 */
export async function findMissing(
  client: pg.Client,
  accepted: readonly number[] = readAccepted(),
): Promise<Missing> {
  const known = readMigrations();
  const applied = await readNumbers(client, HISTORY, 'created_at');
  refuseUnknown(
    applied.filter((at) => !accepted.includes(at)),
    known.map(({ at }) => at),
  );
  const jobs = await readNumbers(client, 'graphile_worker.migrations', 'id');
  return {
    migrations: known.filter(({ at }) => at > (applied.at(-1) ?? 0)),
    hasJobs: Object.keys(jobMigrations).every((file) => jobs.includes(Number.parseInt(file, 10))),
  };
}

async function readNumbers(client: pg.Client, table: string, column: string): Promise<number[]> {
  const { rows: present } = await client.query('select to_regclass($1) is not null as found', [
    table,
  ]);
  if (present[0]?.found !== true) return [];
  const { rows } = await client.query<{ n: number | string }>(
    `select ${column} as n from ${table} order by ${column}`,
  );
  return rows.map(({ n }) => Number(n));
}

function refuseUnknown(applied: readonly number[], known: readonly number[]): void {
  const unknown = applied.filter((at) => !known.includes(at));
  if (unknown.length === 0) return;
  throw new Error(
    unknown.every((at) => at > Math.max(...known)) && unknown.length < applied.length
      ? 'The database is from a newer version of Naru than this program'
      : 'The database was made by a development version of Naru and cannot be migrated: delete the data folder, or empty the database at DATABASE_URL, and start again',
  );
}
