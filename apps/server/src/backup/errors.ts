import type { BackupFailure } from '@naru/contract/system';
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

const FOLDER = ['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EIO'];

/** Why a backup was not made, for administrators. */
export function failureOf(error: unknown): BackupFailure {
  if (passingTrouble(error) === 'full') return 'DISK_FULL';
  if (error instanceof StorageError) return 'STORE';
  if (error instanceof ArchiveError) return 'DAMAGED';
  if (error instanceof BackupError && error.failure !== null) return error.failure;
  if (backendTrouble(error) === 'away') return 'DATABASE';
  return FOLDER.includes(errnoOf(error)) ? 'FOLDER' : 'OTHER';
}
