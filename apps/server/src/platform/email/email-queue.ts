import * as z from 'zod/mini';
import type { Db, Executor } from '../../db/client.ts';
import { addSeconds, type Clock } from '../clock.ts';
import { addJob, FIRST, LAST } from '../jobs/queue.repo.ts';
import { emails } from '../metrics/counters.ts';
import { checkEmail, type Email, type EmailTransport, RecipientRefusedError } from './email.ts';
import {
  type About,
  deleteEmail,
  findEmail,
  insertEmail,
  listEmails,
  type QueuedEmail,
} from './email-queue.repo.ts';

const TASK = 'email';
/** Unknown to releases that would send such an e-mail as it is stored. */
const ABOUT_TASK = 'email-about';
/** Backoff. The longest pause, a poll of the worker and a delivery fit into 30 seconds. */
const BACKOFF_SECONDS = [2, 5, 10];
const PATIENT_BACKOFF_SECONDS = [...BACKOFF_SECONDS, 20, 60, 300, 900];
/** How long e-mails without an expiry are retried. */
export const GIVE_UP_SECONDS = 3 * 24 * 60 * 60;

const payload = z.object({ id: z.number(), attempt: z.number(), isFirst: z.optional(z.boolean()) });
type Job = z.output<typeof payload>;

interface Deps {
  db: Db;
  clock: Clock;
  transport: EmailTransport;
  log: { warn(detail: object, text: string): void };
}

/**
 * Writes an e-mail of a kind anew, or returns the stored one; null when nothing of it may leave any more.
 */
type RenewEmail = (facts: unknown, stored: Email) => Promise<Email | null>;

export type EmailQueue = ReturnType<typeof createEmailQueue>;

/**
 * Delivers e-mails at least once, from any of several servers and across restarts: the row and its
 * job are written in the transaction that causes them. The row may contain a code and is deleted
 * once it is sent or expired. One that is `about` something is looked at again before each try, by what its
 * feature has registered with `renews`: nothing leaves that was deleted, changed or read since.
 */
export function createEmailQueue({ db, clock, transport, log }: Deps) {
  const renewals = new Map<string, RenewEmail>();

  async function deliver(value: unknown): Promise<void> {
    const job = z.parse(payload, value);
    const { id, attempt } = job;
    const email = await findEmail(db, id);
    if (email === null) return;
    if (clock.now() >= endOfUse(email)) {
      emails.inc({ result: 'dropped' });
      log.warn({ mail: id }, 'mail dropped: too late to be of use');
      return deleteEmail(db, id);
    }
    let result: 'sent' | 'dropped';
    try {
      result = await sendNow(email);
    } catch (error) {
      emails.inc({ result: 'failed' });
      log.warn({ mail: id, attempts: attempt, err: error }, 'mail not sent yet');
      const runAt = addSeconds(clock.now(), backoff(email, attempt));
      return addDelivery(db, email, { ...job, attempt: attempt + 1 }, runAt);
    }
    emails.inc({ result });
    await deleteEmail(db, id);
  }

  /** `dropped`: nothing of it may leave any more. */
  async function sendNow(email: QueuedEmail): Promise<'sent' | 'dropped'> {
    const letter = await renew(email);
    if (letter === null) return 'dropped';
    const { to, subject, text, html, unsubscribeUrl } = letter;
    await transport.send({
      ...{ to, subject, text },
      ...(html && { html }),
      ...(unsubscribeUrl && { unsubscribeUrl }),
    });
    return 'sent';
  }

  async function renew({ about, ...stored }: QueuedEmail): Promise<Email | null> {
    if (about === null) return stored;
    const write = renewals.get(about.kind);
    if (write === undefined) throw new Error(`nothing writes e-mails of the kind ${about.kind}`);
    const letter = await write(about.facts, stored);
    if (letter !== null) checkEmail(letter);
    return letter;
  }

  return {
    /** Registers what looks at e-mails of a kind again before each try. */
    renews(kind: string, write: RenewEmail): void {
      renewals.set(kind, write);
    },

    /**
     * Hands it over at once, for a caller who must know that the mail server took it, or would never. Throws
     * when another try may help.
     */
    async send(email: Email): Promise<void> {
      checkEmail(email);
      try {
        await transport.send(email);
      } catch (error) {
        emails.inc({ result: 'failed' });
        if (error instanceof RecipientRefusedError) return;
        throw error;
      }
      emails.inc({ result: 'sent' });
    },

    /**
     * Stores the e-mail in the caller's transaction. After `usefulUntil` it is dropped instead of
     * sent; one `about` something is sent as it is written then. Those that are `isFirst` go before the others,
     * as codes for people who have an account. Throws VALIDATION_FAILED for an address or subject that could
     * inject a header.
     */
    async enqueue(
      executor: Executor,
      email: Email,
      options: { usefulUntil?: Date; about?: About; isFirst?: boolean } = {},
    ): Promise<void> {
      checkEmail(email);
      const { usefulUntil = null, about = null, isFirst = false } = options;
      const values = { usefulUntil, about, createdAt: clock.now() };
      const id = await insertEmail(executor, email, values);
      await addDelivery(executor, { ...email, about }, { id, attempt: 1, isFirst });
    },

    /** Adds the jobs of all e-mails, in a database to which only the e-mails were copied. */
    async resume(executor: Executor): Promise<void> {
      for (const email of await listEmails(executor)) {
        await addDelivery(executor, email, { id: email.id, attempt: 1 });
      }
    },

    tasks: { [TASK]: deliver, [ABOUT_TASK]: deliver },
  };
}

interface Letter extends Pick<Email, 'unsubscribeUrl'> {
  about: unknown;
}

/** What can be unsubscribed goes to many at once, and waits until no code or answer does. */
function addDelivery(db: Executor, email: Letter, job: Job, runAt?: Date): Promise<void> {
  const ordinary = email.unsubscribeUrl ? LAST : 0;
  const priority = job.isFirst === true ? FIRST : ordinary;
  const task = email.about === null ? TASK : ABOUT_TASK;
  return addJob(db, task, job, { priority, ...(runAt && { runAt }) });
}

function endOfUse({ usefulUntil, createdAt }: QueuedEmail): Date {
  return usefulUntil ?? addSeconds(createdAt, GIVE_UP_SECONDS);
}

/** Seconds until the next try. */
function backoff({ usefulUntil }: QueuedEmail, attempt: number): number {
  const steps = usefulUntil === null ? PATIENT_BACKOFF_SECONDS : BACKOFF_SECONDS;
  return steps[Math.min(attempt, steps.length) - 1] ?? 0;
}
