import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readAudit, readSuspension } from '../../testing/factories/inquiries.ts';
import { TEST_PASSWORD } from '../../testing/factories/members.ts';
import { readNotifications } from '../../testing/factories/notifications.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { untilServed } from '../../testing/until-served.ts';

const DAY = 24 * 60 * 60;

let t: TestApp;
let admin: SignedIn;
let member: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  t.clock.set(new Date('2030-05-10T03:00:00.000Z'));
  [admin, member] = [await t.signIn('ADMIN'), await t.signIn('STUDENT')];
});
afterAll(() => t.close());

const suspend = (id: number, body: object = {}, as = admin) =>
  untilServed(() =>
    t.call('POST', `/api/admin/members/${id}/suspend`, {
      as,
      body: { until: '2030-05-12', reason: '도배', ...body },
    }),
  );
const lift = (id: number, as = admin) => t.call('POST', `/api/admin/members/${id}/lift`, { as });
const login = (password = TEST_PASSWORD) =>
  t.call('POST', '/api/member/login', { body: { username: member.username, password } });

describe('POST /admin/members/:id/suspend', () => {
  it('refuses past and too distant days, and a missing reason', async () => {
    for (const broken of [
      { until: '2030-05-09' },
      { until: '2040-06-01' },
      { until: '2030-02-30' },
      { until: '2030-05-12T00:00:00Z' },
      { until: undefined },
      { reason: ' ' },
      { reason: '가'.repeat(201) },
    ]) {
      expect((await suspend(member.id, broken)).status, JSON.stringify(broken)).toBe(400);
    }
    expect(await readSuspension(t, member.id)).toEqual({ until: null, reason: null });
  });

  it('refuses the actor, equal and higher ranks, and missing members', async () => {
    const [equal, system] = [await t.signIn('ADMIN'), await t.signIn('SYSTEM')];
    for (const id of [admin.id, equal.id, system.id]) {
      expect((await suspend(id)).json.error).toBe('SUSPENSION_DENIED');
      expect((await lift(id)).json.error).toBe('SUSPENSION_DENIED');
    }
    expect((await suspend(2 ** 40)).json.error).toBe('MEMBER_UNKNOWN');
    expect((await suspend(member.id, {}, await t.signIn('MANAGER'))).status).toBe(403);
  });

  it('ends all sessions and refuses a login, with the reason only after the right password [SESS-15]', async () => {
    const second = await t.signInAs(member);
    const { status, json } = await suspend(member.id);
    expect(status).toBe(200);
    expect(json.user).toMatchObject({
      id: member.id,
      suspendedUntil: '2030-05-12T23:59:59+09:00',
      suspendedReason: '도배',
    });
    for (const as of [member, second]) {
      expect((await t.call('GET', '/api/member/me', { as })).status).toBe(401);
    }
    const refresh = await t.call('POST', '/api/auth/refresh', {
      body: { refreshToken: member.refreshToken },
      cookies: { naru_device: member.device },
    });
    expect(refresh.status).toBe(401);
    const wrong = await login('not the password 1');
    expect([wrong.status, wrong.json.error]).toEqual([401, 'LOGIN_FAILED']);
    const right = await login();
    expect([right.status, right.json.error]).toEqual([403, 'ACCOUNT_SUSPENDED']);
    expect(right.json.message).toContain('2030-05-12까지');
    expect(right.json.message).toContain('도배');
  });

  it('lasts until the end of the day in Korea', async () => {
    await suspend(member.id, { until: '2030-05-10' });
    t.clock.set(new Date('2030-05-10T14:59:59.000Z'));
    expect((await login()).status).toBe(403);
    t.clock.set(new Date('2030-05-10T15:00:00.000Z'));
    expect((await login()).status).toBe(200);
  });

  it('notifies, e-mails without the reason, and records the suspension', async () => {
    await suspend(member.id);
    expect(await readNotifications(t, member)).toContainEqual(
      expect.objectContaining({
        subType: 'suspended',
        content: '2030-05-12까지 이용이 정지되었습니다.',
      }),
    );
    const [mail] = (await t.mails()).filter(({ to }) => to === member.email);
    expect(mail?.subject).toContain('이용이 정지되었습니다');
    expect(mail?.text).not.toContain('도배');
    expect(await readAudit(t, member.id)).toEqual([
      expect.objectContaining({
        action: 'member.suspend',
        reason: '도배',
        detail: { before: null, until: '2030-05-12' },
      }),
    ]);
  });

  it('keeps the last ADMIN from being suspended by SYSTEM', async () => {
    const system = await t.signIn('SYSTEM');
    const others = `role = 'ADMIN' and member_id <> ${admin.id}`;
    await t.db.execute(`delete from member_roles where ${others}`);
    expect((await suspend(admin.id, {}, system)).json.error).toBe('LAST_ADMIN');
    const other = await t.signIn('ADMIN');
    const suspendedUntil = (day: string) =>
      t.db.execute(`update members set suspended_until = '${day}' where id = ${other.id}`);
    await suspendedUntil('2999-01-01');
    expect((await suspend(admin.id, {}, system)).json.error).toBe('LAST_ADMIN');
    // A suspension that is over leaves an ADMIN who can log in.
    await suspendedUntil('2020-01-01');
    expect((await suspend(admin.id, {}, system)).status).toBe(200);
  });

  it('leaves no session of a parallel login', async () => {
    for (let round = 0; round < 5; round += 1) {
      member = await t.signIn('STUDENT');
      const [done, ...logins] = await Promise.all([suspend(member.id), login(), login()]);
      expect(done.status).toBe(200);
      for (const { status, json } of logins) {
        if (status !== 200) continue;
        const headers = { authorization: `Bearer ${json.accessToken}` };
        expect((await t.call('GET', '/api/member/me', { headers })).status).toBe(401);
      }
    }
  });
});

describe('POST /admin/members/:id/lift', () => {
  it('allows logins again with one notification; changes nothing without a suspension', async () => {
    await suspend(member.id);
    const { json } = await lift(member.id);
    expect(json.user).toMatchObject({ suspendedUntil: null, suspendedReason: null });
    expect((await login()).status).toBe(200);
    expect((await lift(member.id)).status).toBe(200);
    expect((await readAudit(t, member.id)).map(({ action }) => action)).toEqual([
      'member.lift',
      'member.suspend',
    ]);
    const notified = (await readNotifications(t, member)).map(({ subType }) => subType);
    expect(notified).toContain('suspension-lifted');
  });

  it('changes nothing after an expired suspension', async () => {
    await suspend(member.id, { until: '2030-05-10' });
    t.clock.advance(DAY);
    const as = await t.signInAs(admin);
    expect((await lift(member.id, as)).json.user.suspendedUntil).toBeNull();
    expect(await readAudit(t, member.id)).toHaveLength(1);
  });
});

describe('an e-mail about a suspension that waited for the mail server', () => {
  const mails = async () => (await t.mails()).filter(({ to }) => to === member.email);

  it('does not leave when the suspension was lifted meanwhile [MOD-80]', async () => {
    await suspend(member.id);
    await lift(member.id);
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('이용 정지가 해제되었습니다'),
    ]);
  });

  it('leaves about the last one alone when the member was suspended again [MOD-80]', async () => {
    await suspend(member.id);
    await lift(member.id);
    await suspend(member.id);
    await suspend(member.id, { until: '2030-05-20' });
    expect((await mails()).map(({ text }) => text)).toEqual([
      expect.stringContaining('2030-05-20까지'),
    ]);
  });

  it('does not leave once it is over or the account is gone [MOD-80]', async () => {
    await suspend(member.id, { until: '2030-05-10' });
    t.clock.advance(DAY);
    expect(await mails()).toEqual([]);
    admin = await t.signInAs(admin);
    await suspend(member.id);
    await lift(member.id);
    await t.db.execute(`update members set withdrawn_at = now() where id = ${member.id}`);
    expect(await mails()).toEqual([]);
  });
});
