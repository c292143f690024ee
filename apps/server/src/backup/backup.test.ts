import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { sql } from 'drizzle-orm';
import { createTarPacker } from 'modern-tar';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateDatabase } from '../db/migrate.ts';
import { archivePath, removeOldArchives } from '../domain/backups/archives.ts';
import { uploadPicture } from '../features/uploads/pictures.fixture.ts';
import { createPost } from '../testing/factories/posts.ts';
import { runCli } from '../testing/started-program.ts';
import { type SignedIn, TEST_SECRET, type TestApp } from '../testing/test-app.ts';
import { HEAD } from './archive-format.ts';
import { pack } from './archive-packing.ts';
import { createArchiveWriter } from './archive-writer.ts';
import { type BackupSite, createBackupSite, keys } from './backup.fixture.ts';
import type { Backup } from './create-backup.ts';
import { moveDatabase } from './move.ts';
import { restoreBackup, verifyArchive } from './restore-backup.ts';
import { fingerprintOf, requireTrust } from './secrets-of.ts';
import { openSnapshot } from './snapshot.ts';
import { connectForCopy, listSequences, listTables, sumTable } from './tables.ts';

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

/** What protects the rows: triggers with their state, and constraints. */
async function readGuards(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(`
    select tgrelid::regclass::text || tgname || tgenabled::text as one from pg_trigger
    where not tgisinternal union all
    select conrelid::regclass::text || conname || pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace order by 1`);
  await client.end();
  return rows.map(({ one }) => one).join('\n');
}

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

  it('restores every row and file of one moment while members write [REL-14, OPS-12]', async () => {
    let isDone = false;
    const writing = (async () => {
      while (!isDone) await createPost(t, author, { title: '백업 중에 쓴 글' });
    })();
    const backup = await backUp('busy.tar.gz').finally(() => {
      isDone = true;
    });
    await writing;
    const url = await emptyDatabase();
    const files = join(folder, 'restored-files');
    const target = await restoreInto(url, backup, files);
    await expect(migrateDatabase(url, { durable: false })).rejects.toThrow('interrupted');
    await target.unmark();
    await target.close();
    const client = await connectForCopy(url);
    for (const table of backup.manifest.tables) {
      const { rows, sha256 } = await sumTable(client, table);
      expect({ rows, sha256 }, table.name).toEqual({ rows: table.rows, sha256: table.sha256 });
    }
    expect((await listTables(client)).length).toBe(backup.manifest.tables.length);
    expect(await listSequences(client)).toEqual(backup.manifest.sequences);
    const { rows } = await client.query('select title from posts order by id limit 1');
    expect(rows[0].title).toBe('탭\t줄\n끝 \\N');
    await expect(client.query('delete from audit_entries')).rejects.toThrow('append-only');
    await client.end();
    expect(await readGuards(url)).toBe(await readGuards(t.database.url));
    const list = async (at: string) =>
      (await readdir(at, { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
    const stored = await list(files);
    expect(stored.length).toBe(backup.manifest.files.count);
    expect(stored.length).toBe(3);
    for (const { parentPath, name } of stored) {
      const hashOf = async (path: string) =>
        createHash('sha256')
          .update(await readFile(path))
          .digest('hex');
      const source = join(t.dataDir, 'files', name.slice(0, 2).toLowerCase(), name);
      expect(await hashOf(join(parentPath, name))).toBe(await hashOf(source));
    }
  });
});

describe('old archives', () => {
  it('from before an upgrade do not count, and go with those of their time [OPS-46]', async () => {
    const at = await mkdtemp(join(folder, 'upgrades-'));
    const add = (day: number, why?: string) =>
      writeFile(archivePath(at, new Date(`2026-11-0${day}T04:00:00Z`), false, why), '');
    for (const day of [1, 4]) await add(day);
    for (const day of [2, 3, 5]) await add(day, 'before-upgrade');
    const now = new Date();
    expect(await removeOldArchives(at, 2, now)).toEqual({ removed: [], failures: [] });
    await add(6);
    expect((await removeOldArchives(at, 2, now)).removed).toEqual([
      'naru-20261101T040000Z.tar.gz',
      'naru-20261102T040000Z-before-upgrade.tar.gz',
      'naru-20261103T040000Z-before-upgrade.tar.gz',
    ]);
  });

  it('go, the newest stay, and other files are not touched [OPS-46, OPS-12]', async () => {
    const at = await mkdtemp(join(folder, 'old-'));
    const names = [1, 2, 3].map((day) =>
      archivePath(at, new Date(`2026-11-0${day}T04:00:00Z`), day === 2),
    );
    for (const path of [...names, join(at, '.new-0123456789abcdef'), join(at, 'mine.tar.gz')]) {
      await writeFile(path, '');
    }
    const inUse = join(at, '.new-fedcba9876543210');
    await writeFile(inUse, '');
    const longAgo = new Date('2026-11-01T04:00:00Z');
    await utimes(join(at, '.new-0123456789abcdef'), longAgo, longAgo);
    const now = new Date(longAgo.getTime() + 25 * 60 * 60 * 1_000);
    await utimes(inUse, now, now);
    const { removed } = await removeOldArchives(at, 2, now);
    expect(removed).toEqual(['naru-20261101T040000Z.tar.gz']);
    expect((await readdir(at)).sort()).toEqual([
      '.new-fedcba9876543210',
      'mine.tar.gz',
      'naru-20261102T040000Z.tar.gz.age',
      'naru-20261103T040000Z.tar.gz',
    ]);
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
