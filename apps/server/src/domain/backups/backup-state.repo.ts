import type { BackupFailure } from '@naru/contract/system';
import { and, eq, isNull, lt, or } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { backupState } from '../../db/schema/index.ts';
import { type BackupState, NO_BACKUPS } from './backup-report.ts';

export async function readBackupState(db: Executor): Promise<BackupState> {
  const [row] = await db.select().from(backupState);
  return row ?? NO_BACKUPS;
}

/** For a restored copy: the stored state describes the backups of the original. */
export async function deleteBackupState(db: Executor): Promise<void> {
  await db.delete(backupState);
}

/** Records that a try begins on the machine `server`. */
export const noteTry = (db: Executor, now: Date, server: string) =>
  note(db, { triedAt: now, server });

/** Records that a backup is complete; `began`: its start. */
export const noteSuccess = (db: Executor, began: Date) =>
  note(db, { succeededAt: began, failure: null });

export const noteFailure = (db: Executor, now: Date, failure: BackupFailure) =>
  note(db, { failedAt: now, failure });

/** Daily backups are made from now on: by the setting of a server, or by a command for null. */
export const noteDaily = (db: Executor, now: Date, dailyServer: string | null) =>
  note(db, { dailyAt: now, dailyServer });

/** The server no longer makes daily backups; what another server or a command has stored stays. */
export async function clearDaily(db: Executor, dailyServer: string): Promise<void> {
  await db
    .update(backupState)
    .set({ dailyAt: null, dailyServer: null })
    .where(eq(backupState.dailyServer, dailyServer));
}

/** Records the failure of a try, unless the try itself has recorded its success, or why it failed. */
export async function noteEndOfTry(
  db: Executor,
  { began, now, failure }: { began: Date; now: Date; failure: BackupFailure },
): Promise<void> {
  const values = { failedAt: now, failure };
  await db
    .insert(backupState)
    .values(values)
    .onConflictDoUpdate({
      target: backupState.id,
      set: values,
      setWhere: and(
        or(isNull(backupState.failedAt), lt(backupState.failedAt, began)),
        or(isNull(backupState.succeededAt), lt(backupState.succeededAt, began)),
      ),
    });
}

async function note(db: Executor, values: Partial<BackupState>): Promise<void> {
  await db
    .insert(backupState)
    .values(values)
    .onConflictDoUpdate({ target: backupState.id, set: values });
}
