import { and, asc, desc, eq, gt, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { bookingResources, bookings, bookingUnits } from '../../db/schema/index.ts';
import { addDays, addSeconds, kstDay, startOfKstDay } from '../../platform/clock.ts';
import type { CalendarDays, CalendarEntry } from '../../platform/ics/write-ics.ts';
import { isHolding, isOpen } from './bookings.sql.ts';

const MINUTE_MS = 60_000;
const PAST_SECONDS = 30 * 24 * 60 * 60;
const LISTED = 100;

export type OwnRow = Awaited<ReturnType<typeof listOwn>>[number];

/** How many wait before it, by the order of the line. */
const position = sql<number>`(select count(*)::integer from ${bookings} before
  where before.resource_id = ${bookings.resourceId} and before.state = 'WAITING'
    and (before.unit_id = ${bookings.unitId} or num_nulls(before.unit_id, ${bookings.unitId}) > 0)
    and before.starts_at < ${bookings.endsAt} and before.ends_at > ${bookings.startsAt}
    and (coalesce(before.draw_place, 2147483647), before.id)
      <= (coalesce(${bookings.drawPlace}, 2147483647), ${bookings.id}))`;

/** Whether somebody waits who would get the unit. */
const isWanted = sql<boolean>`(${isHolding} and exists (select from ${bookings} other
  where other.resource_id = ${bookings.resourceId} and other.state = 'WAITING'
    and (other.unit_id is null or other.unit_id = ${bookings.unitId})
    and other.starts_at < ${bookings.endsAt} and other.ends_at > ${bookings.startsAt}))`;

function selectOwn(db: Executor) {
  return db
    .select({
      booking: bookings,
      resource: {
        name: bookingResources.name,
        place: bookingResources.place,
        span: bookingResources.span,
      },
      unitName: bookingUnits.name,
      isWanted,
      position: sql<number | null>`case when ${bookings.state} = 'WAITING' then ${position} end`,
    })
    .from(bookings)
    .innerJoin(bookingResources, eq(bookingResources.id, bookings.resourceId))
    .leftJoin(bookingUnits, eq(bookingUnits.id, bookings.unitId));
}

/** Open ones by their begin, or others that ended in the last 30 days, latest first. */
export function listOwn(db: Executor, memberId: number, now: Date, which: 'open' | 'past') {
  const isCurrent = and(isOpen, gt(bookings.endsAt, now)) as SQL;
  const ended = sql`coalesce(${bookings.endedAt}, ${bookings.endsAt})`;
  const since = addSeconds(now, -PAST_SECONDS).toISOString();
  return selectOwn(db)
    .where(
      and(
        eq(bookings.memberId, memberId),
        which === 'open' ? isCurrent : sql`not (${isCurrent}) and ${ended} > ${since}::timestamptz`,
      ),
    )
    .orderBy(which === 'open' ? asc(bookings.startsAt) : desc(ended), asc(bookings.id))
    .limit(LISTED);
}

/** Open ones of one resource. */
export function listOwnOf(db: Executor, memberId: number, resourceId: number, now: Date) {
  return selectOwn(db)
    .where(
      and(
        eq(bookings.memberId, memberId),
        eq(bookings.resourceId, resourceId),
        isOpen,
        gt(bookings.endsAt, now),
      ),
    )
    .orderBy(asc(bookings.startsAt), asc(bookings.id))
    .limit(LISTED);
}

export async function findOwn(db: Executor, memberId: number, id: number): Promise<OwnRow | null> {
  const [row] = await selectOwn(db).where(
    and(eq(bookings.id, id), eq(bookings.memberId, memberId)),
  );
  return row ?? null;
}

/** The next booking of slots or days that begins on the Korean day and is not over; null without one. */
export async function findToday(db: Executor, memberId: number, now: Date) {
  const end = startOfKstDay(addDays(kstDay(now), 1));
  const [row] = await db
    .select({ id: bookings.id, name: bookingResources.name, startsAt: bookings.startsAt })
    .from(bookings)
    .innerJoin(bookingResources, eq(bookingResources.id, bookings.resourceId))
    .where(
      and(
        eq(bookings.memberId, memberId),
        eq(bookings.state, 'BOOKED'),
        gt(bookings.endsAt, now),
        lt(bookings.startsAt, end),
        gte(bookings.startsAt, startOfKstDay(kstDay(now))),
        sql`${bookingResources.span} <> 'TERM'`,
      ),
    )
    .orderBy(asc(bookings.startsAt), asc(bookings.id))
    .limit(1);
  return row ?? null;
}

/** What the member has booked, for calendar files of the site at `host`. */
export async function listCalendarBookings(
  db: Executor,
  { memberId, now, host }: { memberId: number; now: Date; host: string },
): Promise<{ entries: CalendarEntry[]; days: CalendarDays[] }> {
  const rows = [
    ...(await listOwn(db, memberId, now, 'open')),
    ...(await listOwn(db, memberId, now, 'past')),
  ].filter(({ booking }) => booking.state === 'BOOKED');
  return {
    entries: rows.flatMap((row) => (row.resource.span === 'SLOTS' ? [entryOf(row, host)] : [])),
    days: rows.flatMap((row) => (row.resource.span === 'SLOTS' ? [] : [daysOf(row, host)])),
  };
}

const summaryOf = ({ resource, unitName }: OwnRow) =>
  unitName === null || unitName === resource.name ? resource.name : `${resource.name} ${unitName}`;

function entryOf(row: OwnRow, host: string): CalendarEntry {
  const { id, startsAt, endsAt, createdAt } = row.booking;
  const day = kstDay(startsAt);
  const minuteOf = (at: Date) => (Number(at) - Number(startOfKstDay(day))) / MINUTE_MS;
  return {
    uid: `booking-${id}@${host}`,
    changedAt: createdAt,
    day,
    from: minuteOf(startsAt),
    to: minuteOf(endsAt),
    weeks: 1,
    except: [],
    summary: summaryOf(row),
    location: row.resource.place,
    description: '',
  };
}

function daysOf(row: OwnRow, host: string): CalendarDays {
  const { id, startsAt, endsAt, createdAt } = row.booking;
  return {
    uid: `booking-${id}@${host}`,
    changedAt: createdAt,
    from: kstDay(startsAt),
    to: kstDay(addSeconds(endsAt, -1)),
    summary: summaryOf(row),
    description: row.resource.place,
    url: null,
  };
}
