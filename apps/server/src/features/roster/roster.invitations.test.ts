import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRoles } from '../../testing/factories/inquiries.ts';
import {
  countEntries,
  createEntry,
  createWaiting,
  queueEntries,
  readEntry,
  whileLocked,
} from '../../testing/factories/roster.ts';
import { readAuditOf } from '../../testing/factories/settings.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { readValue } from '../../testing/visitor.ts';

const DAY = 24 * 60 * 60;
const PASSWORD = 'breakwater-mist-41';
const consent = { terms: '2026-11-01', privacy: '2026-11-01' };

let t: TestApp;
let admin: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  admin = await t.signIn('ADMIN');
});
afterAll(() => t.close());

const open = (token: string) => t.call('POST', '/api/invitation', { body: { token } });
const accept = (token: string, body: object = {}) =>
  t.call('POST', '/api/invitation/accept', {
    body: {
      token,
      nickname: `새배${token.slice(0, 4).replaceAll(/[-_]/g, 'x')}`,
      password: PASSWORD,
      consent,
      ...body,
    },
  });
const idOf = (username: string) =>
  readValue(t, sql`select id from members where username = ${username}`).then(Number);
const sendDue = () => t.services.roster.jobs.sendInvitations();

describe('an invitation', () => {
  it('opens nothing with a wrong, used, replaced or old link [AUTH-60]', async () => {
    for (const token of ['', 'a b', 'x'.repeat(101)]) expect((await open(token)).status).toBe(400);
    const expect403 = async (token: string) => {
      for (const { status, json } of [await open(token), await accept(token)]) {
        expect([status, json.error]).toEqual([403, 'INVITATION_INVALID']);
      }
    };
    await expect403('no-such-token');
    const entry = await createEntry(t);
    expect((await open(entry.token)).status).toBe(200);
    t.clock.advance(14 * DAY + 1);
    admin = await t.signInAs(admin);
    await expect403(entry.token);
    const replaced = await createEntry(t);
    await t.call('POST', `/api/admin/roster/${replaced.id}/resend`, { as: admin });
    await expect403(replaced.token);
    const used = await createEntry(t);
    expect((await accept(used.token)).status).toBe(201);
    await expect403(used.token);
  });

  it('makes the member of the roster, whatever the request says [AUTH-60, AUTH-61]', async () => {
    const entry = await createEntry(t, { role: 'PROFESSOR', studyYear: 3, studyYearOf: 2026 });
    const { json } = await open(entry.token);
    expect(json).toMatchObject({ username: entry.username, email: entry.email, role: 'PROFESSOR' });
    const weak = await accept(entry.token, { password: 'password1' });
    expect([weak.status, weak.json.error]).toEqual([400, 'PASSWORD_WEAK']);
    const taken = await accept(entry.token, { nickname: admin.nickname });
    expect([taken.status, taken.json.errors[0].field]).toEqual([409, 'nickname']);
    const made = await accept(entry.token, { username: 'other', role: 'ADMIN', name: '남' });
    expect([made.status, made.json.username]).toEqual([201, entry.username]);
    const id = await idOf(entry.username);
    expect((await readRoles(t, id)).toSorted()).toEqual(['PROFESSOR', 'USER']);
    expect(await readValue(t, sql`select name || study_year from members where id = ${id}`)).toBe(
      `${entry.name}3`,
    );
    const consents = sql`select count(*) from member_consents where member_id = ${id}`;
    expect(Number(await readValue(t, consents))).toBe(2);
    expect((await readAuditOf(t, 'roster.join')).at(-1)).toMatchObject({ actorId: id });
    const login = { username: entry.username, password: PASSWORD };
    expect((await t.call('POST', '/api/member/login', { body: login })).status).toBe(200);
  });

  it('makes what a file that is being saved says [AUTH-60]', async () => {
    const entry = await createEntry(t, { role: 'MANAGER' });
    const made = await whileLocked(t, entry.id, () => accept(entry.token), { role: 'PROFESSOR' });
    expect(made.status).toBe(201);
    const id = await idOf(entry.username);
    expect((await readRoles(t, id)).toSorted()).toEqual(['PROFESSOR', 'USER']);
  });

  it('makes one member of parallel requests, whose mailbox is claimed [AUTH-07, AUTH-60]', async () => {
    const { token, username } = await createEntry(t, { email: 'someone@private.example' });
    const both = await Promise.all([
      accept(token, { nickname: '나란히1' }),
      accept(token, { nickname: '나란히2' }),
    ]);
    expect(both.map(({ status }) => status).toSorted()[0]).toBe(201);
    expect(both.filter(({ status }) => status === 201)).toHaveLength(1);
    const id = await idOf(username);
    expect(await readRoles(t, id)).toContain('STUDENT');
    const hash = await readValue(
      t,
      sql`select address_hash from student_claims where member_id = ${id}`,
    );
    expect(hash).toEqual(t.seal.hashText('someone@private.example'));
  });

  it('is sent sixty at a time, with a link that is stored as a hash only [MEMB-63]', async () => {
    const rows = await queueEntries(t, 61);
    expect([await sendDue(), await sendDue(), await sendDue()]).toEqual([60, 1, 0]);
    const { rows: mails } = await t.db.execute<{ text: string; until: Date }>(
      sql`select text, useful_until as until from email_queue where recipient = ${rows[0]?.email}`,
    );
    const token = /invitation#([\w-]+)/.exec(mails[0]?.text ?? '')?.[1] ?? '';
    expect((await open(token)).json.username).toBe(rows[0]?.username);
    expect(
      await readValue(
        t,
        sql`select count(*) from roster_entries where token_hash = ${token}::bytea`,
      ),
    ).toBe(0);
  });
});

describe('the roster', () => {
  const list = (query = '') => t.call('GET', `/api/admin/roster${query}`, { as: admin });

  it('shows states and searches; every look is recorded [MEMB-64, AUDIT-60]', async () => {
    const entry = await createEntry(t, { username: 'findme01' });
    const before = (await readAuditOf(t, 'roster.read')).length;
    const { json } = await list('?query=findme');
    expect(json.entries).toEqual([
      expect.objectContaining({ id: entry.id, state: 'OPEN', role: 'STUDENT' }),
    ]);
    expect((await list('?state=JOINED&query=findme')).json.entries).toEqual([]);
    expect((await list('?state=NO')).status).toBe(400);
    expect(json.counts.OPEN).toBeGreaterThan(0);
    expect(await readAuditOf(t, 'roster.read')).toHaveLength(before + 2);
  });

  it('erases a withdrawn invitation, and refuses that for a member [MEMB-64]', async () => {
    const entry = await createEntry(t);
    const url = `/api/admin/roster/${entry.id}`;
    expect((await t.call('DELETE', url, { as: admin })).status).toBe(200);
    expect(await readEntry(t, entry.username)).toBeUndefined();
    expect((await t.call('DELETE', url, { as: admin })).status).toBe(404);
    const joined = await createEntry(t, { memberId: admin.id });
    for (const [method, suffix] of [
      ['DELETE', ''],
      ['POST', '/resend'],
    ] as const) {
      const call = await t.call(method, `/api/admin/roster/${joined.id}${suffix}`, { as: admin });
      expect([call.status, call.json.error]).toEqual([409, 'ROSTER_JOINED']);
    }
  });

  it('deletes who never joined after a year, and undecided sign-ups [PRIV-60]', async () => {
    const old = await createEntry(t);
    const joined = await countEntries(t, true);
    await createWaiting(t);
    t.clock.advance(365 * DAY + 1);
    const fresh = await createEntry(t);
    const erased = await t.services.roster.jobs.eraseRoster();
    expect(erased.waitingSignUps).toBeGreaterThan(0);
    expect(await readEntry(t, old.username)).toBeUndefined();
    expect(await readEntry(t, fresh.username)).toBeDefined();
    expect(await countEntries(t)).toBe(joined + 1);
  });
});
