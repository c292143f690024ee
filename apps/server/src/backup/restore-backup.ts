import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { knowsMigrations } from '../db/migrate.ts';
import { writeFileAtomically } from '../platform/atomic-file.ts';
import type { ObjectStorage } from '../platform/storage/storage.ts';
import type { Head, Manifest } from './archive-format.ts';
import { type ArchiveKeys, drain, readArchive } from './archive-reader.ts';
import { ArchiveError, BackupError } from './errors.ts';
import { ignoreSteps, type OnStep } from './steps.ts';
import { type CopyTable, fillDatabase, type Target } from './target.ts';

export interface Verified {
  manifest: Manifest;
  /** TOKEN_SECRET, if the archive contains it. */
  secret: string | null;
}

/**
 * Reads a whole archive and changes nothing. Throws ArchiveError if it is cut, altered, encrypted for another key
 * or made by a newer program.
 */
export async function verifyArchive(
  path: string,
  keys: ArchiveKeys,
  onStep: OnStep = ignoreSteps,
): Promise<Verified> {
  let secret: string | null = null;
  let parts = 0;
  const read: typeof drain = async (name, body) => {
    await drain(name, body);
    parts += 1;
    onStep('READING', parts, null);
  };
  const manifest = await readArchive(path, keys, {
    head: refuseNewer,
    secret: (value) => {
      secret = value;
    },
    table: read,
    file: (key, _, body) => read(key, body),
  });
  return { manifest, secret };
}

async function refuseNewer({ migrations, version }: Head): Promise<void> {
  if (knowsMigrations(migrations)) return;
  throw new ArchiveError(
    `The archive is from a newer version of Naru (${version}) than this program`,
  );
}

/** Throws BackupError unless nothing is stored. */
export async function refuseFilledStorage(storage: Pick<ObjectStorage, 'list'>, name: string) {
  for await (const _ of storage.list()) {
    throw new BackupError(`${name} is not empty. Choose an empty one.`);
  }
}

export interface RestoreRequest {
  path: string;
  keys: ArchiveKeys;
  /** What `verifyArchive` returned. */
  manifest: Manifest;
  /** URL of an empty database, for its owner. */
  url: string;
  storage: Pick<ObjectStorage, 'putStream'>;
  /** Ends the sessions that the backup contains. */
  endsSessions: boolean;
  /** Called with one line per finished part. */
  onProgress: (line: string) => void;
  onStep?: OnStep;
}

/**
 * Puts a verified archive into an empty database and an empty storage and compares what is stored with the archive.
 * The database stays marked as incomplete until the caller unmarks the result; the caller also closes it.
 */
export async function restoreBackup(request: RestoreRequest): Promise<Target> {
  const { manifest, url, endsSessions, onProgress, onStep = ignoreSteps } = request;
  const { head, sequences, tables } = manifest;
  return fillDatabase({
    ...{ url, name: 'The database', migrations: head.migrations, sequences, endsSessions },
    async load(copy) {
      await load(request, copy);
      return tables;
    },
    onCompared(done) {
      if (done === 0) onProgress('Comparing the tables with the archive');
      onStep('COMPARING', done, tables.length);
    },
  });
}

async function load(
  { path, keys, manifest, storage, onProgress, onStep = ignoreSteps }: RestoreRequest,
  copy: CopyTable,
): Promise<void> {
  let restored = 0;
  const columns = new Map(manifest.tables.map((table) => [table.name, table.columns]));
  const again = await readArchive(path, keys, {
    head: refuseNewer,
    async table(name: string, rows: Readable) {
      await copy({ name, columns: columns.get(name) ?? [] }, rows);
      onProgress(`Table ${name}`);
      restored += 1;
      onStep('RESTORING', restored, manifest.tables.length);
    },
    file: (key, size, body) => storage.putStream(key, body, size),
  });
  if (JSON.stringify(again) !== JSON.stringify(manifest)) {
    throw new ArchiveError('The archive was changed while it was restored');
  }
  onProgress(`${manifest.files.count} files`);
}

/** A file that is in DATA_DIR until a restore into it is complete. */
const FILE = 'restore-incomplete';

export async function markFolder(dataDir: string): Promise<void> {
  await writeFileAtomically(join(dataDir, FILE), 'npm run restore has not ended here.\n');
}

export const unmarkFolder = (dataDir: string): Promise<void> => rm(join(dataDir, FILE));

/** What is wrong with a folder in which a restore was interrupted; null for any other. */
export function incompleteFolder(dataDir: string): string | null {
  if (!existsSync(join(dataDir, FILE))) return null;
  return `a restore into ${dataDir} was interrupted. Remove postgres, postgres-password, files and ${FILE} from it, then run npm run restore again`;
}
