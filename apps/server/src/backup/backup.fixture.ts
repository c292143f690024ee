import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { uploadPicture } from '../features/uploads/pictures.fixture.ts';
import { createDiskStorage } from '../platform/storage/disk-storage.ts';
import { createEmptyDatabase } from '../testing/database.ts';
import { createPost } from '../testing/factories/posts.ts';
import { createTestApp, TEST_SECRET } from '../testing/test-app.ts';
import { type Backup, createBackup } from './create-backup.ts';
import { restoreBackup } from './restore-backup.ts';

export const keys = { identities: [], secrets: [TEST_SECRET] };

export type BackupSite = Awaited<ReturnType<typeof createBackupSite>>;

/** A site with rows and files of every kind, a folder for its archives, and databases to restore into. */
export async function createBackupSite() {
  const t = await createTestApp();
  const folder = await mkdtemp(join(tmpdir(), 'naru-backup-'));
  const author = await t.signIn('STUDENT');
  const cleanUps: (() => Promise<unknown>)[] = [];
  await createPost(t, author, { title: '탭\t줄\n끝 \\N' });
  await uploadPicture(t, author);
  const secretId = await createPost(t, author, { boardType: 'SECRET' });
  for (const what of ['like', 'scrap']) {
    await t.call('POST', `/api/post/${secretId}/${what}`, { as: author });
  }
  await t.db.transaction((tx) =>
    t.services.audit.record(tx, { memberId: author.id }, { action: 'setting.update' }),
  );
  return {
    t,
    folder,
    author,
    cleanUps,
    backUp: (name: string, more: Partial<Parameters<typeof createBackup>[0]> = {}) =>
      createBackup({
        url: t.database.url,
        storage: createDiskStorage(join(t.dataDir, 'files')),
        path: join(folder, name),
        recipients: [],
        secrets: [TEST_SECRET],
        withSecret: false,
        version: 'test',
        now: new Date('2026-11-22T00:00:00Z'),
        ...more,
      }),
    emptyDatabase: async () => {
      const database = await createEmptyDatabase(inject('adminUrl'));
      cleanUps.push(database.drop);
      return database.url;
    },
    restoreInto: (url: string, { path, manifest }: Backup, files = join(folder, 'files')) => {
      const onProgress = () => undefined;
      const storage = createDiskStorage(files);
      return restoreBackup({ path, keys, manifest, url, storage, endsSessions: false, onProgress });
    },
    close: async () => {
      await Promise.all(cleanUps.map((run) => run()));
      await t.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
