import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEventStream } from '../../testing/event-stream.ts';
import { readAudit } from '../../testing/factories/inquiries.ts';
import { createMember, TEST_PASSWORD, type TestMember } from '../../testing/factories/members.ts';
import { linkIdentity } from '../../testing/factories/second-factors.ts';
import { storeSetting } from '../../testing/factories/settings.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import {
  countStatuses,
  createVisitor,
  emailsTo,
  lastCode,
  proveEmail,
  readValue,
  type Visitor,
} from '../../testing/visitor.ts';
import { askCode, prove as proveOwner } from '../account/account.fixture.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  await t.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => t.close());

const VERIFY_ID = '/api/member/verify-id';
const RESET = '/api/member/reset-password/no-login';
const NEW_PASSWORD = '부두의 밧줄 매듭 7';

const begin = (visitor: Visitor, username: string) => visitor.post(VERIFY_ID, { username });
const finish = (visitor: Visitor, username: string, newPassword = NEW_PASSWORD) =>
  visitor.post(RESET, { username, newPassword });

/** Enters id and code in a browser of its own. */
async function prove(member: TestMember, visitor: Visitor = createVisitor(t)): Promise<Visitor> {
  const { json } = await begin(visitor, member.username);
  await visitor.post('/api/auth/email-check', { email: json.email });
  const code = await lastCode(t, member.email);
  await visitor.post('/api/auth/verify-code', { email: json.email, code });
  return visitor;
}

const hashOf = (member: TestMember) =>
  readValue(t, sql`select password_hash from members where id = ${member.id}`);

async function canLogIn(member: TestMember, password: string): Promise<boolean> {
  const { status } = await createVisitor(t).post('/api/member/login', {
    username: member.username,
    password,
  });
  return status === 200;
}

describe('POST /member/verify-id', () => {
  it.each([[{}], [{ username: '  ' }], [{ username: 'x'.repeat(256) }], [{ username: 5 }]])(
    'refuses %j',
    async (body) => {
      expect((await createVisitor(t).post(VERIFY_ID, body)).status).toBe(400);
    },
  );

  it('returns the required text for an unknown or withdrawn member', async () => {
    const gone = await createMember(t.db, 'STUDENT', { withdrawnAt: t.clock.now() });
    for (const username of ['nobody12', gone.username]) {
      const visitor = createVisitor(t);
      const { status, json } = await begin(visitor, username);
      expect(status).toBe(404);
      expect(json).toMatchObject({
        error: 'MEMBER_NOT_FOUND',
        message: '일치하는 회원 정보가 없습니다. 다시 입력해 주세요.',
      });
      expect(visitor.jar).toEqual({});
    }
  });

  it('allows five attempts in 15 minutes per id and address, which bar no other address [AUTH-27]', async () => {
    const [visitor, member] = [createVisitor(t), await createMember(t.db)];
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await begin(visitor, member.username)).status).toBe(200);
    }
    const refused = await begin(visitor, member.username);
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('900');
    expect((await begin(createVisitor(t), member.username)).status).toBe(200);
    expect((await begin(visitor, (await createMember(t.db)).username)).status).toBe(200);
    t.clock.advance(900);
    expect((await begin(visitor, member.username)).status).toBe(200);
  });

  it('allows 60 attempts an hour per address [AUTH-27]', async () => {
    const visitor = createVisitor(t);
    for (let tries = 0; tries < 60; tries += 1) {
      expect((await begin(visitor, `unknown${tries}`)).status).toBe(404);
    }
    const refused = await begin(visitor, 'unknown99');
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '3600']);
    expect((await begin(createVisitor(t), 'unknown99')).status).toBe(404);
  });

  it('returns a masked address with a constant number of stars, and sets the flow cookie [AUTH-26]', async () => {
    for (const local of ['h', 'hong', 'honggildong1234']) {
      const member = await createMember(t.db, 'STUDENT', { email: `${local}@reset.kmou.ac.kr` });
      const { status, json, cookies } = await begin(createVisitor(t), member.username);
      expect(status).toBe(200);
      expect(json).toEqual({
        success: true,
        email: 'h****@reset.kmou.ac.kr',
        message: expect.any(String),
        resendSeconds: 60,
        codeSent: true,
      });
      expect(cookies).toEqual([
        expect.objectContaining({
          name: 'naru_flow',
          httpOnly: true,
          sameSite: 'Strict',
          path: '/',
        }),
      ]);
    }
  });
});

describe('the code of a reset', () => {
  it('is sent to the real address of the flow', async () => {
    const member = await createMember(t.db);
    const visitor = createVisitor(t);
    const { json } = await begin(visitor, member.username);
    t.clock.advance(60);
    const sent = await visitor.post('/api/auth/email-check', { email: json.email });
    expect(sent.status).toBe(200);
    expect(JSON.stringify([json, sent.json])).not.toContain(member.email);
    const subjects = (await emailsTo(t, member.email)).map(({ subject }) => subject);
    expect(subjects).toEqual(Array.from({ length: 2 }, () => '[나루] 비밀번호 재설정 인증 코드'));
  });

  it('is not sent to a masked address from another browser or of another member [AUTH-25]', async () => {
    const member = await createMember(t.db, 'STUDENT', { email: 'victim@reset.kmou.ac.kr' });
    const visitor = createVisitor(t);
    const { json } = await begin(visitor, member.username);
    const stranger = createVisitor(t);
    const other = await createMember(t.db, 'STUDENT', { email: 'other@reset.kmou.ac.kr' });
    expect((await stranger.post('/api/auth/email-check', { email: json.email })).status).toBe(403);
    await begin(stranger, other.username);
    const foreign = await stranger.post('/api/auth/email-check', { email: json.email });
    expect(foreign.status).toBe(403);
    expect(foreign.json.error).toBe('VERIFICATION_REQUIRED');
    t.clock.advance(1800);
    expect((await visitor.post('/api/auth/email-check', { email: json.email })).status).toBe(403);
    expect(await emailsTo(t, member.email)).toHaveLength(1);
  });

  it('is useless in another browser [AUTH-30]', async () => {
    const member = await createMember(t.db);
    const visitor = createVisitor(t);
    const { json } = await begin(visitor, member.username);
    await visitor.post('/api/auth/email-check', { email: json.email });
    const code = await lastCode(t, member.email);
    const thief = createVisitor(t);
    await begin(thief, member.username);
    const tried = await thief.post('/api/auth/verify-code', { email: json.email, code });
    expect(tried.json.error).toBe('CODE_EXPIRED');
    const plain = await createVisitor(t).post('/api/auth/verify-code', {
      email: member.email,
      code,
    });
    expect(plain.json.error).toBe('CODE_EXPIRED');
  });
});

describe('POST /member/reset-password/no-login, rejected', () => {
  it('refuses without a verified code: hash unchanged, sessions alive [AUTH-28]', async () => {
    const member = await t.signIn();
    const before = await hashOf(member);
    const visitor = createVisitor(t);
    expect((await finish(visitor, member.username)).status).toBe(403);
    const { json } = await begin(visitor, member.username);
    expect((await finish(visitor, member.username)).status).toBe(403);
    await visitor.post('/api/auth/email-check', { email: json.email });
    const refused = await finish(visitor, member.username);
    expect(refused.status).toBe(403);
    expect(refused.json.error).toBe('VERIFICATION_REQUIRED');
    expect(await hashOf(member)).toBe(before);
    expect((await t.call('GET', '/api/member/me', { as: member })).status).toBe(200);
  });

  it('refuses ten minutes after the code [AUTH-29]', async () => {
    const member = await createMember(t.db);
    const visitor = await prove(member);
    t.clock.advance(600);
    expect((await finish(visitor, member.username)).status).toBe(403);
  });

  it('refuses a code of a sign-up or of a change of address [CODE-11]', async () => {
    const member = await createMember(t.db);
    const visitor = createVisitor(t);
    await begin(visitor, member.username);
    await proveEmail(t, visitor, 'somebody-else@g.kmou.ac.kr');
    expect((await finish(visitor, member.username)).status).toBe(403);
    const signedIn = await t.signInAs(member);
    const token = signedIn.headers.authorization.slice(7);
    await visitor.post('/api/auth/email-check', { email: member.email }, { token });
    const code = await lastCode(t, member.email);
    await visitor.post('/api/auth/verify-code', { email: member.email, code }, { token });
    expect((await finish(visitor, member.username)).status).toBe(403);
  });

  it('refuses all browsers but the one that verified the code [AUTH-30]', async () => {
    const member = await createMember(t.db);
    const victim = await prove(member);
    expect((await finish(createVisitor(t), member.username)).status).toBe(403);
    const thief = createVisitor(t);
    await begin(thief, member.username);
    expect((await finish(thief, member.username)).status).toBe(403);
    t.clock.advance(61);
    await thief.post('/api/auth/email-check', { email: member.email });
    expect((await finish(victim, member.username)).status).toBe(200);
  });

  it('refuses another id than the one that was verified [AUTH-28]', async () => {
    const [mine, target] = [await createMember(t.db), await createMember(t.db)];
    const visitor = await prove(mine);
    expect((await finish(visitor, target.username)).status).toBe(403);
    expect(await canLogIn(target, TEST_PASSWORD)).toBe(true);
  });

  it('refuses a weak password under its field and keeps the proof [PASS-05]', async () => {
    await storeSetting(t, 'identity', '{"universityName":"한국해양대학교"}');
    await t.services.identity.get();
    const member = await createMember(t.db);
    const visitor = await prove(member);
    for (const weak of ['password123', `${member.username}!`, '한국해양대학교좋아요']) {
      const { status, json } = await finish(visitor, member.username, weak);
      expect(status).toBe(400);
      expect(json.error).toBe('PASSWORD_WEAK');
      expect(json.errors[0].field).toBe('newPassword');
    }
    expect((await finish(visitor, member.username, '짧아요')).status).toBe(400);
    expect((await finish(visitor, member.username)).status).toBe(200);
  });
});

describe('POST /member/reset-password/no-login', () => {
  it('ends every session, notifies by e-mail and does not log in [AUTH-31]', async () => {
    const member = await t.signIn();
    const second = await t.signInAs(member);
    const visitor = await prove(member);
    const { status, json, cookies } = await finish(visitor, ` ${member.username.toUpperCase()} `);
    expect(status).toBe(200);
    expect(Object.keys(json)).toEqual(['message']);
    expect(cookies.map(({ name, value }) => [name, value])).toEqual([['naru_flow', '']]);
    for (const session of [member, second]) {
      const me = await t.call('GET', '/api/member/me', { as: session });
      expect(me.json.error).toBe('TOKEN_INVALID');
      const again = await createVisitor(t, { naru_device: session.device }).post(
        '/api/auth/refresh',
        { refreshToken: session.refreshToken },
      );
      expect(again.status).toBe(401);
    }
    const confirmation = (await emailsTo(t, member.email)).at(-1);
    expect(confirmation?.subject).toBe('[나루] 비밀번호가 변경되었습니다');
    expect(confirmation?.text).not.toContain(NEW_PASSWORD);
    expect(await canLogIn(member, TEST_PASSWORD)).toBe(false);
    expect(await canLogIn(member, NEW_PASSWORD)).toBe(true);
  });

  it('ends links to a sign-in provider, which may be of somebody else, and says so [OIDC-12]', async () => {
    const [linked, other] = [await createMember(t.db), await createMember(t.db)];
    for (const { id } of [linked, other]) {
      for (const issuer of ['https://login.example', 'https://former.example']) {
        await linkIdentity(t, id, { issuer, subject: `subject-${id}` });
      }
    }
    await finish(await prove(linked), linked.username);
    const left = sql`select string_agg(distinct member_id::text, ',') from linked_identities`;
    expect(await readValue(t, left)).toBe(String(other.id));
    expect((await emailsTo(t, linked.email)).at(-1)?.text).toContain('연결도 해제했습니다');
    const notices = sql`select count(*)::int from notifications
      where member_id = ${linked.id} and sub_type = 'identity'`;
    expect(await readValue(t, notices)).toBe(1);
    const plain = await createMember(t.db);
    await finish(await prove(plain), plain.username);
    expect((await emailsTo(t, plain.email)).at(-1)?.text).not.toContain('연결');
  });

  it('ends the open streams of the member [LIVE-05]', async () => {
    const member = await t.signIn();
    const stream = await openEventStream(t, member);
    await stream.next('hello');
    await finish(await prove(member), member.username);
    expect(await stream.next('bye')).toMatchObject({ reason: 'ended' });
    await stream.until(stream.isClosed);
  });

  it('accepts a verified code once [AUTH-29]', async () => {
    const member = await createMember(t.db);
    const visitor = await prove(member);
    const jar = { ...visitor.jar };
    expect((await finish(visitor, member.username)).status).toBe(200);
    expect((await finish(createVisitor(t, jar), member.username, '다른 새 암호 문장')).status).toBe(
      403,
    );
    expect(await canLogIn(member, NEW_PASSWORD)).toBe(true);
  });

  it('accepts one of 20 parallel resets [RACE-15]', async () => {
    const member = await createMember(t.db);
    const { jar } = await prove(member);
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        finish(createVisitor(t, { ...jar }), member.username, `부두의 밧줄 매듭 ${n}번`),
      ),
    );
    expect(countStatuses(responses)).toEqual({ 200: 1, 403: 19 });
    const winner = responses.findIndex((response) => response.status === 200);
    expect(await canLogIn(member, `부두의 밧줄 매듭 ${winner}번`)).toBe(true);
  });

  it('lifts the login delay that strangers caused', async () => {
    const member = await createMember(t.db);
    for (let tries = 0; tries < 6; tries += 1) await canLogIn(member, 'wrong-password');
    const visitor = await prove(member);
    await finish(visitor, member.username);
    expect(await canLogIn(member, NEW_PASSWORD)).toBe(true);
  });
});

describe('a reset with an address that an ADMIN corrected', () => {
  const DAY = 86_400;

  /** The member with the address that the ADMIN set. */
  async function correct(member: TestMember, change: { email?: string; name?: string }) {
    const as = await t.signIn('ADMIN');
    const body = { ...change, reason: '메일 분실' };
    const path = `/api/admin/members/${member.id}/correct`;
    expect((await t.call('POST', path, { as, body })).status).toBe(200);
    return { ...member, ...change };
  }

  it('is refused for 7 days, only once the mailbox is proven, and works afterwards [AUTH-48]', async () => {
    const member = await createMember(t.db);
    const before = await hashOf(member);
    const moved = await correct(member, { email: 'taken.over@reset.kmou.ac.kr' });
    const { status, json } = await begin(createVisitor(t), member.username);
    expect([status, json.email]).toEqual([200, 't****@reset.kmou.ac.kr']);
    t.clock.advance(7 * DAY - 60);
    const visitor = await prove(moved);
    const refused = await finish(visitor, member.username);
    expect([refused.status, refused.json.error]).toEqual([403, 'RESET_WAITS']);
    expect(refused.json.message).toMatch(
      / \d+월 \d+일 \d\d:\d\d부터 비밀번호를 재설정할 수 있습니다\./,
    );
    expect(await hashOf(member)).toBe(before);
    expect(await canLogIn(member, TEST_PASSWORD)).toBe(true);
    t.clock.advance(60);
    expect((await finish(visitor, member.username)).status).toBe(200);
    expect(await canLogIn(member, NEW_PASSWORD)).toBe(true);
  });

  it('waits from the newest correction, and no later mended name ends it [AUTH-48]', async () => {
    const member = await createMember(t.db);
    await correct(member, { email: 'first.try@reset.kmou.ac.kr' });
    t.clock.advance(6 * DAY);
    const moved = await correct(member, { email: 'second.try@reset.kmou.ac.kr' });
    await correct(member, { name: '김다름' });
    t.clock.advance(2 * DAY);
    const refused = await finish(await prove(moved), member.username);
    expect(refused.json.error).toBe('RESET_WAITS');
  });

  it('waits for no mended name [AUTH-48]', async () => {
    const member = await createMember(t.db);
    await correct(member, { name: '김바로' });
    expect((await finish(await prove(member), member.username)).status).toBe(200);
  });

  it('works at once after the member changed the address with the password [AUTH-49]', async () => {
    const member = await createMember(t.db);
    await correct(member, { email: 'unwanted@reset.kmou.ac.kr' });
    const as = await t.signInAs(member);
    await proveOwner(t, as);
    const email = 'own.again@g.kmou.ac.kr';
    const body = { email, code: await askCode(t, as, email) };
    expect((await t.call('POST', '/api/member/set-email', { as, body })).status).toBe(200);
    const entries = await readAudit(t, member.id);
    expect(entries).toContainEqual(
      expect.objectContaining({ action: 'member.change-email', actorId: member.id, detail: null }),
    );
    const visitor = await prove({ ...member, email });
    expect((await finish(visitor, member.username)).status).toBe(200);
  });
});
