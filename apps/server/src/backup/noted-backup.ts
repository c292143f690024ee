import { hostname } from 'node:os';
import { connect, type Db } from '../db/client.ts';
import {
  noteDaily,
  noteFailure,
  noteSuccess,
  noteTry,
} from '../domain/backups/backup-state.repo.ts';
import { systemClock } from '../platform/clock.ts';
import { messageOf } from '../platform/database/errors.ts';
import { failureOf } from './errors.ts';

interface Given {
  url: string;
  /** When it begins. */
  now: Date;
  /** One of these is made every day. */
  isDaily: boolean;
  /** Takes a sentence for the operator about a backup that is complete but not noted. */
  warn: (sentence: string) => void;
}

/**
 * Makes a backup and notes in its database that it began and how it ended. What cannot be noted changes
 * nothing about the backup: the database may be away, or older than this program.
 */
export async function noted<T>(
  { url, now, isDaily, warn }: Given,
  make: () => Promise<T>,
): Promise<T> {
  const client = connect(url, { max: 1, onError: () => undefined });
  const note = (write: (db: Db) => Promise<void>) =>
    write(client.db).then(
      () => null,
      (error: unknown) => (error instanceof Error && error.cause) || error,
    );
  try {
    await note((db) => noteTry(db, now, hostname()));
    if (isDaily) await note((db) => noteDaily(db, now, null));
    const result = await make().catch(async (error: unknown) => {
      await note((db) => noteFailure(db, systemClock.now(), failureOf(error)));
      throw error;
    });
    const trouble = await note((db) => noteSuccess(db, now));
    if (trouble !== null) warn(`The backup is not noted in the database: ${messageOf(trouble)}`);
    return result;
  } finally {
    await client.close();
  }
}
