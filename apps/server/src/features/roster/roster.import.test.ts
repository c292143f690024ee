import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRoles } from '../../testing/factories/inquiries.ts';
import { createMember } from '../../testing/factories/members.ts';
import { readNotifications } from '../../testing/factories/notifications.ts';
import {
  clearRoster,
  createEntry,
  newPerson,
  readEntry,
  sendPeople,
  whileLocked,
} from '../../testing/factories/roster.ts';
import { readAuditOf } from '../../testing/factories/settings.ts';
import { takeSnapshot } from '../../testing/matrix/snapshot.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { readRosterFile } from './roster.file.ts';

const HEAD = '학번,이름,이메일,역할,학년';

let t: TestApp;
let admin: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  admin = await t.signIn('ADMIN');
});
afterAll(() => t.close());

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
    ];
    const { lines: read, errors } = await readRosterFile([HEAD, ...lines].join('\n'), ['b.kr']);
    expect(read.map(({ line }) => line)).toEqual([11, 12, 13]);
    expect(errors.map(({ line, message }) => `${line} ${message.slice(0, 22)}`)).toEqual([
      '2 학번(교번)을 입력해 주세요.',
      '3 학번이 2.02E+07처럼 바뀌어 있습니',
      '4 따옴표가 맞지 않습니다.',
      '5 이름은 30자 이하로 입력해 주세요.',
      '6 올바른 이메일 형식을 입력해주세요.',
      '7 관리자와 시스템 권한은 파일로 줄 수 없',
      '8 관리자와 시스템 권한은 파일로 줄 수 없',
      '9 역할은 회원, 학생, 교수, 학생회, 조',
      '10 학년은 1부터 4까지의 숫자로 적어 주세',
      '12 11번째 줄과 학번(교번)이 같습니다.',
      '13 11번째 줄과 이메일이 같습니다.',
      '14 가입할 수 없는 이메일 주소입니다. 학교',
    ]);
  });

  it.each([
    ['', '파일에 사람이 없습니다.'],
    ['학번,이름', '첫 줄에 학번, 이름, 이메일, 역할 제목이 있어야 합니다.'],
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
      '8 CHANGE 이메일, 역할 변경',
      '9 LEFT_OUT 자신의 권한은 바꿀 수 없습니다.',
    ]);
    expect(await readRoles(t, member.id)).toContain('STUDENT');
    expect((await readNotifications(t, member))[0]?.content).toContain('학생 권한이 부여');
    expect(await readEntry(t, professor.username)).toMatchObject({ memberId: professor.id });
    expect(await readEntry(t, moved.username)).toMatchObject({ role: 'MANAGER', tokenHash: null });
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
