import { and, asc, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Executor, Tx } from '../../db/client.ts';
import { bookingResources, bookings, bookingUnits, members } from '../../db/schema/index.ts';
import { mayBook } from '../../domain/bookings/bookings.sql.ts';
import type { Period } from './bookings.periods.ts';
import { isInTime } from './bookings.waiting.repo.ts';

/**
 * Units that somebody in line could have: a suspension that ended, a closed unit that is open again. What is cancelled
 * goes to the next one at once.
 */
export async function listOverlooked(db: Executor, now: Date, limit: number) {
  return db
    .select({
      resourceId: bookings.resourceId,
      unitId: sql<number>`min(${bookingUnits.id})`,
      startsAt: bookings.startsAt,
      endsAt: bookings.endsAt,
    })
    .from(bookings)
    .innerJoin(members, eq(members.id, bookings.memberId))
    .innerJoin(bookingResources, eq(bookingResources.id, bookings.resourceId))
    .innerJoin(bookingUnits, eq(bookingUnits.resourceId, bookings.resourceId))
    .where(
      and(
        eq(bookings.state, 'WAITING'),
        isInTime(now),
        mayBook(now),
        eq(bookingUnits.isOut, false),
        or(isNull(bookings.unitId), eq(bookings.unitId, bookingUnits.id)),
        eq(bookingResources.isOpen, true),
        sql`not exists (select from ${bookings} taken where taken.unit_id = ${bookingUnits.id}
          and taken.state in ('OFFERED', 'REQUESTED', 'BOOKED')
          and taken.starts_at < ${bookings.endsAt} and taken.ends_at > ${bookings.startsAt})`,
      ),
    )
    .groupBy(bookings.resourceId, bookings.startsAt, bookings.endsAt)
    .limit(limit);
}

/** Lotteries whose time for entries is over. */
export async function listUndrawn(db: Executor, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: bookingResources.id })
    .from(bookingResources)
    .where(
      and(
        eq(bookingResources.way, 'LOTTERY'),
        isNull(bookingResources.drawnAt),
        lte(bookingResources.closesAt, now),
      ),
    );
  return rows.map(({ id }) => id);
}

/** The entries of a lottery with whether their members may get a unit, locked in order of ids. */
export function lockEntries(tx: Tx, resourceId: number, { startsAt }: Period, now: Date) {
  return tx
    .select({
      id: bookings.id,
      memberId: bookings.memberId,
      isEligible: sql<boolean>`exists (select from ${members}
        where ${members.id} = ${bookings.memberId} and ${mayBook(now)})`,
    })
    .from(bookings)
    .where(
      and(
        eq(bookings.resourceId, resourceId),
        eq(bookings.startsAt, startsAt),
        eq(bookings.state, 'ENTERED'),
      ),
    )
    .orderBy(asc(bookings.id))
    .for('update');
}

export async function bookEntry(
  tx: Tx,
  id: number,
  { unitId, drawPlace }: { unitId: number; drawPlace: number },
): Promise<void> {
  await tx
    .update(bookings)
    .set({ state: 'BOOKED', unitId, drawPlace })
    .where(and(eq(bookings.id, id), eq(bookings.state, 'ENTERED')));
}

export async function markDrawn(tx: Tx, id: number, drawnAt: Date, units: number): Promise<void> {
  await tx
    .update(bookingResources)
    .set({ drawnAt, drawnUnits: units })
    .where(eq(bookingResources.id, id));
}

/** Puts those who got nothing in line, in the order of the draw; `first` is the rank of the first one. */
export async function placeInLine(tx: Tx, ids: readonly number[], first: number): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`update ${bookings} set state = 'WAITING', draw_place = ${first}::integer + rank - 1
    from unnest(${sql.param([...ids])}::bigint[]) with ordinality as line (entry, rank)
    where ${bookings.id} = entry and state = 'ENTERED'`);
}

/** Requests that staff did not answer in time, as `answerBy` has it. */
export function isUnanswered(now: Date): SQL | undefined {
  const span = sql`(select span from ${bookingResources} where ${bookingResources.id} = ${bookings.resourceId})`;
  const by = sql`case when ${span} = 'TERM' or ${bookings.createdAt} >= ${bookings.startsAt}
    then ${bookings.endsAt} else ${bookings.startsAt} end`;
  return and(eq(bookings.state, 'REQUESTED'), sql`${by} <= ${now.toISOString()}::timestamptz`);
}

/**
 * Bookings of which the member is to be reminded: an hour before slots, at nine of the day before for whole days.
 * Who booked later than that needs no reminder.
 */
export function isToRemind(now: Date): SQL | undefined {
  const span = sql`(select span from ${bookingResources} where ${bookingResources.id} = ${bookings.resourceId})`;
  const lead = sql`case when ${span} = 'SLOTS' then interval '1 hour' else interval '15 hours' end`;
  return and(
    eq(bookings.state, 'BOOKED'),
    isNull(bookings.remindedAt),
    gt(bookings.startsAt, now),
    sql`${bookings.startsAt} - ${lead} <= ${now.toISOString()}::timestamptz`,
    sql`${bookings.createdAt} <= ${bookings.startsAt} - ${lead}`,
  );
}
