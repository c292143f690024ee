import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmailQueue } from '../domain/emails/email-queue.ts';
import { startWorker } from '../domain/jobs/worker.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../testing/database-proxy.ts';
import { createSecondServer, type SecondServer } from '../testing/second-server.ts';
import {
  type CallResult,
  createTestApp,
  type SignedIn,
  type TestApp,
} from '../testing/test-app.ts';
import { expectWithin } from '../testing/until-served.ts';

const READS = ['/api/post?boardType=FREE', '/api/member/my-notices', '/api/member/me'];
/** With room for a busy machine; the aim is 2 s. */
const REFUSED_MS = 3_000;
const BACK_MS = 3_000;
/** Jobs that run at once. */
const JOBS = 10;

let t: TestApp;
let proxy: DatabaseProxy;
let server: SecondServer;
let member: SignedIn;
let webRoot: string;
beforeAll(async () => {
  t = await createTestApp();
  proxy = await startDatabaseProxy(t.database.url);
  webRoot = await mkdtemp(join(tmpdir(), 'naru-web-'));
  await writeFile(join(webRoot, 'index.html'), '<html lang="ko"><title>나루</title></html>');
  server = await createSecondServer(t, { url: proxy.url, webRoot });
  member = await t.signIn('STUDENT');
});
afterAll(async () => {
  await server.close();
  await proxy.close();
  await t.close();
  await rm(webRoot, { recursive: true });
});

const read = (path: string) => server.call('GET', path, { as: member });
const write = () =>
  server.call('POST', '/api/post/post-up', {
    as: member,
    body: { boardType: 'FREE', title: '제목', content: '<p>글</p>' },
  });
const callAll = () => Promise.all([...READS.flatMap((path) => [read(path), read(path)]), write()]);
async function timed<T>(run: () => Promise<T>): Promise<[T, number]> {
  const startedAt = performance.now();
  const result = await run();
  return [result, performance.now() - startedAt];
}

function expectAway(responses: CallResult[]): void {
  for (const { status, json, headers } of responses) {
    expect([status, json.error, headers['retry-after']]).toEqual([503, 'UNAVAILABLE', '2']);
  }
}

/** The app, and the probe of life, respond without the database. */
async function expectAlive(): Promise<void> {
  const page = await server.call('GET', '/login');
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('나루')]);
  expect((await server.call('GET', '/api/health/live')).status).toBe(200);
  expect((await server.call('GET', '/api/health/ready')).status).toBe(503);
}

/** Everything works again within three seconds, and every connection is free. */
async function expectBack(): Promise<void> {
  const [, took] = await timed(() =>
    expect
      .poll(async () => (await callAll()).map(({ status }) => status), { timeout: 20_000 })
      .toEqual([...READS.flatMap(() => [200, 200]), 201]),
  );
  expect(took).toBeLessThan(BACK_MS);
  const { pool } = server;
  expect([pool.waitingCount, pool.totalCount - pool.idleCount]).toEqual([0, 0]);
  // Two lines besides the pool.
  await expect.poll(() => proxy.count() <= pool.totalCount + 2).toBe(true);
}

describe('a database that is away', () => {
  it('and refuses connections: 503, the app is served, and all works after its return [REL-05]', async () => {
    await expectBack();
    await proxy.refuse();
    const [responses, took] = await timed(callAll);
    expectAway(responses);
    expect(took).toBeLessThan(REFUSED_MS);
    await expectAlive();
    await proxy.restore();
    await expectBack();
  });

  it('and hangs: no request waits for it, those under way included [REL-05, REL-110]', async () => {
    proxy.hang();
    const [responses, took] = await timed(callAll);
    expectAway(responses);
    expect(took).toBeLessThan(REFUSED_MS);
    const [later, soon] = await timed(callAll);
    expectAway(later);
    expect(soon).toBeLessThan(1_000);
    await expectAlive();
    await proxy.restore();
    await expectBack();
  });

  it('and resets a statement under way: that one fails, the next ones do not [REL-05]', async () => {
    const sleeping = server.pool.query('select pg_sleep(60)');
    const failed = expect(sleeping).rejects.toThrow(/terminated|ECONNRESET/);
    await expect
      .poll(async () => {
        const { rows } = await t.db.execute(
          sql`select 1 from pg_stat_activity where query like 'select pg_sleep%'`,
        );
        return rows.length;
      })
      .toBe(1);
    proxy.reset();
    await failed;
    await expectBack();
  });

  it('is not one that is slow: a statement may take its time [REL-110]', async () => {
    const slow = server.pool.query('select pg_sleep(1)');
    await expect(slow).resolves.toMatchObject({ rowCount: 1 });
  });
});

describe('a mail server that takes e-mails and never responds', () => {
  it('delays no sign-up, even while all jobs wait for it [REL-07]', async () => {
    let begun = 0;
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const transport = {
      send: async () => {
        begun += 1;
        await released;
      },
    };
    const { log } = t.services;
    const { tasks } = createEmailQueue({ db: t.db, clock: t.clock, transport, log });
    const worker = await startWorker({ ...t.database, log }, tasks, {});
    const to = (name: string) => `${name}@g.kmou.ac.kr`;
    for (let n = 0; n < JOBS; n += 1) {
      await t.services.emailQueue.enqueue(t.db, {
        kind: 'ANSWER',
        to: to(`held${n}`),
        subject: '제목',
        text: '글',
      });
    }
    await expect.poll(() => begun).toBe(JOBS);
    let tries = 0;
    await expectWithin(300, async () => {
      tries += 1;
      const body = { email: to(`new${tries}`) };
      const [{ status }, took] = await timed(() =>
        t.call('POST', '/api/auth/email-check', { body }),
      );
      expect(status).toBe(200);
      return took;
    });
    expect(begun).toBe(JOBS);
    release();
    await expect.poll(() => begun).toBe(JOBS + tries);
    await worker.stop();
  });
});
