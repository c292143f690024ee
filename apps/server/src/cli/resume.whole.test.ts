import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createBackup } from '../backup/create-backup.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { startEmbedded } from '../platform/database/embedded.ts';
import { createDiskStorage } from '../platform/storage/disk-storage.ts';
import { makeDataFolder } from '../testing/data-folder.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { runCli } from '../testing/started-program.ts';
import { TEST_SECRET } from '../testing/test-app.ts';

/** Version 0.2.0 had only the first migration, and so no row that holds outgoing messages. */
const RELEASED = [1795299528889];
const ignore = () => undefined;

let t: TestDatabase;
let folder: string;
beforeAll(async () => {
  t = await createTestDatabase(inject('adminUrl'));
  folder = await mkdtemp(join(tmpdir(), 'naru-outgoing-'));
});
afterAll(async () => {
  await t.drop();
  await rm(folder, { recursive: true, force: true });
});

const envOf = (url: string) => ({ DATABASE_URL: url, TOKEN_SECRET: TEST_SECRET, DATA_DIR: folder });
const run = (...args: string[]) => runCli('resume-cli', args, envOf(t.url));

/** Why everything outgoing is held. */
async function reasonIn(url: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select reason from outgoing');
  await client.end();
  return rows[0]?.reason;
}

describe('npm run resume', () => {
  it('holds everything outgoing, reports it and lets it go on, which is recorded [OPS-163, OPS-164]', async () => {
    expect((await run('--status')).out).toMatch(/^Nothing is held/);
    expect((await run('--hold')).out).toMatch(/an operator asked for it\.\nWaiting: 0 e-mails/);
    await t.db.execute(sql`insert into email_queue (recipient, subject, text)
      values ('a@example.com', 'a', 'a'), ('b@example.com', 'b', 'b')`);
    expect((await run('--status')).out).toContain('Waiting: 2 e-mails');
    expect((await run()).out).toMatch(/goes on within seconds: 2 e-mails/);
    expect(await t.db.$count(sql`email_queue`)).toBe(2);
    await run('--hold');
    expect((await run('--drop')).out).toContain('Dropped what waited (2 e-mails');
    expect(await t.db.$count(sql`email_queue`)).toBe(0);
    expect(await reasonIn(t.url)).toBeNull();
    const { rows } = await t.db.execute(sql`select actor_id as actor, detail ->> 'by' as by,
      detail ->> 'drop' as drop from audit_entries where action = 'outgoing.resume' order by id`);
    expect(rows).toEqual([
      { actor: 0, by: 'command line', drop: 'false' },
      { actor: 0, by: 'command line', drop: 'true' },
    ]);
  });

  it('names only what it dropped [OPS-164]', async () => {
    await run('--hold');
    expect((await run('--status')).out).toContain('0 invitations, 0 sources to read.');
    expect((await run('--drop')).out).toContain('0 invitations). What comes up');
  });

  it('refuses other options, and a database that has not been made [OPS-164]', async () => {
    for (const args of [['other'], ['--hold', '--drop'], ['--drop', '--status'], ['--all']]) {
      const { error, code } = await run(...args);
      expect([error, code]).toEqual([expect.stringMatching(/^Usage: npm run resume/), 1]);
    }
    const { url, drop } = await createEmptyDatabase(inject('adminUrl'));
    const { error } = await runCli('resume-cli', [], envOf(url));
    expect(error).toBe('The database is older than this program. Start the server once.');
    await drop();
  });
});

describe('npm run restore and npm run move', () => {
  it('leave everything outgoing held, also of an older release [OPS-161]', async () => {
    const [from, to] = [
      await createEmptyDatabase(inject('adminUrl')),
      await createEmptyDatabase(inject('adminUrl')),
    ];
    await migrateDatabase(from.url, { durable: false, into: RELEASED });
    const { path } = await createBackup({
      ...{ url: from.url, path: join(folder, 'old.tar.gz'), secrets: [TEST_SECRET] },
      storage: createDiskStorage(join(folder, 'files-before')),
      ...{ recipients: [], withSecret: false, version: '0.2.0', now: new Date() },
    });
    const { error } = await runCli('restore-cli', [path], {
      ...{ TOKEN_SECRET: TEST_SECRET, DATABASE_URL: to.url, DATA_DIR: join(folder, 'restored') },
    });
    expect(error).toBe('');
    expect(await reasonIn(to.url)).toBe('RESTORED');
    await Promise.all([from.drop(), to.drop()]);
  });

  it('hold a moved database there, and nothing in the place that it leaves [OPS-161]', async () => {
    const dataDir = await makeDataFolder('naru-moved-');
    const embed = () =>
      startEmbedded({ dataDir, durable: false, log: ignore, onUnexpectedExit: ignore });
    const source = await embed();
    await migrateDatabase(source.url, { durable: false });
    await source.stop();
    const { url, drop } = await createEmptyDatabase(inject('adminUrl'));
    const { out, error } = await runCli('move-cli', ['--database-url', url], {
      ...{ TOKEN_SECRET: TEST_SECRET, DATA_DIR: dataDir },
    });
    expect(error).toBe('');
    expect(out).toMatch(/Everything outgoing is held there until "npm run resume"/);
    expect(await reasonIn(url)).toBe('MOVED');
    const again = await embed();
    expect(await reasonIn(again.url)).toBeUndefined();
    await again.stop();
    await drop();
    await rm(dataDir, { recursive: true, force: true });
  }, 120_000);
});
