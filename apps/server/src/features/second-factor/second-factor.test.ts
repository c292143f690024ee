import { ERRORS } from '@naru/contract/errors';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMember, TEST_PASSWORD, type TestMember } from '../../testing/factories/members.ts';
import { createPost } from '../../testing/factories/posts.ts';
import {
  askOfStaff,
  proveFor,
  totpCode,
  turnOnSecondFactor,
} from '../../testing/factories/second-factors.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import {
  countStatuses,
  createVisitor,
  emailsTo,
  readValue,
  type Visitor,
  wrongCode,
} from '../../testing/visitor.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const OWN = '/api/member/second-factor';
const STEP = '/api/member/login/second-step';

const own = (as: SignedIn, verb: string, code?: string) =>
  t.call('POST', `${OWN}/${verb}`, { as, ...(code !== undefined && { body: { code } }) });
const stateOf = async (as: SignedIn) => (await t.call('GET', OWN, { as })).json;
const subjects = async ({ email }: TestMember) =>
  (await emailsTo(t, email)).map(({ subject }) => subject.replace('[나루] ', ''));
const login = (visitor: Visitor, { username }: TestMember, password = TEST_PASSWORD) =>
  visitor.post('/api/member/login', { username, password });
const tokenFor = async (visitor: Visitor, member: TestMember): Promise<string> =>
  (await login(visitor, member)).json.secondStep.token;
const events = () =>
  t.logs.flatMap((line) => {
    const { msg, event } = JSON.parse(line) as { msg: string; event?: string };
    return msg === 'security event' ? [event] : [];
  });

async function withFactor(role?: Parameters<typeof createMember>[1]) {
  const member = await createMember(t.db, role);
  return { member, ...(await turnOnSecondFactor(t, member.id)) };
}

describe('turning the second factor on and off', () => {
  it('needs the password, a fresh key and its code, ends other sessions and says so by e-mail [MFA-01, MFA-02, MFA-09, MFA-10]', async () => {
    const as = await t.signIn();
    expect((await own(as, 'begin')).json.error).toBe('REAUTH_REQUIRED');
    expect((await own(as, 'confirm', '000000')).json.error).toBe('REAUTH_REQUIRED');
    await proveFor(t, as);
    expect((await own(as, 'confirm', '000000')).json.error).toBe('SECOND_FACTOR_NOT_BEGUN');
    const late = (await own(as, 'begin')).json;
    t.clock.advance(899);
    await proveFor(t, as);
    const first = await own(as, 'begin');
    expect(first.json.secret).not.toBe(late.secret);
    expect(first.json.uri).toContain(`secret=${first.json.secret}`);
    expect(first.json.qr.path).toMatch(/^(M\d+ \d+h\d+v1h-\d+z)+$/);
    expect((await own(as, 'confirm', totpCode(t, late.secret))).json.error).toBe('CODE_INCORRECT');
    expect(await stateOf(as)).toEqual({ enabledAt: null, recoveryCodesLeft: 0, isRequired: false });
    expect((await login(createVisitor(t), as)).status).toBe(200);
    const stolen = await t.signInAs(as);

    const code = totpCode(t, first.json.secret);
    const responses = await Promise.all([own(as, 'confirm', code), own(as, 'confirm', code)]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { recoveryCodes } = responses.find(({ status }) => status === 200)?.json ?? {};
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const one of recoveryCodes) expect(one).toMatch(/^[a-km-np-z2-9]{5}-[a-km-np-z2-9]{5}$/);
    expect(await stateOf(as)).toMatchObject({ recoveryCodesLeft: 10 });
    expect((await stateOf(as)).enabledAt).not.toBeNull();
    expect((await own(as, 'begin')).json.error).toBe('SECOND_FACTOR_ON');
    expect(await subjects(as)).toEqual(['2단계 인증을 켰습니다']);
    expect((await t.call('GET', OWN, { as: stolen })).status, 'opened without it').toBe(401);

    const stored = await readValue(
      t,
      sql`
      select concat((select encode(secret, 'escape') from second_factors where member_id = ${as.id}),
        (select string_agg(encode(code_hash, 'escape'), '') from recovery_codes))`,
    );
    expect(stored).not.toContain(first.json.secret);
    expect(stored).not.toContain(recoveryCodes[0].replace('-', ''));
    expect(t.logs.join('')).not.toContain(first.json.secret);
  });

  it('ends a set-up that waits for its code after 15 minutes [MFA-02]', async () => {
    const as = await t.signIn();
    await proveFor(t, as);
    const { secret } = (await own(as, 'begin')).json;
    t.clock.advance(901);
    const later = await t.signInAs(as);
    await proveFor(t, later);
    const { error } = (await own(later, 'confirm', totpCode(t, secret))).json;
    expect(error).toBe('SECOND_FACTOR_NOT_BEGUN');
  });

  it('needs password and code to turn off or renew the codes, and keeps sessions [MFA-08, MFA-09, MFA-10]', async () => {
    const as = await t.signIn();
    const { secret, recoveryCode } = await turnOnSecondFactor(t, as.id);
    for (const verb of ['recovery-codes', 'off']) {
      expect((await own(as, verb, totpCode(t, secret))).json.error).toBe('REAUTH_REQUIRED');
    }
    await proveFor(t, as);
    const wrong = wrongCode(totpCode(t, secret));
    expect((await own(as, 'off', wrong)).json.error).toBe('CODE_INCORRECT');
    const renewed = await own(as, 'recovery-codes', totpCode(t, secret));
    expect(renewed.json.recoveryCodes).toHaveLength(10);
    expect((await own(as, 'off', recoveryCode)).json.error).toBe('CODE_INCORRECT');
    expect((await own(as, 'off', totpCode(t, secret))).json.error).toBe('CODE_INCORRECT');
    const shown = ` ${renewed.json.recoveryCodes[3].toUpperCase()} `;
    expect((await own(as, 'off', shown)).status).toBe(200);
    expect((await own(as, 'off', shown)).json.error).toBe('SECOND_FACTOR_OFF');
    expect(await stateOf(as)).toMatchObject({ enabledAt: null, recoveryCodesLeft: 0 });
    expect(await subjects(as)).toEqual([
      '복구 코드를 새로 만들었습니다',
      '복구 코드를 사용했습니다',
      '2단계 인증을 껐습니다',
    ]);
    expect((await login(createVisitor(t), as)).status).toBe(200);
  });
});

describe('the second step of a login', () => {
  it('follows the right password only, with a token that is good for nothing else [MFA-03]', async () => {
    const { member, secret } = await withFactor();
    const visitor = createVisitor(t);
    const wrong = await login(visitor, member, 'wrong-password');
    expect([wrong.status, wrong.json.secondStep]).toEqual([401, undefined]);
    const right = await login(visitor, member);
    expect([right.status, right.json.error]).toEqual([403, 'SECOND_STEP_REQUIRED']);
    expect(right.json.message).toBe(ERRORS.SECOND_STEP_REQUIRED.message);
    expect(right.cookies).toEqual([]);
    expect(right.json).not.toHaveProperty('accessToken');
    const { token } = right.json.secondStep;
    const headers = { authorization: `Bearer ${token}` };
    expect((await t.call('GET', '/api/member/me', { headers })).status).toBe(401);
    expect((await visitor.post('/api/auth/refresh', { refreshToken: token })).status).toBe(401);

    const forged = token.replace(/.(?=.{20}$)/, (one: string) => (one === 'A' ? 'B' : 'A'));
    const code = totpCode(t, secret);
    for (const other of [forged, 'x', '']) {
      expect((await visitor.post(STEP, { token: other, code })).json.error).toBe(
        'SECOND_STEP_EXPIRED',
      );
    }
    const done = await visitor.post(STEP, { token, code: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect(done.status).toBe(200);
    expect(Object.keys(done.json).toSorted()).toEqual(['accessToken', 'refreshToken']);
    expect(visitor.jar.naru_device).toMatch(/^[\w-]{43}$/);
    const next = await visitor.post('/api/auth/refresh', { refreshToken: done.json.refreshToken });
    expect(next.status, 'a refresh asks for no code').toBe(200);
    expect(events().slice(-3)).toEqual(['login failed', 'second step asked', 'login ok']);
  });

  it('accepts a code of the steps around now, each once, also at the same time [MFA-04]', async () => {
    const { member, secret } = await withFactor();
    const visitor = createVisitor(t);
    const token = await tokenFor(visitor, member);
    const enter = (code: string) => createVisitor(t).post(STEP, { token, code });
    for (const seconds of [-60, 60]) {
      expect((await enter(totpCode(t, secret, seconds))).json.error).toBe('CODE_INCORRECT');
    }
    const early = totpCode(t, secret, -30);
    expect((await enter(early)).status).toBe(200);
    expect((await enter(early)).json.error).toBe('CODE_INCORRECT');
    const late = totpCode(t, secret, 30);
    const parallel = await Promise.all(Array.from({ length: 4 }, () => enter(late)));
    expect(countStatuses(parallel)).toEqual({ 200: 1, 400: 3 });
    expect((await enter(totpCode(t, secret))).json.error, 'an earlier step').toBe('CODE_INCORRECT');
  });

  it('accepts each recovery code once, with an e-mail [MFA-05, MFA-10]', async () => {
    const { member, recoveryCode: code } = await withFactor();
    const visitor = createVisitor(t);
    const token = await tokenFor(visitor, member);
    const parallel = await Promise.all([1, 2, 3].map(() => visitor.post(STEP, { token, code })));
    expect(countStatuses(parallel)).toEqual({ 200: 1, 400: 2 });
    const [mail] = await emailsTo(t, member.email);
    expect(mail?.text).toContain('남은 복구 코드: 0개');
    expect(mail?.text).not.toContain(code);
    const { member: other } = await withFactor();
    const foreign = await tokenFor(visitor, other);
    expect((await visitor.post(STEP, { token: foreign, code })).status).toBe(200);
  });

  it('delays guesses, but not those of a device that the account knows [MFA-06]', async () => {
    const { member, secret, recoveryCode } = await withFactor();
    const known = createVisitor(t);
    const entered = { token: await tokenFor(known, member), code: recoveryCode };
    expect((await known.post(STEP, entered)).status).toBe(200);
    const stranger = createVisitor(t);
    const token = await tokenFor(stranger, member);
    const wrong = wrongCode(totpCode(t, secret));
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await stranger.post(STEP, { token, code: wrong })).status).toBe(400);
    }
    const code = totpCode(t, secret);
    const refused = await stranger.post(STEP, { token, code });
    expect([refused.status, refused.json.error]).toEqual([429, 'LOGIN_THROTTLED']);
    expect(refused.headers['retry-after']).toBe('1');
    const again = await tokenFor(createVisitor(t), member);
    expect((await createVisitor(t).post(STEP, { token: again, code })).status).toBe(429);
    const ownToken = await tokenFor(known, member);
    expect((await known.post(STEP, { token: ownToken, code })).status).toBe(200);
    t.clock.advance(31);
    const late = await stranger.post(STEP, { token, code: totpCode(t, secret) });
    expect(late.status, 'nobody is locked out for good').toBe(200);
  });

  it('ends with the ten minutes, a new password, a suspension and the factor itself [MFA-03, MFA-07]', async () => {
    const { member, secret, recoveryCode: code } = await withFactor();
    const visitor = createVisitor(t);
    const old = await tokenFor(visitor, member);
    t.clock.advance(600);
    expect((await visitor.post(STEP, { token: old, code })).json.error).toBe('SECOND_STEP_EXPIRED');

    const before = await tokenFor(visitor, member);
    const { json } = await visitor.post('/api/member/verify-id', { username: member.username });
    await visitor.post('/api/auth/email-check', { email: json.email });
    const mail = (await emailsTo(t, member.email)).at(-1);
    const sent = /인증 코드: (\d{6})/.exec(mail?.text ?? '')?.[1];
    await visitor.post('/api/auth/verify-code', { email: json.email, code: sent });
    const newPassword = '노란 깃털 열두 장';
    const body = { username: member.username, newPassword };
    expect((await visitor.post('/api/member/reset-password/no-login', body)).status).toBe(200);
    expect((await visitor.post(STEP, { token: before, code })).json.error).toBe(
      'SECOND_STEP_EXPIRED',
    );
    const asked = await login(visitor, member, newPassword);
    expect(asked.json.error, 'a reset does not bypass it').toBe('SECOND_STEP_REQUIRED');
    const { token } = asked.json.secondStep;

    const until = new Date(t.clock.now().getTime() + 86_400_000);
    const suspend = (at: Date | null) =>
      t.db.execute(
        sql`update members set suspended_until = ${at?.toISOString() ?? null}::timestamptz where id = ${member.id}`,
      );
    await suspend(until);
    expect((await visitor.post(STEP, { token, code })).json.error).toBe('ACCOUNT_SUSPENDED');
    await suspend(null);
    await t.db.execute(sql`delete from second_factors where member_id = ${member.id}`);
    const late = await visitor.post(STEP, { token, code: totpCode(t, secret) });
    expect(late.json.error).toBe('SECOND_STEP_EXPIRED');
  });
});

describe('removal by an ADMIN', () => {
  it('needs a lower rank and a reason, is on record, and notifies the member [MFA-11]', async () => {
    const admin = await t.signIn('ADMIN');
    const remove = ({ id }: { id: number }, reason = '휴대전화 분실') =>
      t.call('POST', `/api/admin/members/${id}/remove-second-factor`, {
        as: admin,
        body: { reason },
      });
    const { member: peer } = await withFactor('ADMIN');
    expect((await remove(peer)).json.error).toBe('MEMBER_CHANGE_DENIED');
    expect((await remove(await createMember(t.db))).json.error).toBe('SECOND_FACTOR_OFF');
    const { member } = await withFactor('MANAGER');
    const search = `/api/admin/search-users?username=${member.username}`;
    const isOn = async () => (await t.call('GET', search, { as: admin })).json[0].hasSecondFactor;
    expect((await remove(member, ' ')).status).toBe(400);
    expect(await isOn()).toBe(true);
    const responses = await Promise.all([remove(member), remove(member)]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await isOn()).toBe(false);
    expect(await subjects(member)).toEqual(['관리자가 2단계 인증을 해제했습니다']);
    expect((await login(createVisitor(t), member)).status).toBe(200);
    const { rows } = await t.db.execute(sql`
      select actor_id as actor, reason from audit_entries where action = 'member.remove-second-factor'`);
    expect(rows).toEqual([{ actor: admin.id, reason: '휴대전화 분실' }]);
  });
});

describe('staff of whom it is asked', () => {
  it.each(['MANAGER', 'ADMIN', 'SYSTEM'] as const)(
    'a %s without it is a student until it is on [MFA-12]',
    async (role) => {
      const staff = await t.signIn(role);
      const writer = await t.signIn();
      const postId = await createPost(t, writer);
      const url = `/api/post/${postId}?reason=${encodeURIComponent('광고')}`;
      const remove = () => t.call('DELETE', url, { as: staff });
      await askOfStaff(t);
      try {
        const panel = await t.call('GET', '/api/admin/work', { as: staff });
        expect([panel.status, panel.json.error]).toEqual([403, 'SECOND_FACTOR_REQUIRED']);
        expect((await remove()).json.error).toBe('SECOND_FACTOR_REQUIRED');
        const me = (await t.call('GET', '/api/member/me', { as: staff })).json.meDto;
        expect(me).toMatchObject({ roles: ['USER', 'STUDENT'], secondFactorDue: true });
        expect(await createPost(t, staff)).toBeGreaterThan(0);
        expect(await stateOf(staff)).toMatchObject({ isRequired: true });
        expect(await stateOf(writer)).toMatchObject({ isRequired: false });
        const live = await t.services.sessions.findLive([sessionOf(staff)]);
        expect([...live.values()]).toEqual([['USER', 'STUDENT']]);

        await turnOnSecondFactor(t, staff.id);
        expect((await t.call('GET', '/api/admin/work', { as: staff })).status).toBe(200);
        expect((await remove()).status).toBe(200);
        const free = (await t.call('GET', '/api/member/me', { as: staff })).json.meDto;
        expect(free).not.toHaveProperty('secondFactorDue');
        expect(free.roles).toContain(role);
      } finally {
        await askOfStaff(t, false);
      }
    },
  );

  it('is not asked of others, nor while the setting is off [MFA-12]', async () => {
    const manager = await t.signIn('MANAGER');
    expect((await t.call('GET', '/api/admin/work', { as: manager })).status).toBe(200);
    await askOfStaff(t);
    const council = await t.signIn('STUDENT_COUNCIL');
    expect((await t.call('GET', '/api/admin/stats?range=weekly', { as: council })).status).toBe(
      200,
    );
    expect((await t.call('GET', '/api/admin/work', { as: council })).json.error).toBe(
      'PERMISSION_DENIED',
    );
    await askOfStaff(t, false);
  });
});

function sessionOf({ headers }: SignedIn): string {
  const [, payload = ''] = headers.authorization.split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString()).sid;
}
