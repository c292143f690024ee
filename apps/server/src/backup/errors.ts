import type { BackupFailure, ProofFailure } from '@naru/contract/system';
import { errnoOf } from '../platform/database/errors.ts';
import { backendTrouble, passingTrouble } from '../platform/database/query-errors.ts';
import { StorageError } from '../platform/storage/storage.ts';

interface Options extends ErrorOptions {
  /** What administrators read about it. */
  failure?: BackupFailure;
}

/** A backup, restore or move that cannot go on; the message is one line for the operator. */
export class BackupError extends Error {
  readonly failure: BackupFailure | null;

  constructor(message: string, { failure, ...options }: Options = {}) {
    super(message, options);
    this.failure = failure ?? null;
  }
}

/** The archive is damaged, of another installation, or not readable by this program. */
export class ArchiveError extends BackupError {}

/** The archive is encrypted, and none of the given keys opens it. */
export class LockedArchiveError extends ArchiveError {}

/** What was stored is not what was read. */
export class DifferenceError extends BackupError {}

/** The role of the database may not create the scratch database of a proof. */
export class RightError extends BackupError {}

/** Another backup or proof is under way. */
export class BusyError extends BackupError {
  constructor(message: string) {
    super(message, { failure: 'BUSY' });
  }
}

const FOLDER = ['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EIO'];

const isFull = (error: unknown): boolean =>
  passingTrouble(error) === 'full' ||
  (error instanceof BackupError && error.failure === 'DISK_FULL');

const PROOF_FAILURES: readonly [new (...args: never[]) => Error, ProofFailure][] = [
  [LockedArchiveError, 'LOCKED'],
  [ArchiveError, 'DAMAGED'],
  [DifferenceError, 'DIFFERENT'],
  [RightError, 'RIGHT'],
];

/** Failures of backups and proofs alike. */
const SHARED_FAILURES = ['SECRET', 'DATABASE'] as const satisfies ProofFailure[];

/** Why an archive was not proved, for administrators. */
export function proofFailureOf(error: unknown): ProofFailure {
  if (isFull(error)) return 'DISK_FULL';
  const known = PROOF_FAILURES.find(([kind]) => error instanceof kind);
  if (known !== undefined) return known[1];
  const failure = error instanceof BackupError ? error.failure : null;
  const same = SHARED_FAILURES.find((reason) => reason === failure);
  if (same !== undefined) return same;
  return backendTrouble(error) === 'away' ? 'DATABASE' : 'OTHER';
}

/** Why a backup was not made, for administrators. */
export function failureOf(error: unknown): BackupFailure {
  if (isFull(error)) return 'DISK_FULL';
  if (error instanceof StorageError) return 'STORE';
  if (error instanceof ArchiveError) return 'DAMAGED';
  if (error instanceof BackupError && error.failure !== null) return error.failure;
  if (backendTrouble(error) === 'away') return 'DATABASE';
  return FOLDER.includes(errnoOf(error)) ? 'FOLDER' : 'OTHER';
}

/** Exit code of the program of backups for a BusyError. */
export const EXIT_BUSY = 75;
