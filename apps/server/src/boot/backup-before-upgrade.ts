import { createBackup } from '../backup/create-backup.ts';
import { requireSecrets } from '../backup/secrets-of.ts';
import type { Env } from '../config/env.ts';
import { archivePath } from '../domain/backups/archives.ts';
import { systemClock } from '../platform/clock.ts';
import { messageOf } from '../platform/database/errors.ts';
import { createStorage } from '../platform/storage/create-storage.ts';
import { StartError } from './listen.ts';

interface Given {
  url: string;
  version: string;
  print: (line: string) => void;
}

/**
 * Backs up database and files before migrations. Throws StartError on failure: without a backup nothing is
 * migrated.
 */
export async function backUpBefore(env: Env, { url, version, print }: Given): Promise<void> {
  const now = systemClock.now();
  try {
    const { path } = await createBackup({
      url,
      storage: createStorage(env, systemClock),
      path: archivePath(env.BACKUP_DIR, now, env.BACKUP_RECIPIENT.length > 0, 'before-upgrade'),
      recipients: env.BACKUP_RECIPIENT,
      secrets: await requireSecrets(env),
      withSecret: false,
      version,
      now,
    });
    print(`Backed up before the upgrade: ${path}`);
  } catch (error) {
    throw new StartError(
      `there is no backup before the upgrade: ${messageOf(error)}. Mend that, or start with BACKUP_BEFORE_UPGRADE=off`,
      { cause: error },
    );
  }
}
