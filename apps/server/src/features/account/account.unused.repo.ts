import { LIMITS } from '@naru/contract/limits';
import { and, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { offSince } from '../../db/off-time.ts';
import {
  accountUses,
  dailyVisitors,
  members,
  revealRequests,
  sessions,
} from '../../db/schema/index.ts';
import { holdsRoleFrom } from '../../domain/access/roles.sql.ts';

export type Step = 'first' | 'last' | 'erase';

/** Days before the end of the period. */
const WARNING_DAYS = { first: 30, last: 7 };
/** Days after which the warnings count no longer and begin again. */
const WARNED_DAYS = 60;
/** Longer than it takes until the author is notified, also where a reveal is withheld. */
const REVEAL_DAYS = LIMITS.revealNoticeDays + 5;
/** Longer than servers of two releases run side by side. */
const UPDATE_DAYS = 7;
/** Longer than visits are retained: who is not among them was not here since. */
const VISIT_DAYS = 400;

const koreanDay = (instant: SQL | typeof sessions.lastUsedAt) =>
  sql`(${instant} at time zone 'Asia/Seoul')::date`;

/**
 * Staff and professors are responsible for more than their account, suspended members would be free to come
 * back.
 */
const isSpared = sql`(${members.isDemo} or coalesce(${members.suspendedUntil} > now(), false)
  or ${holdsRoleFrom(members.id, 'PROFESSOR')})`;

/** A request that waits, or an approval: sparing the author alone would reveal who it is. */
const isRevealing = sql`exists (select from ${revealRequests} where ${revealRequests.state} <> 'REJECTED'
  and coalesce(${revealRequests.decidedAt}, ${revealRequests.createdAt}) > now() - make_interval(days => ${REVEAL_DAYS}::int))`;

/** Notes on which day each member was last here; a later visit ends the warnings, as being spared does. */
export async function foldUses(db: Executor): Promise<void> {
  await db.execute(sql`insert into ${accountUses} (member_id, last_used_on)
    select m.id, visit.day from (
      select member_id, max(day) as day from (
        select ${sessions.memberId}, ${koreanDay(sessions.lastUsedAt)} as day from ${sessions}
        union all
        select ${dailyVisitors.memberId}, ${dailyVisitors.day} from ${dailyVisitors}
      ) as one group by member_id
    ) as visit join ${members} m on m.id = visit.member_id
    where m.withdrawn_at is null order by m.id
    on conflict (member_id) do update
      set last_used_on = excluded.last_used_on, first_warned_at = null, last_warned_at = null
      where account_uses.last_used_on < excluded.last_used_on`);
  await db.execute(sql`insert into ${accountUses} (member_id, last_used_on)
    select m.id, greatest(${koreanDay(sql`m.created_at`)}, current_date - ${VISIT_DAYS}::int)
    from ${members} m
    where m.withdrawn_at is null and not exists (select from ${accountUses} u where u.member_id = m.id)
    on conflict do nothing`);
  await db
    .update(accountUses)
    .set({ firstWarnedAt: null, lastWarnedAt: null })
    .from(members)
    .where(
      and(eq(members.id, accountUses.memberId), isNotNull(accountUses.firstWarnedAt), isSpared),
    );
}

/**
 * Deletes what a server of the previous release leaves of a member who withdraws while servers are replaced.
 * Returns who withdrew lately: what is stored by their seals is the caller's to delete.
 */
export async function deleteWithdrawn(db: Executor): Promise<number[]> {
  const withdrew = sql`exists (select from ${members} where ${members.id} = ${accountUses.memberId}
    and ${members.withdrawnAt} is not null)`;
  await db.delete(accountUses).where(withdrew);
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .where(sql`${members.withdrawnAt} > now() - make_interval(days => ${UPDATE_DAYS}::int)`);
  return rows.map(({ id }) => id);
}

/** Where the period is off nothing is known of it. */
export async function deleteUses(db: Executor): Promise<void> {
  await db.delete(accountUses);
}

/** The end of the period without a use, in which the site was on. */
const endOfUse = (months: number) =>
  sql`(${accountUses.lastUsedOn} + make_interval(months => ${months}::int) + ${offSince(accountUses.lastUsedOn)})`;

/**
 * Whether the step is due, by the clock of the database: the erasure only of who was warned twice, neither
 * too lately nor too long ago, and of nobody while a reveal is under way.
 */
function isDue(step: Step, months: number): SQL | undefined {
  const { firstWarnedAt, lastWarnedAt } = accountUses;
  const endsWithin = (days: number) =>
    sql`${endOfUse(months)} <= now() + make_interval(days => ${days}::int)`;
  const wasBefore = (at: typeof firstWarnedAt, days: number) =>
    sql`${at} + ${offSince(at)} <= now() - make_interval(days => ${days}::int)`;
  const { first, last } = WARNING_DAYS;
  const isWarned = sql`${firstWarnedAt} + ${offSince(firstWarnedAt)} > now() - make_interval(days => ${WARNED_DAYS}::int)`;
  const ofStep = {
    first: and(or(isNull(firstWarnedAt), sql`not ${isWarned}`), endsWithin(first)),
    last: and(
      isWarned,
      isNull(lastWarnedAt),
      wasBefore(firstWarnedAt, first - last),
      endsWithin(last),
    ),
    erase: and(
      isWarned,
      wasBefore(firstWarnedAt, first),
      wasBefore(lastWarnedAt, last),
      endsWithin(0),
      sql`not ${isRevealing}`,
    ),
  };
  return and(ofStep[step], isNull(members.withdrawnAt), sql`not ${isSpared}`);
}

/** Members for whom the step is due, in random order, so that one that fails keeps no other waiting. */
export async function listUnused(
  db: Executor,
  step: Step,
  { months, limit }: { months: number; limit: number },
) {
  const earliest = sql`now() + make_interval(days => ${step === 'first' ? WARNING_DAYS.first : WARNING_DAYS.last}::int)`;
  return db
    .select({
      id: members.id,
      email: members.email,
      /** The day from which the account may be erased. */
      day: sql<string>`to_char(greatest(${endOfUse(months)},
        (${earliest}) at time zone 'Asia/Seoul'), 'YYYY-MM-DD')`,
    })
    .from(accountUses)
    .innerJoin(members, eq(members.id, accountUses.memberId))
    .where(isDue(step, months))
    .orderBy(sql`random()`)
    .limit(limit);
}

/** The time is that of the database: a clock that is set cannot make a warning older. */
export async function noteWarning(
  db: Executor,
  memberId: number,
  step: 'first' | 'last',
): Promise<void> {
  await db
    .update(accountUses)
    .set(
      step === 'first'
        ? { firstWarnedAt: sql`now()`, lastWarnedAt: null }
        : { lastWarnedAt: sql`now()` },
    )
    .where(eq(accountUses.memberId, memberId));
}

/**
 * Locks the member against logins; whether the account is still to be erased, and was not used meanwhile. Needs
 * `lockAdmins`, which requests and decisions of reveals take.
 */
export async function lockUnused(tx: Executor, memberId: number, months: number): Promise<boolean> {
  await tx.execute(sql`select from ${members} where id = ${memberId} for no key update`);
  const wasUsed = sql`exists (select from ${sessions} where ${sessions.memberId} = ${members.id}
    and ${sessions.lastUsedAt} >= ${accountUses.firstWarnedAt})`;
  const rows = await tx
    .select({ id: members.id })
    .from(accountUses)
    .innerJoin(members, eq(members.id, accountUses.memberId))
    .where(and(eq(members.id, memberId), isDue('erase', months), sql`not ${wasUsed}`));
  return rows.length > 0;
}
