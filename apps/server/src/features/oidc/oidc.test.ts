import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, TEST_PASSWORD, type TestMember } from '../../testing/factories/members.ts';
import { createEntry } from '../../testing/factories/roster.ts';
import {
  linkIdentity,
  proveFor,
  totpCode,
  turnOnSecondFactor,
} from '../../testing/factories/second-factors.ts';
import { createSecondServer } from '../../testing/second-server.ts';
import {
  passProvider,
  type SignInProvider,
  startSignInProvider,
} from '../../testing/sign-in-provider.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import {
  countStatuses,
  createVisitor,
  emailsTo,
  lastCode,
  readValue,
  type Visitor,
} from '../../testing/visitor.ts';

const PUBLIC_URL = 'http://localhost:3000';
const LOGIN = '/api/member/login/provider';
const OWN = '/api/member/identities';
const JOIN = '/api/member/join';

let idp: SignInProvider;
let t: TestApp;
beforeAll(async () => {
  idp = await startSignInProvider(`${PUBLIC_URL}/login/provider`);
  const env = { PUBLIC_URL, ...idp.env, SIGNUP_EMAIL_DOMAINS: 'g.kmou.ac.kr,example.ac.kr' };
  t = await createTestApp({ env });
});
afterAll(() => Promise.all([t.close(), idp.close()]));
beforeEach(() => idp.people.clear());

let people = 0;
/** Somebody at the provider, who is signed in there from now on. */
function newPerson(claims: object = {}) {
  people += 1;
  const account = `person-${people}`;
  const person = {
    name: '한바다',
    email: `p${people}@g.kmou.ac.kr`,
    email_verified: true,
    student_number: `2026${1000 + people}`,
    ...claims,
  };
  idp.people.set(account, person);
  idp.account = account;
  return { account, ...person };
}

const issuer = () => idp.issuer;
const link = (member: TestMember, subject: string) =>
  linkIdentity(t, member.id, { issuer: issuer(), subject });

/** The way through the provider: what the browser brings back. */
async function visit(visitor: Visitor): Promise<Record<string, string>> {
  return passProvider((await visitor.post(`${LOGIN}/begin`)).json.url);
}
async function logIn(visitor: Visitor) {
  return visitor.post(LOGIN, await visit(visitor));
}

/** The same for linking; `as` must be proven. */
async function leaveToLink(
  as: SignedIn,
  jar: Record<string, string> = {},
  server: Pick<TestApp, 'call'> = t,
) {
  const begun = await server.call('POST', `${OWN}/begin`, { as, cookies: jar });
  for (const { name, value } of begun.cookies) jar[name] = value;
  return begun;
}
async function linkAs(as: SignedIn, server: Pick<TestApp, 'call'> = t) {
  const jar = {};
  const { json } = await leaveToLink(as, jar, server);
  const returned = await passProvider(json.url);
  return (factorCode?: string) => {
    const body = { ...returned, ...(factorCode && { factorCode }) };
    return server.call('POST', OWN, { as, cookies: jar, body });
  };
}
const setNumber = ({ id }: SignedIn, username: string) =>
  t.db.execute(sql`update members set username = ${username} where id = ${id}`);
const joinBody = (person: { email: string; student_number: string }, ticket: string) => ({
  username: person.student_number,
  name: '한바다',
  nickname: `바다${person.student_number.slice(-4)}`,
  email: person.email,
  password: TEST_PASSWORD,
  consent: { terms: '2026-11-01', privacy: '2026-11-01' },
  ticket,
});

describe('a login by the provider', () => {
  it('opens the linked account once for each way back, in the browser that left [OIDC-02, OIDC-05]', async () => {
    const member = await createMember(t.db);
    await link(member, newPerson().account);
    const visitor = createVisitor(t);
    const returned = await visit(visitor);
    expect(returned.iss).toBe(issuer());
    // Login CSRF: somebody else's way back is worth nothing here.
    const victim = createVisitor(t);
    expect((await victim.post(LOGIN, returned)).json.error).toBe('OIDC_REFUSED');
    await victim.post(`${LOGIN}/begin`);
    expect((await victim.post(LOGIN, returned)).json.error).toBe('OIDC_REFUSED');

    const jar = { ...visitor.jar };
    const entered = await visitor.post(LOGIN, returned);
    expect(entered.json).toEqual({
      signUp: null,
      tokens: { accessToken: expect.any(String), refreshToken: expect.any(String) },
    });
    const { accessToken } = entered.json.tokens;
    const headers = { authorization: `Bearer ${accessToken}` };
    expect((await t.call('GET', '/api/member/me', { headers })).json.meDto.id).toBe(member.id);
    const list = await t.call('GET', OWN, { headers });
    expect(list.json.identities[0].lastUsedAt).not.toBeNull();
    const replay = await createVisitor(t, jar).post(LOGIN, returned);
    expect(replay.json.error, 'a replay').toBe('OIDC_REFUSED');
    expect(jar).toHaveProperty('naru_provider');
    expect(visitor.jar, 'the next visit has another value').not.toHaveProperty('naru_provider');
    expect(t.logs.join('')).not.toContain(returned.code);
  });

  it.each<[string, (returned: Record<string, string>) => object]>([
    ['another state', ({ code, iss }) => ({ code, iss, state: 'x'.repeat(60) })],
    [
      'a state with another end',
      ({ code, iss, state = '' }) => ({
        code,
        iss,
        state: state.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)),
      }),
    ],
    ['another code', ({ state, iss }) => ({ state, iss, code: 'other' })],
    ['the word of another provider', (all) => ({ ...all, iss: 'https://other.example' })],
  ])('is refused with %s [OIDC-02, OIDC-03]', async (_, forge) => {
    await link(await createMember(t.db), newPerson().account);
    const visitor = createVisitor(t);
    const refused = await visitor.post(LOGIN, forge(await visit(visitor)));
    expect([refused.status, refused.json.error]).toEqual([400, 'OIDC_REFUSED']);
    expect(refused.json.message).toMatch(/[가-힣]/);
  });

  it('is refused after ten minutes, and one of two uses at once wins [OIDC-02]', async () => {
    await link(await createMember(t.db), newPerson().account);
    const late = createVisitor(t);
    const returned = await visit(late);
    t.clock.advance(601);
    expect((await late.post(LOGIN, returned)).json.error).toBe('OIDC_REFUSED');
    const visitor = createVisitor(t);
    const both = await visit(visitor);
    const responses = await Promise.all([visitor.post(LOGIN, both), visitor.post(LOGIN, both)]);
    expect(countStatuses(responses)).toEqual({ 200: 1, 400: 1 });
  });

  it('sends back to its own address alone, with a cookie that no script reads [OIDC-02, OIDC-04]', async () => {
    const begun = await createVisitor(t).post(`${LOGIN}/begin?redirect_uri=https://evil.example`, {
      redirect_uri: 'https://evil.example',
      redirect: '//evil.example',
    });
    const query = new URL(begun.json.url).searchParams;
    expect(query.getAll('redirect_uri')).toEqual([`${PUBLIC_URL}/login/provider`]);
    expect(begun.json.url).not.toContain('evil');
    expect(begun.cookies).toMatchObject([
      { name: 'naru_provider', httpOnly: true, sameSite: 'Strict', path: '/', maxAge: 1800 },
    ]);
    expect(JSON.stringify([...query])).not.toContain(begun.cookies[0]?.value);
  });

  it('asks for the second step as after the password, and notifies of a new device [OIDC-07]', async () => {
    const member = await createMember(t.db);
    await link(member, newPerson().account);
    const visitor = createVisitor(t);
    expect((await logIn(visitor)).status).toBe(200);
    const { secret } = await turnOnSecondFactor(t, member.id);
    const asked = await logIn(visitor);
    expect([asked.status, asked.json.error]).toEqual([403, 'SECOND_STEP_REQUIRED']);
    const { token } = asked.json.secondStep;
    const body = { token, code: totpCode(t, secret) };
    expect((await visitor.post('/api/member/login/second-step', body)).status).toBe(200);
    const other = createVisitor(t);
    const step = (await logIn(other)).json.secondStep;
    const next = { token: step.token, code: totpCode(t, secret, 30) };
    expect((await other.post('/api/member/login/second-step', next)).status).toBe(200);
    const notices = sql`select count(*)::int from notifications
      where member_id = ${member.id} and sub_type = 'new-device'`;
    expect(await readValue(t, notices)).toBe(1);
  });

  it('refuses whom the password refuses: suspended, and of the demo elsewhere [OIDC-07]', async () => {
    const member = await createMember(t.db);
    await link(member, newPerson().account);
    await t.db.execute(sql`update members set suspended_until = ${'2999-01-01'},
      suspended_reason = '광고' where id = ${member.id}`);
    const refused = await logIn(createVisitor(t));
    expect([refused.status, refused.json.error]).toEqual([403, 'ACCOUNT_SUSPENDED']);
    expect(refused.json.message).toContain('광고');
    const lastUse = sql`select last_used_at from linked_identities where member_id = ${member.id}`;
    expect(await readValue(t, lastUse)).toBeNull();
    await t.db.execute(sql`update members set suspended_until = null, is_demo = true
      where id = ${member.id}`);
    const visitor = createVisitor(t);
    const headers = { host: 'naru.example.ac.kr' };
    const away = await visitor.post(LOGIN, await visit(visitor), { headers });
    expect(away.json.error).toBe('DEMO_LOCAL_ONLY');
  });

  it('is not there without settings, and links cannot be begun [OIDC-01]', async () => {
    const plain = await createSecondServer(t);
    const call = async (url: string, options = {}) =>
      (await plain.call('POST', url, options)).json.error;
    const as = await t.signIn();
    const body = { code: 'code', state: 'state' };
    const errors = [
      await call(`${LOGIN}/begin`),
      await call(LOGIN, { body }),
      await call(`${OWN}/begin`, { as, body: {} }),
      await call(OWN, { as, body }),
    ];
    expect(errors).toEqual(Array(4).fill('OIDC_OFF'));
    expect((await plain.call('GET', '/api/config')).json.signInProvider).toBeNull();
    expect((await t.call('GET', '/api/config')).json.signInProvider).toBe('한국대 통합로그인');
    await plain.close();
  });
});

describe('somebody whose account is not linked', () => {
  it('signs up with what the provider vouches for, without a code, and is linked [OIDC-06]', async () => {
    const person = newPerson();
    const visitor = createVisitor(t);
    const { tokens, signUp } = (await logIn(visitor)).json;
    const { email, student_number: username } = person;
    expect(tokens).toBeNull();
    expect(signUp).toMatchObject({ username, name: '한바다', email, isEmailProven: true });
    const body = joinBody(person, signUp.ticket);

    const thief = createVisitor(t);
    expect((await thief.post(JOIN, body)).json.error).toBe('OIDC_REFUSED');
    const other = { ...body, username: '20990001' };
    expect((await visitor.post(JOIN, other)).json.errors).toMatchObject([{ field: 'username' }]);
    const elsewhere = { ...body, email: 'other@g.kmou.ac.kr' };
    expect((await visitor.post(JOIN, elsewhere)).json.error).toBe('VERIFICATION_REQUIRED');

    const responses = await Promise.all([visitor.post(JOIN, body), visitor.post(JOIN, body)]);
    expect(countStatuses(responses)).toEqual({ 201: 1, 409: 1 });
    const roles = sql`select string_agg(role, ',' order by role) from member_roles
      join members on members.id = member_id where username = ${username}`;
    expect(await readValue(t, roles)).toBe('STUDENT,USER');
    expect((await logIn(createVisitor(t))).json.tokens).not.toBeNull();
    const again = { ...body, username, nickname: '또왔다', email: 'p.other@g.kmou.ac.kr' };
    expect((await visitor.post(JOIN, again)).status).not.toBe(201);
  });

  it.each<[string, object, boolean]>([
    ['is not proven', { email_verified: false }, true],
    ['is proven in words only', { email_verified: 'true' }, true],
    ['is of another domain', { email: 'person@elsewhere.example' }, false],
    ['is no address', { email: 'person' }, false],
  ])('needs a code when the address %s [OIDC-06]', async (_, claims, isFilled) => {
    const person = newPerson(claims);
    const visitor = createVisitor(t);
    const { signUp } = (await logIn(visitor)).json;
    expect([signUp.isEmailProven, signUp.email !== null]).toEqual([false, isFilled]);
    const email = isFilled ? person.email : `own${people}@g.kmou.ac.kr`;
    const body = joinBody({ ...person, email }, signUp.ticket);
    expect((await visitor.post(JOIN, body)).json.error).toBe('VERIFICATION_REQUIRED');
    await visitor.post('/api/auth/email-check', { email });
    await visitor.post('/api/auth/verify-code', { email, code: await lastCode(t, email) });
    expect((await visitor.post(JOIN, body)).status).toBe(201);
    expect((await logIn(createVisitor(t))).json.tokens).not.toBeNull();
  });

  it('is refused without the number that this site reads [OIDC-06]', async () => {
    newPerson({ student_number: undefined });
    const refused = await logIn(createVisitor(t));
    expect([refused.status, refused.json.error]).toEqual([400, 'OIDC_REFUSED']);
    expect(refused.json.message).toContain('학번(교번)을 받지 못했습니다');
  });

  it('uses the ticket once, and has it back when the sign-up fails [OIDC-06]', async () => {
    const person = newPerson();
    const visitor = createVisitor(t);
    const body = joinBody(person, (await logIn(visitor)).json.signUp.ticket);
    const unlink = () =>
      t.db.execute(sql`delete from linked_identities where subject = ${person.account}`);
    await link(await createMember(t.db), person.account);
    expect((await visitor.post(JOIN, body)).json.error).toBe('IDENTITY_TAKEN');
    await unlink();
    expect((await visitor.post(JOIN, body)).status).toBe(201);
    await unlink();
    await t.db.execute(sql`update members set username = ${`x${people}`}, nickname = ${`x${people}`},
      email = ${`x${people}@g.kmou.ac.kr`} where username = ${person.student_number}`);
    expect((await visitor.post(JOIN, body)).json.error).toBe('OIDC_REFUSED');
  });

  it('uses the ticket once where the sign-up waits for staff [OIDC-06]', async () => {
    const person = newPerson();
    const visitor = createVisitor(t);
    const body = joinBody(person, (await logIn(visitor)).json.signUp.ticket);
    await createEntry(t);
    const first = await visitor.post(JOIN, body);
    const second = await visitor.post(JOIN, body);
    await t.db.execute(sql`delete from roster_entries`);
    expect([first.status, first.json.waiting]).toEqual([201, true]);
    expect(second.json.error).toBe('OIDC_REFUSED');
  });

  it('has half an hour for the form [OIDC-06]', async () => {
    const person = newPerson();
    const visitor = createVisitor(t);
    const { signUp } = (await logIn(visitor)).json;
    t.clock.advance(1801);
    const { json } = await visitor.post(JOIN, joinBody(person, signUp.ticket));
    expect(json.error).toBe('OIDC_REFUSED');
    expect(json.message).toContain('이메일 인증으로 이어서');
  });

  it.each(['email', 'number'])(
    'gets no account of theirs by the same %s: it asks for the password [OIDC-08]',
    async (same) => {
      const member = await createMember(t.db);
      newPerson(same === 'email' ? { email: member.email } : { student_number: member.username });
      expect((await logIn(createVisitor(t))).json).toEqual({ tokens: null, signUp: null });
      const links = sql`select count(*)::int from linked_identities where member_id = ${member.id}`;
      expect(await readValue(t, links)).toBe(0);
    },
  );

  it('learns nothing of an account by an address that the provider has not proven [OIDC-08]', async () => {
    const { email } = await createMember(t.db);
    newPerson({ email, email_verified: false });
    expect((await logIn(createVisitor(t))).json.signUp).toMatchObject({ isEmailProven: false });
  });

  it('sees that a sign-up waits for staff [OIDC-07]', async () => {
    const { student_number: username, email } = newPerson();
    await t.db.execute(sql`insert into waiting_sign_ups
      (username, name, nickname, email, password_hash, consents, created_at)
      values (${username}, '한바다', '기다림', ${email}, 'x', '{}', now())`);
    expect((await logIn(createVisitor(t))).json.error).toBe('SIGN_UP_WAITING');
    // Anybody can have typed in the number of the one that waits.
    newPerson({ student_number: username });
    expect((await logIn(createVisitor(t))).json.signUp).toMatchObject({ username });
  });
});

describe('linking', () => {
  it('needs the password, and a code where the second factor is on [OIDC-08]', async () => {
    const { student_number } = newPerson();
    const as = await t.signIn();
    await setNumber(as, student_number);
    expect((await leaveToLink(as)).json.error).toBe('REAUTH_REQUIRED');
    await proveFor(t, as);
    expect(new URL((await leaveToLink(as)).json.url).searchParams.get('prompt')).toBe('login');
    const { secret } = await turnOnSecondFactor(t, as.id);
    const finish = await linkAs(as);
    const asked = await finish();
    expect([asked.json.error, asked.json.errors[0].field]).toEqual(['CODE_INCORRECT', 'code']);
    expect((await finish('000000')).json.error).toBe('CODE_INCORRECT');
    const code = totpCode(t, secret);
    expect((await finish(code)).status, 'the way back still counts').toBe(201);
    const renewal = { as, body: { code } };
    const again = await t.call('POST', '/api/member/second-factor/recovery-codes', renewal);
    expect(again.json.error, 'used up').toBe('CODE_INCORRECT');
  });

  it('uses a recovery code up only with the link that is made [OIDC-13]', async () => {
    const person = newPerson();
    const as = await t.signIn();
    const { recoveryCode } = await turnOnSecondFactor(t, as.id);
    await proveFor(t, as);
    const left = async () =>
      (await t.call('GET', '/api/member/second-factor', { as })).json.recoveryCodesLeft;
    const before = await left();
    await leaveToLink(as);
    expect(await left(), 'the provider was left without a login').toBe(before);
    const refused = await (await linkAs(as))(recoveryCode);
    expect(refused.json.error, 'of another number').toBe('OIDC_REFUSED');
    await setNumber(as, person.student_number);
    const id = await link(await createMember(t.db), person.account);
    expect((await (await linkAs(as))(recoveryCode)).json.error).toBe('IDENTITY_TAKEN');
    expect(await left(), 'refused').toBe(before);
    await t.db.execute(sql`delete from linked_identities where id = ${id}`);
    expect((await (await linkAs(as))(recoveryCode)).status).toBe(201);
    expect(await left()).toBe(before - 1);
  });

  it('happens once, in the session that began it, and notifies; so does its end [OIDC-08, OIDC-10]', async () => {
    const { student_number: username } = newPerson();
    const as = await t.signIn();
    await setNumber(as, username);
    await proveFor(t, as);
    const jar = {};
    const { json } = await leaveToLink(as, jar);
    const body = await passProvider(json.url);
    const attacker = await t.signIn();
    await proveFor(t, attacker);
    const attempts = [
      await t.call('POST', OWN, { as: attacker, cookies: jar, body }),
      await t.call('POST', OWN, { as, body }),
      await t.call('POST', LOGIN, { cookies: jar, body }),
    ];
    expect(attempts.map(({ json }) => json.error)).toEqual(Array(3).fill('OIDC_REFUSED'));

    const linked = await t.call('POST', OWN, { as, cookies: jar, body });
    expect([linked.status, linked.json.message]).toEqual([201, '계정을 연결했습니다.']);
    expect(linked.cookies).toMatchObject([{ name: 'naru_provider', value: '' }]);
    expect((await leaveToLink(as)).json.error).toBe('IDENTITY_TAKEN');
    expect((await logIn(createVisitor(t))).json.tokens).not.toBeNull();
    const [identity] = (await t.call('GET', OWN, { as })).json.identities;

    const stranger = await t.signIn();
    await proveFor(t, stranger);
    const url = `${OWN}/${identity.id}`;
    expect((await t.call('DELETE', url, { as: stranger })).json.error).toBe('IDENTITY_NOT_FOUND');
    t.clock.advance(901);
    const later = await t.signInAs(as);
    expect((await t.call('DELETE', url, { as: later })).json.error).toBe('REAUTH_REQUIRED');
    await proveFor(t, later);
    expect((await t.call('DELETE', url, { as: later })).status).toBe(200);
    const mails = (await emailsTo(t, as.email)).map(({ subject }) => subject);
    expect(mails).toEqual([
      '[나루] 로그인 계정을 연결했습니다',
      '[나루] 로그인 계정 연결을 해제했습니다',
    ]);
    const notices = sql`select count(*)::int from notifications
      where member_id = ${as.id} and sub_type = 'identity'`;
    expect(await readValue(t, notices)).toBe(2);
    expect((await logIn(createVisitor(t))).json).toEqual({ tokens: null, signUp: null });
    const events = t.logs.filter((line) => /"identity (un)?linked"/.test(line));
    expect(events.length).toBeGreaterThanOrEqual(2);
  });

  it('refuses the account of somebody with another number [OIDC-08]', async () => {
    newPerson();
    const as = await t.signIn();
    await proveFor(t, as);
    const refused = await (await linkAs(as))();
    expect([refused.status, refused.json.error]).toEqual([400, 'OIDC_REFUSED']);
    expect(refused.json.message).toContain('학번(교번)과 다릅니다');
  });

  it.each([undefined, 'no number', ['20261001']])(
    'refuses an account with the number %j [OIDC-08]',
    async (student_number) => {
      newPerson({ student_number });
      const as = await t.signIn();
      await proveFor(t, as);
      const refused = await (await linkAs(as))();
      expect([refused.status, refused.json.error]).toEqual([400, 'OIDC_REFUSED']);
      expect(refused.json.message).toContain('받지 못했습니다');
      expect((await t.call('GET', OWN, { as })).json.identities).toEqual([]);
    },
  );

  it('shows the present provider alone, and is free again after a former one [OIDC-10]', async () => {
    const { student_number } = newPerson();
    const as = await t.signIn();
    await setNumber(as, student_number);
    await linkIdentity(t, as.id, { issuer: 'https://former.example', subject: 'former' });
    expect((await t.call('GET', OWN, { as })).json.identities).toEqual([]);
    await proveFor(t, as);
    expect((await (await linkAs(as))()).status).toBe(201);
    expect((await t.call('GET', OWN, { as })).json.identities).toHaveLength(1);
  });

  it('ends with the proof: a link that comes too late asks for the password [OIDC-08]', async () => {
    const { student_number } = newPerson();
    const as = await t.signIn();
    await setNumber(as, student_number);
    await proveFor(t, as);
    const finish = await linkAs(as);
    const { reauthUntil } = (await t.call('GET', '/api/member/me', { as })).json.meDto;
    await t.db.execute(sql`update sessions set reauth_until = ${t.clock.now().toISOString()}
      where member_id = ${as.id}`);
    expect(reauthUntil).not.toBeNull();
    expect((await finish()).json.error).toBe('REAUTH_REQUIRED');
  });

  it('lets one of two members win who link the same account at once [OIDC-08]', async () => {
    newPerson();
    const env = { PUBLIC_URL, ...idp.env, OIDC_NUMBER_CLAIM: '' };
    const server = await createSecondServer(t, { env });
    const members = [await t.signIn(), await t.signIn()];
    const finish = [];
    for (const as of members) {
      await proveFor(t, as);
      finish.push(await linkAs(as, server));
    }
    const responses = await Promise.all(finish.map((one) => one()));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const lost = responses.find(({ status }) => status === 409);
    expect(lost?.json).toMatchObject({
      error: 'IDENTITY_TAKEN',
      message: '이미 다른 회원에게 연결된 계정입니다. 다른 계정으로 로그인해 주세요.',
    });
    await server.close();
  });

  it('does not survive the account, and an unlinked one opens nothing half-way [OIDC-05, OIDC-10]', async () => {
    const as = await t.signIn();
    const id = await link(as, newPerson().account);
    const visitor = createVisitor(t);
    const returned = await visit(visitor);
    await proveFor(t, as);
    expect((await t.call('DELETE', `${OWN}/${id}`, { as })).status).toBe(200);
    expect((await visitor.post(LOGIN, returned)).json.tokens).toBeNull();
  });
});
