import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateDatabase } from '../db/migrate.ts';
import { createPost } from '../testing/factories/posts.ts';
import type { SignedIn, TestApp } from '../testing/test-app.ts';
import { archivePath, removeOldArchives } from './archives.ts';
import { type BackupSite, createBackupSite } from './backup.fixture.ts';
import { connectForCopy, listSequences, listTables, sumTable } from './tables.ts';

let site: BackupSite;
let t: TestApp;
let folder: string;
let author: SignedIn;
let backUp: BackupSite['backUp'];
let emptyDatabase: BackupSite['emptyDatabase'];
let restoreInto: BackupSite['restoreInto'];

beforeAll(async () => {
  site = await createBackupSite();
  ({ t, folder, author, backUp, emptyDatabase, restoreInto } = site);
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

describe('a backup', () => {
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
