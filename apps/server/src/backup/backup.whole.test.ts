import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateDatabase, planMigrations } from '../db/migrate.ts';
import { readBackupState } from '../domain/backups/backup-state.repo.ts';
import { prove } from '../features/account/account.fixture.ts';
import { systemClock } from '../platform/clock.ts';
import { createDiskStorage } from '../platform/storage/disk-storage.ts';
import { createS3Storage } from '../platform/storage/s3/s3-storage.ts';
import { makeFeed } from '../testing/factories/feeds.ts';
import { createMember } from '../testing/factories/members.ts';
import { startTestStore, type TestStore } from '../testing/s3-store.ts';
import { runCli } from '../testing/started-program.ts';
import { TEST_SECRET, type TestApp } from '../testing/test-app.ts';
import { type BackupSite, createBackupSite, keys } from './backup.fixture.ts';
import { moveFiles } from './move.ts';
import { restoreBackup } from './restore-backup.ts';
import { connectForCopy } from './tables.ts';

/** The released version 0.2.0 ends with the first migration. */
const RELEASED = [1795299528889];

let site: BackupSite;
let t: TestApp;
let folder: string;
let backUp: BackupSite['backUp'];
let emptyDatabase: BackupSite['emptyDatabase'];
let restoreInto: BackupSite['restoreInto'];

beforeAll(async () => {
  site = await createBackupSite();
  ({ t, folder, backUp, emptyDatabase, restoreInto } = site);
});
afterAll(() => site.close());

describe('a restore', () => {
  it('takes a backup of version 0.2.0 forward [REL-15]', async () => {
    const old = await emptyDatabase();
    await migrateDatabase(old, { durable: false, into: RELEASED });
    expect((await planMigrations(old, { durable: false })).pending).toContain('0001_accounts');
    const client = new pg.Client({ connectionString: old });
    await client.connect();
    await client.query(`insert into members (username, email, nickname, name, password_hash, created_at)
      values ('20260001', 'a@example.com', '해솔', '김해솔', 'x', now())`);
    await client.query(`insert into posts (board_type, author_id, title, content, content_text, created_at)
      select 'FREE', id, '옛 글', '<p>옛 글</p>', '옛 글', now() from members`);
    await client.end();
    const backup = await backUp('old.tar.gz', { url: old });
    const url = await emptyDatabase();
    const target = await restoreInto(url, backup, join(folder, 'old-files'));
    await migrateDatabase(url, { durable: false, continues: true });
    await target.unmark();
    await target.close();
    expect(await planMigrations(url, { durable: false })).toEqual({ pending: [], isNew: false });
    const after = new pg.Client({ connectionString: url });
    await after.connect();
    const { rows } = await after.query('select title from posts join post_search on post_id = id');
    expect(rows).toEqual([{ title: '옛 글' }]);
    await after.end();
  });

  it('by command erases again who left after the backup, and ends sessions and feeds [PRIV-06, FEED-08] [OPS-38]', async () => {
    const leaver = await t.signInAs(await createMember(t.db, 'STUDENT'));
    await makeFeed(t, await t.signIn('STUDENT'), 'NOTICES');
    const secret = { TOKEN_SECRET: TEST_SECRET, BACKUP_DIR: join(folder, 'backups') };
    const source = { ...secret, DATABASE_URL: t.database.url, DATA_DIR: t.dataDir };
    const to = 'postgres://127.0.0.1:1/x';
    const [made, none, unreachable, notMoved] = await Promise.all([
      runCli('backup-cli', ['--keep', '1'], source),
      runCli('backup-cli', ['--keep', '0'], source),
      runCli('backup-cli', [], { ...source, DATABASE_URL: to }),
      runCli('move-cli', ['--database-url', to], { ...source, DATA_DIR: folder }),
    ]);
    expect(none.error).toMatch(/^Usage: /);
    expect(unreachable.error).toMatch(/^The database cannot be reached: .*ECONNREFUSED.*$/);
    expect(notMoved.error).toBe('DATABASE_URL is set: there is no embedded database to move');
    expect(made.error).toBe('');
    expect(made.out).toMatch(/verified[\s\S]*Not inside: TOKEN_SECRET[\s\S]*Removed 0 old/);
    expect(await readBackupState(t.db)).toMatchObject({
      server: hostname(),
      succeededAt: expect.any(Date),
      failure: null,
    });
    await prove(t, leaver);
    expect((await t.call('DELETE', '/api/member/me', { as: leaver })).status).toBe(200);
    const erasures = await readFile(join(t.dataDir, 'backups', 'erasures.log'), 'utf8');
    await writeFile(join(folder, 'backups', 'erasures.log'), erasures);
    const [archive = ''] = (await readdir(secret.BACKUP_DIR)).filter((name) => /gz$/.test(name));
    const path = join(secret.BACKUP_DIR, archive);
    const dataDir = join(folder, 'place');
    const url = await emptyDatabase();
    const env = { ...secret, DATABASE_URL: url, DATA_DIR: dataDir };
    const done = await runCli('restore-cli', [path], env);
    expect(done.error).toBe('');
    expect(done.out).toContain('Erased 1 accounts again');
    expect(done.out).toContain('The server can be started.');
    expect(await readdir(dataDir)).not.toContain('restore-incomplete');
    const client = await connectForCopy(url);
    const { rows } = await client.query(
      `select (select count(*)::int from sessions where revoked_at is null) as sessions,
        (select withdrawn_at is not null and name = '' from members where id = $1) as erased,
        (select count(*)::int from feeds) as feeds,
        (select count(*)::int from backup_state) as backups`,
      [leaver.id],
    );
    // Nobody has backed up the copy [OPS-153].
    expect(rows).toEqual([{ sessions: 0, erased: true, feeds: 0, backups: 0 }]);
    await client.end();
  });
});

describe('the list of erased accounts', () => {
  it('is completed from the database and evicts entries after 40 days [PRIV-06]', async () => {
    const path = join(t.dataDir, 'backups', 'erasures.log');
    await rm(path, { force: true });
    expect(await t.services.account.completeErasures()).toEqual({ added: 1, removed: 0 });
    expect(await t.services.account.completeErasures()).toEqual({ added: 0, removed: 0 });
    expect(await readFile(path, 'utf8')).toMatch(/^\S+Z [\w-]{43}\n$/);
    t.clock.advance(41 * 24 * 60 * 60);
    expect(await t.services.account.completeErasures()).toEqual({ added: 0, removed: 1 });
  });
});

describe('a site whose files are in a store', () => {
  it('is backed up and restored with them into another store [REL-14] [OPS-47]', async () => {
    const [from, to] = [await startTestStore(systemClock), await startTestStore(systemClock)];
    site.cleanUps.push(from.close, to.close);
    const storageOf = ({ settings }: TestStore) =>
      createS3Storage({ settings, clock: systemClock, pages: null });
    const disk = createDiskStorage(join(t.dataDir, 'files'));
    const onProgress = () => undefined;
    const moved = await moveFiles({ from: disk, to: storageOf(from), name: 'it', onProgress });
    const backup = await backUp('stored.tar.gz', { storage: storageOf(from) });
    expect(backup.manifest.files.count).toBeGreaterThan(0);
    expect(backup.manifest).toMatchObject({ files: { count: moved.count }, missing: 0 });
    const { path, manifest } = backup;
    const place = { url: await emptyDatabase(), storage: storageOf(to) };
    const target = await restoreBackup({
      ...{ path, keys, manifest, onProgress, ...place },
      endsSessions: true,
    });
    await target.close();
    const bytesOf = ({ objects }: TestStore) =>
      [...objects].map(([name, { bytes }]) => name + bytes.toString('base64')).toSorted();
    expect(bytesOf(to)).toEqual(bytesOf(from));
  });
});
