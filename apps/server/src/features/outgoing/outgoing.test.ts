import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addSeconds } from '../../platform/clock.ts';
import { createNotification } from '../../testing/factories/notifications.ts';
import { createEntry, readEntry } from '../../testing/factories/roster.ts';
import { readAuditOf } from '../../testing/factories/settings.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

const MAIL = { kind: 'ANSWER' as const, to: 'a@g.kmou.ac.kr', subject: '제목', text: '본문' };

let t: TestApp;
let admin: SignedIn;
beforeAll(async () => {
  t = await createTestApp({
    asServer: true,
    env: { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@mail.example' },
  });
});
beforeEach(async () => {
  admin = await t.signIn('ADMIN');
  await t.db.execute(sql`delete from email_queue`);
  await t.services.outgoing.hold('RESTORED');
});
afterAll(() => t.close());

const heldFor = async (as: SignedIn) => (await t.call('GET', '/api/admin/work', { as })).json.held;
const resume = (body: unknown, as = admin) =>
  t.call('POST', '/api/admin/outgoing/resume', { as, body });

it('is shown with what waits to ADMINs alone [OPS-163]', async () => {
  await t.services.emailQueue.enqueue(t.db, MAIL);
  const old = { usefulUntil: t.clock.now() };
  await t.services.emailQueue.enqueue(t.db, MAIL, old);
  expect(await heldFor(admin)).toEqual({
    since: expect.any(String),
    ...{ reason: 'RESTORED', emails: 1, pushes: 0, invitations: 0, sources: 0 },
  });
  expect(await heldFor(await t.signIn('MANAGER'))).toBeNull();
});

it('goes on once, for an ADMIN alone, and is recorded [OPS-163]', async () => {
  await t.services.emailQueue.enqueue(t.db, MAIL);
  expect((await resume({ drop: false }, await t.signIn('MANAGER'))).status).toBe(403);
  expect((await resume({})).status).toBe(400);
  const { status, json } = await resume({ drop: false });
  expect([status, json.message]).toEqual([200, expect.stringContaining('곧 보냅니다')]);
  expect(await heldFor(admin)).toBeNull();
  // A second click must not drop what leaves now.
  expect((await resume({ drop: true })).json.message).toContain('이미');
  expect(await t.db.$count(sql`email_queue`)).toBe(1);
  const [entry, ...others] = await readAuditOf(t, 'outgoing.resume');
  expect(others).toEqual([]);
  expect(entry).toMatchObject({ actorId: admin.id, detail: { drop: false, emails: 1 } });
});

it('drops what waits, whose invitations can be sent again [OPS-163]', async () => {
  const queued = await createEntry(t, {
    tokenHash: null,
    expiresAt: null,
    queuedAt: t.clock.now(),
  });
  const sent = await createEntry(t);
  const about = { kind: 'invitation', facts: { id: sent.id, tokenHash: 'aa' } };
  await t.services.emailQueue.enqueue(t.db, MAIL, { about });
  const open = await createEntry(t);
  expect((await resume({ drop: true })).status).toBe(200);
  expect(await t.db.$count(sql`email_queue`)).toBe(0);
  for (const { username } of [queued, sent]) {
    expect(await readEntry(t, username)).toMatchObject({ queuedAt: null, tokenHash: null });
  }
  expect(await readEntry(t, open.username)).toMatchObject({ tokenHash: expect.any(Buffer) });
  const url = '/api/admin/roster?state=EXPIRED&page=0&size=20';
  const { json } = await t.call('GET', url, { as: admin });
  expect(json.counts).toMatchObject({ QUEUED: 0, EXPIRED: 2 });
});

it('drops old notifications from digests, also of members who have had none yet [OPS-163]', async () => {
  // 09:00 in Seoul, in a week of its own.
  const morning = new Date('2027-03-01T00:00:00Z');
  const DAY = 24 * 60 * 60;
  t.clock.set(addSeconds(morning, -5 * DAY));
  const [without, withRow] = [await t.signIn('STUDENT'), await t.signIn('STUDENT')];
  const seen = { memberId: withRow.id, sessionId: '', roles: [] };
  await t.services.digest.setDigest(seen, 'DAILY');
  const addNotification = async () => {
    for (const one of [without, withRow]) await createNotification(t, one, { type: 'comment' });
  };
  t.clock.advance(60);
  await addNotification();
  t.clock.set(morning);
  admin = await t.signIn('ADMIN');
  expect((await resume({ drop: true })).status).toBe(200);
  expect(await t.services.digest.sendDue()).toBe(0);
  t.clock.advance(8 * DAY);
  expect(await t.services.digest.sendDue()).toBe(0);
  t.clock.advance(8 * DAY);
  await addNotification();
  expect(await t.services.digest.sendDue()).toBe(2);
});

it('is no fault of the mail server [OPS-163]', async () => {
  await t.services.emailQueue.enqueue(t.db, MAIL);
  t.clock.advance(60 * 60);
  admin = await t.signInAs(admin);
  const emails = async () => {
    const { json } = await t.call('GET', '/api/health');
    return json.engines.find(({ name }: { name: string }) => name === 'email').state;
  };
  expect(await emails()).toBe('up');
});

it('refuses a code with a sentence, and stores nothing of it [OPS-163]', async () => {
  const ask = () => t.call('POST', '/api/auth/email-check', { body: { email: MAIL.to } });
  const { status, json } = await ask();
  expect([status, json.error]).toEqual([409, 'EMAILS_HELD']);
  expect(json.message).toContain('이메일을 보내지 않습니다');
  expect(await t.db.$count(sql`email_queue`)).toBe(0);
  await resume({ drop: false });
  expect((await ask()).status).toBe(200);
});
