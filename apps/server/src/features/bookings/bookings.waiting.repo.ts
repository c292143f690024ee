import { and, asc, eq, gt, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { bookingResources, bookings, members } from '../../db/schema/index.ts';
import { mayBook, overlaps } from '../../domain/bookings/bookings.sql.ts';
import type { Period } from './bookings.periods.ts';
import type { BookingRow } from './bookings.repo.ts';

/** Whose time is not over; staff do not answer a request for slots or days that have begun. */
export function isInTime(now: Date): SQL | undefined {
  const isAsked = sql`exists (select from ${bookingResources} where ${bookingResources.id} = ${bookings.resourceId}
    and ${bookingResources.way} = 'APPROVAL' and ${bookingResources.span} <> 'TERM')`;
  return and(gt(bookings.endsAt, now), or(gt(bookings.startsAt, now), not(isAsked)));
}

/**
 * The next in line for a unit that is free at this time, locked: whose own time touches it and fits into what is free.
 * Suspended members and those without a proven role stay in line.
 */
export async function lockNextInLine(
  tx: Tx,
  { resourceId, unitId, ...freed }: Period & { resourceId: number; unitId: number },
  now: Date,
): Promise<BookingRow | null> {
  const fits = sql`not exists (select from ${bookings} taken where taken.unit_id = ${unitId}
    and taken.state in ('OFFERED', 'REQUESTED', 'BOOKED')
    and taken.starts_at < ${bookings.endsAt} and taken.ends_at > ${bookings.startsAt})`;
  const [row] = await tx
    .select({ booking: bookings })
    .from(bookings)
    .innerJoin(members, eq(members.id, bookings.memberId))
    .where(
      and(
        eq(bookings.resourceId, resourceId),
        eq(bookings.state, 'WAITING'),
        or(isNull(bookings.unitId), eq(bookings.unitId, unitId)),
        isInTime(now),
        overlaps(freed),
        fits,
        mayBook(now),
      ),
    )
    .orderBy(sql`${bookings.drawPlace} asc nulls last`, asc(bookings.id))
    .limit(1)
    .for('update', { of: bookings });
  return row?.booking ?? null;
}

/** Locks a unit until the transaction ends; false for one that is out of use. */
export async function lockUnit(tx: Tx, unitId: number): Promise<boolean> {
  const { rows } = await tx.execute<{ is_out: boolean }>(
    sql`select is_out from booking_units where id = ${unitId} for no key update`,
  );
  return rows[0]?.is_out === false;
}
