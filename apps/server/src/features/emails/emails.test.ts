import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countFaultsElsewhere } from '../../domain/emails/email-log.repo.ts';
import { TEST_PASSWORD } from '../../testing/factories/members.ts';
import {
  createEntry,
  newPerson,
  queueEntries,
  sendPeople,
} from '../../testing/factories/roster.ts';
import { readAuditOf } from '../../testing/factories/settings.ts';
import { type MailServer, startMailServer } from '../../testing/mail-server.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { readValue } from '../../testing/visitor.ts';
import { readCosts, recordAllStatements } from '../posts/posts.fixture.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe('refusals', () => {
  const MINUTE = 60;
  const HOUR = 60 * MINUTE;
  const DAY = 24 * 60 * MINUTE;
  let t: TestApp;
  let smtp: MailServer;
  let admin: SignedIn;
  beforeAll(async () => {
    smtp = await startMailServer();
    t = await createTestApp({ env: smtp.env });
    admin = await t.signIn('ADMIN');
  });
  beforeEach(async () => {
    for (const table of ['email_queue', 'email_log', 'email_server', 'roster_entries']) {
      await t.db.execute(`delete from ${table}`);
    }
    smtp.refusals.clear();
    smtp.received.length = 0;
  });
  afterEach(async () => {
    await smtp.stop();
    await smtp.start();
  });
  afterAll(async () => {
    await t.close();
    await smtp.stop();
  });

  const call = async (method: string, url: string, body?: object) =>
    t.call(method, url, { as: await t.signInAs(admin), ...(body && { body }) });
  /** Tries everything that waits, some time later. */
  const deliver = async (secondsLater = 0) => {
    t.clock.advance(secondsLater);
    await t.mails();
  };
  const engine = async () => {
    const { json } = await t.call('GET', '/api/health');
    return json.engines.find(({ name }: { name: string }) => name === 'email').state;
  };
  const workOf = async (kind: string) =>
    (await call('GET', '/api/admin/work')).json.items.find(
      (one: { kind: string }) => one.kind === kind,
    );
  const logged = async (query = '') => (await call('GET', `/api/admin/emails${query}`)).json.emails;
  const stateOf = async (address: string) => {
    const [line] = await logged(`?query=${encodeURIComponent(address)}`);
    return line && [line.kind, line.state, line.reply, line.attempts];
  };
  const failingSince = async () =>
    (await call('GET', '/api/admin/system')).json.emails.failingSince;
  const entryOf = async (username: string) =>
    (await call('GET', `/api/admin/roster?query=${username}`)).json.entries[0];
  const write = (to: string, values: object = {}) =>
    t.services.emailQueue.enqueue(t.db, {
      ...{ kind: 'ANSWER' as const, to, subject: '답변', text: '비밀 이야기' },
      ...values,
    });
  /** Four people of a file: refused at once, full for ever, refused after its text, and well. */
  async function invite() {
    const people = Array.from({ length: 4 }, newPerson);
    const [gone, full, late, well] = people;
    if (!gone || !full || !late || !well) throw new Error('four people are needed');
    smtp.refusals.set(gone.email, { code: 550, text: '5.1.1 user unknown' });
    smtp.refusals.set(full.email, { code: 452, text: '4.2.2 mailbox full' });
    smtp.refusals.set(late.email, { code: 554, text: '5.2.1 mailbox disabled', isAfterData: true });
    const lines = people.map(({ username, name, email }) => `${username},${name},${email},학생,`);
    const as = await t.signInAs(admin);
    const preview = await sendPeople(t, '/api/admin/roster/import', { as, lines });
    const body = { preview: false, version: preview.json.version };
    expect((await sendPeople(t, '/api/admin/roster/import', { as, lines, body })).status).toBe(200);
    await t.services.roster.jobs.sendInvitations();
    await deliver();
    return { gone, full, late, well };
  }

  describe('an address that the mail server refuses', () => {
    it('ends at once, is named, and keeps nothing else from going out [MAIL-01, MAIL-03]', async ({
      annotate,
    }) => {
      const { gone, full, late, well } = await invite();
      expect(smtp.recipients()).toEqual([well.email]);
      expect(await stateOf(gone.email)).toEqual(['INVITATION', 'FAILED', '550 5.1.1', 1]);
      expect(await stateOf(late.email)).toEqual(['INVITATION', 'FAILED', '554 5.2.1', 1]);
      expect(await stateOf(full.email)).toEqual(['INVITATION', 'WAITING', '452 4.2.2', 1]);
      expect(await stateOf(well.email)).toEqual(['INVITATION', 'SENT', null, 1]);
      const refusals = t.logs.filter((line) => line.includes('mail refused'));
      expect(refusals).toHaveLength(2);
      expect(refusals.join()).toContain('user unknown');
      expect(t.logs.join()).not.toContain(gone.email);
      // Nobody else writes for an hour.
      for (let minutes = 0; minutes < 60; minutes += 15) await deliver(15 * MINUTE);
      expect(await engine()).toBe('up');
      expect(await failingSince()).toBeNull();
      expect(await workOf('EMAILS')).toMatchObject({ count: 0 });
      expect(await workOf('REFUSED_EMAILS')).toMatchObject({ count: 2 });
      expect(await stateOf(gone.email)).toEqual(['INVITATION', 'FAILED', '550 5.1.1', 1]);
      expect(await stateOf(full.email)).toEqual(['INVITATION', 'WAITING', '452 4.2.2', 5]);
      const tries = await Promise.all(
        [gone, late, full, well].map(async ({ email }) => (await stateOf(email)).at(-1)),
      );
      await annotate(
        `tries in the first hour, of 550, 554, 452 and a good address: ${tries.join(', ')}`,
      );
    });

    it('ends after three days when the mailbox stays full [MAIL-01]', async () => {
      const { full } = await invite();
      await deliver(3 * DAY - 1);
      expect(await stateOf(full.email)).toMatchObject({ 1: 'WAITING' });
      await deliver(1);
      expect(await stateOf(full.email)).toMatchObject({ 1: 'FAILED', 2: '452 4.2.2' });
      expect(await entryOf(full.username)).toMatchObject({ state: 'FAILED' });
      expect(await readValue(t, sql`select count(*)::int from email_queue`)).toBe(0);
    });

    it('is shown in the roster, corrected and sent again in one step [MEMB-66]', async () => {
      const { gone } = await invite();
      const entry = await entryOf(gone.username);
      expect(entry).toMatchObject({ state: 'FAILED', email: gone.email });
      expect((await call('GET', '/api/admin/roster?state=FAILED')).json).toMatchObject({
        counts: { FAILED: 2, OPEN: 1, QUEUED: 1 },
        page: { totalElements: 2 },
      });
      const { email } = newPerson();
      const before = (await readAuditOf(t, 'roster.correct')).length;
      expect((await call('PUT', `/api/admin/roster/${entry.id}/email`, { email })).status).toBe(
        200,
      );
      expect(await entryOf(gone.username)).toMatchObject({ state: 'QUEUED', email });
      const audit = await readAuditOf(t, 'roster.correct');
      expect(audit).toHaveLength(before + 1);
      expect(JSON.stringify(audit)).not.toContain(email);
      await t.services.roster.jobs.sendInvitations();
      await deliver();
      expect(smtp.recipients()).toContain(email);
      expect(await entryOf(gone.username)).toMatchObject({ state: 'OPEN' });
      expect(await workOf('REFUSED_EMAILS')).toMatchObject({ count: 1 });
    });

    it('is corrected to no address of another person, and not without need [MEMB-66]', async () => {
      const entry = await createEntry(t);
      const other = await createEntry(t);
      const correct = (email: string, id = entry.id) =>
        call('PUT', `/api/admin/roster/${id}/email`, { email });
      const refused = async (email: string) => {
        const { status, json } = await correct(email);
        return [status, json.error, json.errors?.[0]?.field];
      };
      expect(await refused('kein Adresse')).toEqual([400, 'VALIDATION_FAILED', 'email']);
      expect(await refused(entry.email)).toEqual([400, 'VALIDATION_FAILED', 'email']);
      expect(await refused(other.email)).toEqual([409, 'DUPLICATE', 'email']);
      expect(await refused(admin.email)).toEqual([409, 'DUPLICATE', 'email']);
      expect((await correct(newPerson().email, 999_999)).status).toBe(404);
      const same = newPerson().email;
      const both = await Promise.all([correct(same), correct(same, other.id)]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    });

    it('is corrected once, and not over what another administrator has corrected [MEMB-68]', async () => {
      const { id, email: former, username } = await createEntry(t);
      const correct = (email: string) =>
        call('PUT', `/api/admin/roster/${id}/email`, { email, former });
      const first = newPerson().email;
      expect((await correct(first)).status).toBe(200);
      await t.services.roster.jobs.sendInvitations();
      await deliver();
      const before = (await readAuditOf(t, 'roster.correct')).length;
      expect((await correct(first)).status).toBe(200);
      const { status, json } = await correct(newPerson().email);
      expect([status, json.error]).toEqual([409, 'EDIT_CONFLICT']);
      expect(await entryOf(username)).toMatchObject({ state: 'OPEN', email: first });
      expect(await readAuditOf(t, 'roster.correct')).toHaveLength(before);
    });

    it('loses its mark when an invitation arrives there after all [MEMB-66]', async () => {
      const { gone } = await invite();
      const { id, state } = await entryOf(gone.username);
      expect(state).toBe('FAILED');
      smtp.refusals.delete(gone.email);
      expect((await call('POST', `/api/admin/roster/${id}/resend`)).status).toBe(200);
      await t.services.roster.jobs.sendInvitations();
      await deliver();
      expect(await entryOf(gone.username)).toMatchObject({ state: 'OPEN' });
      expect(await stateOf(gone.email)).toMatchObject({ 1: 'SENT' });
    });
  });

  describe('an invitation that the mail server has not taken', () => {
    it('is shown as on its way, by the filter too, until it leaves [MEMB-64]', async () => {
      const { full, well } = await invite();
      expect(await entryOf(well.username)).toMatchObject({ state: 'OPEN' });
      expect(await entryOf(full.username)).toMatchObject({ state: 'QUEUED' });
      const queued = await call('GET', `/api/admin/roster?state=QUEUED&query=${full.username}`);
      expect(queued.json.page).toMatchObject({ totalElements: 1 });
      smtp.refusals.delete(full.email);
      await deliver(15 * MINUTE);
      expect(await entryOf(full.username)).toMatchObject({ state: 'OPEN' });
    });
  });

  describe('a member whose mailbox is gone', () => {
    it('is named with the inquiry of the answer, in the settings and in 할 일, until the address changes [MAIL-03, MAIL-08, MAIL-11]', async () => {
      const member = await t.signIn('STUDENT');
      smtp.refusals.set(member.email, { code: 550, text: '5.1.1 user unknown' });
      const body = { title: '제목입니다', content: '내용입니다', category: 'GENERAL' };
      const asked = await t.call('POST', '/api/inquiry', { as: member, body });
      const { id } = asked.json.inquiry;
      const url = `/api/inquiries/${id}`;
      const seen = async () => (await call('GET', url)).json.emailRefused;
      expect(await seen()).toBe(false);
      const answer = { answer: '답변입니다' };
      expect((await call('POST', `/api/inquiry/${id}/complete`, answer)).status).toBe(200);
      await deliver();
      expect(await seen()).toBe(true);
      expect((await t.call('GET', url, { as: member })).json.emailRefused).toBe(false);
      const asDelivered = await t.call('POST', '/api/inquiry', { as: member, body });
      const delivered = `/api/inquiries/${asDelivered.json.inquiry.id}`;
      smtp.refusals.delete(member.email);
      const complete = `/api/inquiry/${asDelivered.json.inquiry.id}/complete`;
      expect((await call('POST', complete, answer)).status).toBe(200);
      await deliver();
      expect([await seen(), (await call('GET', delivered)).json.emailRefused]).toEqual([
        true,
        false,
      ]);
      smtp.refusals.set(member.email, { code: 550, text: '5.1.1 user unknown' });
      await write(member.email, { kind: 'SECURITY' });
      await deliver();
      expect((await call('GET', delivered)).json.emailRefused).toBe(false);
      const settings = async () => (await t.call('GET', '/api/member/digest', { as: member })).json;
      expect(await settings()).toMatchObject({ addressRefused: true });
      expect(await workOf('REFUSED_EMAILS')).toMatchObject({ count: 1 });
      await t.db.execute(sql`update members set email = 'new-' || email where id = ${member.id}`);
      expect(await settings()).toMatchObject({ addressRefused: false });
      expect(await workOf('REFUSED_EMAILS')).toMatchObject({ count: 0 });
    });
  });

  describe('a mail server that takes nothing', () => {
    it('is down after ten minutes, says since when, and is up with the first e-mail [ADMIN-34, MAIL-04]', async () => {
      await write('first@example.com');
      await smtp.stop();
      await deliver();
      const since = t.clock.now().getTime();
      await deliver(9 * MINUTE);
      expect([await engine(), await failingSince()]).toEqual(['up', expect.any(String)]);
      await deliver(2 * MINUTE);
      expect(await engine()).toBe('down');
      const item = await workOf('EMAILS');
      expect([item.count, Date.parse(item.since)]).toEqual([1, since]);
      expect(await stateOf('first@example.com')).toEqual(['ANSWER', 'WAITING', 'ECONNREFUSED', 3]);
      await smtp.start();
      await deliver(MINUTE);
      expect([await engine(), await failingSince()]).toEqual(['up', null]);
      expect(await stateOf('first@example.com')).toEqual(['ANSWER', 'SENT', null, 4]);
    });

    it('is not judged by one e-mail that it refuses, but by two with nothing between [MAIL-04]', async () => {
      smtp.refusals.set('*', { code: 550, text: '5.7.1 relaying denied' });
      await write('one@example.com');
      await deliver();
      for (let minutes = 0; minutes < 45; minutes += 15) await deliver(15 * MINUTE);
      expect(await engine()).toBe('up');
      await write('two@example.com');
      await deliver();
      await deliver(15 * MINUTE);
      expect(await engine()).toBe('down');
      smtp.refusals.clear();
      await deliver(MINUTE);
      smtp.refusals.set('*', { code: 550, text: '5.7.1 relaying denied' });
      await write('three@example.com');
      await deliver();
      await deliver(15 * MINUTE);
      expect(await engine()).toBe('up');
    });

    it('is judged by five addresses in a row that it refuses, whatever it says of them [MAIL-13]', async () => {
      smtp.refusals.set('*', { code: 550, text: '5.1.1 user unknown' });
      const refuse = async (from: number, to: number) => {
        for (let n = from; n <= to; n += 1) await write(`m${n}@example.com`);
        await deliver();
      };
      await refuse(1, 4);
      expect(await failingSince()).toBeNull();
      smtp.refusals.clear();
      await write('well@example.com');
      await deliver();
      smtp.refusals.set('*', { code: 550, text: '5.1.1 user unknown' });
      await refuse(5, 8);
      expect(await failingSince()).toBeNull();
      t.clock.advance(21 * MINUTE);
      await refuse(9, 12);
      expect(await failingSince()).toBeNull();
      await refuse(13, 13);
      expect(await failingSince()).not.toBeNull();
      // Those after it wait for a server that takes e-mails again.
      expect(await stateOf('m13@example.com')).toEqual(['ANSWER', 'WAITING', '550 5.1.1', 1]);
      smtp.refusals.clear();
      await deliver(HOUR);
      expect(await stateOf('m13@example.com')).toMatchObject({ 1: 'SENT' });
      expect(await failingSince()).toBeNull();
    });

    it('is not judged by codes that anybody asked for [MAIL-13]', async () => {
      smtp.refusals.set('*', { code: 550, text: '5.1.1 user unknown' });
      for (let n = 0; n < 8; n += 1) await write(`code${n}@example.com`, { kind: 'CODE' });
      await deliver();
      expect(await stateOf('code7@example.com')).toMatchObject({ 0: 'CODE', 1: 'FAILED' });
      expect(await failingSince()).toBeNull();
    });

    it('is not said to be away when nothing has been tried for long [MAIL-04]', async () => {
      await write('code@example.com', { kind: 'CODE' });
      await smtp.stop();
      await deliver();
      await t.db.execute('delete from email_queue');
      t.clock.advance(30 * MINUTE);
      expect([await engine(), (await workOf('EMAILS')).count]).toEqual(['up', 0]);
    });
  });

  describe('the log of e-mails', () => {
    it('has who, what for and what became of it, for ADMIN, and never the content [MAIL-02]', async () => {
      const { gone } = await invite();
      await write('somebody@example.com');
      const member = await t.signIn('STUDENT');
      await write(member.email);
      const before = (await readAuditOf(t, 'email.read')).length;
      const lines = await logged();
      expect(await readAuditOf(t, 'email.read')).toHaveLength(before + 1);
      expect(JSON.stringify(await readAuditOf(t, 'email.read'))).not.toContain('@');
      expect(lines).toHaveLength(6);
      expect(lines[0]).toEqual({
        ...{ id: expect.any(Number), recipient: member.email, kind: 'ANSWER', state: 'WAITING' },
        ...{ createdAt: expect.any(String), triedAt: null, attempts: 0, reply: null },
        isUnclear: false,
        owner: { type: 'MEMBER', username: member.username, name: expect.any(String) },
      });
      const refused = await logged('?state=FAILED&kind=INVITATION');
      expect(refused).toHaveLength(2);
      expect(refused[1].owner).toEqual({
        type: 'ROSTER',
        username: gone.username,
        name: gone.name,
      });
      expect(await logged('?state=SENT&kind=CODE')).toEqual([]);
      expect((await call('GET', '/api/admin/emails?kind=NO')).status).toBe(400);
      expect(JSON.stringify(lines)).not.toMatch(/비밀|답변|invitation/);
      const { rows } = await t.db.execute('select * from email_log');
      expect(JSON.stringify(rows)).not.toMatch(/비밀|답변|#/);
      expect((await logged(`?query=${gone.email.slice(0, 10)}`)).length).toBeGreaterThan(0);
      const manager = await t.signIn('MANAGER');
      expect((await t.call('GET', '/api/admin/emails', { as: manager })).status).toBe(403);
    });

    it('is written and undone with the e-mail [MAIL-02]', async () => {
      const failing = t.db.transaction(async (tx) => {
        const letter = { kind: 'CODE' as const, to: 'a@example.com', subject: '코드', text: '1' };
        await t.services.emailQueue.enqueue(tx, letter);
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await logged()).toEqual([]);
    });

    it('deletes a line after 30 days, and all of an account with the account [MAIL-05]', async () => {
      const member = await t.signIn('STUDENT');
      await write(member.email);
      await write('old@example.com');
      await deliver();
      const as = await t.signInAs(member);
      await t.call('POST', '/api/member/verify-password', {
        as,
        body: { password: TEST_PASSWORD },
      });
      expect((await t.call('DELETE', '/api/member/me', { as })).status).toBe(200);
      await deliver();
      expect(smtp.recipients()).toEqual([member.email, 'old@example.com', member.email]);
      expect((await logged()).map((one: { recipient: string }) => one.recipient)).toEqual([
        'old@example.com',
      ]);
      t.clock.advance(30 * DAY + 1);
      await t.services.jobs.accounts.run();
      expect(await logged()).toEqual([]);
    });

    it('deletes lines of former addresses with the account [MAIL-14]', async () => {
      const member = await t.signIn('STUDENT');
      await write(member.email);
      const { email } = newPerson();
      const reason = '주소가 바뀌었습니다';
      const url = `/api/admin/members/${member.id}/correct`;
      expect((await call('POST', url, { email, reason })).status).toBe(200);
      await smtp.stop();
      await deliver();
      const found = async () => (await logged(`?query=${member.email}`)).length;
      expect(await found()).toBe(2);
      const as = await t.signInAs(member);
      await t.call('POST', '/api/member/verify-password', {
        as,
        body: { password: TEST_PASSWORD },
      });
      expect((await t.call('DELETE', '/api/member/me', { as })).status).toBe(200);
      expect([await found(), await logged(`?query=${email}`)]).toEqual([0, []]);
      const { rows } = await t.db.execute(
        sql`select recipient from email_queue where recipient = ${member.email}`,
      );
      expect(rows).toEqual([]);
    });

    it('deletes the lines of an invitation withdrawn or corrected [MAIL-14]', async () => {
      const { gone, late, well } = await invite();
      await call('DELETE', `/api/admin/roster/${(await entryOf(gone.username)).id}`);
      const { id } = await entryOf(late.username);
      await call('PUT', `/api/admin/roster/${id}/email`, { email: newPerson().email });
      expect([await stateOf(gone.email), await stateOf(late.email)]).toEqual([
        undefined,
        undefined,
      ]);
      expect(await stateOf(well.email)).toMatchObject({ 1: 'SENT' });
    });

    it('does not name the author of an anonymous post whose name was revealed [MAIL-06]', async () => {
      await write('author@example.com', { kind: null });
      await deliver();
      expect(smtp.recipients()).toEqual(['author@example.com']);
      expect(await logged()).toEqual([]);
    });

    it('says that codes too late and invitations replaced never left [MAIL-02]', async () => {
      await smtp.stop();
      const usefulUntil = new Date(t.clock.now().getTime() + 300_000);
      const code = { kind: 'CODE' as const, to: 'code@example.com', subject: '코드', text: '1' };
      await t.services.emailQueue.enqueue(t.db, code, { usefulUntil });
      const [person] = await queueEntries(t, 1);
      await t.services.roster.jobs.sendInvitations();
      await deliver();
      const { id } = await entryOf(person?.username ?? '');
      await call('POST', `/api/admin/roster/${id}/resend`);
      await deliver(301);
      expect(await stateOf('code@example.com')).toMatchObject({ 1: 'EXPIRED' });
      expect(await stateOf(person?.email ?? '')).toMatchObject({ 1: 'CANCELLED' });
    });
  });
});

describe('plans', () => {
  const FAILED = 50;
  let admin: SignedIn;
  beforeAll(async () => {
    admin = await t.signIn('ADMIN');
    await t.database.pool.query(`insert into members (username, email, nickname, name, password_hash)
    select 'plan' || n, 'plan' || n || '@example.com', 'plan' || n, '이름', '' from generate_series(1, 5000) n`);
    await t.database.pool.query(
      `insert into email_log (recipient, kind, state, tried_at, created_at)
      select 'plan' || (n % 5000 + 1) || '@example.com', 'ANSWER',
        case when n > 50000 - $2 then 'FAILED' else 'SENT' end, at, at
      from generate_series(1, 50000) n, lateral (select $1::timestamptz - (50000 - n) * interval '40 seconds') as _ (at)`,
      [t.clock.now(), FAILED],
    );
    await t.database.pool.query('analyze');
    await t.call('GET', '/api/member/my-roles', { as: admin });
  });

  /** The rows that the statements about the log read. */
  async function rowsOf(work: () => Promise<unknown>): Promise<number> {
    const all = await recordAllStatements(work);
    const statements = all.filter(({ text }) => /email_log/.test(text));
    expect(statements).toHaveLength(1);
    const costs = await Promise.all(statements.map((one) => readCosts(t.database.pool, one)));
    return costs.reduce((sum, { rows }) => sum + rows, 0);
  }

  it('the refused addresses of 5,000 members are found from the failed lines [MAIL-03]', async () => {
    const rows = await rowsOf(async () => {
      const { json } = await t.call('GET', '/api/admin/work', { as: admin });
      const item = json.items.find(({ kind }: { kind: string }) => kind === 'REFUSED_EMAILS');
      expect(item.count).toBe(FAILED);
    });
    expect(rows).toBeLessThan(10 * FAILED);
  });

  it('the last failures of others are found without reading the log [MAIL-13]', async () => {
    const since = new Date(t.clock.now().getTime() - 20 * 60_000);
    const rows = await rowsOf(() =>
      countFaultsElsewhere(t.db, 'x@example.com', { isUnclear: false, since }),
    );
    expect(rows).toBeLessThan(2 * FAILED);
  });
});
