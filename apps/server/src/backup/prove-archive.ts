import type pg from 'pg';
import { BACKUP_LOCK } from '../db/locks.ts';
import { type ArchiveKeys, drain } from './archive-reader.ts';
import { BusyError } from './errors.ts';
import { restoreBackup, verifyArchive } from './restore-backup.ts';
import { createScratch, dropScratch, takeProofLock } from './scratch.ts';
import { requireSpace } from './space.ts';
import { ignoreSteps, type OnStep } from './steps.ts';
import { connectForCopy } from './tables.ts';

export interface ProofRequest {
  path: string;
  keys: ArchiveKeys;
  /** URL of the real database, which is only read, for a role that may create databases. */
  url: string;
  /** Folder of an embedded database; null: its disk cannot be seen from here. */
  databaseFolder: string | null;
  /** Checks what was restored, as a server that starts on it would; returns how many faults it found. */
  check: (url: string) => Promise<number>;
  onStep?: OnStep;
  /** Called once it is the turn of this proof. */
  onBegun?: () => Promise<unknown>;
}

export interface Proof {
  tables: number;
  rows: number;
  files: number;
  faults: number;
}

/** Beyond the size of the real database: its log, and the tables while they are sorted. */
const ROOM_FACTOR = 1.25;

/**
 * Restores an archive into a scratch database beside the real one, compares every table with the archive and every
 * file with its checksum, checks the result, and removes the scratch database. Throws BusyError while a backup or
 * another proof runs, and BackupError for anything that is wrong.
 */
export async function proveArchive(request: ProofRequest): Promise<Proof> {
  const { url, databaseFolder, onBegun } = request;
  const client = await connectForCopy(url);
  try {
    await takeTurn(client);
    await onBegun?.();
    if (databaseFolder !== null) {
      await requireSpace(databaseFolder, (await sizeOf(client)) * ROOM_FACTOR);
    }
    return await prove(request, client);
  } finally {
    await client.end();
  }
}

async function prove(request: ProofRequest, client: pg.Client): Promise<Proof> {
  const { path, keys, url, check, onStep = ignoreSteps } = request;
  const { manifest } = await verifyArchive(path, keys, onStep);
  const scratch = await createScratch(client, url);
  try {
    const target = await restoreBackup({
      ...{ path, keys, manifest, url: scratch, onStep, endsSessions: false },
      // Their checksums were compared on the way.
      storage: { putStream: (key, body) => drain(key, body) },
      onProgress: () => undefined,
    });
    await target.close();
    const faults = await check(scratch);
    const { tables, files } = manifest;
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    return { tables: tables.length, rows, files: files.count, faults };
  } finally {
    await dropScratch(client);
  }
}

/** Only looks at the lock of backups: one that begins later goes on beside the proof. */
async function takeTurn(client: pg.Client): Promise<void> {
  if (!(await takeProofLock(client))) {
    throw new BusyError('Another proof is running. Wait until it is done.');
  }
  const { rows } = await client.query<{ free: boolean }>(
    'select pg_try_advisory_lock_shared($1) as free',
    [BACKUP_LOCK],
  );
  if (rows[0]?.free !== true) {
    throw new BusyError('A backup of this database is running. Wait until it is done.');
  }
  await client.query('select pg_advisory_unlock_shared($1)', [BACKUP_LOCK]);
}

async function sizeOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    'select pg_database_size(current_database())::text as bytes',
  );
  return Number(rows[0]?.bytes ?? 0);
}
