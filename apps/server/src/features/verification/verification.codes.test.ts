import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMember } from '../../testing/factories/members.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import {
  codeIn,
  countStatuses,
  createVisitor,
  emailsTo,
  lastCode,
  readValue,
  type Visitor,
  wrongCode,
} from '../../testing/visitor.ts';
import { prove } from '../account/account.fixture.ts';
import { createCode } from './verification.codes.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const SEND = '/api/auth/email-check';
const VERIFY = '/api/auth/verify-code';
const HOUR = 3600;

let count = 0;
function freshEmail(): string {
  count += 1;
  return `newcomer${count}@g.kmou.ac.kr`;
}

/** Cookie jars of browsers that sign an address up; every call has a new network address. */
const jars = new Map<string, Visitor['jar']>();
function browserOf(email: string): Visitor {
  const jar = jars.get(email) ?? {};
  jars.set(email, jar);
  return createVisitor(t, jar);
}

const send = (email: string, visitor: Visitor = browserOf(email)) => visitor.post(SEND, { email });
const verify = (email: string, code: string, visitor: Visitor = browserOf(email)) =>
  visitor.post(VERIFY, { email, code });

describe('a flow cookie that somebody else put into the browser', () => {
  it('does not share the proof of the address, which goes on in a new one [CODE-136]', async () => {
    const email = freshEmail();
    const planted = { naru_flow: 'planted-flow-planted-flow-planted-flow-0001' };
    const attacker = createVisitor(t, { ...planted });
    const victim = createVisitor(t, { ...planted });
    await send(email, victim);
    const code = await lastCode(t, email);
    expect((await verify(email, code, victim)).status).toBe(200);
    const body = (username: string) => ({
      ...{ username, email, password: '밤바다 등대 불빛 29', nickname: username, name: '김바다' },
      consent: { terms: '2026-11-01', privacy: '2026-11-01' },
    });
    const stolen = await attacker.post('/api/member/join', body('planted1'));
    expect([stolen.status, stolen.json.error]).toEqual([403, 'VERIFICATION_REQUIRED']);
    expect((await victim.post('/api/member/join', body('planted2'))).status).toBe(201);
  });

  it('accepts the same code again, as a response can get lost [CODE-136]', async () => {
    const email = freshEmail();
    const browser = browserOf(email);
    await send(email, browser);
    const code = await lastCode(t, email);
    const former = { ...browser.jar };
    expect((await verify(email, code, browser)).status).toBe(200);
    const again = createVisitor(t, former);
    expect((await verify(email, code, again)).status).toBe(200);
    expect(again.jar).toEqual(browser.jar);
    expect((await verify(email, wrongCode(code), createVisitor(t, former))).status).toBe(400);
  });
});

describe('POST /auth/email-check, rejected', () => {
  it.each([
    'not-an-address',
    'two@@kmou.ac.kr',
    'a@b@kmou.ac.kr',
    '"a b"@kmou.ac.kr',
    'a b@kmou.ac.kr',
    'a@kmou.ac.kr\r\nBcc: x@evil.example',
    'a@kmou.ac.kr%0d%0aBcc:x@evil.example',
    'a@kmou.ac.kr,b@kmou.ac.kr',
    '<a@kmou.ac.kr>',
    '한글@kmou.ac.kr',
    'a@해양.kr',
    `${'a'.repeat(310)}@kmou.ac.kr`,
    '',
  ])('refuses the address %j [CODE-14]', async (email) => {
    const { status, json } = await send(email);
    expect(status).toBe(400);
    expect(json.errors[0].field).toBe('email');
  });

  it('says that a malformed address is malformed [CODE-76]', async () => {
    const { json } = await createVisitor(t).post(SEND, { email: 'no-address' });
    const message = '올바른 이메일 형식을 입력해주세요.';
    expect(json.errors).toEqual([{ field: 'email', message }]);
  });

  it('refuses a missing or malformed address', async () => {
    for (const body of [{}, { email: 1 }, { email: null }, { email: ['a@b.kr'] }]) {
      expect((await createVisitor(t).post(SEND, body)).status).toBe(400);
    }
  });

  it('sends one e-mail a minute, 5 an hour, 10 a day to one address [CODE-07]', async () => {
    const email = freshEmail();
    expect((await send(email)).status).toBe(200);
    const early = await send(email);
    expect(early.status).toBe(429);
    expect(early.json.error).toBe('CODE_THROTTLED');
    expect(early.headers['retry-after']).toBe('60');
    let sent = 1;
    for (let minute = 0; minute < 10 * 60; minute += 5) {
      t.clock.advance(300);
      if ((await send(email)).status === 200) sent += 1;
      if (minute === 50) expect(sent).toBe(5);
    }
    expect(sent).toBe(10);
    expect(await emailsTo(t, email)).toHaveLength(10);
    t.clock.advance(24 * HOUR);
    expect((await send(email)).status).toBe(200);
  });

  it('sends one e-mail for 50 parallel requests [CODE-07]', async () => {
    const email = freshEmail();
    const responses = await Promise.all(Array.from({ length: 50 }, () => send(email)));
    expect(countStatuses(responses)).toEqual({ 200: 1, 429: 49 });
    expect(await emailsTo(t, email)).toHaveLength(1);
  });

  it('stops all codes of a purpose far above the ceiling and logs an alarm [CODE-09]', async () => {
    const ends = new Date(t.clock.now().getTime() + 60_000);
    await t.db.execute(
      sql`insert into throttles (key, count, window_ends_at) values ('code signup all', 1500, ${ends})
        on conflict (key) do update set count = 1500, window_ends_at = ${ends}`,
    );
    const email = freshEmail();
    expect((await send(email)).status).toBe(429);
    const alarm = t.logs.find((line) => line.includes('"event":"mail ceiling reached"'));
    expect(JSON.parse(alarm ?? '{}').level).toBe(40);
    t.clock.advance(60);
    expect((await send(email)).status).toBe(200);
  });

  it('refuses domains that may not sign up [AUTH-10]', async () => {
    const closed = await createTestApp({ env: { SIGNUP_EMAIL_DOMAINS: 'kmou.ac.kr' } });
    try {
      const visitor = createVisitor(closed);
      for (const email of ['a@naver.example', 'a@evil-kmou.ac.kr', 'a@sub.kmou.ac.kr']) {
        const { status, json } = await visitor.post(SEND, { email });
        expect(status).toBe(403);
        expect(json.error).toBe('EMAIL_DOMAIN_DENIED');
      }
      expect((await visitor.post(SEND, { email: 'a@KMOU.ac.kr' })).status).toBe(200);
    } finally {
      await closed.close();
    }
  });
});

describe('POST /auth/email-check', () => {
  it('sends six digits with an expiry, and no user input', async () => {
    const email = freshEmail();
    const { status, json } = await send(` ${email.toUpperCase()} `);
    expect(status).toBe(200);
    const now = t.clock.now().getTime();
    expect(Date.parse(json.expiresAt) - now).toBe(300_000);
    expect(Date.parse(json.resendAt) - now).toBe(60_000);
    const [sent] = await emailsTo(t, email);
    expect(sent?.subject).toBe('[나루] 회원가입 인증 코드');
    expect(codeIn(sent)).toMatch(/^\d{6}$/);
    expect(sent?.text).not.toContain(email);
    expect(new Date(String(sent?.usefulUntil)).getTime() - now).toBe(300_000);
  });

  it('links to the configured site, whatever host was requested [CODE-16]', async () => {
    const email = freshEmail();
    await createVisitor(t).post(
      SEND,
      { email },
      { headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' } },
    );
    const [sent] = await emailsTo(t, email);
    expect(sent?.text).toContain('http://127.0.0.1:3000');
    expect(sent?.text).not.toContain('evil');
  });

  it('responds identically to a known address, which gets a hint instead of a code [CODE-10]', async () => {
    const member = await createMember(t.db);
    const email = freshEmail();
    const [known, unknown] = [await send(member.email), await send(email)];
    expect(known.status).toBe(200);
    expect(known.json).toEqual(unknown.json);
    const shapes = [known, unknown].map(({ cookies }) =>
      cookies.map(({ value, ...rest }) => ({ ...rest, length: String(value).length })),
    );
    expect(shapes[0]).toEqual(shapes[1]);
    const [sent] = await emailsTo(t, member.email);
    expect(sent?.subject).toBe('[나루] 이미 가입된 이메일입니다');
    expect(codeIn(sent)).toBe('');
    const tries = await Promise.all([verify(member.email, '123456'), verify(email, '1234567')]);
    expect(tries.map((one) => one.status)).toEqual([400, 400]);
    for (let wrong = 1; wrong < 5; wrong += 1) await verify(member.email, '123456');
    expect((await verify(member.email, '123456')).json.error).toBe('CODE_TRIES_EXCEEDED');
  });

  it('stores only a keyed hash [CODE-01]', async () => {
    const email = freshEmail();
    await send(email);
    const code = await lastCode(t, email);
    const row = await readValue(
      t,
      sql`select row_to_json(v)::text from verifications v where email = ${email}`,
    );
    expect(row).toContain(email);
    expect(row).not.toContain(code);
  });

  it('draws all digits uniformly [CODE-01]', () => {
    const seen = new Array<number>(10).fill(0);
    const codes = 20_000;
    for (let drawn = 0; drawn < codes; drawn += 1) {
      for (const digit of createCode()) seen[Number(digit)] = (seen[Number(digit)] ?? 0) + 1;
    }
    const expected = (codes * 6) / 10;
    const chiSquare = seen.reduce((sum, one) => sum + (one - expected) ** 2 / expected, 0);
    // 9 degrees of freedom: above 50 in one of ten million runs of a fair source.
    expect(chiSquare).toBeLessThan(50);
  });
});

describe('POST /auth/verify-code', () => {
  it('refuses an empty or malformed code with the required text', async () => {
    const empty = await verify(freshEmail(), ' ');
    expect(empty.status).toBe(400);
    expect(empty.json.errors).toEqual([{ field: 'code', message: '인증 코드를 입력해주세요.' }]);
    for (const code of ['12345', '1234567', 'abcdef', '１２３４５６']) {
      expect((await verify(freshEmail(), code)).status).toBe(400);
    }
  });

  it('refuses the right code unless it is exactly as sent, which uses up no try [CODE-12]', async () => {
    const email = freshEmail();
    await send(email);
    const code = await lastCode(t, email);
    const wide = code.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    for (const typed of [` ${code}`, `${code} `, `${code}\n`, spaced, `${code}0`, wide, [code]]) {
      const { status, json } = await verify(email, typed as string);
      expect([status, json.error], JSON.stringify(typed)).toEqual([400, 'VALIDATION_FAILED']);
    }
    const { json } = await verify(email, `${code} `);
    expect(json.errors).toEqual([{ field: 'code', message: '인증 코드는 숫자 6자리입니다.' }]);
    expect((await verify(email, code)).status).toBe(200);
  });

  it('refuses an address that no code was sent to', async () => {
    const { status, json } = await verify(freshEmail(), '123456');
    expect(status).toBe(400);
    expect(json.error).toBe('CODE_EXPIRED');
  });

  it('accepts the right code', async () => {
    const email = freshEmail();
    await send(email);
    const code = await lastCode(t, email);
    const wrong = await verify(email, wrongCode(code));
    expect(wrong.status).toBe(400);
    expect(wrong.json).toMatchObject({
      error: 'CODE_INCORRECT',
      message: '인증 코드가 올바르지 않습니다. 이메일의 코드를 다시 확인해 주세요.',
    });
    expect((await verify(email, code)).status).toBe(200);
  });

  it('refuses the right code from another browser than the one that requested it [AUTH-30]', async () => {
    const email = freshEmail();
    await send(email);
    const code = await lastCode(t, email);
    const thief = createVisitor(t);
    expect((await verify(email, code, thief)).json.error).toBe('CODE_EXPIRED');
    await send(freshEmail(), thief);
    expect((await verify(email, code, thief)).json.error).toBe('CODE_EXPIRED');
    expect((await verify(email, code)).status).toBe(200);
  });

  it('refuses the right code after 300 s [CODE-02, GATE-03]', async () => {
    const email = freshEmail();
    await send(email);
    const code = await lastCode(t, email);
    t.clock.advance(300);
    expect((await verify(email, code)).json.error).toBe('CODE_EXPIRED');
  });

  it('invalidates the former code on a resend and restarts the 300 s [CODE-03]', async () => {
    const email = freshEmail();
    await send(email);
    t.clock.advance(200);
    await send(email);
    const [first, second] = (await emailsTo(t, email)).map(codeIn);
    t.clock.advance(200);
    if (first !== second) expect((await verify(email, first ?? '')).status).toBe(400);
    expect((await verify(email, second ?? '')).status).toBe(200);
  });

  it('invalidates the code after five wrong attempts [CODE-04]', async () => {
    const email = freshEmail();
    await send(email);
    const code = await lastCode(t, email);
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await verify(email, wrongCode(code))).status).toBe(400);
    }
    const { status, json } = await verify(email, code);
    expect(status).toBe(403);
    expect(json.error).toBe('CODE_TRIES_EXCEEDED');
  });

  it('keeps the right code of another flow valid, however many wrong ones were tried [CODE-05]', async () => {
    const email = freshEmail();
    const thief = createVisitor(t);
    for (let round = 0; round < 4; round += 1) {
      await send(email, thief);
      const wrong = wrongCode(await lastCode(t, email));
      for (let tries = 0; tries < 6; tries += 1) await verify(email, wrong, thief);
      t.clock.advance(HOUR);
    }
    await send(email);
    const code = await lastCode(t, email);
    t.clock.advance(60);
    await send(email, thief);
    for (let tries = 0; tries < 20; tries += 1) await verify(email, wrongCode(code), thief);
    expect((await verify(email, code)).status).toBe(200);
  });

  it('does not block a reset by sign-up attempts of strangers [CODE-05, CODE-07]', async () => {
    const member = await createMember(t.db);
    const thief = createVisitor(t);
    for (let round = 0; round < 5; round += 1) {
      await send(member.email, thief);
      for (let tries = 0; tries < 5; tries += 1) await verify(member.email, '000000', thief);
      t.clock.advance(1000);
    }
    await send(member.email, thief);
    const owner = createVisitor(t);
    const begun = await owner.post('/api/member/verify-id', { username: member.username });
    expect(begun.status).toBe(200);
    const code = await lastCode(t, member.email);
    expect((await verify(begun.json.email, code, owner)).status).toBe(200);
  });

  it('counts exactly five attempts of 100 parallel guesses [CODE-06]', async () => {
    const email = freshEmail();
    await send(email);
    const wrong = wrongCode(await lastCode(t, email));
    const responses = await Promise.all(Array.from({ length: 100 }, () => verify(email, wrong)));
    expect(countStatuses(responses)).toEqual({ 400: 5, 403: 95 });
    const attempts = await readValue(
      t,
      sql`select attempts from verifications where email = ${email}`,
    );
    expect(attempts).toBe(5);
  });

  it('creates one proof for 50 parallel submissions of the right code [RACE-15]', async () => {
    const email = freshEmail();
    await send(email);
    const code = await lastCode(t, email);
    const responses = await Promise.all(Array.from({ length: 50 }, () => verify(email, code)));
    expect(countStatuses(responses)).toEqual({ 200: 50 });
    const proofs = await readValue(
      t,
      sql`select count(*)::int from verifications where email = ${email} and verified_at is not null`,
    );
    expect(proofs).toBe(1);
  });

  it('leaves before those of sign-ups unless it is one [CODE-137]', async () => {
    const member = await t.signIn();
    const token = member.headers.authorization.slice(7);
    const resetting = createVisitor(t);
    const { username } = member;
    const { json } = await resetting.post('/api/member/verify-id', { username });
    t.clock.advance(60);
    const known = await createMember(t.db, 'STUDENT');
    const kinds: [string, Visitor, string, { token?: string }, number][] = [
      ['회원가입 인증 코드', createVisitor(t), freshEmail(), {}, 0],
      ['이미 가입된 이메일', createVisitor(t), known.email, {}, 0],
      ['이메일 변경 인증 코드', createVisitor(t), freshEmail(), { token }, -10],
      ['비밀번호 재설정 인증 코드', resetting, json.email, {}, -10],
    ];
    await t.mails();
    for (const [subject, visitor, email, options, priority] of kinds) {
      expect((await visitor.post(SEND, { email }, options)).status).toBe(200);
      const { rows } = await t.db.execute(sql`select subject, priority from email_queue
        join graphile_worker._private_jobs j on (j.payload ->> 'id')::bigint = email_queue.id`);
      expect(rows).toEqual([{ subject: expect.stringContaining(subject), priority }]);
      await t.mails();
    }
  });

  it('refuses a code for a change of address at sign-up [CODE-11]', async () => {
    const email = freshEmail();
    const member = await t.signIn();
    const token = member.headers.authorization.slice(7);
    const visitor = createVisitor(t);
    await visitor.post(SEND, { email }, { token });
    const [sent] = await emailsTo(t, email);
    expect(sent?.subject).toBe('[나루] 이메일 변경 인증 코드');
    const code = codeIn(sent);
    expect((await verify(email, code, visitor)).json.error).toBe('CODE_EXPIRED');
    const other = await t.signIn();
    for (const as of [member, other]) await prove(t, as);
    const stranger = await visitor.post(
      VERIFY,
      { email, code },
      { token: other.headers.authorization.slice(7) },
    );
    expect(stranger.json.error).toBe('CODE_EXPIRED');
    expect((await visitor.post(VERIFY, { email, code }, { token })).status).toBe(200);
  });
});
