import { DEFAULT_DIGEST } from '@naru/contract/digest';
import { and, count, eq, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import {
  accountUses,
  digests,
  emailLog,
  emailQueue,
  members,
  pushDue,
  pushMessages,
  rosterEntries,
  sources,
} from '../../db/schema/index.ts';
import { GIVE_UP_SECONDS } from '../../domain/emails/email-queue.ts';
import { addSeconds } from '../../platform/clock.ts';

export interface Waiting {
  emails: number;
  pushes: number;
  invitations: number;
  sources: number;
}

/** What would leave if it went on now; e-mails that are too old by then are dropped by their own rules. */
export async function countWaiting(db: Executor, now: Date): Promise<Waiting> {
  const isUseful = or(
    gt(emailQueue.usefulUntil, now),
    and(
      isNull(emailQueue.usefulUntil),
      gt(emailQueue.createdAt, addSeconds(now, -GIVE_UP_SECONDS)),
    ),
  );
  const [emails, due, messages, invitations, pages] = await Promise.all([
    db.$count(emailQueue, isUseful),
    db.$count(pushDue),
    db.$count(pushMessages, gt(pushMessages.expiresAt, now)),
    db.$count(rosterEntries, isNotNull(rosterEntries.queuedAt)),
    db
      .select({ count: count() })
      .from(sources)
      .where(or(sources.isAsked, and(eq(sources.isEnabled, true), lte(sources.nextRunAt, now)))),
  ]);
  return { emails, pushes: due + messages, invitations, sources: pages[0]?.count ?? 0 };
}

/**
 * Drops what waits. People whose invitation is dropped can be invited again, and digests contain only what is new from
 * now on.
 */
export async function dropWaiting(db: Executor, now: Date): Promise<void> {
  const unsent = sql`select (${emailQueue.about} -> 'facts' ->> 'id')::bigint from ${emailQueue}
    where ${emailQueue.about} ->> 'kind' = 'invitation'`;
  await db
    .update(rosterEntries)
    .set({ queuedAt: null, tokenHash: null, expiresAt: now })
    .where(
      and(
        isNull(rosterEntries.memberId),
        or(isNotNull(rosterEntries.queuedAt), sql`${rosterEntries.id} in (${unsent})`),
      ),
    );
  await db
    .update(emailLog)
    .set({ state: 'CANCELLED' })
    .where(sql`${emailLog.id} in (select ${emailQueue.logId} from ${emailQueue})`);
  await db.delete(emailQueue);
  await db.delete(pushMessages);
  await db.delete(pushDue);
  await db.execute(sql`insert into ${digests} (member_id, digest, checked_at)
    select ${members.id}, ${DEFAULT_DIGEST}, ${now.toISOString()}::timestamptz
    from ${members} where ${members.withdrawnAt} is null
    on conflict (member_id) do update set checked_at = excluded.checked_at`);
}

/**
 * Starts the warnings of unused accounts again: what their owners did between a backup and its restore is not
 * known, and nobody could be warned again meanwhile.
 */
export async function clearWarnings(db: Executor): Promise<void> {
  await db
    .update(accountUses)
    .set({ firstWarnedAt: null, lastWarnedAt: null })
    .where(isNotNull(accountUses.firstWarnedAt));
}
