import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRoles } from '../../testing/factories/inquiries.ts';
import { createMember, TEST_PASSWORD } from '../../testing/factories/members.ts';
import { readNotifications } from '../../testing/factories/notifications.ts';
import { clearRoster, createEntry } from '../../testing/factories/roster.ts';
import { clearThrottles } from '../../testing/matrix/world.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { createVisitor, proveEmail, readValue } from '../../testing/visitor.ts';
import { askCode, prove } from '../account/account.fixture.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

let count = 0;
const fresh = (name = 'mail') => `${name}${++count}@g.kmou.ac.kr`;
const private_ = () => `private${++count}@naver.example`;

/** Signs up with the address and returns the member. */
async function joinNow(email: string): Promise<{ id: number; username: string }> {
  count += 1;
  const number = count;
  const username = `2028${String(number).padStart(4, '0')}`;
  const visitor = createVisitor(t);
  await proveEmail(t, visitor, email);
  const person = {
    username,
    email,
    password: TEST_PASSWORD,
    nickname: `인증${number}`,
    name: '김바다',
  };
  expect((await visitor.post('/api/member/join', person)).status).toBe(201);
  const id = Number(await readValue(t, sql`select id from members where username = ${username}`));
  return { id, username };
}

async function changeNow(member: { id: number; username: string }, email: string) {
  const rest = { nickname: '', email: '', name: '', roles: [] };
  const as: SignedIn = await t.signInAs({ ...member, ...rest });
  await prove(t, as);
  const code = await askCode(t, as, email);
  return t.call('POST', '/api/member/set-email', { as, body: { email, code } });
}

/** Lets the next code be sent to an address at once. */
async function wait(): Promise<void> {
  await clearThrottles(t);
  t.clock.advance(1);
}

const join = async (email: string) => {
  await wait();
  return joinNow(email);
};
const changeEmail = async (member: { id: number; username: string }, email: string) => {
  await wait();
  return changeNow(member, email);
};

const isStudent = async ({ id }: { id: number }) => (await readRoles(t, id)).includes('STUDENT');
const noticesOf = async (member: { id: number }) =>
  (await readNotifications(t, member)).filter(({ subType }) => subType === 'student-claimed');
const leave = async (member: { id: number; username: string }) => {
  const as = await t.signInAs({ ...member, nickname: '', email: '', name: '', roles: [] });
  await prove(t, as);
  expect((await t.call('DELETE', '/api/member/me', { as })).status).toBe(200);
};

describe('a school mailbox', () => {
  it('makes one member a student, who keeps the role after leaving the address [AUTH-07]', async () => {
    const email = fresh();
    const first = await join(email);
    expect(await isStudent(first)).toBe(true);
    expect((await changeEmail(first, private_())).status).toBe(200);
    const second = await join(email);
    expect([await isStudent(first), await isStudent(second)]).toEqual([true, false]);
    const [notice] = await noticesOf(second);
    expect(notice?.content).toContain('문의에서 권한을 요청해 주세요');
    expect(await noticesOf(first)).toEqual([]);
  });

  it('grants nothing to a second member who changes to it, also in turns [AUTH-07]', async () => {
    const email = fresh();
    const members = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const member = await join(private_());
      expect((await changeEmail(member, email)).status).toBe(200);
      expect((await changeEmail(member, private_())).status).toBe(200);
      members.push(member);
    }
    expect(await Promise.all(members.map(isStudent))).toEqual([true, false, false]);
    expect((await noticesOf(members[1] ?? { id: 0 })).length).toBe(1);
  });

  it('counts once with any suffix behind a plus sign [AUTH-07]', async () => {
    const email = fresh('plus');
    expect(await isStudent(await join(email.replace('@', '+a@')))).toBe(true);
    expect(await isStudent(await join(email.replace('@', '+b@')))).toBe(false);
    expect(await isStudent(await join(email))).toBe(false);
  });

  it('is stored as a keyed hash only [AUTH-07]', async () => {
    const email = fresh('hashed');
    const { id } = await join(email);
    const hash = await readValue(
      t,
      sql`select address_hash from student_claims where member_id = ${id}`,
    );
    expect(hash).toEqual(t.seal.hashText(email));
  });

  it('does not give the role back to a member from whom staff revoked it', async () => {
    const email = fresh();
    const member = await join(email);
    await t.db.execute(
      sql`delete from member_roles where member_id = ${member.id} and role = 'STUDENT'`,
    );
    await changeEmail(member, private_());
    await changeEmail(member, email);
    expect(await isStudent(member)).toBe(false);
    expect(await noticesOf(member)).toEqual([]);
  });

  it('is free again after its member left the site [AUTH-07]', async () => {
    const email = fresh();
    const first = await join(email);
    await leave(first);
    expect(await isStudent(await join(email))).toBe(true);
  });

  it('makes one student of parallel sign-ups and changes of address [AUTH-07]', async () => {
    const email = fresh('race');
    const variants = ['', '+1', '+2', '+3', '+4'].map((tail) => email.replace('@', `${tail}@`));
    const changing = [await join(private_()), await join(private_())];
    const joined = await Promise.all([
      ...variants.slice(0, 3).map(joinNow),
      ...changing.map(async (member, index) => {
        expect((await changeNow(member, variants[index + 3] ?? '')).status).toBe(200);
        return member;
      }),
    ]);
    const students = await Promise.all(joined.map(isStudent));
    expect(students.filter(Boolean)).toHaveLength(1);
    const notices = await Promise.all(joined.map(noticesOf));
    expect(notices.flat()).toHaveLength(4);
  });

  it('of a student from before is claimed at the start, for the longest member [AUTH-07]', async () => {
    const email = fresh('old');
    const old = await createMember(t.db, 'STUDENT', { email });
    const alias = await createMember(t.db, 'STUDENT', { email: email.replace('@', '+old@') });
    const other = await createMember(t.db, 'STUDENT', { email: private_() });
    await Promise.all([1, 2, 3].map(() => t.services.credentials.claimExistingStudents()));
    const holders = sql`select array_agg(member_id) from student_claims
      where member_id in (${old.id}, ${alias.id}, ${other.id})`;
    expect(await readValue(t, holders)).toEqual([String(old.id)]);
    expect(await isStudent(alias)).toBe(true);
    expect((await changeEmail(old, private_())).status).toBe(200);
    expect(await isStudent(await join(email))).toBe(false);
  });
});

describe('a school mailbox while there is a roster', () => {
  it('makes nobody a student whom the roster does not name with it [AUTH-07, AUTH-08]', async () => {
    const [graduate, stranger, proven] = [await join(private_()), await join(private_()), fresh()];
    const student = await join(private_());
    const rows = [
      { ...graduate, email: fresh(), role: 'USER' as const },
      { ...student, email: proven, role: 'STUDENT' as const },
    ];
    for (const { id, username, email, role } of rows) {
      await createEntry(t, { username, email, role, memberId: id });
    }
    await changeEmail(graduate, rows[0]?.email ?? '');
    await changeEmail(stranger, fresh());
    await changeEmail(student, proven);
    const members = [graduate, stranger, student];
    expect(await Promise.all(members.map(isStudent))).toEqual([false, false, true]);
    await clearRoster(t);
  });
});

describe('staff', () => {
  it('see who proved to be a student and whose mailbox it was [AUTH-07]', async () => {
    const admin = await t.signIn('ADMIN');
    const email = fresh();
    const first = await join(email);
    await changeEmail(first, private_());
    const second = await join(email);
    const find = async ({ username }: { username: string }) =>
      (await t.call('GET', `/api/admin/search-users?username=${username}`, { as: admin })).json[0];
    expect(await find(first)).toMatchObject({ isProvenStudent: true, mailboxHolder: null });
    expect(await find(second)).toMatchObject({
      isProvenStudent: false,
      mailboxHolder: { id: first.id, username: first.username },
    });
    const url = `/api/admin/grant-role?userId=${second.id}&role=STUDENT`;
    expect((await t.call('POST', url, { as: admin })).status).toBe(200);
    expect(await isStudent(second)).toBe(true);
  });
});
