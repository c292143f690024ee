import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readAudit, readRoles } from '../../testing/factories/inquiries.ts';
import { readNotifications } from '../../testing/factories/notifications.ts';
import { setRoles } from '../../testing/matrix/world.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { untilServed } from '../../testing/until-served.ts';

let t: TestApp;
let admin: SignedIn;
let member: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  await t.db.execute(`delete from member_roles where role in ('ADMIN', 'SYSTEM')`);
  [admin, member] = [await t.signIn('ADMIN'), await t.signIn('USER')];
});
afterAll(() => t.close());

const query = (userId: number, role: string, reason?: string) =>
  `userId=${userId}&role=${role}${reason === undefined ? '' : `&reason=${encodeURIComponent(reason)}`}`;
const grant = (userId: number, role: string, as = admin, reason?: string) =>
  untilServed(() => t.call('POST', `/api/admin/grant-role?${query(userId, role, reason)}`, { as }));
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
