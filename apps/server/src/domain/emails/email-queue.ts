import * as z from 'zod/mini';
import type { Db, Executor, Tx } from '../../db/client.ts';
import { addSeconds, type Clock } from '../../platform/clock.ts';
import {
  checkEmail,
  DeliveryError,
  type Email,
  type EmailTransport,
  type Message,
} from '../../platform/email/email.ts';
import { emails } from '../../platform/metrics/counters.ts';
import { sha256 } from '../../platform/secrets.ts';
import { addJob, FIRST, LAST } from '../jobs/queue.repo.ts';
import {
  isOneOfMany,
  logDropped,
  logFailure,
  logSent,
  logSentAtOnce,
  logWaiting,
} from './email-log.ts';
import {
  type About,
  deleteEmail,
  findEmail,
  insertEmail,
  listEmails,
  type QueuedEmail,
} from './email-queue.repo.ts';

const TASK = 'email';
/** A task of its own: earlier releases, which would send the e-mail as it is stored, do not know it. */
const ABOUT_TASK = 'email-about';
/** Seconds between tries of codes. The longest pause, a poll of the worker and a delivery fit into 30 seconds. */
const BACKOFF_SECONDS = [2, 5, 10];
/** Seconds between tries of all other e-mails, whose recipients do not sit and wait. */
const PATIENT_BACKOFF_SECONDS = [...BACKOFF_SECONDS, 20, 60, 300, 900];
/** How long e-mails are retried that have no expiry, or that the mail server refuses while it accepts others. */
export const GIVE_UP_SECONDS = 3 * 24 * 60 * 60;

const payload = z.object({
  id: z.number(),
  attempt: z.number(),
  isFirst: z.optional(z.boolean()),
  /** The last failure concerned this e-mail, not the mail server as a whole. */
  isDeclined: z.optional(z.boolean()),
});
type Job = z.output<typeof payload>;

interface Deps {
  db: Db;
  clock: Clock;
  transport: EmailTransport;
  log: { warn(detail: object, text: string): void };
}

/** Renders an e-mail of a kind again, or returns the stored one; null when it may no longer be sent. */
type RenewEmail = (facts: unknown, stored: Email) => Promise<Email | null>;

/** Lets the feature record that the address was refused, in the transaction that ends the e-mail. */
type NoteRefused = (tx: Executor, facts: unknown, at: Date) => Promise<void>;

export type EmailQueue = ReturnType<typeof createEmailQueue>;

/**
 * Delivers e-mails at least once, from any server and across restarts: row and job are written in the
 * transaction of their cause. The row may contain a code and is deleted once it is sent, refused or expired;
 * its log entry stays. An e-mail with `about` is rendered again before each try by the feature that called
 * `renews`, so that nothing is sent that was deleted, changed or read since.
 */
export function createEmailQueue({ db, clock, transport, log }: Deps) {
  const features = new Map<string, { write: RenewEmail; refused: NoteRefused | undefined }>();

  async function deliver(value: unknown): Promise<void> {
    const job = z.parse(payload, value);
    const email = await findEmail(db, job.id);
    if (email === null) return;
    const { isDeclined = false } = job;
    if (clock.now() >= endOfTries(email, isDeclined)) return giveUp(email, isDeclined);
    let current = email;
    try {
      const letter = await renew(email);
      if (letter === null) return await end(email, (tx) => logDropped(tx, email, 'CANCELLED'));
      current = { ...email, to: letter.to };
      await transport.send(letter, keyOf(email));
    } catch (error) {
      return fail(current, job, error);
    }
    await end(current, (tx) => logSent(tx, current, clock.now()));
  }

  function end({ id }: QueuedEmail, note: (tx: Tx) => Promise<void>): Promise<void> {
    return db.transaction(async (tx) => {
      await deleteEmail(tx, id);
      await note(tx);
    });
  }

  /** A code expires after a few minutes, which says nothing about the mailbox. */
  function giveUp(email: QueuedEmail, isDeclined: boolean): Promise<void> {
    log.warn({ mail: email.id }, 'mail dropped: too late to be of use');
    if (!isDeclined || email.kind === 'CODE') {
      return end(email, (tx) => logDropped(tx, email, 'EXPIRED'));
    }
    return end(email, async (tx) => {
      await logDropped(tx, email, 'FAILED');
      await noteRefused(tx, email);
    });
  }

  async function noteRefused(tx: Tx, { about }: QueuedEmail): Promise<void> {
    await features.get(about?.kind ?? '')?.refused?.(tx, about?.facts, clock.now());
  }

  /** Tries again later, unless the mailbox alone refuses it for good. */
  async function fail(email: QueuedEmail, job: Job, error: unknown): Promise<void> {
    const now = clock.now();
    const failure = error instanceof DeliveryError ? error : null;
    if (failure?.fault === 'refused' && !(await isOneOfMany(db, email, now))) {
      log.warn({ mail: email.id, ...detailOf(failure) }, 'mail refused');
      return end(email, async (tx) => {
        await logFailure(tx, email, failure, { now, state: 'FAILED' });
        await noteRefused(tx, email);
      });
    }
    const detail = failure === null ? { err: error } : detailOf(failure);
    log.warn({ mail: email.id, attempts: job.attempt, ...detail }, 'mail not sent yet');
    await db.transaction(async (tx) => {
      if (failure === null) emails.inc({ result: 'failed' });
      else await logFailure(tx, email, failure, { now, state: 'WAITING' });
      const runAt = addSeconds(now, backoff(email, job.attempt));
      const isDeclined = failure !== null && failure.fault !== 'server';
      await addDelivery(tx, email, { ...job, attempt: job.attempt + 1, isDeclined }, runAt);
    });
  }

  /** The e-mail as it may be sent now. */
  async function renew(email: QueuedEmail): Promise<Message | null> {
    const { about, kind } = email;
    const stored = messageFrom(email);
    if (about === null) return stored;
    const feature = features.get(about.kind);
    if (feature === undefined) throw new Error(`nothing writes e-mails of the kind ${about.kind}`);
    const letter = await feature.write(about.facts, { ...stored, kind });
    if (letter === null) return null;
    checkEmail(letter);
    return messageFrom(letter);
  }

  return {
    /** Registers how e-mails of a kind are rendered before each try, and what records a refusal. */
    renews(kind: string, write: RenewEmail, refused?: NoteRefused): void {
      features.set(kind, { write, refused });
    },

    /**
     * Sends an e-mail without the queue, for callers that must know whether it was accepted or refused.
     * Throws if it should be sent again later: DeliveryError after a reply of the mail server.
     */
    async send(email: Email): Promise<void> {
      checkEmail(email);
      let failure: DeliveryError | null = null;
      try {
        await transport.send(messageFrom(email));
      } catch (error) {
        if (!(error instanceof DeliveryError)) throw error;
        failure = error;
      }
      await db.transaction((tx) => logSentAtOnce(tx, email, failure, clock.now()));
      if (failure !== null && failure.fault !== 'refused') throw failure;
    },

    /**
     * Stores the e-mail in the caller's transaction; returns the id of its log entry. It is dropped after
     * `usefulUntil`; with `about` it is rendered again when it is sent; with `isFirst`, as for codes, it goes
     * before others. Throws VALIDATION_FAILED for an address or subject that could inject a header.
     */
    async enqueue(
      executor: Executor,
      email: Email,
      options: { usefulUntil?: Date; about?: About; isFirst?: boolean } = {},
    ): Promise<number | null> {
      checkEmail(email);
      const { usefulUntil = null, about = null, isFirst = false } = options;
      const createdAt = clock.now();
      const logId = await logWaiting(executor, email, createdAt);
      const id = await insertEmail(executor, email, { usefulUntil, about, logId, createdAt });
      await addDelivery(executor, { ...email, about }, { id, attempt: 1, isFirst });
      return logId;
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

/** An e-mail with an unsubscribe link is one of many: it waits until no other e-mail is due. */
function addDelivery(db: Executor, email: Letter, job: Job, runAt?: Date): Promise<void> {
  const ordinary = email.unsubscribeUrl ? LAST : 0;
  const priority = job.isFirst === true ? FIRST : ordinary;
  const task = email.about === null ? TASK : ABOUT_TASK;
  return addJob(db, task, job, { priority, ...(runAt && { runAt }) });
}

function endOfTries({ usefulUntil, createdAt }: QueuedEmail, isDeclined: boolean): Date {
  const end = addSeconds(createdAt, GIVE_UP_SECONDS);
  return usefulUntil === null || (isDeclined && usefulUntil > end) ? end : usefulUntil;
}

/** Stays the same at each try: a server may accept an e-mail and reply too late. */
const keyOf = ({ id, createdAt }: QueuedEmail) =>
  sha256(`${id} ${createdAt.toISOString()}`).toString('hex').slice(0, 32);

const detailOf = ({ fault, message }: DeliveryError) => ({ fault, reason: message });

/** Seconds until the next try. */
function backoff({ kind }: QueuedEmail, attempt: number): number {
  const steps = kind === 'CODE' ? BACKOFF_SECONDS : PATIENT_BACKOFF_SECONDS;
  return steps[Math.min(attempt, steps.length) - 1] ?? 0;
}

function messageFrom({ to, subject, text, html, unsubscribeUrl }: Message): Message {
  return {
    ...{ to, subject, text },
    ...(html && { html }),
    ...(unsubscribeUrl && { unsubscribeUrl }),
  };
}
