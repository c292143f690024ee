import type { Readable } from 'node:stream';
import type { VideoType } from '@naru/contract/videos';
import { isIncomplete } from '../db/incomplete.ts';
import { BACKUP_LOCK } from '../db/locks.ts';
import { objectName } from '../features/uploads/attachments.names.ts';
import { objectNames } from '../features/uploads/file-names.ts';
import { objectName as videoObject } from '../features/uploads/videos.ts';
import { BackupError, BusyError } from './errors.ts';
import {
  connectForCopy,
  copyOut,
  listSequences,
  listTables,
  type Sequence,
  type Table,
} from './tables.ts';

/** A consistent state of the database, unaffected by servers that go on writing. */
export interface Snapshot {
  tables: Table[];
  sequences: Sequence[];
  /** Times of the applied migrations, which name the version of the schema. */
  migrations: number[];
  copyOut(table: Table): Promise<Readable>;
  /** Keys of the stored objects that rows of this state refer to. */
  objectKeys(): AsyncGenerator<string>;
  close(): Promise<void>;
}

/** A server that checks whether the lock is free holds it for a moment. */
const LOCK_WAIT = '500ms';
const LOCK_NOT_AVAILABLE = '55P03';
const UNDEFINED_TABLE = '42P01';
const BATCH = 1_000;

const FILES: { table: string; objects: (key: string, contentType: string) => string[] }[] = [
  { table: 'uploads', objects: objectNames },
  { table: 'chat_pictures', objects: objectNames },
  { table: 'attachments', objects: (key) => [objectName(key)] },
  { table: 'videos', objects: (key, type) => [videoObject(key, type as VideoType)] },
];

/**
 * Opens a snapshot. Until it is closed, no server removes stored objects and no other snapshot can
 * be opened. Throws BackupError when another one is open or the database is empty or incomplete.
 */
export async function openSnapshot(url: string): Promise<Snapshot> {
  const client = await connectForCopy(url);
  try {
    await takeLock(client);
    if (await isIncomplete(client)) {
      throw new BackupError(
        'A restore or move into the database was interrupted: nothing in it is whole.',
      );
    }
    await client.query('begin isolation level repeatable read read only');
    const migrations = await readMigrations(client);
    const tables = await listTables(client);
    const sequences = await listSequences(client);
    return {
      tables,
      sequences,
      migrations,
      copyOut: (table) => copyOut(client, table),
      objectKeys: () => objectKeys(client, tables),
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

type Client = Awaited<ReturnType<typeof connectForCopy>>;

/** Held until the connection ends, also by a crash. */
async function takeLock(client: Client): Promise<void> {
  await client.query(`set lock_timeout = '${LOCK_WAIT}'`);
  try {
    await client.query('select pg_advisory_lock($1)', [BACKUP_LOCK]);
  } catch (error) {
    if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error;
    throw new BusyError('Another backup of this database is running. Wait until it is done.');
  }
  await client.query('set lock_timeout = 0');
}

async function readMigrations(client: Client): Promise<number[]> {
  try {
    const { rows } = await client.query<{ at: string }>(
      'select created_at::text as at from drizzle.__drizzle_migrations order by created_at',
    );
    return rows.map(({ at }) => Number(at));
  } catch (error) {
    if (codeOf(error) !== UNDEFINED_TABLE) throw error;
    throw new BackupError('The database is empty: there is nothing to back up.');
  }
}

async function* objectKeys(client: Client, tables: readonly Table[]): AsyncGenerator<string> {
  const present = new Set(tables.map(({ name }) => name));
  for (const { table, objects } of FILES) {
    if (!present.has(table)) continue;
    for (let last = ''; ; ) {
      const { rows } = await client.query<{ key: string; type: string }>(
        `select key, content_type as type from ${table}
         where status = 'ready' and key collate "C" > $1 order by key collate "C" limit ${BATCH}`,
        [last],
      );
      for (const { key, type } of rows) yield* objects(key, type);
      if (rows.length < BATCH) break;
      last = rows.at(-1)?.key ?? '';
    }
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
