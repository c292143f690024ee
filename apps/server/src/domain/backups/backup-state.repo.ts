import type { BackupFailure } from '@naru/contract/system';
import { isNull, lt, or } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { backupState } from '../../db/schema/index.ts';
import { type BackupState, NO_BACKUPS } from './backup-report.ts';

export async function readBackupState(db: Executor): Promise<BackupState> {
  const [row] = await db.select().from(backupState);
  return row ?? NO_BACKUPS;
}

/** A restored copy was not backed up, and nobody has said that it will be. */
export async function forgetBackups(db: Executor): Promise<void> {
  await db.delete(backupState);
}

/** A try begins on the machine of that name. */
export const noteTry = (db: Executor, now: Date, server: string) =>
  note(db, { triedAt: now, server });

/** A backup that began then is complete. */
export const noteSuccess = (db: Executor, began: Date) =>
  note(db, { succeededAt: began, failure: null });

export const noteFailure = (db: Executor, now: Date, failure: BackupFailure) =>
  note(db, { failedAt: now, failure });

/** One of the servers makes a backup a day. */
export const noteDaily = (db: Executor, now: Date) => note(db, { dailyAt: now });

/** Notes a failure of a try that began then, unless the try itself has noted why. */
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
      setWhere: or(isNull(backupState.failedAt), lt(backupState.failedAt, began)),
    });
}

async function note(db: Executor, values: Partial<BackupState>): Promise<void> {
  await db
    .insert(backupState)
    .values(values)
    .onConflictDoUpdate({ target: backupState.id, set: values });
}
