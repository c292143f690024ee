import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readAudit, readRoles } from '../../testing/factories/inquiries.ts';
import { createMember } from '../../testing/factories/members.ts';
import { readNotifications } from '../../testing/factories/notifications.ts';
import { setRoles } from '../../testing/matrix/world.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { untilServed } from '../../testing/until-served.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe('roles', () => {
  let admin: SignedIn;
  let member: SignedIn;
  beforeEach(async () => {
    await t.db.execute(`delete from member_roles where role in ('ADMIN', 'SYSTEM')`);
    [admin, member] = [await t.signIn('ADMIN'), await t.signIn('USER')];
  });

  const query = (userId: number, role: string, reason?: string) =>
    `userId=${userId}&role=${role}${reason === undefined ? '' : `&reason=${encodeURIComponent(reason)}`}`;
  const grant = (userId: number, role: string, as = admin, reason?: string) =>
    untilServed(() =>
      t.call('POST', `/api/admin/grant-role?${query(userId, role, reason)}`, { as }),
    );
  const revoke = (userId: number, role: string, as = admin, reason?: string) =>
    untilServed(() =>
      t.call('DELETE', `/api/admin/revoke-role?${query(userId, role, reason)}`, { as }),
    );
  const countAdmins = async () => {
    const { rows } = await t.db.execute<{ count: number }>(
      `select count(*)::int as count from member_roles where role = 'ADMIN'`,
    );
    return rows[0]?.count;
  };

  describe('POST /admin/grant-role', () => {
    it("refuses to change the actor's own roles [ADMIN-04]", async () => {
      for (const role of ['MANAGER', 'ADMIN', 'USER']) {
        expect((await grant(admin.id, role)).json.error).toBe('ROLE_CHANGE_DENIED');
        expect((await revoke(admin.id, role)).status).toBeGreaterThanOrEqual(400);
      }
      expect(await readRoles(t, admin.id)).toEqual(['ADMIN', 'USER']);
    });

    it('refuses SYSTEM and members with a higher role [ADMIN-05, ADMIN-06]', async () => {
      const system = await t.signIn('SYSTEM');
      expect((await grant(member.id, 'SYSTEM')).status).toBe(403);
      expect((await grant(member.id, 'SYSTEM', system)).json.error).toBe('ROLE_CHANGE_DENIED');
      expect((await revoke(system.id, 'SYSTEM')).status).toBe(403);
      expect((await grant(system.id, 'STUDENT')).json.error).toBe('ROLE_CHANGE_DENIED');
      expect(await readRoles(t, system.id)).toEqual(['SYSTEM', 'USER']);
      expect(await readRoles(t, member.id)).toEqual(['USER']);
    });

    it('responds with 400 for an unknown role and 404 for an unknown member [ADMIN-08]', async () => {
      for (const role of ['OWNER', 'admin', '', 'STUDENT,ADMIN']) {
        expect((await grant(member.id, role)).status).toBe(400);
        expect((await revoke(member.id, role)).status).toBe(400);
      }
      expect((await grant(2 ** 40, 'STUDENT')).json.error).toBe('MEMBER_UNKNOWN');
      await t.db.execute(`update members set withdrawn_at = now() where id = ${member.id}`);
      expect((await grant(member.id, 'STUDENT')).json.error).toBe('MEMBER_UNKNOWN');
      expect((await grant(member.id, 'STUDENT', admin, '가'.repeat(201))).status).toBe(400);
    });

    it('notifies and e-mails the member and all ADMINs, and records the grant [AUDIT-01, ADMIN-09]', async () => {
      await t.db.execute(
        `delete from member_roles where role = 'ADMIN' and member_id <> ${admin.id}`,
      );
      const second = await t.signIn('ADMIN');
      const own = [admin, member, second].map(({ email }) => email);
      const before = (await t.mails()).length;
      const { status, json } = await grant(member.id, 'STUDENT', admin, '학생증 확인');
      expect(status).toBe(200);
      expect(json).toEqual({ message: '권한 부여 완료', roles: ['USER', 'STUDENT'] });
      expect(await readNotifications(t, member)).toEqual([
        expect.objectContaining({
          subType: 'role-changed',
          content: '학생 권한이 부여되었습니다.',
        }),
      ]);
      expect(await readNotifications(t, second)).toEqual([
        expect.objectContaining({
          subType: 'role-changed',
          content: `${member.username} 회원의 학생 권한을 ${admin.username} 관리자가 부여했습니다.`,
        }),
      ]);
      expect(await readNotifications(t, admin)).toEqual([]);
      const mails = await t.mails();
      const recipients = mails
        .slice(0, mails.length - before)
        .filter(({ subject }) => subject.includes('권한'))
        .map(({ to }) => to);
      expect(recipients.toSorted()).toEqual(own.toSorted());
      expect(await readAudit(t, member.id)).toEqual([
        expect.objectContaining({
          action: 'role.grant',
          actorId: admin.id,
          targetType: 'member',
          reason: '학생증 확인',
          detail: { role: 'STUDENT', before: ['USER'], after: ['USER', 'STUDENT'] },
          address: '127.0.0.1',
        }),
      ]);
    });

    it('grants once among 50 parallel requests and responds with 200 to all [RACE-07]', async () => {
      const responses = await Promise.all(
        Array.from({ length: 50 }, () => grant(member.id, 'MANAGER')),
      );
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
      expect(await readRoles(t, member.id)).toEqual(['MANAGER', 'USER']);
      expect(await readAudit(t, member.id)).toHaveLength(1);
      expect(await readNotifications(t, member)).toHaveLength(1);
    });
  });

  describe('DELETE /admin/revoke-role', () => {
    it('refuses to revoke USER [ADMIN-08]', async () => {
      const { status, json } = await revoke(member.id, 'USER');
      expect([status, json.message]).toEqual([400, '기본 권한은 회수할 수 없습니다.']);
      expect(await readRoles(t, member.id)).toEqual(['USER']);
    });

    it('changes nothing when the member does not have the role', async () => {
      expect((await revoke(member.id, 'MANAGER')).json.roles).toEqual(['USER']);
      expect(await readAudit(t, member.id)).toEqual([]);
    });

    it('takes effect on an issued token at the next write [SESS-25]', async () => {
      const student = await t.signIn('STUDENT');
      const body = { boardType: 'FREE', title: '글', content: '<p>글</p>' };
      const write = () => t.call('POST', '/api/post/post-up', { as: student, body });
      expect((await write()).status).toBe(201);
      expect((await revoke(student.id, 'STUDENT', admin, '졸업')).json.roles).toEqual(['USER']);
      expect((await write()).status).toBe(403);
      expect((await readAudit(t, student.id))[0]).toMatchObject({
        action: 'role.revoke',
        reason: '졸업',
        detail: { role: 'STUDENT', before: ['USER', 'STUDENT'], after: ['USER'] },
      });
    });

    it('keeps the last ADMIN for every actor [ADMIN-07]', async () => {
      const system = await t.signIn('SYSTEM');
      expect((await revoke(admin.id, 'ADMIN', system)).json.error).toBe('LAST_ADMIN');
      const second = await t.signIn('ADMIN');
      const until = new Date(t.clock.now().getTime() + 60_000).toISOString();
      await t.db.execute(`update members set suspended_until = '${until}' where id = ${second.id}`);
      expect((await revoke(admin.id, 'ADMIN', system)).json.error).toBe('LAST_ADMIN');
      await t.db.execute(`update members set suspended_until = null where id = ${second.id}`);
      expect((await revoke(admin.id, 'ADMIN', system)).status).toBe(200);
      expect(await countAdmins()).toBe(1);
    });

    it('leaves one ADMIN when two admins revoke each other in parallel [ADMIN-07]', async () => {
      for (let round = 0; round < 10; round += 1) {
        const [one, two] = [await t.signIn('ADMIN'), await t.signIn('ADMIN')];
        await setRoles(t, admin.id, ['USER']);
        const responses = await Promise.all([
          revoke(two.id, 'ADMIN', one),
          revoke(one.id, 'ADMIN', two),
        ]);
        expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 403]);
        expect(await countAdmins()).toBe(1);
        await t.db.execute(`delete from member_roles where role = 'ADMIN'`);
      }
    });

    it('leaves some of ten admins who revoke each other in parallel, and records all changes [ADMIN-07]', async () => {
      const admins = [admin];
      while (admins.length < 10) admins.push(await t.signIn('ADMIN'));
      const pairs = admins.flatMap((one, index) =>
        [1, 2, 3].map((step) => [one, admins[(index + step) % 10] ?? one] as const),
      );
      const responses = await Promise.all(pairs.map(([one, two]) => revoke(two.id, 'ADMIN', one)));
      expect(await countAdmins()).toBeGreaterThanOrEqual(1);
      for (const { status } of responses) expect([200, 401, 403, 409]).toContain(status);
      const entries = await Promise.all(admins.map(({ id }) => readAudit(t, id)));
      expect(entries.flat()).toHaveLength(10 - Number(await countAdmins()));
    });

    it('serialises grants and revocations in the order of the log [RACE-08]', async () => {
      const calls = Array.from({ length: 40 }, (_, index) =>
        index % 2 === 0 ? grant(member.id, 'PROFESSOR') : revoke(member.id, 'PROFESSOR'),
      );
      for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
      const entries = (await readAudit(t, member.id)).toReversed();
      entries.forEach((entry, index) => {
        expect(entry.action).toBe(index % 2 === 0 ? 'role.grant' : 'role.revoke');
      });
      const has = (await readRoles(t, member.id)).includes('PROFESSOR');
      expect(has).toBe(entries.length % 2 === 1);
    });

    it('refuses an ADMIN whose own role was revoked while the request waited', async () => {
      const second = await t.signIn('ADMIN');
      const actor = { memberId: second.id, sessionId: '', roles: second.roles };
      await revoke(second.id, 'ADMIN');
      const late = t.services.admin.grantRole(actor, { userId: member.id, role: 'ADMIN' });
      await expect(late).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    });
  });

  describe('calls that only ADMIN may make', () => {
    it('respond with 403 to lower staff and log a security event [ADMIN-02]', async () => {
      for (const role of ['STUDENT_COUNCIL', 'MANAGER'] as const) {
        const as = await t.signIn(role);
        t.logs.length = 0;
        expect((await grant(member.id, 'STUDENT', as)).status).toBe(403);
        expect((await t.call('GET', '/api/admin/search-users', { as })).status).toBe(403);
        const events = t.logs
          .map((line) => JSON.parse(line))
          .filter(({ msg }) => msg === 'security event');
        expect(events).toEqual([
          expect.objectContaining({
            event: 'admin call refused',
            memberId: as.id,
            call: 'POST /api/admin/grant-role',
          }),
          expect.objectContaining({ call: 'GET /api/admin/search-users' }),
        ]);
      }
    });
  });
});

describe('GET /admin/search-users', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await createTestApp();
  });
  afterAll(() => t.close());

  let admin: SignedIn;
  beforeAll(async () => {
    admin = await t.signIn('ADMIN');
    for (let index = 0; index < 60; index += 1) {
      await createMember(t.db, index % 2 === 0 ? 'STUDENT' : 'PROFESSOR', {
        username: `find${String(index).padStart(3, '0')}`,
        name: index % 3 === 0 ? '김하늘' : '이바다',
        nickname: `찾음${index}`,
      });
    }
  });

  const search = (params: Record<string, string | number>) => {
    const query = new URLSearchParams(Object.entries(params).map(([k, v]) => [k, String(v)]));
    return t.call('GET', `/api/admin/search-users?${query}`, { as: admin });
  };

  it('pages by at most 50, also without a filter [ADMIN-03]', async () => {
    const all = await search({});
    expect(all.json).toHaveLength(50);
    const { rows } = await t.db.execute<{ total: number }>(
      'select count(*) as total from members where withdrawn_at is null',
    );
    const total = rows[0]?.total ?? 0;
    expect(total).toBeGreaterThanOrEqual(61);
    expect(all.headers['x-total-count']).toBe(String(total));
    expect((await search({ page: 1 })).json).toHaveLength(total - 50);
    expect((await search({ page: 5 })).json).toEqual([]);
    expect((await search({ size: 51 })).status).toBe(400);
  });

  it('finds substrings of usernames, names and nicknames, of any of them or the e-mail, and exact roles [ADMIN-235]', async () => {
    const totals = async (params: Record<string, string>) =>
      Number((await search(params)).headers['x-total-count']);
    expect(await totals({ username: 'FIND00' })).toBe(10);
    expect(await totals({ name: '하늘' })).toBe(20);
    expect(await totals({ nickname: '찾음5' })).toBe(11);
    expect(await totals({ text: 'FIND00' })).toBe(10);
    expect(await totals({ text: '하늘' })).toBe(20);
    expect(await totals({ text: '찾음5', role: 'STUDENT' })).toBe(5);
    const [one] = (await search({ username: 'find007' })).json;
    expect((await search({ text: one.email })).json).toEqual([one]);
    expect(await totals({ name: 'ㄱㅎㄴ' }), '[ADMIN-76]').toBe(await totals({ name: '김하늘' }));
    expect(await totals({ name: 'ㅎㄴ' }), '[ADMIN-76]').toBe(20);
    expect(await totals({ role: 'PROFESSOR' })).toBe(30);
    expect(await totals({ role: 'PROFESSOR', name: '김하늘', username: 'find' })).toBe(10);
    expect(await totals({ username: 'find_' })).toBe(0);
    expect(await totals({ username: '%' })).toBe(0);
    expect(await totals({ name: "' or 1=1 --" })).toBe(0);
    expect((await search({ role: 'OWNER' })).status).toBe(400);
  });

  it('returns no hash, token, withdrawn member or expired suspension [ADMIN-03]', async () => {
    const gone = await createMember(t.db, 'USER', { username: 'gone01', withdrawnAt: new Date() });
    const back = await createMember(t.db, 'USER', {
      username: 'back01',
      suspendedUntil: new Date(t.clock.now().getTime() - 1),
      suspendedReason: '도배',
    });
    expect((await search({ username: gone.username })).json).toEqual([]);
    const { json, text } = await search({ username: 'back01' });
    expect(text).not.toMatch(/argon2|hash|token/i);
    expect(json).toEqual([
      expect.objectContaining({
        id: back.id,
        name: back.name,
        email: back.email,
        roles: ['USER'],
        suspendedUntil: null,
        suspendedReason: null,
      }),
    ]);
  });

  it('records every search with its filter and the found members [AUDIT-01]', async () => {
    const { json } = await search({ name: '김하늘', page: 0, size: 3 });
    const [entry] = await readAudit(t, 0);
    expect(entry).toMatchObject({
      action: 'member.search',
      actorId: admin.id,
      detail: { name: '김하늘', page: 0, found: json.map(({ id }: { id: number }) => id) },
    });
  });
});

describe('POST /admin/members/:id/correct', () => {
  let admin: SignedIn;
  let other: SignedIn;
  beforeAll(async () => {
    admin = await t.signIn('ADMIN');
    other = await t.signIn('ADMIN');
  });

  const correct = (id: number, body: object, as = admin) =>
    t.call('POST', `/api/admin/members/${id}/correct`, { as, body });

  it('mends a lost address, ends the sessions and says to both addresses what is possible when [ADMIN-63, AUTH-50]', async () => {
    const member = await t.signIn('STUDENT');
    const email = 'found.again@example.com';
    const { status, json } = await correct(member.id, { email, reason: '  메일 분실  ' });
    expect([status, json.message]).toEqual([200, '회원 정보를 수정했습니다.']);
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
