import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { sql } from 'drizzle-orm';
import { createTarPacker } from 'modern-tar';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateDatabase, planMigrations } from '../db/migrate.ts';
import { readBackupState } from '../domain/backups/backup-state.repo.ts';
import { prove } from '../features/account/account.fixture.ts';
import { uploadPicture } from '../features/uploads/pictures.fixture.ts';
import { systemClock } from '../platform/clock.ts';
import { createDiskStorage } from '../platform/storage/disk-storage.ts';
import { createS3Storage } from '../platform/storage/s3/s3-storage.ts';
import { createMember } from '../testing/factories/members.ts';
import { startTestStore, type TestStore } from '../testing/s3-store.ts';
import { runCli } from '../testing/started-program.ts';
import { type SignedIn, TEST_SECRET, type TestApp } from '../testing/test-app.ts';
import { HEAD } from './archive-format.ts';
import { pack } from './archive-packing.ts';
import { createArchiveWriter } from './archive-writer.ts';
import { type BackupSite, createBackupSite, keys } from './backup.fixture.ts';
import type { Backup } from './create-backup.ts';
import { moveDatabase, moveFiles } from './move.ts';
import { restoreBackup, verifyArchive } from './restore-backup.ts';
import { fingerprintOf, requireTrust } from './secrets-of.ts';
import { openSnapshot } from './snapshot.ts';
import { connectForCopy } from './tables.ts';

/** The released version 0.2.0 ends with the first migration. */
const RELEASED = [1795299528889];

let site: BackupSite;
let t: TestApp;
let folder: string;
let author: SignedIn;
let backUp: BackupSite['backUp'];
let emptyDatabase: BackupSite['emptyDatabase'];
let restoreInto: BackupSite['restoreInto'];
let plain: Backup;

beforeAll(async () => {
  site = await createBackupSite();
  ({ t, folder, author, backUp, emptyDatabase, restoreInto } = site);
  plain = await backUp('plain.tar.gz');
});
afterAll(() => site.close());

/** The same numbers in every run. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('a backup', () => {
  it('is refused when it is cut or altered anywhere [REL-14]', async () => {
    const bytes = await readFile(plain.path);
    const path = join(folder, 'damaged.tar.gz');
    const next = seeded(20);
    const verdict = () =>
      verifyArchive(path, keys).then(String, (error: Error) => error.name + error);
    for (let round = 0; round < 20; round += 1) {
      await writeFile(path, bytes.subarray(0, next(bytes.length)));
      expect(await verdict()).toMatch(/archive|no backup/);
      const flipped = Buffer.from(bytes);
      const at = round < 10 ? round : next(bytes.length);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << next(8));
      await writeFile(path, flipped);
      expect(await verdict(), `bit of byte ${at}`).toMatch(/archive|no backup/);
    }
    await writeFile(path, bytes);
    expect((await verifyArchive(path, keys)).manifest).toEqual(plain.manifest);
    const other = { identities: [], secrets: ['another-secret-another-secret-another-1'] };
    await expect(verifyArchive(path, other)).rejects.toThrow('another TOKEN_SECRET');
    const none = { identities: [], secrets: [] };
    await expect(verifyArchive(path, none)).rejects.toThrow('does not contain TOKEN_SECRET');
  });

  it('is refused when a key of the installation made it with foreign contents [REL-14]', async () => {
    const { head } = plain.manifest;
    const rest = { head, sequences: [], missing: 0 };
    for (const key of ['../../outside', '/etc/passwd', 'a/b', '.new-1']) {
      const path = join(folder, `foreign-${randomUUID()}`);
      const writer = createArchiveWriter(path, []);
      await writer.addHead(head);
      await writer.addFile(key, 1, Readable.from(Buffer.from('x'), { objectMode: false }));
      await writer.finish(rest, TEST_SECRET);
      await expect(verifyArchive(path, keys), key).rejects.toThrow('no valid name');
    }
    const { readable, controller } = createTarPacker();
    const path = join(folder, 'link.tar.gz');
    const packed = pack(Readable.fromWeb(readable as ReadableStream<Uint8Array>), path, []);
    const link = { name: HEAD, type: 'symlink', linkname: '/etc/passwd', size: 0 } as const;
    await controller.add(link).close();
    controller.finalize();
    await packed;
    await expect(verifyArchive(path, keys)).rejects.toThrow('more than files');
    expect((await stat(plain.path)).mode & 0o777).toBe(0o600);
  });

  it('is encrypted for the holder of a key, then also with the secret [OPS-46]', async () => {
    const identity = await generateX25519Identity();
    const recipients = [await identityToRecipient(identity)];
    await expect(backUp('no.tar.gz', { withSecret: true })).rejects.toThrow('--recipient');
    const { path } = await backUp('sealed.tar.gz.age', { recipients, withSecret: true });
    await expect(verifyArchive(path, keys)).rejects.toThrow('--identity');
    const wrong = [await generateX25519Identity()];
    await expect(verifyArchive(path, { identities: wrong, secrets: [] })).rejects.toThrow(
      'another key',
    );
    const { secret } = await verifyArchive(path, { identities: [identity], secrets: [] });
    expect(secret).toBe(TEST_SECRET);
    const bytes = await readFile(path);
    await writeFile(path, bytes.subarray(0, -1));
    await expect(verifyArchive(path, { identities: [identity], secrets: [] })).rejects.toThrow(
      'cut or altered',
    );
  });

  it('keeps the files that its rows need, and runs alone [REL-14]', async () => {
    await uploadPicture(t, author);
    await t.db.execute(sql`update uploads set created_at = created_at - interval '2 days'
      where key = (select key from uploads order by created_at desc limit 1)`);
    const snapshot = await openSnapshot(t.database.url);
    expect(await t.services.uploads.pictures.sweep()).toBe(0);
    await expect(openSnapshot(t.database.url)).rejects.toThrow('Another backup');
    await snapshot.close();
    await expect.poll(() => t.services.uploads.pictures.sweep()).toBeGreaterThan(0);
  });
});

describe('a restore', () => {
  it('needs an empty place, and a place where it was interrupted stays refused [REL-106]', async () => {
    await expect(restoreInto(t.database.url, plain)).rejects.toThrow(
      'The database is not empty. Choose an empty one.',
    );
    const url = await emptyDatabase();
    const broken = { putStream: () => Promise.reject(new Error('disk full')) };
    const request = {
      path: plain.path,
      keys,
      manifest: plain.manifest,
      url,
      onProgress: () => undefined,
    };
    await expect(
      restoreBackup({ ...request, storage: broken, endsSessions: true }),
    ).rejects.toThrow('disk full');
    await expect(migrateDatabase(url, { durable: false })).rejects.toThrow('interrupted');
    await expect(restoreInto(url, plain)).rejects.toThrow('is not empty');
    await expect(openSnapshot(url)).rejects.toThrow('interrupted');
  });

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

  it('by command erases again who left after the backup, and ends sessions [PRIV-06] [OPS-38]', async () => {
    const leaver = await t.signInAs(await createMember(t.db, 'STUDENT'));
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
        (select count(*)::int from backup_state) as backups`,
      [leaver.id],
    );
    // Nobody has backed up the copy [OPS-153].
    expect(rows).toEqual([{ sessions: 0, erased: true, backups: 0 }]);
    await client.end();
  });
});

describe('an archive with its own secret', () => {
  it('is restored only when the operator names that secret [OPS-48]', async () => {
    const identity = await generateX25519Identity();
    const recipients = [await identityToRecipient(identity)];
    const { path } = await backUp('own.tar.gz.age', { recipients, withSecret: true });
    const identityFile = join(folder, 'key.txt');
    await writeFile(identityFile, `${identity}\n`);
    const dataDir = join(folder, 'own');
    const { error } = await runCli('restore-cli', [path, '--identity', identityFile], {
      DATA_DIR: dataDir,
    });
    const fingerprint = fingerprintOf(TEST_SECRET);
    expect(fingerprint).toMatch(/^([0-9a-f]{4}-){3}[0-9a-f]{4}$/);
    expect(error).toContain(`add --trust ${fingerprint}`);
    expect(existsSync(dataDir)).toBe(false);
    const other = fingerprintOf('another-secret-another-secret-another-1');
    expect(() => requireTrust(TEST_SECRET, other)).toThrow(`${fingerprint}, not ${other}`);
    expect(() => requireTrust(TEST_SECRET, fingerprint.toUpperCase())).not.toThrow();
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

describe('a move', () => {
  it('copies and compares every table, and leaves the source unchanged [OPS-38]', async () => {
    const before = await backUp('before.tar.gz');
    const steps: string[] = [];
    const url = await emptyDatabase();
    const onProgress = ({ what, done, of }: { what: string; done: number; of: number }) =>
      void steps.push(`${what} ${done}/${of}`);
    const target = await moveDatabase({ from: t.database.url, to: url, onProgress });
    await target.unmark();
    await target.close();
    const count = before.manifest.tables.length;
    expect(steps.at(count - 1)).toBe(`copied ${count}/${count}`);
    expect(steps.at(-1)).toBe(`compared ${count}/${count}`);
    const [same, after] = await Promise.all([
      backUp('moved.tar.gz', { url }),
      backUp('after.tar.gz'),
    ]);
    expect(same.manifest.tables).toEqual(before.manifest.tables);
    expect(after.manifest.tables).toEqual(before.manifest.tables);
    await expect(moveDatabase({ from: t.database.url, to: url, onProgress })).rejects.toThrow(
      'not empty',
    );
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
