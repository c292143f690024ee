import { and, asc, desc, eq, gt, gte, lt, not, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { bookingResources, bookings, bookingUnits } from '../../db/schema/index.ts';
import { addDays, addSeconds, kstDay, startOfKstDay } from '../../platform/clock.ts';
import type { CalendarDays, CalendarEntry } from '../../platform/ics/write-ics.ts';
import { at, isHolding, isOpen } from './bookings.sql.ts';

const PAST_SECONDS = 30 * 24 * 60 * 60;
const LISTED = 100;

export type OwnRow = Awaited<ReturnType<typeof selectOwn>>[number];

/** Others who wait for a part of its time. */
const waiting = sql`select from ${bookings} other where other.resource_id = ${bookings.resourceId}
  and other.state = 'WAITING' and other.starts_at < ${bookings.endsAt} and other.ends_at > ${bookings.startsAt}`;

/** How many wait before it, by the order of the line. */
const position = sql<number | null>`case when ${bookings.state} = 'WAITING' then (
  select count(*)::integer from (${waiting}
    and (other.unit_id = ${bookings.unitId} or num_nulls(other.unit_id, ${bookings.unitId}) > 0)
    and (coalesce(other.draw_place, 2147483647), other.id)
      <= (coalesce(${bookings.drawPlace}, 2147483647), ${bookings.id})) line) end`;

/** Whether somebody waits who would get the unit. */
const isWanted = sql<boolean>`(${isHolding} and exists (${waiting}
  and (other.unit_id is null or other.unit_id = ${bookings.unitId})))`;

function selectOwn(db: Executor, where: SQL | undefined, order: SQL = asc(bookings.startsAt)) {
  const { name, place, span } = bookingResources;
  return db
    .select({
      booking: bookings,
      resource: { name, place, span },
      unitName: bookingUnits.name,
      isWanted,
      position,
    })
    .from(bookings)
    .innerJoin(bookingResources, eq(bookingResources.id, bookings.resourceId))
    .leftJoin(bookingUnits, eq(bookingUnits.id, bookings.unitId))
    .where(where)
    .orderBy(order, asc(bookings.id))
    .limit(LISTED);
}

const isCurrent = (now: Date) => and(isOpen, gt(bookings.endsAt, now)) as SQL;

/** Those to come by their begin, of one resource or of all. */
export function listComing(db: Executor, memberId: number, now: Date, resourceId?: number) {
  const isOfIt = resourceId === undefined ? undefined : eq(bookings.resourceId, resourceId);
  return selectOwn(db, and(eq(bookings.memberId, memberId), isOfIt, isCurrent(now)));
}

/** Those that ended in the last 30 days, latest first. */
export function listPast(db: Executor, memberId: number, now: Date) {
  const ended = sql`coalesce(${bookings.endedAt}, ${bookings.endsAt})`;
  const isLate = sql`${ended} > ${at(addSeconds(now, -PAST_SECONDS))}`;
  const isIt = and(eq(bookings.memberId, memberId), not(isCurrent(now)), isLate);
  return selectOwn(db, isIt, desc(ended));
}

export async function findOwn(db: Executor, memberId: number, id: number): Promise<OwnRow | null> {
  const [row] = await selectOwn(db, and(eq(bookings.id, id), eq(bookings.memberId, memberId)));
  return row ?? null;
}

/** The next booking of slots or days that begins on the Korean day and is not over; null without one. */
export async function findToday(db: Executor, memberId: number, now: Date) {
  const today = kstDay(now);
  const [row] = await db
    .select({ id: bookings.id, name: bookingResources.name, startsAt: bookings.startsAt })
    .from(bookings)
    .innerJoin(bookingResources, eq(bookingResources.id, bookings.resourceId))
    .where(
      and(
        eq(bookings.memberId, memberId),
        eq(bookings.state, 'BOOKED'),
        gt(bookings.endsAt, now),
        lt(bookings.startsAt, startOfKstDay(addDays(today, 1))),
        gte(bookings.startsAt, startOfKstDay(today)),
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
    ...(await listComing(db, memberId, now)),
    ...(await listPast(db, memberId, now)),
  ].filter(({ booking }) => booking.state === 'BOOKED');
  const isOfSlots = ({ resource }: OwnRow) => resource.span === 'SLOTS';
  return {
    entries: rows.filter(isOfSlots).map((row) => entryOf(row, host)),
    days: rows.filter((row) => !isOfSlots(row)).map((row) => daysOf(row, host)),
  };
}

function partsOf({ booking, resource, unitName }: OwnRow, host: string) {
  const { id, createdAt, endedAt } = booking;
  return {
    uid: `booking-${id}@${host}`,
    changedAt: endedAt ?? createdAt,
    summary: [resource.name, unitName !== resource.name && unitName].filter(Boolean).join(' '),
  };
}

function entryOf(row: OwnRow, host: string): CalendarEntry {
  const day = kstDay(row.booking.startsAt);
  const minuteOf = (time: Date) => (Number(time) - Number(startOfKstDay(day))) / 60_000;
  const [from, to] = [minuteOf(row.booking.startsAt), minuteOf(row.booking.endsAt)];
  const place = { location: row.resource.place, description: '' };
  return { ...partsOf(row, host), ...place, day, from, to, weeks: 1, except: [] };
}

function daysOf(row: OwnRow, host: string): CalendarDays {
  const from = kstDay(row.booking.startsAt);
  const to = kstDay(addSeconds(row.booking.endsAt, -1));
  return { ...partsOf(row, host), from, to, description: row.resource.place, url: null };
}
