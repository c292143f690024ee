import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { runOnce } from 'graphile-worker';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { addSeconds } from '../../platform/clock.ts';
import {
  DeliveryError,
  type DeliveryFault,
  type Email,
  type EmailTransport,
  type Message,
} from '../../platform/email/email.ts';
import { createLog } from '../../platform/log.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { freeLostJobs } from '../jobs/queue.repo.ts';
import { startWorker, workerOptions } from '../jobs/worker.ts';
import { createEmailQueue } from './email-queue.ts';

const POLL_SECONDS = 10;
const log = pino({ level: 'silent' });
const clock = createTestClock();
let t: TestDatabase;
let sent: Message[];
beforeAll(async () => {
  t = await createTestDatabase(inject('adminUrl'));
});
beforeEach(async () => {
  sent = [];
  // The worker uses the database's time.
  clock.set(new Date());
  await t.db.execute(sql`delete from email_queue`);
  await t.db.execute(sql`delete from graphile_worker._private_jobs`);
});
afterAll(() => t.drop());

const LETTER: Message = {
  to: 'student@g.kmou.ac.kr',
  subject: '인증 코드',
  text: '코드: 123456',
};
const MAIL: Email = { ...LETTER, kind: 'CODE' };

function workingTransport(): EmailTransport {
  return { send: async (mail) => void sent.push(mail) };
}

/** A queue with a worker whose `flush` does what is due. */
function queueWith(transport: EmailTransport) {
  const queue = createEmailQueue({ db: t.db, clock, transport, log });
  const flush = () =>
    runOnce({ ...workerOptions({ pool: t.pool, log }), concurrency: 1 }, queue.tasks);
  return { ...queue, flush };
}

/** Moves the clock and makes the jobs due by then due in the database's time. */
async function advance(seconds: number) {
  clock.advance(seconds);
  await t.db.execute(sql`update graphile_worker._private_jobs set run_at = now()
    where run_at <= ${clock.now()}`);
}

async function countRows() {
  const { rows } = await t.db.execute<{ mails: number; jobs: number }>(
    sql`select (select count(*)::int from email_queue) as mails,
      (select count(*)::int from graphile_worker.jobs) as jobs`,
  );
  return rows[0];
}

describe('enqueue', () => {
  it('refuses an address or a subject that injects a header', async () => {
    const queue = queueWith(workingTransport());
    const bad: Partial<Email>[] = [
      { to: 'a@b.kr\r\nBcc: c@d.kr' },
      { to: 'a@b.kr, c@d.kr' },
      { to: 'a@b.kr;c@d.kr' },
      { to: '이름 <a@b.kr>' },
      { to: '"a b"@b.kr' },
      { to: '' },
      { subject: '제목\r\nBcc: c@d.kr' },
      { subject: '제목\nX: y' },
    ];
    for (const part of bad) {
      await expect(queue.enqueue(t.db, { ...MAIL, ...part })).rejects.toThrow();
    }
    await expect.poll(countRows).toEqual({ mails: 0, jobs: 0 });
  });

  it('leaves nothing when the transaction is rolled back [REL-07]', async () => {
    const queue = queueWith(workingTransport());
    const failing = t.db.transaction(async (tx) => {
      await queue.enqueue(tx, MAIL);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await queue.flush();
    expect(sent).toHaveLength(0);
    await expect.poll(countRows).toEqual({ mails: 0, jobs: 0 });
  });
});

describe('the worker', () => {
  it('sends committed e-mails once and deletes them', async () => {
    const queue = queueWith(workingTransport());
    await t.db.transaction((tx) => queue.enqueue(tx, MAIL));
    await queue.flush();
    await queue.flush();
    expect(sent).toEqual([LETTER]);
    await expect.poll(countRows).toEqual({ mails: 0, jobs: 0 });
  });

  it('wakes up on its own after an enqueue', async () => {
    let arrive: (mail: Message) => void = () => undefined;
    const arrived = new Promise<Message>((resolve) => {
      arrive = resolve;
    });
    const queue = queueWith({ send: async (mail) => arrive(mail) });
    const worker = await startWorker({ ...t, log }, queue.tasks, {});
    await queue.enqueue(t.db, MAIL);
    expect(await arrived).toEqual(LETTER);
    await worker.stop();
  });

  it('sends within 30 s after the mail server is back, while the code is valid [REL-07]', async () => {
    let isAway = true;
    const queue = queueWith({
      send: async (mail) => {
        if (isAway) throw new Error('ECONNREFUSED');
        sent.push(mail);
      },
    });
    await queue.enqueue(t.db, MAIL, { usefulUntil: addSeconds(clock.now(), 300) });
    for (let elapsed = 0; elapsed < 200; elapsed += POLL_SECONDS) {
      await queue.flush();
      await advance(POLL_SECONDS);
    }
    expect(sent).toHaveLength(0);
    isAway = false;
    for (let elapsed = 0; elapsed < 30; elapsed += POLL_SECONDS) {
      await queue.flush();
      await advance(POLL_SECONDS);
    }
    expect(sent).toEqual([LETTER]);
  });

  it('logs why one was not sent without the values of a failed statement', async () => {
    const lines: string[] = [];
    const written = createLog('warn', { write: (line) => void lines.push(line) });
    const queue = createEmailQueue({
      db: t.db,
      clock,
      transport: workingTransport(),
      log: written,
    });
    queue.renews('broken', () =>
      t.db.execute(sql`select ${'hash-of-a-token'}::integer`).then(() => MAIL),
    );
    await queue.enqueue(t.db, MAIL, { about: { kind: 'broken', facts: {} } });
    await runOnce({ ...workerOptions({ pool: t.pool, log }), concurrency: 1 }, queue.tasks);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      attempts: 1,
      err: { message: expect.stringContaining('$1') },
    });
    expect(lines[0]).not.toContain('params:');
  });

  it('has the same key at each try, and no other e-mail has it [MAIL-15]', async () => {
    const keys: string[] = [];
    const queue = queueWith({
      send: async (_, key = '') => {
        keys.push(key);
        if (keys.length % 2 === 1) throw new Error('ETIMEDOUT');
      },
    });
    for (let n = 0; n < 2; n += 1) {
      await queue.enqueue(t.db, MAIL);
      await queue.flush();
      await advance(POLL_SECONDS);
      await queue.flush();
    }
    expect(keys).toEqual([keys[0], keys[0], keys[2], keys[2]]);
    expect(new Set(keys).size).toBe(2);
  });

  it('drops an e-mail whose code has expired', async () => {
    const queue = queueWith(workingTransport());
    await queue.enqueue(t.db, MAIL, { usefulUntil: addSeconds(clock.now(), 300) });
    await advance(301);
    await queue.flush();
    expect(sent).toHaveLength(0);
    await expect.poll(countRows).toEqual({ mails: 0, jobs: 0 });
  });

  it('retries an e-mail without an expiry for three days', async () => {
    const queue = queueWith({ send: () => Promise.reject(new Error('ECONNREFUSED')) });
    await queue.enqueue(t.db, { ...MAIL, kind: 'ANSWER' });
    await queue.flush();
    await advance(3 * 86_400 - 1);
    await queue.flush();
    await expect.poll(countRows).toEqual({ mails: 1, jobs: 1 });
    await advance(900);
    await queue.flush();
    await expect.poll(countRows).toEqual({ mails: 0, jobs: 0 });
  });

  it.each([
    ...(['ANSWER', 'SECURITY', 'ROLE', 'SIGN_UP'] as const).flatMap((kind) =>
      (['mailbox', 'unclear'] as const).map((fault) => [kind, fault, 3, 'FAILED'] as const),
    ),
    ['DIGEST', 'mailbox', 1, 'FAILED'],
    ['CODE', 'mailbox', 1, 'EXPIRED'],
    ['ANSWER', 'server', 3, 'EXPIRED'],
  ] as const)(
    'ends a %s that had a reply of the fault %s for its %i days as %s [MAIL-09]',
    async (kind, fault, days, state) => {
      const error = new DeliveryError('no', { fault, reply: '450' });
      const queue = queueWith({ send: () => Promise.reject(error) });
      let refusals = 0;
      const note = async () => {
        refusals += 1;
      };
      queue.renews('same', async (_, stored) => stored, note);
      const usefulUntil = addSeconds(clock.now(), days * 86_400);
      const about = { kind: 'same', facts: {} };
      const id = await queue.enqueue(
        t.db,
        { ...MAIL, kind },
        { about, ...(days < 3 && { usefulUntil }) },
      );
      await queue.flush();
      await advance(days * 86_400);
      await queue.flush();
      const { rows } = await t.db.execute(sql`select state, reply from email_log where id = ${id}`);
      expect([rows, refusals]).toEqual([[{ state, reply: '450' }], Number(state === 'FAILED')]);
      await expect.poll(countRows).toEqual({ mails: 0, jobs: 0 });
    },
  );

  it.each([
    ['CODE', 8],
    ['INVITATION', 5],
    ['DIGEST', 5],
    [null, 5],
  ] as const)(
    'tries %s often only where somebody waits for it, whatever its expiry [MAIL-01]',
    async (kind, perMinute) => {
      let tries = 0;
      const queue = queueWith({
        send: () => {
          tries += 1;
          return Promise.reject(new Error('ECONNREFUSED'));
        },
      });
      const usefulUntil = addSeconds(clock.now(), 14 * 86_400);
      await queue.enqueue(t.db, { ...MAIL, kind }, { usefulUntil });
      for (let elapsed = 0; elapsed <= 60; elapsed += 1) {
        await queue.flush();
        await advance(1);
      }
      expect(tries).toBe(perMinute);
    },
  );

  it('delivers other e-mails although one is refused', async () => {
    const queue = queueWith({
      send: async (mail) => {
        if (mail.to.startsWith('bad')) throw new Error('550 no such user');
        sent.push(mail);
      },
    });
    await queue.enqueue(t.db, { ...MAIL, to: 'bad@g.kmou.ac.kr' });
    await queue.enqueue(t.db, MAIL);
    await queue.flush();
    expect(sent).toEqual([LETTER]);
  });

  it('sends codes before e-mails that go to many, also after a failure and a move [DIGEST-06]', async () => {
    let isAway = true;
    const queue = queueWith({
      send: async (mail) => {
        if (isAway) throw new Error('ECONNREFUSED');
        sent.push(mail);
      },
    });
    const digest = { ...MAIL, subject: '새 소식', unsubscribeUrl: 'https://naru.localhost/stop' };
    const order = async () => {
      sent = [];
      isAway = false;
      await queue.flush();
      return sent.map(({ subject }) => subject);
    };
    for (const mail of [digest, MAIL]) await queue.enqueue(t.db, mail);
    expect(await order()).toEqual(['인증 코드', '새 소식']);
    isAway = true;
    for (const mail of [digest, MAIL]) await queue.enqueue(t.db, mail);
    await queue.flush();
    await advance(POLL_SECONDS);
    expect(await order()).toEqual(['인증 코드', '새 소식']);
    for (const mail of [digest, MAIL]) await queue.enqueue(t.db, mail);
    await t.db.execute(sql`delete from graphile_worker._private_jobs`);
    await queue.resume(t.db);
    expect(await order()).toEqual(['인증 코드', '새 소식']);
  });

  it('sends a code for a reset before many for sign-ups, also after a failure [CODE-137]', async () => {
    let isAway = true;
    const queue = queueWith({
      send: async (mail) => {
        if (isAway) throw new Error('ECONNREFUSED');
        sent.push(mail);
      },
    });
    const usefulUntil = addSeconds(clock.now(), 300);
    const signUps = Array.from({ length: 20 }, (_, n) => `new${n}@g.kmou.ac.kr`);
    for (const to of signUps) await queue.enqueue(t.db, { ...MAIL, to }, { usefulUntil });
    await queue.enqueue(t.db, MAIL, { usefulUntil, isFirst: true });
    await queue.flush();
    await advance(POLL_SECONDS);
    isAway = false;
    await queue.flush();
    const [first, ...others] = sent.map(({ to }) => to);
    expect(first).toBe(MAIL.to);
    // Jobs that became due at the same time have no order among themselves.
    expect(others.toSorted()).toEqual(signUps.toSorted());
  });

  it.each([
    ['email', undefined],
    ['email-about', { kind: 'same', facts: {} }],
  ])(
    'takes over the job %s of a worker that was killed while sending [REL-07]',
    async (_task, about) => {
      const other = queueWith(workingTransport());
      other.renews('same', async () => MAIL);
      await other.enqueue(t.db, MAIL, about && { about });
      const lockFor = (seconds: number) =>
        t.db.execute(sql`update graphile_worker._private_jobs set attempts = 1, locked_by = 'killed',
        locked_at = now() - ${seconds} * interval '1 second'`);
      await lockFor(15);
      await freeLostJobs(t.db);
      await other.flush();
      expect(sent).toHaveLength(0);
      await lockFor(21);
      await freeLostJobs(t.db);
      await other.flush();
      expect(sent).toEqual([LETTER]);
    },
  );

  it('sends each of 100 e-mails once with five servers at work', async () => {
    const queues = Array.from({ length: 5 }, () => queueWith(workingTransport()));
    const addresses = Array.from({ length: 100 }, (_, index) => `m${index}@g.kmou.ac.kr`);
    await Promise.all(
      addresses.map((to, index) => queues[index % 5]?.enqueue(t.db, { ...MAIL, to })),
    );
    await Promise.all(queues.map((queue) => queue.flush()));
    expect(sent.map((mail) => mail.to).sort()).toEqual(addresses.sort());
  });
});

describe('send', () => {
  it('throws unless the server took it or has no such mailbox [PRIV-12]', async () => {
    const sendWith = (error: Error) => queueWith({ send: () => Promise.reject(error) }).send(MAIL);
    await queueWith(workingTransport()).send(MAIL);
    expect(sent).toEqual([LETTER]);
    await sendWith(new DeliveryError('no such user', { fault: 'refused', reply: '550' }));
    await expect(sendWith(new Error('ECONNREFUSED'))).rejects.toThrow('ECONNREFUSED');
    for (const fault of ['mailbox', 'unclear', 'server'] as const) {
      const error = new DeliveryError('not now', { fault, reply: '450' });
      await expect(sendWith(error)).rejects.toThrow('not now');
    }
  });

  it('logs no failure of an e-mail that its caller sends again [MAIL-10]', async () => {
    const to = 'unused@g.kmou.ac.kr';
    const states = async (fault: DeliveryFault | null) => {
      const error = fault && new DeliveryError('no', { fault, reply: '450' });
      const send = () => (error === null ? Promise.resolve() : Promise.reject(error));
      await queueWith({ send })
        .send({ ...MAIL, to, kind: 'UNUSED' })
        .catch(() => undefined);
      const { rows } = await t.db.execute<{ state: string }>(
        sql`select state from email_log where recipient = ${to} order by id`,
      );
      return rows.map(({ state }) => state);
    };
    expect(await states('mailbox')).toEqual([]);
    expect(await states('server')).toEqual([]);
    expect(await states('unclear')).toEqual(['WAITING']);
    expect(await states('unclear')).toEqual(['WAITING']);
    expect(await states(null)).toEqual(['SENT']);
    expect(await states('refused')).toEqual(['SENT', 'FAILED']);
  });
});

describe('stop', () => {
  it('waits for deliveries in progress and starts no further one', async () => {
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let begun = 0;
    const queue = queueWith({
      send: async (mail) => {
        begun += 1;
        await finished;
        sent.push(mail);
      },
    });
    for (let n = 0; n < 25; n += 1) await queue.enqueue(t.db, MAIL);
    const worker = await startWorker({ ...t, log }, queue.tasks, {});
    await expect.poll(() => begun).toBe(10);
    const stopped = worker.stop();
    await wait(0);
    finish();
    await stopped;
    expect(sent).toHaveLength(10);
    await expect.poll(countRows).toEqual({ mails: 15, jobs: 15 });
  });
});
