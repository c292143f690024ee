import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { readEnv } from '../config/env.ts';
import { connect } from '../db/client.ts';
import type { Job } from '../domain/jobs/jobs.ts';
import { addJob } from '../domain/jobs/queue.repo.ts';
import { startWorker } from '../domain/jobs/worker.ts';
import { findPlace } from '../domain/outgoing/outgoing.ts';
import { subscribe } from '../features/push/push.fixture.ts';
import { createFakeSites, feedOf, feedSource } from '../features/sources/sources.fixture.ts';
import { createEmptyDatabase } from '../testing/database.ts';
import { createInquiry } from '../testing/factories/inquiries.ts';
import { createNotification } from '../testing/factories/notifications.ts';
import { createPost } from '../testing/factories/posts.ts';
import { createEntry } from '../testing/factories/roster.ts';
import { startSmtpServer } from '../testing/mail-server.ts';
import { startPushService, type TestBrowser } from '../testing/push-service.ts';
import { runCli } from '../testing/started-program.ts';
import { createTestApp, type SignedIn, TEST_SECRET, type TestApp } from '../testing/test-app.ts';
import { createGate, leavesSite, tasksOf } from '../wiring/leaving-work.ts';

const DAY = 24 * 60 * 60;
/** Of servers that look every two seconds, on a busy machine. */
const NOTICED = { timeout: 30_000 };
const MAIL_FROM = 'no-reply@example.ac.kr';
const PUBLIC_URL = 'https://community.example.ac.kr';

type MailServer = Awaited<ReturnType<typeof startSmtpServer>>;
type PushService = Awaited<ReturnType<typeof startPushService>>;

let mail: MailServer;
let push: PushService;
let browser: TestBrowser;
let sites: ReturnType<typeof createFakeSites>;
/** The real site, and the folder of its backups. */
let t: TestApp;
let folder: string;
let admin: SignedIn;
let unused: SignedIn;
beforeAll(async () => {
  [mail, push] = await Promise.all([startSmtpServer(), startPushService()]);
  sites = createFakeSites();
  folder = await mkdtemp(join(tmpdir(), 'naru-drill-'));
  browser = push.subscribe();
  t = await createTestApp({ env: { PUSH_SERVICES: 'http://127.0.0.1', PUBLIC_URL } });
  // The rules of unused accounts ask the clock of the database; digests leave in the morning of Seoul.
  t.clock.set(new Date(`${new Date().toISOString().slice(0, 10)}T23:30:00Z`));
  await fill();
  const env = {
    ...{ TOKEN_SECRET: TEST_SECRET, DATABASE_URL: t.database.url, DATA_DIR: t.dataDir, PUBLIC_URL },
    BACKUP_DIR: folder,
  };
  await t.services.outgoing.settle(await findPlace(t.db, readEnv(env)));
  const { error } = await runCli('backup-cli', [], env);
  expect(error).toBe('');
}, 120_000);
beforeEach(() => {
  mail.received.length = 0;
  browser.received.length = 0;
  sites.requests.length = 0;
});
afterAll(async () => {
  await t.close();
  await Promise.all([mail.close(), push.close()]);
  await rm(folder, { recursive: true, force: true });
});

/** Something of every kind that leaves a site. */
async function fill(): Promise<void> {
  admin = await t.signIn('ADMIN');
  t.clock.advance(-5 * DAY);
  const away = await t.signIn('STUDENT');
  t.clock.advance(5 * DAY);
  unused = await t.signIn('STUDENT');
  const phone = await t.signIn('STUDENT');
  await subscribe(t, phone, browser);
  await createNotification(t, phone, { type: 'comment', content: '새 댓글이 달렸습니다.' });
  await createNotification(t, away, { type: 'comment', content: '새 댓글이 달렸습니다.' });
  const email = {
    kind: 'ANSWER' as const,
    to: 'queued@g.kmou.ac.kr',
    subject: '기다리던 이메일',
    text: '본문',
  };
  await t.services.emailQueue.enqueue(t.db, email);
  await createEntry(t, { tokenHash: null, expiresAt: null, queuedAt: t.clock.now() });
  await createInquiry(t, away);
  const config = feedSource();
  sites.pages.set(config.url, feedOf({ id: 1 }));
  await t.services.sources.create({ memberId: admin.id, sessionId: '', roles: ['ADMIN'] }, config);
  await t.db.execute(sql`update sessions set created_at = now() - interval '25 months',
    last_used_at = now() - interval '25 months' where member_id = ${unused.id}`);
  await t.db.execute(sql`insert into account_uses (member_id, last_used_on, first_warned_at, last_warned_at)
    values (${unused.id}, current_date - 770, now() - interval '31 days', now() - interval '8 days')`);
}

/** A copy of the site in an empty database, by the command that operators use. */
async function restore() {
  const { url, drop } = await createEmptyDatabase(inject('adminUrl'));
  const [archive = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tar.gz'));
  const dataDir = await mkdtemp(join(folder, 'place-'));
  const env = { TOKEN_SECRET: TEST_SECRET, DATABASE_URL: url, DATA_DIR: dataDir, PUBLIC_URL };
  const { out, error } = await runCli(
    'restore-cli',
    [join(folder, archive), '--keep-sessions'],
    env,
  );
  expect(error).toBe('');
  expect(out).toMatch(/everything outgoing held[\s\S]*npm run resume/);
  const client = connect(url, { onError: () => undefined });
  const close = () => client.close().then(drop);
  return { env, database: { ...client, url, drop: close } };
}

type Place = Awaited<ReturnType<typeof restore>>;

/** A server on it, with a mail server, the push service and the pages of others. */
async function startServer({ env, database }: Place) {
  const own = await createTestApp({
    database,
    env: { ...env, SMTP_URL: mail.url, MAIL_FROM, PUSH_SERVICES: 'http://127.0.0.1' },
    fetchPage: sites.fetchPage,
  });
  own.clock.set(t.clock.now());
  const { services, db } = own;
  await services.outgoing.settle(await findPlace(db, readEnv(env)));
  const gate = createGate(services);
  const worker = await startWorker(
    { ...database, log: services.log, gate },
    tasksOf(services),
    services.jobs,
  );
  await askForEverything(own);
  return {
    ...own,
    stop: async () => {
      await worker.stop();
      await own.close();
    },
  };
}

/** Every scheduled job now, as its time comes. */
async function askForEverything({ services, db }: TestApp): Promise<void> {
  const jobs: Record<string, Job> = services.jobs;
  for (const [name, { queue = 'background' }] of Object.entries(jobs)) {
    await addJob(db, name, {}, { key: name, queue });
  }
}

const due = async ({ db }: TestApp) => {
  const { rows } = await db.execute<{ task: string }>(
    sql`select distinct task_identifier as task from graphile_worker.jobs
      where run_at <= now() order by 1`,
  );
  return rows.map(({ task }) => task);
};
const isErased = async ({ db }: TestApp) =>
  (await db.execute(sql`select from members where id = ${unused.id} and withdrawn_at is not null`))
    .rows.length === 1;
const subjects = () => mail.received.map(({ subject }) => subject.replace(/^\[[^\]]*\] /, ''));
/** One e-mail of each kind. */
const EXPECTED = [
  /^기다리던 이메일$/,
  /초대/,
  /소식/,
  /처리를 기다리는 일이 있습니다/,
  /계정이 삭제될 수 있습니다/,
];

async function expectNothingLeft(site: TestApp): Promise<void> {
  // Everything that stays inside is done; what leaves was not even tried.
  await expect
    .poll(() => due(site).then((tasks) => tasks.filter((one) => !leavesSite(one))), NOTICED)
    .toEqual([]);
  expect(await due(site)).toEqual(
    expect.arrayContaining(['digests', 'email', 'invitations', 'unusedAccounts', 'work']),
  );
  expect([mail.received, browser.received, sites.requests]).toEqual([[], [], []]);
  expect(await isErased(site)).toBe(false);
}

async function expectAllArrivedOnce(site: TestApp, pushes = 1): Promise<void> {
  await expect
    .poll(
      () => EXPECTED.map((one) => subjects().filter((subject) => one.test(subject)).length),
      NOTICED,
    )
    .toEqual(EXPECTED.map(() => 1));
  await expect.poll(() => browser.received.length, NOTICED).toBe(pushes);
  expect(new Set(browser.received.map(({ body }) => body)).size).toBe(pushes);
  await expect.poll(() => sites.requests.length, NOTICED).toBe(1);
  await expect.poll(() => due(site), NOTICED).toEqual([]);
  const tos = mail.received.map(({ to, subject }) => `${to} ${subject}`);
  expect(tos.length).toBe(new Set(tos).size);
  // The warnings before the backup count no longer.
  expect(await isErased(site)).toBe(false);
}

describe('a restored site', () => {
  it('reaches nobody until an ADMIN says that it is the real one, and then everybody once [OPS-163]', async ({
    annotate,
  }) => {
    const site = await startServer(await restore());
    const as = await site.signInAs(admin);
    const wrote = await site.call('POST', '/api/post/post-up', {
      as,
      body: { boardType: 'FREE', title: '연습', content: '<p>복원한 곳에서 씁니다.</p>' },
    });
    expect(wrote.status).toBe(201);
    await createPost(site, as, { boardType: 'NOTICE' });
    await expectNothingLeft(site);
    const code = await site.call('POST', '/api/auth/email-check', {
      body: { email: 'newcomer@g.kmou.ac.kr' },
    });
    expect([code.status, code.json.error]).toEqual([409, 'EMAILS_HELD']);
    const { json } = await site.call('GET', '/api/admin/work', { as });
    expect(json.held).toMatchObject({ reason: 'RESTORED', emails: 1, invitations: 1, sources: 1 });
    expect(json.held.pushes).toBeGreaterThan(0);
    const count = () =>
      `${mail.received.length} e-mails, ${browser.received.length} pushes, ${sites.requests.length} reads of sources`;
    await annotate(`left while held: ${count()}`);
    const url = '/api/admin/outgoing/resume';
    expect((await site.call('POST', url, { as, body: { drop: false } })).status).toBe(200);
    // With the notice that was written meanwhile.
    await expectAllArrivedOnce(site, 2);
    await annotate(`after the button: ${count()}`);
    await site.stop();
  }, 180_000);

  it('goes on by the command of operators, over a restart of its server [OPS-163]', async () => {
    const place = await restore();
    const run = (...args: string[]) => runCli('resume-cli', args, place.env);
    expect((await run('--status')).out).toMatch(
      /restored from a backup\.\nWaiting: 1 e-mails, \d notifications for devices, 1 invitations, \d sources/,
    );
    const site = await startServer(place);
    await expectNothingLeft(site);
    expect((await run()).out).toMatch(/goes on within seconds: 1 e-mails/);
    await expectAllArrivedOnce(site);
    expect((await run()).out).toMatch(/^Nothing is held/);
    await site.stop();
  }, 180_000);

  it('drops what has waited where operators want that, and sends what comes later [OPS-163]', async () => {
    const place = await restore();
    expect((await runCli('resume-cli', ['--drop'], place.env)).error).toBe('');
    const site = await startServer(place);
    expect(await site.services.outgoing.isHeld()).toBe(false);
    await site.services.emailQueue.enqueue(site.db, {
      kind: 'ANSWER',
      ...{ to: 'later@g.kmou.ac.kr', subject: '새 이메일', text: '본문' },
    });
    await expect.poll(() => due(site), NOTICED).toEqual([]);
    await expect.poll(subjects, NOTICED).toContain('새 이메일');
    for (const gone of [/기다리던 이메일/, /초대/]) {
      expect(subjects().filter((subject) => gone.test(subject))).toEqual([]);
    }
    expect(browser.received).toEqual([]);
    await site.stop();
  }, 180_000);
});
