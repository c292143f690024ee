import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRoles } from '../../testing/factories/inquiries.ts';
import { createMember } from '../../testing/factories/members.ts';
import { readNotifications } from '../../testing/factories/notifications.ts';
import { createEntry, newPerson, readEntry } from '../../testing/factories/roster.ts';
import { readAuditOf } from '../../testing/factories/settings.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import {
  countStatuses,
  createVisitor,
  emailsTo,
  proveEmail,
  readValue,
} from '../../testing/visitor.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe('joining', () => {
  const JOIN = '/api/member/join';
  const CHECK = '/api/auth/check-duplicate';
  const PASSWORD = '밤바다 등대 불빛 29';
  let count = 0;

  function newcomer(values: Record<string, unknown> = {}) {
    count += 1;
    return {
      username: `2026${String(count).padStart(4, '0')}`,
      password: PASSWORD,
      email: `join${count}@g.kmou.ac.kr`,
      nickname: `새내기${count}`,
      name: '김바다',
      consent: { terms: '2026-11-01', privacy: '2026-11-01' },
      ...values,
    };
  }
  type Newcomer = ReturnType<typeof newcomer>;

  async function join(person: Newcomer) {
    const visitor = createVisitor(t);
    await proveEmail(t, visitor, person.email);
    return visitor.post(JOIN, person);
  }
  const memberCount = () => readValue(t, sql`select count(*)::int from members`);
  const rolesOf = (username: string) =>
    readValue(
      t,
      sql`select coalesce(array_agg(role order by role), '{}') from member_roles r
      join members m on m.id = r.member_id where m.username = ${username}`,
    );
  describe('POST /member/join, rejected', () => {
    it('refuses missing fields with one error each [AUTH-02]', async () => {
      const { status, json } = await createVisitor(t).post(JOIN, {});
      expect(status).toBe(400);
      expect(json.errors.map((one: { field: string }) => one.field).sort()).toEqual([
        'email',
        'name',
        'nickname',
        'password',
        'username',
      ]);
    });

    it.each([
      [{ username: 'abc' }, 'username'],
      [{ username: 'a'.repeat(21) }, 'username'],
      [{ username: '학번2026' }, 'username'],
      [{ nickname: '열한글자가되는닉네임임' }, 'nickname'],
      [{ nickname: '공백 있음' }, 'nickname'],
      [{ nickname: '<b>' }, 'nickname'],
      [{ email: 'no-address' }, 'email'],
      [{ password: '1234567' }, 'password'],
      [{ password: 'x'.repeat(129) }, 'password'],
      [{ name: 'a<script>' }, 'name'],
      [{ consent: { terms: 1 } }, 'consent'],
      [{ consent: null }, 'consent'],
      [{ consent: { terms: '', privacy: '2026-11-01' } }, 'consent'],
    ])('refuses %j [AUTH-09, PASS-01]', async (values, field) => {
      const { status, json } = await createVisitor(t).post(JOIN, newcomer(values));
      expect(status).toBe(400);
      expect(json.errors[0].field).toMatch(new RegExp(`^${field}`));
    });

    it('refuses an unproven address and inserts no row [AUTH-03]', async () => {
      const before = await memberCount();
      const person = newcomer();
      const visitor = createVisitor(t);
      expect((await visitor.post(JOIN, person)).status).toBe(403);
      await visitor.post('/api/auth/email-check', { email: person.email });
      const { status, json } = await visitor.post(JOIN, person);
      expect(status).toBe(403);
      expect(json.error).toBe('VERIFICATION_REQUIRED');
      expect(await memberCount()).toBe(before);
    });

    it('refuses a proof made in another browser [AUTH-03]', async () => {
      const person = newcomer();
      const owner = createVisitor(t);
      await proveEmail(t, owner, person.email);
      const stranger = createVisitor(t);
      const asking = createVisitor(t);
      await asking.post('/api/auth/email-check', { email: newcomer().email });
      for (const thief of [stranger, asking]) {
        const { status, json } = await thief.post(JOIN, { ...person, username: 'thief123' });
        expect([status, json.error]).toEqual([403, 'VERIFICATION_REQUIRED']);
      }
      expect((await owner.post(JOIN, person)).status).toBe(201);
    });

    it('refuses a proof that is ten minutes old [AUTH-29]', async () => {
      const person = newcomer();
      const visitor = createVisitor(t);
      await proveEmail(t, visitor, person.email);
      t.clock.advance(600);
      expect((await visitor.post(JOIN, person)).status).toBe(403);
    });

    it('refuses the proof of another address', async () => {
      const person = newcomer();
      const visitor = createVisitor(t);
      await proveEmail(t, visitor, newcomer().email);
      expect((await visitor.post(JOIN, person)).status).toBe(403);
    });

    it('names every taken field, case-insensitively [AUTH-04, AUTH-09]', async () => {
      const member = await createMember(t.db, 'STUDENT', { nickname: 'Harbour' });
      const person = newcomer({
        username: ` ${member.username.toUpperCase()} `,
        nickname: 'hARBOUR',
      });
      const { status, json } = await join(person);
      expect(status).toBe(409);
      expect(json.error).toBe('DUPLICATE');
      expect(json.errors).toEqual([
        { field: 'username', message: '이미 사용 중인 학번(교번)입니다.' },
        { field: 'nickname', message: '이미 사용 중인 닉네임입니다.' },
      ]);
    });

    it.each([
      '익명',
      '익명12',
      '글쓴이',
      '관리자',
      '운영자',
      '조교',
      '학생회',
      '시스템',
      '나루',
      'ADMIN',
      '관리자1',
      '관리자님',
      '회원',
      '학생',
      'STUDENT',
      'adm1n',
    ])('refuses the reserved nickname %s [MEMB-03]', async (nickname) => {
      const { status, json } = await join(newcomer({ nickname }));
      expect(status).toBe(409);
      expect(json.errors).toEqual([{ field: 'nickname', message: '사용할 수 없는 닉네임입니다.' }]);
    });

    it('refuses a weak password with the reason and keeps the proof [PASS-05]', async () => {
      const person = newcomer();
      const visitor = createVisitor(t);
      await proveEmail(t, visitor, person.email);
      const weak = await visitor.post(JOIN, { ...person, password: 'Qwertyuiop' });
      expect(weak.status).toBe(400);
      expect(weak.json.error).toBe('PASSWORD_WEAK');
      expect(weak.json.errors).toEqual([
        { field: 'password', message: '너무 흔한 비밀번호입니다. 다른 비밀번호를 입력해 주세요.' },
      ]);
      const own = await visitor.post(JOIN, { ...person, password: `x${person.username}y` });
      expect(own.json.error).toBe('PASSWORD_WEAK');
      expect((await visitor.post(JOIN, person)).status).toBe(201);
    });
  });

  describe('POST /member/join', () => {
    it('grants STUDENT for a school address and does not log in [AUTH-06]', async () => {
      const person = newcomer();
      const { status, json, cookies } = await join(person);
      expect(status).toBe(201);
      expect(json).toEqual({ message: expect.any(String), waiting: false });
      expect(cookies).toEqual([]);
      expect(await rolesOf(person.username)).toEqual(['STUDENT', 'USER']);
    });

    it('registers all others as USER, whatever the body contains [AUTH-05, API-11]', async () => {
      const person = newcomer({
        email: `join${count}@naver.example`,
        roles: ['ADMIN'],
        role: 'ADMIN',
        id: 1,
        verified: true,
      });
      expect((await join(person)).status).toBe(201);
      expect(await rolesOf(person.username)).toEqual(['USER']);
    });

    it('stores the accepted versions and the time [AUTH-11]', async () => {
      const person = newcomer();
      await join(person);
      const stored = await readValue(
        t,
        sql`select json_agg(json_build_array(document, version, agreed_at = ${t.clock.now()}) order by document)
        from member_consents c join members m on m.id = c.member_id
        where m.username = ${person.username}`,
      );
      expect(stored).toEqual([
        ['privacy', '2026-11-01', true],
        ['terms', '2026-11-01', true],
      ]);
    });

    it('accepts a sign-up without the consent field [AUTH-11]', async () => {
      const { consent: _, ...person } = newcomer();
      expect((await join(person as Newcomer)).status).toBe(201);
    });

    it('accepts Hangul, emoji and 128 code points, composed or not, untruncated [PASS-02, PASS-03]', async () => {
      for (const password of [
        `${'가'.repeat(60)}🚢${'나'.repeat(67)}`,
        '  해무 속의 배  ',
        `${'b1!'.repeat(30)}끝`,
      ]) {
        const person = newcomer({ password });
        expect((await join(person)).status).toBe(201);
        const login = (given: string) =>
          createVisitor(t).post('/api/member/login', {
            username: person.username,
            password: given,
          });
        expect((await login(password.normalize('NFD'))).status).toBe(200);
        expect((await login(password.slice(0, -1))).status).toBe(401);
        expect((await login(` ${password}`)).status).toBe(401);
      }
    });

    it('accepts one of 50 parallel identical sign-ups [RACE-05]', async () => {
      const person = newcomer();
      const visitor = createVisitor(t);
      await proveEmail(t, visitor, person.email);
      const responses = await Promise.all(
        Array.from({ length: 50 }, () => createVisitor(t, visitor.jar).post(JOIN, person)),
      );
      expect(countStatuses(responses)).toEqual({ 201: 1, 409: 49 });
      expect(await rolesOf(person.username)).toEqual(['STUDENT', 'USER']);
    });

    it.each(['username', 'nickname'] as const)(
      'gives the same %s to one of 20 parallel sign-ups [RACE-05]',
      async (field) => {
        const people = Array.from({ length: 20 }, () => newcomer());
        const wanted = people[0]?.[field];
        const browsers = people.map((person) => ({ person, visitor: createVisitor(t) }));
        for (const { person, visitor } of browsers) await proveEmail(t, visitor, person.email);
        const responses = await Promise.all(
          browsers.map(({ person, visitor }) => visitor.post(JOIN, { ...person, [field]: wanted })),
        );
        expect(countStatuses(responses)).toEqual({ 201: 1, 409: 19 });
        const loser = responses.find((response) => response.status === 409);
        expect(loser?.json.errors).toEqual([expect.objectContaining({ field })]);
      },
    );
  });

  describe('POST /auth/check-duplicate', () => {
    it('allows 60 calls a minute per flow [AUTH-13]', async () => {
      const visitor = createVisitor(t);
      for (let asked = 0; asked < 60; asked += 1) {
        expect((await visitor.post(CHECK, { username: 'free0001' })).status).toBe(200);
      }
      const { status, headers } = await visitor.post(CHECK, { username: 'free0001' });
      expect(status).toBe(429);
      expect(headers['retry-after']).toBe('60');
    });

    it('refuses an empty list as text with one error per field', async () => {
      const fields = ['username', 'email', 'nickname', 'name', 'password'];
      const body = Object.fromEntries(fields.map((field) => [field, []]));
      const { status, json } = await createVisitor(t).post(CHECK, body);
      expect(status).toBe(400);
      expect(json.errors.map((one: { field: string }) => one.field)).toEqual(fields);
    });

    it('refuses malformed values under their field', async () => {
      const { status, json } = await createVisitor(t).post(CHECK, { username: '!', nickname: '' });
      expect(status).toBe(400);
      expect(json.errors.map((one: { field: string }) => one.field)).toEqual([
        'username',
        'nickname',
      ]);
    });

    it('returns the taken fields and nothing else of the member', async () => {
      const { username, email, nickname, name } = await createMember(t.db);
      const { status, json } = await createVisitor(t).post(CHECK, { username, email, nickname });
      expect(status).toBe(409);
      expect(json.errors.map((one: { field: string }) => one.field)).toEqual([
        'username',
        'email',
        'nickname',
      ]);
      expect(JSON.stringify(json)).not.toContain(name);
    });

    it('reports a password that would be refused [PASS-05]', async () => {
      const { username, email, nickname, name } = newcomer();
      const ask = (password: string) =>
        createVisitor(t).post(CHECK, { username, email, nickname, name, password });
      expect((await ask(PASSWORD)).status).toBe(200);
      const { status, json } = await ask('12345678');
      expect(status).toBe(400);
      expect(json.errors[0].field).toBe('password');
    });
  });
});

describe('a sign-up while there is a roster', () => {
  const PASSWORD = 'breakwater-mist-41';
  const consent = { terms: '2026-11-01', privacy: '2026-11-01' };
  let admin: SignedIn;
  beforeAll(async () => {
    admin = await t.signIn('ADMIN');
    await createEntry(t);
  });

  let count = 0;

  async function join(values: Partial<ReturnType<typeof newPerson>> & { nickname?: string } = {}) {
    count += 1;
    const person = {
      ...newPerson(),
      nickname: `나룻배${count}`,
      password: PASSWORD,
      consent,
      ...values,
    };
    const visitor = createVisitor(t);
    t.clock.advance(61);
    await proveEmail(t, visitor, person.email);
    return { person, ...(await visitor.post('/api/member/join', person)) };
  }
  const idOf = (username: string) =>
    readValue(t, sql`select id from members where username = ${username}`);
  const list = async () => (await t.call('GET', '/api/admin/sign-ups', { as: admin })).json;
  const waitingOf = async (email: string) =>
    (await list()).signUps.find((one: { email: string }) => one.email === email);
  const decide = (id: number, verb: string) =>
    t.call('POST', `/api/admin/sign-ups/${id}/${verb}`, {
      as: admin,
      body: { reason: '학생증 확인' },
    });
  const login = (username: string) =>
    t.call('POST', '/api/member/login', { body: { username, password: PASSWORD } });

  it('joins with the role of an entry that agrees, spaces aside [AUTH-08]', async () => {
    const entry = await createEntry(t, { role: 'STUDENT_COUNCIL', name: '윤 바다' });
    const { status, json } = await join({ ...entry, name: '윤바다' });
    expect([status, json.waiting]).toEqual([201, false]);
    const id = Number(await idOf(entry.username));
    expect((await readRoles(t, id)).toSorted()).toEqual(['STUDENT_COUNCIL', 'USER']);
    expect(await readEntry(t, entry.username)).toMatchObject({ memberId: id, tokenHash: null });
  });

  it('waits when number, name or address differ, and creates no member [AUTH-08, AUTH-62]', async () => {
    const entry = await createEntry(t);
    const { username, name, email } = entry;
    const { email: otherEmail } = newPerson();
    const cases = [
      [await join(), ['NUMBER']],
      [await join({ username, name, email: otherEmail }), ['EMAIL']],
      [await join({ username, name: '다른이름', email }), ['NAME']],
    ] as const;
    for (const [{ person, status, json }, differs] of cases) {
      expect([status, json.waiting]).toEqual([201, true]);
      expect(await idOf(person.username)).toBeUndefined();
      expect((await waitingOf(person.email)).differs).toEqual(differs);
    }
    expect((await list()).total).toBe(3);
    const work = (await readNotifications(t, admin)).filter(({ subType }) => subType === 'work');
    expect(work.map(({ targetUrl }) => targetUrl)).toEqual(['/admin?menu=SIGN_UPS']);
  });

  it('says so at the login, after the right password only [AUTH-62]', async () => {
    const { person } = await join();
    const { status, json } = await login(person.username);
    expect([status, json.error]).toEqual([403, 'SIGN_UP_WAITING']);
    const body = { username: person.username, password: 'not this one' };
    expect((await t.call('POST', '/api/member/login', { body })).json.error).toBe('LOGIN_FAILED');
  });

  it('replaces an earlier one of the address and keeps its nickname from others [AUTH-62]', async () => {
    const { person } = await join();
    const { json } = await join({ email: person.email, nickname: `${person.nickname}새` });
    expect(json.waiting).toBe(true);
    const taken = await join({ nickname: `${person.nickname}새` });
    expect([taken.status, taken.json.errors[0].field]).toEqual([409, 'nickname']);
  });

  it('is decided only as staff saw it: one that replaces it is another [AUTH-63]', async () => {
    const { person } = await join();
    const { id } = await waitingOf(person.email);
    const entry = await createEntry(t, { role: 'MANAGER' });
    await join({ username: entry.username, email: person.email, nickname: person.nickname });
    expect((await decide(id, 'accept')).status).toBe(404);
    expect(await idOf(entry.username)).toBeUndefined();
    expect((await waitingOf(person.email)).entry.role).toBe('MANAGER');
  });

  it('becomes the member of the entry that staff recognise [AUTH-63]', async () => {
    const entry = await createEntry(t, { role: 'MANAGER' });
    const { person } = await join({ username: entry.username });
    const { id } = await waitingOf(person.email);
    expect((await decide(id, 'accept')).status).toBe(200);
    expect((await decide(id, 'accept')).status).toBe(404);
    const memberId = Number(await idOf(person.username));
    expect((await readRoles(t, memberId)).toSorted()).toEqual(['MANAGER', 'USER']);
    expect((await login(person.username)).status).toBe(200);
    expect((await emailsTo(t, person.email)).at(-1)?.subject).toContain('가입이 승인');
    expect((await readAuditOf(t, 'sign-up.accept')).at(-1)).toMatchObject({
      targetId: memberId,
      reason: '학생증 확인',
    });
  });

  it('stays in the list when its number was taken meanwhile [AUTH-63]', async () => {
    const { person } = await join({ username: admin.username.replace('test', 'tset') });
    const { id } = await waitingOf(person.email);
    await t.db.execute(
      sql`update waiting_sign_ups set username = ${admin.username} where id = ${id}`,
    );
    const { status, json } = await decide(id, 'accept');
    expect([status, json.errors[0].field]).toEqual([409, 'username']);
    expect(await waitingOf(person.email)).toBeDefined();
  });

  it('is erased when declined, with the reason by e-mail [AUTH-63]', async () => {
    const { person } = await join();
    const { id } = await waitingOf(person.email);
    expect((await decide(id, 'decline')).status).toBe(200);
    expect(await waitingOf(person.email)).toBeUndefined();
    const mail = (await emailsTo(t, person.email)).at(-1);
    expect(mail?.text).toContain('사유: 학생증 확인');
    const record = (await readAuditOf(t, 'sign-up.decline')).at(-1);
    expect(JSON.stringify(record)).not.toContain(person.email);
    expect((await login(person.username)).json.error).toBe('LOGIN_FAILED');
  });

  it('leaves no line in the log of e-mails when declined [MAIL-14]', async () => {
    const { person } = await join();
    const lines = () =>
      readValue(t, sql`select count(*)::int from email_log where recipient = ${person.email}`);
    expect(await lines()).toBeGreaterThan(0);
    expect((await decide((await waitingOf(person.email)).id, 'decline')).status).toBe(200);
    expect(await emailsTo(t, person.email)).not.toEqual([]);
    expect(await lines()).toBe(0);
  });
});
