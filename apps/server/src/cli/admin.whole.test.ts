import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { killOwners, startOwner } from '../testing/database-owner.ts';
import { createMember } from '../testing/factories/members.ts';
import { turnOnSecondFactor } from '../testing/factories/second-factors.ts';
import { runCli } from '../testing/started-program.ts';
import { createTestApp, TEST_SECRET, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
let folder: string;
beforeAll(async () => {
  t = await createTestApp({ statusFreshMs: 0 });
  folder = await mkdtemp(join(tmpdir(), 'naru-admin-'));
});
afterAll(async () => {
  await killOwners();
  await rm(folder, { recursive: true, force: true });
  await t.close();
});

const admin = (args: string[], env: Record<string, string>) => runCli('admin-cli', args, env);

describe('npm run admin [AUTH-23]', () => {
  const onDatabase = (...args: string[]) =>
    admin(args, { DATABASE_URL: t.database.url, TOKEN_SECRET: TEST_SECRET });

  it('rejects a missing or unknown username and an invalid setting', async () => {
    expect(await onDatabase()).toEqual({
      out: '',
      error:
        'Usage: npm run admin -- <username>, --remove-second-factor <username>, --new-push-keys, read-only on "<reason>" [--until "2026-12-01 09:00"], read-only off, or read-only status',
      code: 1,
    });
    const unknown = await onDatabase('nobody1234');
    expect(unknown.code).toBe(1);
    expect(unknown.error).toBe('No member has the username nobody1234. Sign up with it first.');
    const setting = await admin(['x'], { PORT: 'many' });
    expect(setting).toEqual({ out: '', error: 'PORT is not a port number', code: 1 });
  });

  it('makes a member an ADMIN once, and audits it', async () => {
    const member = await createMember(t.db, 'USER');
    const first = await onDatabase(member.username.toUpperCase());
    expect(first.out).toBe(`${member.username.toUpperCase()} is an ADMIN now.`);
    const again = await onDatabase(member.username);
    expect(again.out).toBe(`${member.username} is an ADMIN already.`);
    const { rows } = await t.db.execute(
      sql`select action, target_id as target, detail from audit_entries where target_id = ${member.id}`,
    );
    expect(rows).toEqual([
      { action: 'role.grant', target: member.id, detail: { role: 'ADMIN', by: 'command line' } },
    ]);
  });

  it('turns the second factor of a member off, with an e-mail and an audit entry [MFA-11]', async () => {
    const member = await createMember(t.db, 'ADMIN');
    const remove = (username: string) => onDatabase('--remove-second-factor', username);
    expect((await onDatabase('--remove-second-factor')).error).toMatch(/^Usage: /);
    expect((await remove('nobody1234')).error).toBe('No member has the username nobody1234.');
    expect((await remove(member.username)).out).toBe(`${member.username} has no second factor.`);
    await turnOnSecondFactor(t, member.id);
    const done = `The second factor of ${member.username} is off now.`;
    expect((await remove(member.username)).out).toBe(done);
    const { rows } = await t.db.execute(sql`
      select (select count(*) from second_factors) + (select count(*) from recovery_codes) as remaining,
        (select subject from email_queue where recipient = ${member.email}) as subject,
        (select detail from audit_entries where action = 'member.remove-second-factor') as detail`);
    expect(rows).toEqual([
      {
        remaining: 0,
        subject: '[나루] 관리자가 2단계 인증을 해제했습니다',
        detail: { by: 'command line' },
      },
    ]);
  });

  it('makes the site read-only and ends that, which the servers notice [OPS-498]', async () => {
    const readOnly = (...args: string[]) => onDatabase('read-only', ...args);
    const refused = async () =>
      (await t.call('POST', '/api/auth/email-check', { body: { email: 'a@kmou.ac.kr' } })).json
        .error;
    for (const args of [[], ['on'], ['off', 'why'], ['on', '이유', '--until', '내일'], ['maybe']]) {
      expect((await readOnly(...args)).error, args.join(' ')).toMatch(/^Usage: npm run admin/);
    }
    expect((await readOnly('status')).out).toBe('The site is not read-only.');
    const on = await readOnly('on', '서버를 옮깁니다.', '--until', '2030-12-01 09:00');
    expect(on.out).toContain('서버를 옮깁니다. 12월 1일 09:00까지 읽기만 할 수 있습니다.');
    await expect.poll(refused, { timeout: 10_000 }).toBe('READ_ONLY');
    expect((await readOnly('off')).code).toBe(0);
    await expect.poll(refused, { timeout: 10_000 }).not.toBe('READ_ONLY');
  });

  it('deletes the keys of push services, and others stay [PUSH-14]', async () => {
    const names = async () => {
      const { rows } = await t.db.execute(sql`select name from wrapped_keys order by name`);
      return rows.map(({ name }) => name);
    };
    await t.services.push.prepare();
    expect(await names()).toEqual(['author-seal', 'push']);
    const { out } = await onDatabase('--new-push-keys');
    expect(out).toContain('The next start makes new keys.');
    expect(await names()).toEqual(['author-seal']);
  });

  it('does not create a database, and works beside a running server', async () => {
    const missing = await admin(['x'], { DATA_DIR: folder });
    expect(missing.error).toBe(
      `There is no database in ${folder}. Start the server once and sign up first.`,
    );
    const owner = await startOwner(folder, 'database');
    expect(owner.answer).toMatch(/^postgres/);
    const beside = await admin(['somebody'], { DATA_DIR: folder });
    expect(beside).toEqual({
      out: '',
      error: 'The database is empty. Start the server once and sign up first.',
      code: 1,
    });
  });
});
