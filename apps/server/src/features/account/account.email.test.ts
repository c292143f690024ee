import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clearThrottles } from '../../testing/matrix/world.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { askCode, prove, renew } from './account.fixture.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ env: { SIGNUP_EMAIL_DOMAINS: '' } });
});
afterAll(() => t.close());
beforeEach(() => clearThrottles(t));

let counter = 0;
const fresh = (domain = 'harbour.example.com') => {
  counter += 1;
  return `moved${counter}@${domain}`;
};
const setEmail = (as: SignedIn, email: unknown, code?: unknown) =>
  t.call('POST', '/api/member/set-email', { as, body: { email, code } });
const me = async (as: SignedIn) => (await t.call('GET', '/api/member/me', { as })).json.meDto;
async function proven(role?: Parameters<TestApp['signIn']>[0]): Promise<SignedIn> {
  const as = await t.signIn(role);
  await prove(t, as);
  return as;
}

describe('POST /member/set-email, rejected', () => {
  it.each(['', 'no-address', 'a@b', 'a b@c.kr', 'a@b.kr, c@d.kr', '한글@학교.한국'])(
    'refuses the address %j [MEMB-14]',
    async (email) => {
      const { status, json } = await setEmail(await proven(), email, '123456');
      expect(status).toBe(400);
      if (email !== '') expect(json.message).toBe('올바른 이메일 형식을 입력해주세요.');
    },
  );

  it('refuses without a password proof, with one of another session and with an expired one [PASS-12]', async () => {
    const as = await t.signIn();
    const other = await t.signInAs(as);
    await prove(t, other);
    const email = fresh();
    const code = await askCode(t, as, email);
    expect((await setEmail(as, email, code)).json.error).toBe('REAUTH_REQUIRED');
    await prove(t, as);
    t.clock.advance(15 * 60);
    const { status, json } = await setEmail(await renew(t, as), email, code);
    expect([status, json.error]).toEqual([403, 'REAUTH_REQUIRED']);
    expect((await me(await t.signInAs(as))).email).toBe(as.email);
  });

  it('refuses the current address [MEMB-14]', async () => {
    const as = await proven();
    const { status, json } = await setEmail(as, ` ${as.email.toUpperCase()} `, '123456');
    expect([status, json.error, json.message]).toEqual([
      400,
      'EMAIL_UNCHANGED',
      '이메일이 변경되지 않았습니다.',
    ]);
  });

  it('refuses without a code, with a wrong one and with one for another purpose or member [CODE-11]', async () => {
    const as = await proven();
    const email = fresh();
    expect((await setEmail(as, email)).json.error).toBe('VERIFICATION_REQUIRED');
    expect((await setEmail(as, email, '123456')).json.error).toBe('CODE_EXPIRED');
    const signUp = await t.call('POST', '/api/auth/email-check', { body: { email } });
    expect(signUp.status).toBe(200);
    const ofSignUp = /인증 코드: (\d{6})/.exec(
      (await t.mails()).find(({ to }) => to === email)?.text ?? '',
    )?.[1];
    expect((await setEmail(as, email, ofSignUp)).status).toBe(400);
    await clearThrottles(t);
    const ofOther = await askCode(t, await t.signIn(), email);
    expect((await setEmail(as, email, ofOther)).status).toBe(400);
    await clearThrottles(t);
    const right = await askCode(t, as, email);
    const wrong = right === '000000' ? '000001' : '000000';
    expect((await setEmail(as, email, wrong)).json.error).toBe('CODE_INCORRECT');
    expect((await me(as)).email).toBe(as.email);
  });

  it('sends no code to a taken address, and returns 409 when it is taken meanwhile [CODE-10]', async () => {
    const [as, owner] = [await proven(), await t.signIn()];
    expect(await askCode(t, as, owner.email)).toBe('');
    const email = fresh();
    const code = await askCode(t, as, email);
    await t.db.execute(`update members set email = '${email}' where id = ${owner.id}`);
    const { status, json } = await setEmail(as, email, code);
    expect([status, json.error]).toEqual([409, 'DUPLICATE']);
    expect(json.errors).toEqual([{ field: 'email', message: '이미 사용 중인 이메일입니다.' }]);
  });
});

describe('POST /member/set-email', () => {
  it('saves the address, notifies the old one and consumes the code [MEMB-13, PASS-13]', async () => {
    const as = await proven('USER');
    const email = fresh();
    const code = await askCode(t, as, email);
    const { status, json } = await setEmail(as, email.toUpperCase(), code);
    expect([status, json.email]).toEqual([200, email]);
    expect((await me(as)).email).toBe(email);
    const sent = (await t.mails()).find(({ to }) => to === as.email);
    expect(sent?.subject).toContain('이메일이 변경되었습니다');
    expect(sent?.text).toContain('m****@harbour.example.com');
    expect(sent?.text).not.toContain(email);
    await t.services.events.drain();
    const { json: bell } = await t.call('GET', '/api/member/my-notices', { as });
    expect(bell.notices[0]).toMatchObject({ type: 'other', subType: 'email' });
    expect((await setEmail(as, as.email, code)).status).toBe(400);
    expect((await setEmail(as, email, code)).status).toBe(200);
    t.clock.advance(600);
    expect((await setEmail(as, email, code)).json.error).toBe('EMAIL_UNCHANGED');
  });

  it('is what verify-code does while logged in [MEMB-13, CODE-139]', async () => {
    const as = await proven();
    const email = fresh();
    const code = await askCode(t, as, email);
    const verified = await t.call('POST', '/api/auth/verify-code', { as, body: { email, code } });
    expect([verified.status, (await me(as)).email]).toEqual([200, email]);
    expect((await setEmail(as, email, code)).status).toBe(200);
    expect((await setEmail(as, fresh())).json.error).toBe('VERIFICATION_REQUIRED');
  });

  it('grants STUDENT for a student address and audits it; leaving the domain revokes nothing [AUTH-06]', async () => {
    const as = await proven('USER');
    const school = fresh('g.kmou.ac.kr');
    expect((await setEmail(as, school, await askCode(t, as, school))).status).toBe(200);
    expect((await me(as)).roles).toEqual(['USER', 'STUDENT']);
    const { rows } = await t.db.execute(
      `select action, actor_id, detail from audit_entries where target_id = ${as.id}`,
    );
    expect(rows).toEqual([{ action: 'role.grant', actor_id: as.id, detail: { role: 'STUDENT' } }]);
    const home = fresh();
    await setEmail(as, home, await askCode(t, as, home));
    expect(await me(as)).toMatchObject({ email: home, roles: ['USER', 'STUDENT'] });
  });

  it('accepts one of several members who verified the same address [RACE-05]', async () => {
    const people = await Promise.all([proven(), proven(), proven()]);
    const email = fresh();
    const tries: [SignedIn, string][] = [];
    for (const as of people) {
      await clearThrottles(t);
      tries.push([as, await askCode(t, as, email)]);
    }
    const ofEach = await Promise.all(
      tries.map(([as, code]) =>
        Promise.all(Array.from({ length: 5 }, () => setEmail(as, email, code))),
      ),
    );
    const winners = ofEach.filter((own) => own.some(({ status }) => status === 200));
    expect(winners).toHaveLength(1);
    const responses = ofEach.flat();
    expect(responses.every(({ status }) => [200, 400, 403, 409].includes(status))).toBe(true);
  });
});

describe('where sign-up is limited to domains', () => {
  it('refuses an address of another domain', async () => {
    const limited = await createTestApp({ env: { SIGNUP_EMAIL_DOMAINS: 'g.kmou.ac.kr' } });
    try {
      const as = await limited.signIn();
      await prove(limited, as);
      const { status, json } = await limited.call('POST', '/api/member/set-email', {
        as,
        body: { email: 'me@elsewhere.example.com', code: '123456' },
      });
      expect([status, json.error]).toEqual([403, 'EMAIL_DOMAIN_DENIED']);
    } finally {
      await limited.close();
    }
  });
});
