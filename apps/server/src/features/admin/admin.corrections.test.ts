import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAudit } from '../../testing/factories/inquiries.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let admin: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  admin = await t.signIn('ADMIN');
  other = await t.signIn('ADMIN');
});
afterAll(() => t.close());

const correct = (id: number, body: object, as = admin) =>
  t.call('POST', `/api/admin/members/${id}/correct`, { as, body });

describe('POST /admin/members/:id/correct', () => {
  it('mends a lost address, ends the sessions and says to both addresses what is possible when [ADMIN-63, AUTH-50]', async () => {
    const member = await t.signIn('STUDENT');
    const email = 'found.again@example.com';
    const { status, json } = await correct(member.id, { email, reason: '  메일 분실  ' });
    expect([status, json.message]).toEqual([200, '회원 정보를 고쳤습니다.']);
    expect(json.user).toMatchObject({ id: member.id, email, name: member.name });
    expect(json.user.roles).toEqual(['USER', 'STUDENT']);
    expect((await t.call('GET', '/api/member/me', { as: member })).status).toBe(401);
    const sent = (await t.mails()).map(({ to, subject }) => `${to} ${subject}`);
    for (const to of [member.email, email]) {
      expect(sent.some((line) => line.startsWith(to) && line.includes('관리자가'))).toBe(true);
    }
    const text = (await t.mails()).find(({ to }) => to === member.email)?.text;
    expect(text).toMatch(/재설정하는 것은 \d+월 \d+일 \d\d:\d\d부터/);
    expect(text).toContain('요청한 적이 없다면');
    expect(sent.some((line) => line.startsWith(other.email) && line.includes('수정'))).toBe(true);
    expect(sent.some((line) => line.startsWith(admin.email))).toBe(false);
    const again = await t.signInAs(member);
    const { json: bell } = await t.call('GET', '/api/member/my-notices', { as: again });
    expect(JSON.stringify(bell)).toContain('이메일이 변경되었습니다.');
  });

  it('mends a name and stores both values masked in the audit log [ADMIN-63, AUDIT-05]', async () => {
    const member = await t.signIn('USER');
    await correct(member.id, { name: '김바로', reason: '개명' });
    const [entry] = await readAudit(t, member.id);
    expect(entry).toMatchObject({
      actorId: admin.id,
      action: 'member.correct',
      targetId: member.id,
      reason: '개명',
      detail: { fields: ['name'], after: { name: '김*로' } },
    });
    expect(JSON.stringify(entry)).not.toContain(member.email);
  });

  it.each([
    [{ email: 'new.one@example.com' }, 'VALIDATION_FAILED'],
    [{ email: 'new.one@example.com', reason: ' ' }, 'VALIDATION_FAILED'],
    [{ email: 'no address', reason: '분실' }, 'VALIDATION_FAILED'],
    [{ name: '<b>', reason: '분실' }, 'VALIDATION_FAILED'],
    [{ reason: '분실' }, 'VALIDATION_FAILED'],
  ])('refuses %j and changes nothing', async (body, error) => {
    const member = await t.signIn('USER');
    expect((await correct(member.id, body)).json.error).toBe(error);
    expect((await t.call('GET', '/api/member/me', { as: member })).status).toBe(200);
  });

  it('refuses a taken address and keeps the sessions [ADMIN-63]', async () => {
    const [member, owner] = [await t.signIn('USER'), await t.signIn('USER')];
    const { status, json } = await correct(member.id, { email: owner.email, reason: '분실' });
    expect([status, json.errors]).toEqual([
      409,
      [{ field: 'email', message: expect.stringContaining('이메일') }],
    ]);
    expect((await t.call('GET', '/api/member/me', { as: member })).status).toBe(200);
  });

  it('never lets an ADMIN take over another one, itself or an unknown member [ADMIN-63]', async () => {
    const body = { email: 'mine@example.com', reason: '분실' };
    for (const id of [other.id, admin.id]) {
      expect((await correct(id, body)).json.error).toBe('MEMBER_CHANGE_DENIED');
    }
    expect((await correct(999_999, body)).json.error).toBe('MEMBER_UNKNOWN');
    expect((await correct(other.id, body, await t.signIn('MANAGER'))).status).toBe(403);
  });
});
