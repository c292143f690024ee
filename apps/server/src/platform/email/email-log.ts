import type { EmailState } from '@naru/contract/emails';
import type { Executor } from '../../db/client.ts';
import { addSeconds } from '../clock.ts';
import { emails } from '../metrics/counters.ts';
import type { DeliveryError, Email } from './email.ts';
import {
  endLine,
  findFailing,
  insertLine,
  isUnclearElsewhere,
  noteAccepted,
  noteAway,
  noteTry,
} from './email-log.repo.ts';

/** What waits is tried again within 15 minutes, so an older failure says nothing about now. */
const STALE_SECONDS = 20 * 60;

/** An e-mail on its way, as the log knows it. */
export interface Logged extends Pick<Email, 'to'> {
  /** Its line; null for e-mails that are not logged. */
  logId: number | null;
}

/** A new line for an e-mail that waits; null for one that is not logged. */
export async function logWaiting(
  db: Executor,
  { to: recipient, kind }: Email,
  createdAt: Date,
): Promise<number | null> {
  return kind === null ? null : insertLine(db, { recipient, kind, state: 'WAITING', createdAt });
}

export async function logSent(db: Executor, { logId, to }: Logged, now: Date): Promise<void> {
  emails.inc({ result: 'sent' });
  const values = { triedAt: now, state: 'SENT' as const, reply: null, isUnclear: false };
  if (logId !== null) await noteTry(db, logId, { recipient: to, ...values });
  await noteAccepted(db, now);
}

/** It left no more, because it is too late or no longer true. */
export async function logDropped(
  db: Executor,
  { logId }: Logged,
  state: Extract<EmailState, 'EXPIRED' | 'CANCELLED'>,
): Promise<void> {
  emails.inc({ result: 'dropped' });
  if (logId !== null) await endLine(db, logId, state);
}

/** `state`: WAITING when it is tried again. */
export async function logFailure(
  db: Executor,
  { logId, to }: Logged,
  { fault, reply }: DeliveryError,
  { now, state }: { now: Date; state: Extract<EmailState, 'WAITING' | 'FAILED'> },
): Promise<void> {
  emails.inc({ result: state === 'FAILED' ? 'refused' : 'failed' });
  const isUnclear = fault === 'unclear';
  if (logId !== null)
    await noteTry(db, logId, { recipient: to, triedAt: now, state, reply, isUnclear });
  const isAway = isUnclear ? await isUnclearElsewhere(db, to) : fault === 'server';
  if (isAway) await noteAway(db, now);
}

/**
 * Since when every try has failed by the mail server's fault, on any server of the site; null when the last ones
 * got through or nothing was tried of late.
 */
export async function failingSince(db: Executor, now: Date): Promise<Date | null> {
  const failing = await findFailing(db);
  const isStale = failing !== null && failing.lastAt < addSeconds(now, -STALE_SECONDS);
  return isStale ? null : (failing?.since ?? null);
}
