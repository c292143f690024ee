import { and, asc, eq, gt, gte, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import type { Executor, Tx } from '../../db/client.ts';
import {
  bookingClosures,
  bookingResources,
  bookings,
  bookingUnits,
} from '../../db/schema/index.ts';
import {
  at,
  countsInQuota,
  isHolding,
  isOf,
  isOpen,
  isTaken,
  overlaps,
} from '../../domain/bookings/bookings.sql.ts';
import { type Period, weekOf } from './bookings.periods.ts';

export type ResourceRow = typeof bookingResources.$inferSelect;
export type BookingRow = typeof bookings.$inferSelect;
type NewBooking = typeof bookings.$inferInsert;

/** `lock`: `share` while somebody books it, `update` while staff change it or it is drawn. */
export async function findResource(
  db: Executor,
  id: number,
  lock?: 'share' | 'update',
): Promise<ResourceRow | null> {
  const query = db.select().from(bookingResources).where(eq(bookingResources.id, id));
  const [row] = await (lock === undefined ? query : query.for(lock));
  return row ?? null;
}

/** Closures that are not over, of one resource with those of all of them, or each. */
export function listClosures(db: Executor, today: string, resourceId?: number) {
  const { id, startsOn, endsOn, reason } = bookingClosures;
  const isOfIt = or(
    isNull(bookingClosures.resourceId),
    eq(bookingClosures.resourceId, resourceId ?? 0),
  );
  return db
    .select({ id, resourceId: bookingClosures.resourceId, startsOn, endsOn, reason })
    .from(bookingClosures)
    .where(and(gte(endsOn, today), resourceId === undefined ? undefined : isOfIt))
    .orderBy(asc(startsOn), asc(id));
}

export interface UnitRequest extends Period {
  resourceId: number;
  /** Null: any unit. */
  unitId: number | null;
}

/** The units of a resource that are in use; of one unit only this. */
const isUnit = ({ resourceId, unitId }: Pick<UnitRequest, 'resourceId' | 'unitId'>) =>
  and(
    eq(bookingUnits.resourceId, resourceId),
    eq(bookingUnits.isOut, false),
    unitId === null ? undefined : eq(bookingUnits.id, unitId),
  );

function selectFree(db: Executor, request: UnitRequest) {
  const { startsAt, endsAt } = request;
  return db
    .select({ id: bookingUnits.id })
    .from(bookingUnits)
    .where(and(isUnit(request), sql`not ${isTaken(bookingUnits.id, at(startsAt), at(endsAt))}`))
    .orderBy(asc(bookingUnits.position), asc(bookingUnits.id))
    .limit(1);
}

/** Whether a unit is free, without a lock. */
async function hasFreeUnit(db: Executor, request: UnitRequest): Promise<boolean> {
  return (await selectFree(db, request)).length > 0;
}

/** Each request with its resource and whether a unit is free, without a lock; without those of no resource. */
export async function readWanted<R extends UnitRequest>(db: Executor, requests: readonly R[]) {
  const list = (type: string, read: (request: R) => unknown) =>
    sql`${sql.param(requests.map(read))}::${sql.raw(type)}[]`;
  const lists = [
    list('bigint', ({ resourceId }) => resourceId),
    list('bigint', ({ unitId }) => unitId),
    list('timestamptz', ({ startsAt }) => startsAt.toISOString()),
    list('timestamptz', ({ endsAt }) => endsAt.toISOString()),
  ];
  const taken = isTaken(sql`unit.id`, sql`wanted.starts_at`, sql`wanted.ends_at`);
  const rows = await db
    .select({
      place: sql<number>`wanted.place::integer`,
      resource: bookingResources,
      isFree: sql<boolean>`exists (select from ${bookingUnits} unit
        where unit.resource_id = wanted.resource_id and not unit.is_out
          and unit.id = coalesce(wanted.unit_id, unit.id) and not ${taken})`,
    })
    .from(bookingResources)
    .innerJoin(
      sql`unnest(${sql.join(lists, sql`, `)}) with ordinality
        as wanted(resource_id, unit_id, starts_at, ends_at, place)`,
      eq(bookingResources.id, sql`wanted.resource_id`),
    );
  return rows.flatMap(({ place, ...found }) => {
    const request = requests[place - 1];
    return request === undefined ? [] : [{ request, ...found }];
  });
}

/** Such units, or those of a resource, with whether they are out of use; locked in order of ids. */
export function lockUnits(tx: Tx, which: readonly number[] | { resourceId: number }) {
  const { id, resourceId, isOut } = bookingUnits;
  const isIt = 'resourceId' in which ? eq(resourceId, which.resourceId) : inArray(id, [...which]);
  const query = tx.select({ id, isOut }).from(bookingUnits).where(isIt);
  return query.orderBy(asc(id)).for('no key update');
}

/** Whether the resource has the unit, in use. */
export async function hasUnit(tx: Tx, request: UnitRequest): Promise<boolean> {
  return (await tx.$count(bookingUnits, isUnit(request))) > 0;
}

/**
 * Locks a free unit until the transaction ends; null when none is. Passes over units that others are about to take,
 * and waits for these only when nothing else is left.
 */
export async function claimUnit(tx: Tx, request: UnitRequest): Promise<number | null> {
  for (;;) {
    const [quick] = await selectFree(tx, request).for('no key update', { skipLocked: true });
    const [unit] = quick ? [quick] : await selectFree(tx, request).for('no key update');
    if (unit === undefined) return null;
    // A statement of its own sees what was committed before the lock.
    if (await hasFreeUnit(tx, { ...request, unitId: unit.id })) return unit.id;
  }
}

/** What a member has of a resource in the week and at the time of a request, and of all resources. */
export async function readUse(
  tx: Tx,
  memberId: number,
  { resourceId, ...period }: Period & { resourceId: number },
  now: Date,
) {
  const week = weekOf(period.startsAt);
  const isOfWeek = sql`${bookings.resourceId} = ${resourceId} and ${countsInQuota}
    and ${bookings.startsAt} >= ${at(week.startsAt)} and ${bookings.startsAt} < ${at(week.endsAt)}`;
  const [use] = await tx
    .select({
      count: sql<number>`(count(*) filter (where ${isOfWeek}))::integer`,
      minutes: sql<number>`(coalesce(sum(extract(epoch from ${bookings.endsAt} - ${bookings.startsAt}))
        filter (where ${isOfWeek}), 0) / 60)::integer`,
      open: sql<number>`(count(*) filter (where ${isOpen} and ${bookings.endsAt} > ${at(now)}))::integer`,
      isDouble: sql<boolean>`coalesce(bool_or(${bookings.resourceId} = ${resourceId} and ${isOpen}
        and ${overlaps(period)}), false)`,
    })
    .from(bookings)
    .where(eq(bookings.memberId, memberId));
  return use ?? { count: 0, minutes: 0, open: 0, isDouble: false };
}

export async function insertBooking(tx: Tx, values: NewBooking): Promise<BookingRow> {
  const [row] = await tx.insert(bookings).values(values).returning();
  if (row === undefined) throw new Error('the stored booking is missing');
  return row;
}

export async function updateBooking(
  tx: Tx,
  id: number,
  values: Partial<NewBooking>,
): Promise<BookingRow> {
  const [row] = await tx.update(bookings).set(values).where(eq(bookings.id, id)).returning();
  if (row === undefined) throw new Error('the changed booking is missing');
  return row;
}

/**
 * Such bookings, locked until the transaction ends in order of ids, places in line last. With a limit it passes over
 * those that others hold.
 */
export async function lockBookings(tx: Tx, which: SQL | undefined, limit?: number) {
  const isInLine = sql`${bookings.state} = 'WAITING'`;
  const query = tx.select().from(bookings).where(which).$dynamic();
  query.orderBy(asc(isInLine), asc(bookings.id));
  if (limit === undefined) return query.for('update');
  return query.limit(limit).for('update', { skipLocked: true });
}

export async function lockBooking(tx: Tx, id: number): Promise<BookingRow | null> {
  return (await lockBookings(tx, eq(bookings.id, id)))[0] ?? null;
}

/** Bookings of a member that are not over: what the member holds, or all open ones. */
export const lockOf = (tx: Tx, memberId: number, which: 'held' | 'open', now: Date) =>
  lockBookings(
    tx,
    and(
      eq(bookings.memberId, memberId),
      which === 'held' ? isHolding : isOpen,
      gt(bookings.endsAt, now),
    ),
  );

/** Those in line for a resource whose time is not over. */
export const lockInLine = (tx: Tx, resourceId: number, now: Date) =>
  lockBookings(
    tx,
    and(
      eq(bookings.resourceId, resourceId),
      eq(bookings.state, 'WAITING'),
      gt(bookings.endsAt, now),
    ),
  );

/** Open bookings of slots and days that touch a time and are not over; of all resources without one. */
export function lockTouched(tx: Tx, resourceId: number | null, period: Period, now: Date) {
  const isIt = resourceId === null ? undefined : eq(bookings.resourceId, resourceId);
  const isOfTerm = isOf(eq(bookingResources.span, 'TERM'));
  const isTouched = and(isIt, isOpen, overlaps(period), gt(bookings.endsAt, now), not(isOfTerm));
  return lockBookings(tx, isTouched);
}
