import type { Db, Executor } from '../../db/client.ts';
import { addSeconds, type Clock } from '../clock.ts';
import { checkMail, type Mail, type MailTransport } from './mail.ts';
import {
  claimMails,
  deleteUselessMails,
  insertMail,
  markMailSent,
  postponeMail,
  type QueuedMail,
} from './mail-queue.repo.ts';

/** Mails on their way at once; more than one, so that a slow one holds up nobody. */
const BATCH = 10;
/** Longer than the transport's own limit of 10 s. */
const LEASE_SECONDS = 20;
const POLL_MS = 2_000;
/** Looks soon after an enqueue: its transaction commits in between. */
const WAKE_MS = [50, 400];
/** Waits between tries. While a code is alive the longest one keeps quality R7 (sent in 30 s). */
const BACKOFF_SECONDS = [2, 5, 10, 20];
const PATIENT_BACKOFF_SECONDS = [...BACKOFF_SECONDS, 60, 300, 900];
/** Mails without an end of use are tried this long. */
const GIVE_UP_SECONDS = 3 * 24 * 60 * 60;
const ERROR_LENGTH = 300;

interface Log {
  warn(detail: object, text: string): void;
}

interface Deps {
  db: Db;
  clock: Clock;
  transport: MailTransport;
  log: Log;
}

export type MailQueue = ReturnType<typeof createMailQueue>;

/**
 * Mails go out at least once, from any of several servers, after a restart too: they are rows
 * written in the transaction that causes them, and never sent inside a request (quality R7).
 */
export function createMailQueue({ db, clock, transport, log }: Deps) {
  const timers = new Set<NodeJS.Timeout>();
  let running: Promise<void> | undefined;
  let isStarted = false;
  let isStopping = false;

  async function deliver(mail: QueuedMail): Promise<void> {
    try {
      await transport.send({ to: mail.to, subject: mail.subject, text: mail.text });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ mail: mail.id, attempts: mail.attempts, reason }, 'mail not sent yet');
      await postponeMail(db, mail.id, {
        nextAttemptAt: addSeconds(clock.now(), backoff(mail)),
        lastError: reason.slice(0, ERROR_LENGTH),
      });
      return;
    }
    await markMailSent(db, mail.id, clock.now());
  }

  async function sendDue(): Promise<void> {
    const dropped = await deleteUselessMails(db, {
      now: clock.now(),
      createdBefore: addSeconds(clock.now(), -GIVE_UP_SECONDS),
    });
    if (dropped > 0) log.warn({ dropped }, 'mails dropped: too late to be of use');
    while (!isStopping) {
      const now = clock.now();
      const leaseEndsAt = addSeconds(now, LEASE_SECONDS);
      const mails = await claimMails(db, { now, leaseEndsAt, limit: BATCH });
      await Promise.all(mails.map(deliver));
      if (mails.length === 0) return;
    }
  }

  /** One round at a time in this process; a call during a round waits for it and runs another. */
  async function flush(): Promise<void> {
    while (running !== undefined) await running.catch(() => undefined);
    running = sendDue().finally(() => {
      running = undefined;
    });
    await running;
  }

  function lookIn(delay: number): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (running === undefined) {
        flush().catch((error: unknown) => log.warn({ err: error }, 'mail queue not reachable'));
      }
    }, delay);
    timers.add(timer.unref());
  }

  function poll(): void {
    if (!isStarted) return;
    lookIn(0);
    const timer = setTimeout(() => {
      timers.delete(timer);
      poll();
    }, POLL_MS);
    timers.add(timer.unref());
  }

  return {
    /**
     * Writes the mail in the caller's transaction. After `usefulUntil` it is dropped instead of
     * sent. Throws VALIDATION_FAILED for an address or subject with line breaks and the like.
     */
    async enqueue(
      executor: Executor,
      mail: Mail,
      options: { usefulUntil?: Date } = {},
    ): Promise<void> {
      checkMail(mail);
      const times = { usefulUntil: options.usefulUntil ?? null, now: clock.now() };
      await insertMail(executor, mail, times);
      if (isStarted) for (const delay of WAKE_MS) lookIn(delay);
    },

    start(): void {
      if (isStarted) return;
      isStarted = true;
      isStopping = false;
      poll();
    },

    /** Ends the polling and waits for the mails that are on their way; the others stay in the queue. */
    async stop(): Promise<void> {
      isStarted = false;
      isStopping = true;
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      await running?.catch(() => undefined);
    },

    /** Sends everything that is due now. */
    flush,
  };
}

/** Seconds until the next try. */
function backoff(mail: QueuedMail): number {
  const steps = mail.usefulUntil === null ? PATIENT_BACKOFF_SECONDS : BACKOFF_SECONDS;
  return steps[Math.min(mail.attempts, steps.length) - 1] ?? LEASE_SECONDS;
}
