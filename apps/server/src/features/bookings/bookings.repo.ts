import { and, asc, eq, gt, gte, isNull, not, or, type SQL, sql } from 'drizzle-orm';
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
    .orderBy(asc(startsOn), asc(id))
    .limit(200);
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
export async function hasFreeUnit(db: Executor, request: UnitRequest): Promise<boolean> {
  return (await selectFree(db, request)).length > 0;
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

/** Such bookings, locked in order of ids until the transaction ends. With a limit it passes over those that others hold. */
export async function lockBookings(tx: Tx, which: SQL | undefined, limit?: number) {
  const query = tx.select().from(bookings).where(which).orderBy(asc(bookings.id)).$dynamic();
  if (limit === undefined) return query.for('update');
  return query.limit(limit).for('update', { skipLocked: true });
}

export async function lockBooking(tx: Tx, id: number): Promise<BookingRow | null> {
  return (await lockBookings(tx, eq(bookings.id, id)))[0] ?? null;
}

/** Open bookings of a member that are not over. */
export const lockOpenOf = (tx: Tx, memberId: number, now: Date) =>
  lockBookings(tx, and(eq(bookings.memberId, memberId), isOpen, gt(bookings.endsAt, now)));

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
