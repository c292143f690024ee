import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type ArchiveRow, deleteRecords } from '../../domain/backups/backup-archives.repo.ts';
import { findRunning } from '../../domain/backups/backup-proof.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import type { Tools } from '../tools.ts';

interface Deps extends Pick<Tools, 'db' | 'audit'> {
  folder: string;
  sessions: Pick<SessionsService, 'proof'>;
  /** The records, and the names of the archives in the folder. */
  look: () => Promise<{ rows: ArchiveRow[]; here: ReadonlySet<string> }>;
}

/** The newest archive that is not known to be damaged, which stays; null when there is none. */
export const findNeeded = (rows: readonly ArchiveRow[]): string | null =>
  rows.find(({ proofFailure }) => proofFailure === null)?.name ?? null;

const REFUSALS = {
  AUTO: '자동 백업은 남길 개수를 넘으면 자동으로 삭제됩니다.',
  UPGRADE: '업그레이드 전의 백업은 그때의 자동 백업과 함께 삭제됩니다.',
} as const;

/**
 * Removes an archive in the folder of this server that somebody asked for. Throws REAUTH_REQUIRED, FILE_NOT_FOUND,
 * and BACKUP_NEEDED for any other, for the last good one, while a proof reads it, and when the file stays.
 */
export function createRemoval({ db, audit, folder, sessions, look }: Deps) {
  return async (actor: Actor, name: string): Promise<void> => {
    const { rows, here } = await look();
    const row = rows.find((one) => one.name === name);
    await db.transaction(async (tx) => {
      await sessions.proof.require(tx, actor);
      if (row === undefined) throw new AppError('FILE_NOT_FOUND');
      refuse(row, rows, here);
      if ((await findRunning(tx)).has('PROOF')) {
        throw refused('복원을 확인하고 있습니다. 끝난 뒤에 삭제해 주세요.');
      }
      await deleteRecords(tx, [name]);
      await audit.record(tx, actor, { action: 'backup.delete', detail: { file: name } });
      // Last, so that a file that stays leaves no entry of its removal.
      await rm(join(folder, name), { force: true }).catch(() => {
        throw refused('백업을 삭제하지 못했습니다. 서버에서 백업 폴더의 권한을 확인해 주세요.');
      });
    });
  };
}

function refuse(row: ArchiveRow, rows: readonly ArchiveRow[], here: ReadonlySet<string>): void {
  const { name, kind, server } = row;
  if (!here.has(name)) {
    const message = `백업이 다른 서버(${server})에 있습니다. 그 서버의 폴더에서 삭제해 주세요.`;
    throw new AppError('FILE_NOT_FOUND', { message });
  }
  if (kind !== 'MANUAL') throw refused(REFUSALS[kind]);
  if (name === findNeeded(rows)) {
    throw refused('가장 새로운 온전한 백업입니다. 새로 백업한 뒤에 삭제해 주세요.');
  }
}

const refused = (message: string) => new AppError('BACKUP_NEEDED', { message });
