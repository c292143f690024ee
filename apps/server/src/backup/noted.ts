import { hostname } from 'node:os';
import { basename } from 'node:path';
import { connect, type Db } from '../db/client.ts';
import { recordProof } from '../domain/backups/backup-archives.repo.ts';
import { noteProof, noteProofFailure, noteProofTry } from '../domain/backups/backup-proof.repo.ts';
import {
  noteDaily,
  noteFailure,
  noteSuccess,
  noteTry,
} from '../domain/backups/backup-state.repo.ts';
import { systemClock } from '../platform/clock.ts';
import { messageOf } from '../platform/database/errors.ts';
import { BackupError, BusyError, failureOf, proofFailureOf } from './errors.ts';
import type { Proof } from './prove-archive.ts';
import { createStepNotes, type OnStep } from './steps.ts';

interface Given {
  url: string;
  /** When it begins. */
  now: Date;
  /** Receives a warning for the operator when it is complete but could not be recorded. */
  warn: (sentence: string) => void;
}

/** Writes that fail are returned, not thrown: the database may be away, or older than this program. */
const noteOn = (db: Db) => (write: (db: Db) => Promise<void>) =>
  write(db).then(
    () => null,
    (error: unknown) => (error instanceof Error && error.cause) || error,
  );

/**
 * Makes a backup and records in its database that it began, how far it is and how it ended. A failure to record
 * does not affect the backup. `record` runs after a success. `isDaily`: another one follows within a day.
 */
export async function noted<T>(
  { url, now, isDaily, warn }: Given & { isDaily: boolean },
  make: (onStep: OnStep) => Promise<T>,
  record: (db: Db, made: T) => Promise<void>,
): Promise<T> {
  const client = connect(url, { max: 1, onError: () => undefined });
  const note = noteOn(client.db);
  const steps = createStepNotes(client.db, 'BACKUP');
  try {
    await note((db) => noteTry(db, now, hostname()));
    if (isDaily) await note((db) => noteDaily(db, now, null));
    const result = await make(steps.onStep).catch(async (error: unknown) => {
      await note((db) => noteFailure(db, systemClock.now(), failureOf(error)));
      throw error;
    });
    const troubles = [
      await note((db) => noteSuccess(db, now)),
      await note((db) => record(db, result)),
    ].filter((trouble) => trouble !== null);
    for (const trouble of troubles) {
      warn(`The backup is not noted in the database: ${messageOf(trouble)}`);
    }
    return result;
  } finally {
    await steps.end();
    await client.close();
  }
}

/** The same for the proof of the archive at `path`; null: there is none. One that is not its turn yet has not begun. */
export async function notedProof(
  { url, now, path, warn }: Given & { path: string | null },
  prove: (
    path: string,
    notes: { onStep: OnStep; onBegun: () => Promise<unknown> },
  ) => Promise<Proof>,
): Promise<Proof> {
  const client = connect(url, { max: 1, onError: () => undefined });
  const note = noteOn(client.db);
  const steps = createStepNotes(client.db, 'PROOF');
  const archive = path === null ? null : basename(path);
  const tried = { triedAt: now, server: hostname(), archive };
  try {
    if (path === null) {
      await note((db) => noteProofTry(db, tried));
      await note((db) => noteProofFailure(db, systemClock.now(), 'NONE'));
      throw new BackupError('There is no archive to prove. Run npm run backup first.');
    }
    const name = basename(path);
    const onBegun = () => note((db) => noteProofTry(db, tried));
    const notes = { onStep: steps.onStep, onBegun };
    const proof = await prove(path, notes).catch(async (error: unknown) => {
      if (error instanceof BusyError) throw error;
      const proofFailure = proofFailureOf(error);
      await note((db) => noteProofFailure(db, systemClock.now(), proofFailure));
      if (isOfArchive(proofFailure)) {
        await note((db) => recordProof(db, name, { provedAt: now, proofFailure }));
      }
      throw error;
    });
    const { rows, files, faults } = proof;
    const seconds = Math.round((systemClock.now().getTime() - now.getTime()) / 1_000);
    const trouble = await note((db) =>
      noteProof(db, { provedAt: now, provedArchive: name, seconds, rows, files, faults }),
    );
    await note((db) => recordProof(db, name, { provedAt: now, proofFailure: null }));
    if (trouble !== null) warn(`The proof is not noted in the database: ${messageOf(trouble)}`);
    return proof;
  } finally {
    await steps.end();
    await client.close();
  }
}

/** Whether the fault is in the archive, not in the place of the proof. */
const isOfArchive = (failure: string) => failure === 'DAMAGED' || failure === 'DIFFERENT';
