import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { prove } from '../features/account/account.fixture.ts';
import { createEmptyDatabase } from '../testing/database.ts';
import { runCli } from '../testing/started-program.ts';
import { createTestApp, TEST_SECRET, type TestApp } from '../testing/test-app.ts';
import { moveDatabase } from './move.ts';
import { connectForCopy } from './tables.ts';

let t: TestApp;
let folder: string;
let past: Awaited<ReturnType<typeof createEmptyDatabase>>;
beforeAll(async () => {
  t = await createTestApp();
  folder = await mkdtemp(join(tmpdir(), 'naru-past-'));
  past = await createEmptyDatabase(inject('adminUrl'));
});
afterAll(async () => {
  await t.close();
  await past.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Stands in for the tools of a database that restore a moment of the past. */
async function archiveThisMoment(): Promise<void> {
  const copy = await moveDatabase({
    from: t.database.url,
    to: past.url,
    onProgress: () => undefined,
  });
  await copy.unmark();
  await copy.close();
}

it('a database of a past moment is finished by the list that another job wrote [PRIV-06, OPS-194]', async () => {
  const [leaver, stayer] = [await t.signIn('STUDENT'), await t.signIn('STUDENT')];
  await archiveThisMoment();
  await prove(t, leaver);
  expect((await t.call('DELETE', '/api/member/me', { as: leaver })).status).toBe(200);

  const env = { TOKEN_SECRET: TEST_SECRET, BACKUP_DIR: join(folder, 'list'), DATA_DIR: folder };
  const noted = await runCli('erasures-cli', [], { ...env, DATABASE_URL: t.database.url });
  expect(noted).toMatchObject({ code: 0, error: '' });
  expect(noted.out).toMatch(/erasures\.log: 1 accounts added, 0 removed\.$/);
  const list = await readFile(join(env.BACKUP_DIR, 'erasures.log'), 'utf8');
  expect(list).toMatch(/^\S+Z [\w-]{43}\n$/);

  const done = await runCli('restore-cli', ['--finish'], { ...env, DATABASE_URL: past.url });
  expect(done).toMatchObject({ code: 0, error: '' });
  expect(done.out).toContain('Erased 1 accounts again');
  const client = await connectForCopy(past.url);
  const { rows } = await client.query(
    `select (select count(*)::int from sessions where revoked_at is null) as sessions,
      array(select id::int from members where withdrawn_at is null and id = any($1)) as living`,
    [[leaver.id, stayer.id]],
  );
  await client.end();
  expect(rows).toEqual([{ sessions: 0, living: [stayer.id] }]);
});

it('a database that a server uses is left as it is [OPS-167]', async () => {
  const member = await t.signIn('STUDENT');
  const env = { TOKEN_SECRET: TEST_SECRET, DATA_DIR: folder, DATABASE_URL: t.database.url };
  const done = await runCli('restore-cli', ['--finish'], env);
  expect(done.code).toBe(1);
  expect(done.error).toMatch(/^The database at DATABASE_URL is in use\. /);
  expect(await t.services.outgoing.isHeld()).toBe(false);
  expect((await t.call('GET', '/api/member/me', { as: member })).status).toBe(200);
});

it('an archive and the end of a restore are one or the other [OPS-194]', async () => {
  const env = { TOKEN_SECRET: TEST_SECRET, DATA_DIR: folder };
  const refused = await Promise.all([
    runCli('restore-cli', [], env),
    runCli('restore-cli', ['x.tar.gz', '--finish'], env),
    runCli('restore-cli', ['--finish'], env),
  ]);
  expect(refused.map(({ code }) => code)).toEqual([1, 1, 1]);
  expect(refused[0]?.error).toMatch(/^Usage: /);
  expect(refused[1]?.error).toMatch(/^Usage: /);
  expect(refused[2]?.error).toBe(
    '--finish is for a database at DATABASE_URL that its own tools restored',
  );
});
