import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRoles } from '../../testing/factories/inquiries.ts';
import { createMember, type TestMember } from '../../testing/factories/members.ts';
import { readNotifications } from '../../testing/factories/notifications.ts';
import { listRoleEnds, sendPeople } from '../../testing/factories/roster.ts';
import { readAuditOf } from '../../testing/factories/settings.ts';
import { takeSnapshot } from '../../testing/matrix/snapshot.ts';
import { setRoles } from '../../testing/matrix/world.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { readRollOverFile } from './roll-over.file.ts';

const DAY = 24 * 60 * 60;
const HEAD = '학번,구분,종료일,이름';

let t: TestApp;
let admin: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  admin = await t.signIn('ADMIN');
});
afterAll(() => t.close());

const send = (lines: string[], body: object = {}, as = admin) =>
  sendPeople(t, '/api/admin/roll-over', { as, lines, body });
const apply = (lines: string[], body: object = {}) =>
  send(lines, { preview: false, reason: '2027학년도 전환', ...body });
const rolesOf = async ({ id }: { id: number }) => (await readRoles(t, id)).toSorted();
const shown = (changes: Record<string, unknown>[]) =>
  changes.map(({ line, verdict, role, note }) => `${line} ${verdict} ${role} ${note}`.trim());

describe('readRollOverFile', () => {
  it('names line and field of everything that is wrong [ROLE-91]', async () => {
    const lines = [
      ',졸업',
      '20270001,휴학',
      '20270001,조교,내년',
      '20270001,조교,2027-02-30',
      '20270001,조교,2026-11-19',
      '20270001,졸업,2027-02-28',
      '20270001,조교,2027. 2. 28.',
      '20270001,조교 종료',
      '20270001,학생회',
      '20270001,졸업',
    ];
    const { errors, lines: read } = await readRollOverFile(
      [HEAD, ...lines].join('\n'),
      '2026-11-20',
    );
    expect(errors.map(({ line, message }) => `${line} ${message.slice(0, 16)}`)).toEqual([
      '2 학번(교번)을 입력해 주세요.',
      '3 구분은 졸업, 재학, 조교, ',
      '4 종료일을 2027-02-28처',
      '5 종료일을 2027-02-28처',
      '6 종료일은 오늘부터 3년 안에서',
      '7 종료일은 조교와 학생회에만 적',
      '9 8번째 줄이 같은 사람의 같은',
      '11 10번째 줄이 같은 사람의 같',
    ]);
    expect(read.map(({ role, isGrant, lastDay }) => [role, isGrant, lastDay])).toEqual([
      ['MANAGER', true, '2027-02-28'],
      ['STUDENT_COUNCIL', true, null],
    ]);
  });
});

describe('POST /api/admin/roll-over', () => {
  let graduate: TestMember;
  let student: TestMember;
  let leaving: TestMember;
  beforeAll(async () => {
    graduate = await createMember(t.db, 'STUDENT');
    student = await createMember(t.db, 'STUDENT');
    leaving = await createMember(t.db, 'MANAGER');
    await setRoles(t, graduate.id, ['USER', 'STUDENT', 'STUDENT_COUNCIL']);
  });
  const file = () => [
    `${graduate.username},졸업,,${graduate.name}`,
    `${student.username},조교,2027-02-28`,
    `${leaving.username},조교 종료`,
    `${leaving.username},학생`,
    `${admin.username},학생회`,
    `${student.username},재학,,다른이름`,
    '19990001,졸업',
  ];

  it('previews who gains and loses what, and writes nothing [ROLE-90]', async () => {
    const before = await takeSnapshot(t);
    const { json } = await send(file());
    expect(shown(json.changes)).toEqual([
      '2 REVOKE STUDENT',
      '2 REVOKE STUDENT_COUNCIL',
      '3 GRANT MANAGER',
      '4 REVOKE MANAGER',
      '5 GRANT STUDENT',
      '6 LEFT_OUT STUDENT_COUNCIL 자신의 권한은 바꿀 수 없습니다.',
      '7 LEFT_OUT STUDENT 이 학번(교번)의 회원은 이름이 다릅니다.',
      '8 LEFT_OUT STUDENT 이 학번(교번)의 회원이 없습니다.',
      '8 LEFT_OUT STUDENT_COUNCIL 이 학번(교번)의 회원이 없습니다.',
    ]);
    expect(json.missing).toBe(0);
    expect(await takeSnapshot(t)).toEqual(before);
  });

  it('needs a reason, and refuses a preview that is out of date [ROLE-90]', async () => {
    const { status, json } = await send(file(), { preview: false });
    expect([status, json.errors[0].field]).toEqual([400, 'reason']);
    const late = await apply(file(), { version: 'another' });
    expect([late.status, late.json.error]).toEqual([409, 'EDIT_CONFLICT']);
    expect(await rolesOf(graduate)).toContain('STUDENT');
  });

  it('changes all at once, notifies everybody and records each change [ROLE-90, AUDIT-60]', async () => {
    const { headers } = await t.signInAs(leaving);
    const colleague = await t.signIn('ADMIN');
    const before = (await readAuditOf(t, 'role.revoke')).length;
    const { json } = await apply(file(), { clientId: 'roll-over-1' });
    expect(json.saved).toBe(true);
    expect(await rolesOf(graduate)).toEqual(['USER']);
    expect(await rolesOf(student)).toEqual(['MANAGER', 'STUDENT', 'USER']);
    expect(await rolesOf(leaving)).toEqual(['STUDENT', 'USER']);
    const denied = await t.call('GET', '/api/admin/work', { headers });
    expect(denied.status).toBe(403);
    expect((await readNotifications(t, graduate)).map(({ content }) => content).toSorted()).toEqual(
      ['학생 권한이 회수되었습니다.', '학생회 권한이 회수되었습니다.'],
    );
    expect((await readNotifications(t, colleague))[0]?.content).toContain('회원 권한 5건');
    const revoked = (await readAuditOf(t, 'role.revoke')).slice(before);
    expect(revoked.map(({ targetId, reason }) => [targetId, reason])).toEqual([
      [graduate.id, '2027학년도 전환'],
      [graduate.id, '2027학년도 전환'],
      [leaving.id, '2027학년도 전환'],
    ]);
    expect((await apply(file(), { clientId: 'roll-over-1' })).json.changes).toEqual([]);
    expect(await readAuditOf(t, 'roster.roll-over')).toHaveLength(1);
  });

  it('ends a role by itself after its last day [ROLE-92]', async () => {
    expect(await listRoleEnds(t)).toEqual([
      { memberId: student.id, role: 'MANAGER', lastDay: '2027-02-28' },
    ]);
    const { json } = await t.call('GET', '/api/admin/role-ends', { as: admin });
    expect(json.ends).toEqual([expect.objectContaining({ username: student.username })]);
    const { endRoles } = t.services.roster.jobs;
    expect(await endRoles()).toBe(0);
    await apply([`${student.username},조교,2026-12-31`]);
    t.clock.advance(60 * DAY);
    admin = await t.signInAs(admin);
    expect([await endRoles(), await endRoles()]).toEqual([1, 0]);
    expect(await rolesOf(student)).toEqual(['STUDENT', 'USER']);
    expect((await readAuditOf(t, 'role.revoke')).at(-1)).toMatchObject({
      actorId: admin.id,
      detail: expect.objectContaining({ lastDay: '2026-12-31' }),
    });
    expect(await listRoleEnds(t)).toEqual([]);
  });

  it('takes the role from missing students only when asked, never from oneself [ROLE-93]', async () => {
    const own = await t.signIn('ADMIN');
    await setRoles(t, own.id, ['USER', 'STUDENT', 'ADMIN']);
    const lines = [`${student.username},재학`];
    expect((await send(lines)).json).toMatchObject({ missing: 2 });
    const asked = await send(lines, { dropMissing: true }, own);
    expect(shown(asked.json.changes)).toEqual([
      '2 SAME STUDENT',
      expect.stringContaining('0 '),
      expect.stringContaining('0 '),
    ]);
    expect(
      asked.json.changes.map(({ verdict }: { verdict: string }) => verdict).toSorted(),
    ).toEqual(['LEFT_OUT', 'REVOKE', 'SAME']);
    await apply(lines, { dropMissing: true });
    expect(await rolesOf(leaving)).toEqual(['USER']);
    expect(await rolesOf(student)).toContain('STUDENT');
  });
});
