import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRoles } from '../../testing/factories/inquiries.ts';
import { readNotifications } from '../../testing/factories/notifications.ts';
import { createEntry, newPerson, readEntry } from '../../testing/factories/roster.ts';
import { readAuditOf } from '../../testing/factories/settings.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { createVisitor, emailsTo, proveEmail, readValue } from '../../testing/visitor.ts';

const PASSWORD = 'breakwater-mist-41';
const consent = { terms: '2026-11-01', privacy: '2026-11-01' };

let t: TestApp;
let admin: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  admin = await t.signIn('ADMIN');
  await createEntry(t);
});
afterAll(() => t.close());

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

describe('a sign-up while there is a roster', () => {
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
