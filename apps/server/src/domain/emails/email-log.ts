import type { EmailState } from '@naru/contract/emails';
import type { Executor } from '../../db/client.ts';
import { addSeconds } from '../../platform/clock.ts';
import type { DeliveryError, DeliveryFault, Email } from '../../platform/email/email.ts';
import { emails } from '../../platform/metrics/counters.ts';
import {
  countFaultsElsewhere,
  deleteWaiting,
  endEntry,
  findFailing,
  insertEntry,
  noteAccepted,
  noteServerFailure,
  recordAttempt,
} from './email-log.repo.ts';

/** Waiting e-mails are tried again within 15 minutes, so an older failure says nothing about the present. */
const STALE_SECONDS = 20 * 60;
/**
 * With this many failing addresses in a row and no success in between, the mail server is at fault. More for
 * `refused`, because a list of people may well have some wrong addresses.
 */
const IN_A_ROW = { unclear: 2, refused: 5 };

/** An e-mail on its way, as the log knows it. */
export interface Logged extends Pick<Email, 'to' | 'kind'> {
  /** Id of its log entry; null for e-mails that are not logged. */
  logId: number | null;
}

/** Adds a log entry for a waiting e-mail; null for one that is not logged. */
export async function logWaiting(
  db: Executor,
  { to: recipient, kind }: Email,
  createdAt: Date,
): Promise<number | null> {
  return kind === null ? null : insertEntry(db, { recipient, kind, state: 'WAITING', createdAt });
}

export async function logSent(db: Executor, { logId, to }: Logged, now: Date): Promise<void> {
  emails.inc({ result: 'sent' });
  const values = { triedAt: now, state: 'SENT' as const, reply: null, isUnclear: false };
  if (logId !== null) await recordAttempt(db, logId, { recipient: to, ...values });
  await noteAccepted(db, now);
}

/** Ends the log entry without another attempt. */
export async function logDropped(
  db: Executor,
  { logId }: Logged,
  state: Extract<EmailState, 'FAILED' | 'EXPIRED' | 'CANCELLED'>,
): Promise<void> {
  emails.inc({ result: 'dropped' });
  if (logId !== null) await endEntry(db, logId, state);
}

/** `state`: WAITING when it is tried again. */
export async function logFailure(
  db: Executor,
  logged: Logged,
  { fault, reply }: DeliveryError,
  { now, state }: { now: Date; state: Extract<EmailState, 'WAITING' | 'FAILED'> },
): Promise<void> {
  const { logId, to } = logged;
  emails.inc({ result: state === 'FAILED' ? 'refused' : 'failed' });
  const isUnclear = fault === 'unclear';
  if (logId !== null)
    await recordAttempt(db, logId, { recipient: to, triedAt: now, state, reply, isUnclear });
  if (await isOfServer(db, fault, logged, now)) await noteServerFailure(db, now);
}

async function isOfServer(
  db: Executor,
  fault: DeliveryFault,
  { to, kind }: Pick<Logged, 'to' | 'kind'>,
  now: Date,
): Promise<boolean> {
  if (fault === 'server' || fault === 'mailbox') return fault === 'server';
  // Anybody may ask for codes to addresses that do not exist.
  if (fault === 'refused' && kind === 'CODE') return false;
  const since = addSeconds(now, -STALE_SECONDS);
  const others = await countFaultsElsewhere(db, to, { isUnclear: fault === 'unclear', since });
  return others + 1 >= IN_A_ROW[fault];
}

/** Whether a refusal is one of `IN_A_ROW`, which say nothing about the mailbox. */
export const isOneOfMany = (db: Executor, email: Pick<Logged, 'to' | 'kind'>, now: Date) =>
  isOfServer(db, 'refused', email, now);

/** Logs an attempt of an e-mail that is not in the queue; its caller sends it again unless it was sent or refused. */
export async function logSentAtOnce(
  db: Executor,
  email: Email,
  failure: DeliveryError | null,
  now: Date,
): Promise<void> {
  const { to, kind } = email;
  if (kind !== null) await deleteWaiting(db, { recipient: to, kind });
  // An unclear reply is logged to be compared with those of other addresses.
  const isLogged = failure === null || failure.fault === 'refused' || failure.fault === 'unclear';
  const logged = { to, kind, logId: isLogged ? await logWaiting(db, email, now) : null };
  if (failure === null) return logSent(db, logged, now);
  const state = failure.fault === 'refused' ? 'FAILED' : 'WAITING';
  await logFailure(db, logged, failure, { now, state });
}

/**
 * Since when every attempt has failed by the mail server's fault, on any server of the site; null when the last
 * ones got through or nothing was tried of late.
 */
export async function failingSince(db: Executor, now: Date): Promise<Date | null> {
  const failing = await findFailing(db);
  const isStale = failing !== null && failing.lastAt < addSeconds(now, -STALE_SECONDS);
  return isStale ? null : (failing?.since ?? null);
}
