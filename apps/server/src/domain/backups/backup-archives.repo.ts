import type { ProofFailure } from '@naru/contract/system';
import { desc, eq, inArray, lt } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { backupArchives, backupDownloads } from '../../db/schema/index.ts';
import type { ArchiveFile } from './archives.ts';

export type ArchiveRow = typeof backupArchives.$inferSelect;

/** Newest first. */
export const listRecorded = (db: Executor): Promise<ArchiveRow[]> =>
  db.select().from(backupArchives).orderBy(desc(backupArchives.name));

/** Records a new archive, and what its maker knows of it. */
export async function recordArchive(
  db: Executor,
  archive: Omit<ArchiveRow, 'provedAt' | 'proofFailure'>,
): Promise<void> {
  const { name, ...set } = archive;
  await db
    .insert(backupArchives)
    .values(archive)
    .onConflictDoUpdate({ target: backupArchives.name, set });
}

/** Names of the recorded archives of a machine. */
export async function listNamesOf(db: Executor, server: string): Promise<string[]> {
  const rows = await db
    .select({ name: backupArchives.name })
    .from(backupArchives)
    .where(eq(backupArchives.server, server));
  return rows.map(({ name }) => name);
}

/**
 * Records the archives that a machine found in its folder and deletes the records of those that are gone: of `before`,
 * which were recorded before it looked, as a backup may end meanwhile. Of an archive in a folder that machines share
 * the first record stays.
 */
export async function recordFolder(
  db: Executor,
  server: string,
  { before, files }: { before: readonly string[]; files: readonly ArchiveFile[] },
): Promise<void> {
  const names = new Set(files.map(({ name }) => name));
  await deleteRecords(
    db,
    before.filter((name) => !names.has(name)),
  );
  if (files.length === 0) return;
  await db
    .insert(backupArchives)
    .values(files.map((file) => ({ ...file, server, version: null })))
    .onConflictDoNothing();
}

export async function deleteRecords(db: Executor, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await db.delete(backupArchives).where(inArray(backupArchives.name, [...names]));
}

/** For a restored copy: the records describe the archives of the original. */
export async function deleteAllRecords(db: Executor): Promise<void> {
  await db.delete(backupArchives);
}

/** Records how the proof of an archive ended; null: well. */
export async function recordProof(
  db: Executor,
  name: string,
  { provedAt, proofFailure }: { provedAt: Date; proofFailure: ProofFailure | null },
): Promise<void> {
  await db
    .update(backupArchives)
    .set({ provedAt, proofFailure })
    .where(eq(backupArchives.name, name));
}

/** Takes the one download of a member, or one that was not renewed since `before`. False if it is taken. */
export async function takeDownload(
  db: Executor,
  { memberId, holder, now, before }: { memberId: number; holder: string; now: Date; before: Date },
): Promise<boolean> {
  const set = { holder, seenAt: now };
  const { rowCount } = await db
    .insert(backupDownloads)
    .values({ memberId, ...set })
    .onConflictDoUpdate({
      target: backupDownloads.memberId,
      set,
      setWhere: lt(backupDownloads.seenAt, before),
    });
  return rowCount === 1;
}

export async function renewDownload(db: Executor, holder: string, now: Date): Promise<void> {
  await db.update(backupDownloads).set({ seenAt: now }).where(eq(backupDownloads.holder, holder));
}

export async function endDownload(db: Executor, holder: string): Promise<void> {
  await db.delete(backupDownloads).where(eq(backupDownloads.holder, holder));
}
