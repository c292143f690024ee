import { HOLDING_STATES, OPEN_STATES } from '@naru/contract/booking-slots';
import { and, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { bookingResources, bookings, members } from '../../db/schema/index.ts';
import { isActive } from '../access/members.sql.ts';
import { holdsRoleFrom } from '../access/roles.sql.ts';

/** A unit belongs to the member. */
export const isHolding = inArray(bookings.state, [...HOLDING_STATES]) as SQL<boolean>;
/** Something may still come of it. */
export const isOpen = inArray(bookings.state, [...OPEN_STATES]) as SQL<boolean>;
/** What counts in the quota of a week: also what nobody came to. */
export const countsInQuota = inArray(bookings.state, [...OPEN_STATES, 'MISSED']) as SQL<boolean>;
/** The states of `isHolding` for statements that name their tables themselves. */
export const HOLDING = sql.raw(`('${HOLDING_STATES.join("', '")}')`);

/** Members who may get a unit now: neither suspended nor without a proven role. */
export const mayBook = (now: Date) => and(isActive(now), holdsRoleFrom(members.id, 'STUDENT'));

interface Period {
  startsAt: Date;
  endsAt: Date;
}

export const at = (time: Date) => sql`${time.toISOString()}::timestamptz`;

export function overlaps({ startsAt, endsAt }: Period): SQL<boolean> {
  return sql`(${bookings.startsAt} < ${at(endsAt)} and ${bookings.endsAt} > ${at(startsAt)})`;
}

/** Somebody has the unit at a part of the time. */
export function isTaken(unit: SQLWrapper | number, from: SQLWrapper, to: SQLWrapper): SQL {
  return sql`exists (select from ${bookings} taken where taken.unit_id = ${unit}
    and taken.state in ${HOLDING} and taken.starts_at < ${to} and taken.ends_at > ${from})`;
}

/** The resource of a booking is such a one. */
export function isOf(condition: SQL | undefined): SQL {
  return sql`exists (select from ${bookingResources}
    where ${bookingResources.id} = ${bookings.resourceId} and ${condition})`;
}
