import { HOLDING_STATES, OPEN_STATES } from '@naru/contract/booking-slots';
import { and, inArray, type SQL, sql } from 'drizzle-orm';
import { bookings, members } from '../../db/schema/index.ts';
import { isActive } from '../access/members.sql.ts';
import { holdsRoleFrom } from '../access/roles.sql.ts';

/** A unit belongs to the member. */
export const isHolding = inArray(bookings.state, [...HOLDING_STATES]) as SQL<boolean>;
/** Something may still come of it. */
export const isOpen = inArray(bookings.state, [...OPEN_STATES]) as SQL<boolean>;
/** What counts in the quota of a week: also what nobody came to. */
export const countsInQuota = inArray(bookings.state, [...OPEN_STATES, 'MISSED']) as SQL<boolean>;

/** Members who may get a unit now: neither suspended nor without a proven role. */
export const mayBook = (now: Date) => and(isActive(now), holdsRoleFrom(members.id, 'STUDENT'));

interface Period {
  startsAt: Date;
  endsAt: Date;
}

export function overlaps({ startsAt, endsAt }: Period): SQL<boolean> {
  return sql`(${bookings.startsAt} < ${endsAt.toISOString()}::timestamptz
    and ${bookings.endsAt} > ${startsAt.toISOString()}::timestamptz)`;
}
