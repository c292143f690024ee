import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { connect } from '../db/client.ts';
import { migrateApart } from '../db/migrate-apart.ts';
import { createPost } from '../testing/factories/posts.ts';
import { runAsAdmin } from '../testing/serving-role.ts';
import { runCli } from '../testing/started-program.ts';
import { createTestApp, TEST_SECRET, type TestApp } from '../testing/test-app.ts';
import { connectForCopy } from './tables.ts';

/** Name of the database and, with a suffix, of its two roles. */
const name = `restored_${randomBytes(4).toString('hex')}`;
const [owner, server] = [`${name}_owner`, `${name}_server`];

function urlOf(role: string): string {
  const url = new URL(inject('adminUrl'));
  url.username = role;
  url.password = role;
  url.pathname = `/${name}`;
  return url.href;
}

let t: TestApp;
let folder: string;
beforeAll(async () => {
  t = await createTestApp();
  folder = await mkdtemp(join(tmpdir(), 'naru-roles-'));
  await runAsAdmin(
    ...[owner, server].map((role) => `create role ${role} login nobypassrls password '${role}'`),
    `create database ${name} owner ${owner} encoding 'UTF8' locale 'C.UTF-8' template template0`,
    `grant connect on database ${name} to ${server}`,
  );
});
afterAll(async () => {
  await t.close();
  await runAsAdmin(
    `drop database ${name} with (force)`,
    `drop role ${owner}`,
    `drop role ${server}`,
  );
  await rm(folder, { recursive: true, force: true });
});

it('the owner restores, the migration grants, and the role that serves backs up [OPS-46, OPS-90]', async () => {
  await createPost(t, await t.signIn('STUDENT'), { title: '항해 일지' });
  const common = { TOKEN_SECRET: TEST_SECRET, BACKUP_DIR: join(folder, 'backups') };
  const run = async (program: string, words: string[], settings: Record<string, string>) => {
    const done = await runCli(program, words, { ...common, ...settings });
    expect(done).toMatchObject({ code: 0, error: '' });
    return done.out;
  };
  await run('backup-cli', [], { DATABASE_URL: t.database.url, DATA_DIR: t.dataDir });
  const [archive = ''] = (await readdir(common.BACKUP_DIR)).filter((one) => /gz$/.test(one));
  const place = { DATA_DIR: join(folder, 'place') };
  const path = join(common.BACKUP_DIR, archive);
  await run('restore-cli', [path], { ...place, DATABASE_URL: urlOf(owner) });
  const addresses = { owner: urlOf(owner), server: urlOf(server) };
  // Like `db:migrate`, but the database of the tests is not durable.
  await migrateApart(addresses, { durable: false, log: () => undefined });
  const out = await run('backup-cli', [], { ...place, DATABASE_URL: urlOf(server) });
  expect(out).toMatch(/rows of \d+ tables and \d+ files, verified\./);
});

it('the owner finishes no database that the role which serves is using, and holds before sessions end [OPS-167]', async () => {
  const settings = { TOKEN_SECRET: TEST_SECRET, DATA_DIR: join(folder, 'place') };
  const finish = () =>
    runCli('restore-cli', ['--finish'], { ...settings, DATABASE_URL: urlOf(owner) });
  const owned = await connectForCopy(urlOf(owner));
  try {
    await owned.query(`delete from outgoing;
      create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
      create trigger refuse before update on sessions for each statement execute function refuse()`);
    const isHeld = async () => {
      const { rows } = await owned.query('select from outgoing where held_since is not null');
      return rows.length > 0;
    };
    const serving = connect(urlOf(server), { onError: () => undefined });
    await serving.db.execute('select 1');
    expect((await finish()).error).toMatch(/^The database at DATABASE_URL is in use\. /);
    expect(await isHeld()).toBe(false);
    await serving.close();
    expect((await finish()).error).toContain('refused');
    expect(await isHeld()).toBe(true);
  } finally {
    await owned.end();
  }
});
