import { LIMITS } from '@naru/contract/limits';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shownErrors } from '../../platform/csv.ts';
import { readRoles } from '../../testing/factories/inquiries.ts';
import { createMember, type TestMember } from '../../testing/factories/members.ts';
import { readNotifications } from '../../testing/factories/notifications.ts';
import {
  clearRoster,
  createEntry,
  listRoleEnds,
  newPerson,
  readEntry,
  sendPeople,
  whileLocked,
} from '../../testing/factories/roster.ts';
import { readAuditOf } from '../../testing/factories/settings.ts';
import { takeSnapshot } from '../../testing/matrix/snapshot.ts';
import { setRoles } from '../../testing/matrix/world.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { shownChanges } from './people-files.ts';
import { readRollOverFile } from './roll-over.file.ts';
import { readRosterFile } from './roster.file.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe('the roster', () => {
  const HEAD = '학번,이름,이메일,역할,학년';
  let admin: SignedIn;
  beforeAll(async () => {
    admin = await t.signIn('ADMIN');
  });

  const send = (lines: string[], body: object = {}, as = admin) =>
    sendPeople(t, '/api/admin/roster/import', { as, lines, body });
  const save = (lines: string[], body: object = {}) => send(lines, { preview: false, ...body });
  const verdicts = (changes: { line: number; verdict: string; note: string }[]) =>
    changes.map(({ line, verdict, note }) => `${line} ${verdict} ${note}`.trim());
  const lineOf = (
    { username, name, email }: { username: string; name: string; email: string },
    role = '학생',
  ) => `${username},${name},${email},${role},`;

  describe('readRosterFile', () => {
    const read = (csv: string, domains: string[] = []) => readRosterFile(csv, domains);

    it.each([
      ['\ufeff학번,이름,이메일,역할\n20270001,김하늘,A@b.kr,학생'],
      ['Number;Name;E-mail;Role\r\n20270001;김하늘;a@b.kr;STUDENT'],
      ['role\te-mail\tname\tnumber\n학생\ta@b.kr\t"김하늘"\t20270001'],
      ['학번(교번), 성명, 메일, 권한, 학년\n20270001, 김하늘, a@b.kr, 재학생, 2학년'],
    ])('reads separators, headings and words of both languages: %# [MEMB-61]', async (csv) => {
      const { lines, errors } = await read(csv);
      expect(errors).toEqual([]);
      expect(lines).toEqual([
        {
          line: 2,
          username: '20270001',
          name: '김하늘',
          email: 'a@b.kr',
          role: 'STUDENT',
          studyYear: csv.includes('학년') ? 2 : null,
        },
      ]);
    });

    it('names line and field of everything that is wrong [MEMB-61]', async () => {
      const lines = [
        ',김하늘,a@b.kr,학생,',
        '2.02E+07,김하늘,a@b.kr,학생,',
        '20270001,=HYPERLINK("x"),a@b.kr,학생,',
        '20270001,@SUM(A1),a@b.kr,학생,',
        '20270001,김하늘,a at b,학생,',
        '20270001,김하늘,a@b.kr,관리자,',
        '20270001,김하늘,a@b.kr,SYSTEM,',
        '20270001,김하늘,a@b.kr,총장,',
        '20270001,김하늘,a@b.kr,학생,5',
        '20270001,김하늘,a@b.kr,학생,1',
        '20270001,김하늘,c@b.kr,학생,1',
        '20270002,김하늘,a@b.kr,학생,1',
        '20270003,김하늘,a@c.kr,학생,1',
        '20270004,"김\n하늘",d@b.kr,학생,1',
      ];
      const { lines: read, errors } = await readRosterFile([HEAD, ...lines].join('\n'), ['b.kr']);
      expect(read.map(({ line }) => line)).toEqual([11]);
      expect(errors.map(({ line, message }) => `${line} ${message.slice(0, 22)}`)).toEqual([
        '2 학번(교번)을 입력해 주세요.',
        '3 학번이 2.02E+07처럼 바뀌어 있습니',
        '4 따옴표가 맞지 않습니다.',
        '5 이름에 쓸 수 없는 글자가 있습니다. 글',
        '6 올바른 이메일 형식을 입력해주세요.',
        '7 관리자와 시스템 권한은 파일로 줄 수 없',
        '8 관리자와 시스템 권한은 파일로 줄 수 없',
        '9 권한은 회원, 학생, 교수, 학생회, 조',
        '10 학년은 1부터 4까지의 숫자로 적어 주세',
        '12 11번째 줄과 학번(교번)이 같습니다.',
        '13 11번째 줄과 이메일이 같습니다.',
        '14 가입할 수 없는 이메일 주소입니다. 학교',
        '15 이름 칸에 줄바꿈이 있습니다. 한 줄로 ',
      ]);
    });

    it.each([
      ['', '파일에 사람이 없습니다.'],
      ['학번,이름', '제목 줄에 이메일, 권한 열이 없습니다. 이 줄에 있는 것: 학번, 이름'],
      [`${HEAD}\n${'1,가,a@b.kr,학생\n'.repeat(5001)}`, '파일이 너무 큽니다. 5,000줄, 1MB 이하로'],
    ])('refuses a file without people or with too many: %#', async (csv, expected) => {
      const { lines, errors } = await read(csv);
      expect(lines).toEqual([]);
      expect(errors[0]?.message).toContain(expected);
    });

    it.each(['가'.repeat(20_000), `"${'가,나\n'.repeat(2_000)}`])(
      'refuses a line that is too long, and reads on: %#',
      async (line) => {
        const csv = [HEAD, line, '20270001,김하늘,a@b.kr,학생,1'].join('\n');
        const { errors } = await read(csv);
        expect(errors[0]?.line).toBe(2);
        expect(errors[0]?.message).toContain('너무 깁니다');
      },
    );

    it('lets others go on while it reads 5,000 lines [MEMB-61]', async () => {
      const rows = Array.from({ length: 5000 }, (_, n) => `2027${n},윤바다,p${n}@b.kr,학생,3`);
      const csv = [HEAD, ...rows].join('\n');
      let turns = 0;
      let isDone = false;
      const others = (async () => {
        while (!isDone) {
          await new Promise((resolve) => setImmediate(resolve));
          turns += 1;
        }
      })();
      const { lines, errors } = await read(csv);
      isDone = true;
      await others;
      expect([lines.length, errors]).toEqual([5000, []]);
      expect(turns).toBeGreaterThan(50);
    });
  });

  describe('POST /api/admin/roster/import', () => {
    it('previews without writing, then saves what was previewed, once [MEMB-60, AUDIT-60]', async () => {
      const [one, two] = [newPerson(), newPerson()];
      const lines = [lineOf(one), lineOf(two, '교수')];
      const before = await takeSnapshot(t);
      const { json } = await send(lines);
      expect(json).toMatchObject({ saved: false, errors: [] });
      expect(verdicts(json.changes)).toEqual(['2 NEW', '3 NEW']);
      expect(await takeSnapshot(t)).toEqual(before);
      const body = { version: json.version, clientId: 'file-0001' };
      expect((await save(lines, body)).json.changes).toHaveLength(2);
      expect(await readEntry(t, one.username)).toMatchObject({ role: 'STUDENT', memberId: null });
      const jobs = await t.db.execute(
        sql`select from graphile_worker.jobs where key = 'invitations' and run_at <= now()`,
      );
      expect(jobs.rows).toHaveLength(1);
      const again = await save(lines, body);
      expect([again.status, again.json.changes]).toEqual([200, []]);
      const entries = await readAuditOf(t, 'roster.import');
      expect(entries.map(({ detail }) => detail)).toEqual([
        { rows: 2, invited: 2, granted: 0, changed: 0, leftOut: 0 },
      ]);
      expect(JSON.stringify(entries)).not.toContain(one.email);
      const late = await save([...lines, lineOf(newPerson())], { version: json.version });
      expect([late.status, late.json.error]).toEqual([409, 'EDIT_CONFLICT']);
    });

    it('refuses a broken file as a whole, with every line [MEMB-60]', async () => {
      const person = newPerson();
      const lines = [lineOf(person), lineOf(newPerson(), 'ADMIN')];
      expect((await send(lines)).json.errors).toEqual([
        { line: 3, message: '관리자와 시스템 권한은 파일로 줄 수 없습니다.' },
      ]);
      const { status, json } = await save(lines);
      expect([status, json.errors[0].field]).toEqual([400, 'csv.3']);
      expect(await readEntry(t, person.username)).toBeUndefined();
    });

    it('judges members, invitations and addresses of others line by line [MEMB-62]', async () => {
      const member = await createMember(t.db, 'USER');
      const professor = await createMember(t.db, 'PROFESSOR');
      const other = await createMember(t.db, 'USER');
      const holder = await createMember(t.db, 'USER');
      const invited = await createEntry(t, newPerson());
      const moved = await createEntry(t, newPerson());
      const lines = [
        lineOf(member),
        lineOf(professor, '교수'),
        lineOf({ ...other, name: '다른이름' }),
        lineOf({ ...newPerson(), email: holder.email }),
        lineOf({ ...newPerson(), email: moved.email }),
        lineOf(invited),
        lineOf({ ...moved, email: newPerson().email }, '조교'),
        lineOf(admin, '교수'),
      ];
      const { json } = await save(lines);
      expect(verdicts(json.changes)).toEqual([
        '2 GRANT 학생 권한이 생깁니다.',
        '3 SAME',
        '4 LEFT_OUT 이 학번(교번)의 회원은 이름이나 이메일이 다릅니다. 회원 권한에서 확인해 주세요.',
        '5 LEFT_OUT 이 이메일은 다른 학번(교번)의 회원이 쓰고 있습니다.',
        '6 LEFT_OUT 이 이메일은 명부에서 다른 학번(교번)의 것입니다.',
        '7 INVITED',
        '8 CHANGE 이메일, 권한 변경',
        '9 LEFT_OUT 자신의 권한은 변경할 수 없습니다.',
      ]);
      expect(await readRoles(t, member.id)).toContain('STUDENT');
      expect((await readNotifications(t, member))[0]?.content).toContain('학생 권한이 부여');
      expect(await readEntry(t, professor.username)).toMatchObject({ memberId: professor.id });
      expect(await readEntry(t, moved.username)).toMatchObject({
        role: 'MANAGER',
        tokenHash: null,
      });
      expect((await readEntry(t, invited.username))?.tokenHash).not.toBeNull();
      const records = await readAuditOf(t, 'role.grant');
      expect(records.at(-1)).toMatchObject({ targetId: member.id, reason: '명부 가져오기' });
    });

    it('opens no invitation again by which somebody joins meanwhile [MEMB-62]', async () => {
      const [entry, member] = [await createEntry(t, newPerson()), await createMember(t.db, 'USER')];
      const lines = [lineOf(entry, '교수')];
      const { json } = await whileLocked(t, entry.id, () => save(lines), { memberId: member.id });
      expect(verdicts(json.changes)).toEqual([
        '2 LEFT_OUT 이 학번(교번)으로 이미 다른 회원이 가입했습니다.',
      ]);
      expect(await readEntry(t, entry.username)).toMatchObject({ memberId: member.id });
    });

    it('gives a mailbox that proved one student to no second one [AUTH-07]', async () => {
      const member = await createMember(t.db, 'USER');
      await save([lineOf(member)]);
      await clearRoster(t);
      await t.db.execute(sql`update members set email = 'away@x.kr' where id = ${member.id}`);
      const { json } = await send([lineOf({ ...newPerson(), email: member.email })]);
      expect(json.changes[0].note).toContain('학생 인증을 받은 다른 회원이 있습니다');
    });

    it('is put off for an ADMIN who lost the role meanwhile [ROLE-05]', async () => {
      const former = await t.signIn('ADMIN');
      const preview = await send([lineOf(newPerson())], {}, former);
      await t.db.execute(
        sql`delete from member_roles where member_id = ${former.id} and role = 'ADMIN'`,
      );
      const { status } = await send([lineOf(newPerson())], { preview: false }, former);
      expect([preview.status, status]).toEqual([200, 403]);
    });
  });
});

describe('the roll-over', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await createTestApp();
  });
  afterAll(() => t.close());

  const DAY = 24 * 60 * 60;
  const HEAD = '학번,구분,종료일,이름';
  let admin: SignedIn;
  beforeAll(async () => {
    admin = await t.signIn('ADMIN');
  });

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
        '6 LEFT_OUT STUDENT_COUNCIL 자신의 권한은 변경할 수 없습니다.',
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
      expect(
        (await readNotifications(t, graduate)).map(({ content }) => content).toSorted(),
      ).toEqual(['학생 권한이 회수되었습니다.', '학생회 권한이 회수되었습니다.']);
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
});

describe('what a response shows of a file of thousands of people [LIMIT-14]', () => {
  const changesOf = (name: string) =>
    Array.from({ length: 5000 }, (_, line) => ({
      line,
      verdict: line % 1000 === 999 ? 'LEFT_OUT' : 'NEW',
      name,
    }));

  it('is the first lines of each verdict, and how many there are of each', () => {
    const { changes, counts } = shownChanges(changesOf('김하늘'));
    expect(counts).toEqual([
      { verdict: 'NEW', count: 4995 },
      { verdict: 'LEFT_OUT', count: 5 },
    ]);
    expect(changes.filter(({ verdict }) => verdict === 'NEW')).toHaveLength(200);
    expect(changes.slice(200).map(({ line }) => line)).toEqual([999, 1999, 2999, 3999, 4999]);
  });

  it('is less where the names are very long', () => {
    const { changes, counts } = shownChanges(changesOf('가'.repeat(1000)));
    expect(Buffer.byteLength(JSON.stringify(changes))).toBeLessThanOrEqual(LIMITS.pageBytes);
    expect(changes.length).toBeGreaterThan(50);
    expect(counts[0]?.count).toBe(4995);
    expect(changes.filter(({ verdict }) => verdict === 'LEFT_OUT')).toHaveLength(5);
  });

  it('has some of each verdict, in the order of the file, where not all of them fit', () => {
    const name = '가'.repeat(1000);
    const lines = Array.from({ length: 600 }, (_, line) => ({
      line,
      verdict: ['NEW', 'LEFT_OUT', 'GRANT'][Math.floor(line / 200)] ?? '',
      name,
    }));
    const { changes } = shownChanges(lines);
    const shown = changes.map(({ line }) => line);
    expect(shown).toEqual(shown.toSorted((a, b) => a - b));
    expect(Buffer.byteLength(JSON.stringify(changes))).toBeLessThanOrEqual(LIMITS.pageBytes);
    const each = [0, 200, 400].map(
      (from) => shown.filter((line) => line >= from && line < from + 200).length,
    );
    expect(Math.max(...each) - Math.min(...each)).toBeLessThanOrEqual(1);
    expect(Math.min(...each)).toBeGreaterThan(20);
  });

  it('names the first bad lines, and counts the others', () => {
    const errors = Array.from({ length: 4000 }, (_, line) => ({ line, message: '고치세요.' }));
    const shown = shownErrors(errors);
    expect(shown).toHaveLength(500);
    expect(shown.at(-1)).toEqual({
      line: 499,
      message: '고치세요. 이 밖에 수정할 줄이 3,500개 더 있습니다.',
    });
    expect(shownErrors(errors.slice(0, 500))).toEqual(errors.slice(0, 500));
    expect(shownErrors([])).toEqual([]);
  });
});
