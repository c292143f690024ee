import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../platform/atomic-file.ts';
import type { ObjectStorage } from '../platform/storage/storage.ts';
import { FORMAT, type Manifest } from './archive-format.ts';
import { age } from './archive-packing.ts';
import { drain, readArchive } from './archive-reader.ts';
import { type ArchiveWriter, createArchiveWriter } from './archive-writer.ts';
import { BackupError } from './errors.ts';
import { openSnapshot, type Snapshot } from './snapshot.ts';
import { ignoreSteps, type OnStep } from './steps.ts';

export interface BackupRequest {
  /** URL of the database, for a role that can read every table. */
  url: string;
  storage: Pick<ObjectStorage, 'get'>;
  /** Path of the archive; it must not exist. */
  path: string;
  /** Public keys of age; none: the archive is not encrypted. */
  recipients: readonly string[];
  /** Newest first; signs the manifest. */
  secrets: readonly string[];
  /** Puts the newest secret into the archive. */
  withSecret: boolean;
  version: string;
  now: Date;
  onStep?: OnStep;
}

export interface Backup {
  path: string;
  /** Size of the archive. */
  bytes: number;
  manifest: Manifest;
}

/**
 * Writes an archive of the database and its files, even while servers are running, then reads the whole archive
 * back. Only a verified archive gets its name. Throws BackupError.
 */
export async function createBackup(request: BackupRequest): Promise<Backup> {
  const { path, url, withSecret, recipients } = request;
  if (withSecret && recipients.length === 0) {
    throw new BackupError('Secrets are only put into an encrypted backup: give a --recipient too');
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = join(dirname(path), `.new-${randomBytes(8).toString('hex')}`);
  const snapshot = await openSnapshot(url);
  try {
    const manifest = await writeVerified(request, draft, snapshot);
    await rename(draft, path);
    await syncFolder(dirname(path));
    return { path, bytes: (await stat(path)).size, manifest };
  } finally {
    await snapshot.close();
    await rm(draft, { force: true });
  }
}

/** Encrypts for an additional key that only this run knows, so that it can read the archive back. */
async function writeVerified(
  request: BackupRequest,
  draft: string,
  snapshot: Snapshot,
): Promise<Manifest> {
  const { recipients, secrets, onStep = ignoreSteps } = request;
  const own = recipients.length === 0 ? null : await makeKey();
  const all = own === null ? [] : [...recipients, own.recipient];
  const writer = createArchiveWriter(draft, all);
  let parts = 0;
  try {
    parts = await write(request, writer, snapshot);
  } catch (error) {
    await writer.abort(error);
    throw error;
  }
  const identities = own === null ? [] : [own.identity];
  let done = 0;
  const read: typeof drain = async (name, body) => {
    await drain(name, body);
    done += 1;
    onStep('READING', done, parts);
  };
  return readArchive(
    draft,
    { identities, secrets },
    { head: () => undefined, table: read, file: (key, _, body) => read(key, body) },
  );
}

async function makeKey(): Promise<{ identity: string; recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await age();
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** Returns the number of tables and files. */
async function write(
  { storage, secrets, withSecret, version, now, onStep = ignoreSteps }: BackupRequest,
  writer: ArchiveWriter,
  snapshot: Snapshot,
): Promise<number> {
  const [secret = ''] = secrets;
  const { migrations, sequences } = snapshot;
  const head = { format: FORMAT, version, createdAt: now.toISOString(), migrations };
  await writer.addHead(head);
  if (withSecret) await writer.addSecret(secret);
  const { length: tables } = snapshot.tables;
  for (const [index, table] of snapshot.tables.entries()) {
    await writer.addTable(table, await snapshot.copyOut(table));
    onStep('TABLES', index + 1, tables);
  }
  let missing = 0;
  let files = 0;
  for await (const key of snapshot.objectKeys()) {
    const object = await storage.get(key);
    if (object === null) missing += 1;
    else {
      await writer.addFile(key, object.size, object.open());
      files += 1;
      onStep('FILES', files, null);
    }
  }
  await writer.finish({ head, sequences, missing }, secret);
  return tables + files;
}
