import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { addSeconds } from '../clock.ts';
import type { Mail, MailTransport } from './mail.ts';
import { createMailQueue } from './mail-queue.ts';

const clock = createTestClock();
let t: TestDatabase;
let sent: Mail[];
beforeAll(async () => {
  t = await createTestDatabase(inject('adminUrl'));
});
beforeEach(async () => {
  sent = [];
  await t.db.execute(sql`delete from mail_queue`);
});
afterAll(() => t.drop());

const MAIL: Mail = { to: 'student@g.kmou.ac.kr', subject: '인증 코드', text: '코드: 123456' };
const silent = { warn: () => undefined };

function workingTransport(): MailTransport {
  return { send: async (mail) => void sent.push(mail) };
}

function queueWith(transport: MailTransport) {
  return createMailQueue({ db: t.db, clock, transport, log: silent });
}

async function rows() {
  const result = await t.db.execute<{ attempts: number; text: string; sent: boolean }>(
    sql`select attempts, text, sent_at is not null as sent from mail_queue order by id`,
  );
  return result.rows;
}

describe('enqueue', () => {
  it('refuses an address or a subject with another header in it', async () => {
    const queue = queueWith(workingTransport());
    const bad: Partial<Mail>[] = [
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
    expect(await rows()).toHaveLength(0);
  });

  it('R7 leaves nothing when the transaction is rolled back', async () => {
    const queue = queueWith(workingTransport());
    const failing = t.db.transaction(async (tx) => {
      await queue.enqueue(tx, MAIL);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await queue.flush();
    expect(sent).toHaveLength(0);
  });
});

describe('the worker', () => {
  it('sends what was committed, once, and forgets the text', async () => {
    const queue = queueWith(workingTransport());
    await t.db.transaction((tx) => queue.enqueue(tx, MAIL));
    await queue.flush();
    await queue.flush();
    expect(sent).toEqual([MAIL]);
    expect(await rows()).toEqual([{ attempts: 1, text: '', sent: true }]);
  });

  it('wakes up by itself after an enqueue', async () => {
    let arrive: (mail: Mail) => void = () => undefined;
    const arrived = new Promise<Mail>((resolve) => {
      arrive = resolve;
    });
    const queue = queueWith({ send: async (mail) => arrive(mail) });
    queue.start();
    await queue.enqueue(t.db, MAIL);
    expect(await arrived).toEqual(MAIL);
    await queue.stop();
  });

  it('R7 sends within 30 s after the other side is back, while the code is alive', async () => {
    let isAway = true;
    const queue = queueWith({
      send: async (mail) => {
        if (isAway) throw new Error('ECONNREFUSED');
        sent.push(mail);
      },
    });
    await queue.enqueue(t.db, MAIL, { usefulUntil: addSeconds(clock.now(), 300) });
    for (let elapsed = 0; elapsed < 200; elapsed += 2) {
      await queue.flush();
      clock.advance(2);
    }
    expect(sent).toHaveLength(0);
    isAway = false;
    for (let elapsed = 0; elapsed < 30; elapsed += 2) {
      await queue.flush();
      clock.advance(2);
    }
    expect(sent).toEqual([MAIL]);
  });

  it('drops a mail whose code has died', async () => {
    const queue = queueWith(workingTransport());
    await queue.enqueue(t.db, MAIL, { usefulUntil: addSeconds(clock.now(), 300) });
    clock.advance(301);
    await queue.flush();
    expect(sent).toHaveLength(0);
    expect(await rows()).toHaveLength(0);
  });

  it('one refused mail holds up no other', async () => {
    const queue = queueWith({
      send: async (mail) => {
        if (mail.to.startsWith('bad')) throw new Error('550 no such user');
        sent.push(mail);
      },
    });
    await queue.enqueue(t.db, { ...MAIL, to: 'bad@g.kmou.ac.kr' });
    await queue.enqueue(t.db, MAIL);
    await queue.flush();
    expect(sent).toEqual([MAIL]);
  });

  it('R7 takes over the mails of a worker that was killed while sending', async () => {
    const claimed = new Promise<void>((resolve) => {
      const dying = queueWith({
        send: () => {
          resolve();
          return new Promise<void>(() => undefined);
        },
      });
      void dying.enqueue(t.db, MAIL).then(() => dying.flush());
    });
    await claimed;
    const other = queueWith(workingTransport());
    await other.flush();
    expect(sent).toHaveLength(0);
    clock.advance(21);
    await other.flush();
    expect(sent).toEqual([MAIL]);
  });

  it('sends each of 100 mails once with five servers at work', async () => {
    const queues = Array.from({ length: 5 }, () => queueWith(workingTransport()));
    const addresses = Array.from({ length: 100 }, (_, index) => `m${index}@g.kmou.ac.kr`);
    await Promise.all(
      addresses.map((to, index) => queues[index % 5]?.enqueue(t.db, { ...MAIL, to })),
    );
    await Promise.all(queues.map((queue) => queue.flush()));
    expect(sent.map((mail) => mail.to).sort()).toEqual(addresses.sort());
  });
});

describe('stop', () => {
  it('waits for the mails on their way and begins no further round', async () => {
    let queue: ReturnType<typeof queueWith> | undefined;
    let stopped: Promise<void> | undefined;
    queue = queueWith({
      send: async (mail) => {
        sent.push(mail);
        stopped ??= queue?.stop();
      },
    });
    for (let n = 0; n < 25; n += 1) await queue.enqueue(t.db, MAIL);
    await queue.flush();
    await stopped;
    expect(sent).toHaveLength(10);
    expect((await rows()).filter((row) => !row.sent)).toHaveLength(15);
  });
});
