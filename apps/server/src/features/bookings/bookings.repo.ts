import { and, asc, eq, gt, gte, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Executor, Tx } from '../../db/client.ts';
import {
  bookingClosures,
  bookingResources,
  bookings,
  bookingUnits,
} from '../../db/schema/index.ts';
import { countsInQuota, isHolding, isOpen, overlaps } from '../../domain/bookings/bookings.sql.ts';
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

/** Closures of a resource, and of all of them, that are not over. */
export function listClosures(db: Executor, resourceId: number, today: string) {
  return db
    .select()
    .from(bookingClosures)
    .where(
      and(
        gte(bookingClosures.endsOn, today),
        or(isNull(bookingClosures.resourceId), eq(bookingClosures.resourceId, resourceId)),
      ),
    )
    .orderBy(asc(bookingClosures.startsOn), asc(bookingClosures.id));
}

interface UnitRequest extends Period {
  resourceId: number;
  /** Null: any unit. */
  unitId: number | null;
}

const isFree = (period: Period): SQL => sql`not exists (select from ${bookings}
  where ${bookings.unitId} = ${bookingUnits.id} and ${isHolding} and ${overlaps(period)})`;

function selectFree(db: Executor, request: UnitRequest) {
  const { resourceId, unitId } = request;
  return db
    .select({ id: bookingUnits.id })
    .from(bookingUnits)
    .where(
      and(
        eq(bookingUnits.resourceId, resourceId),
        eq(bookingUnits.isOut, false),
        unitId === null ? undefined : eq(bookingUnits.id, unitId),
        isFree(request),
      ),
    )
    .orderBy(asc(bookingUnits.position), asc(bookingUnits.id))
    .limit(1);
}

/** Whether a unit is free, without a lock. */
export async function hasFreeUnit(db: Executor, request: UnitRequest): Promise<boolean> {
  return (await selectFree(db, request)).length > 0;
}

/** Whether the resource has the unit, in use. */
export async function hasUnit(tx: Tx, resourceId: number, unitId: number): Promise<boolean> {
  const isIt = and(
    eq(bookingUnits.id, unitId),
    eq(bookingUnits.resourceId, resourceId),
    eq(bookingUnits.isOut, false),
  );
  return (await tx.$count(bookingUnits, isIt)) > 0;
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
    and ${bookings.startsAt} >= ${week.startsAt.toISOString()}::timestamptz
    and ${bookings.startsAt} < ${week.endsAt.toISOString()}::timestamptz`;
  const [use] = await tx
    .select({
      count: sql<number>`(count(*) filter (where ${isOfWeek}))::integer`,
      minutes: sql<number>`(coalesce(sum(extract(epoch from ${bookings.endsAt} - ${bookings.startsAt}))
        filter (where ${isOfWeek}), 0) / 60)::integer`,
      open: sql<number>`(count(*) filter (where ${isOpen} and ${bookings.endsAt} > ${now.toISOString()}::timestamptz))::integer`,
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

/** Locked until the transaction ends. */
export async function lockBooking(tx: Tx, id: number): Promise<BookingRow | null> {
  const [row] = await tx.select().from(bookings).where(eq(bookings.id, id)).for('update');
  return row ?? null;
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

/** Open bookings of a member that are not over, locked in order of ids. */
export function lockOpenOf(tx: Tx, memberId: number, now: Date): Promise<BookingRow[]> {
  return tx
    .select()
    .from(bookings)
    .where(and(eq(bookings.memberId, memberId), isOpen, gt(bookings.endsAt, now)))
    .orderBy(asc(bookings.id))
    .for('update');
}

/** Open bookings of slots and days that touch a time; of all resources without one. */
export function lockTouched(
  tx: Tx,
  resourceId: number | null,
  period: Period,
): Promise<BookingRow[]> {
  const isOfTerm = sql`exists (select from ${bookingResources}
    where ${bookingResources.id} = ${bookings.resourceId} and ${bookingResources.span} = 'TERM')`;
  return tx
    .select()
    .from(bookings)
    .where(
      and(
        resourceId === null ? undefined : eq(bookings.resourceId, resourceId),
        isOpen,
        overlaps(period),
        sql`not ${isOfTerm}`,
      ),
    )
    .orderBy(asc(bookings.id))
    .for('update');
}

/** Entries of the term of a lottery, by their numbers; after the draw by rank. */
export async function listEntries(
  db: Executor,
  resourceId: number,
  { startsAt }: Period,
  isDrawn: boolean,
) {
  return db
    .select({ id: bookings.id, memberId: bookings.memberId, unitId: bookings.unitId })
    .from(bookings)
    .where(
      and(
        eq(bookings.resourceId, resourceId),
        eq(bookings.startsAt, startsAt),
        isDrawn ? sql`${bookings.drawPlace} is not null` : eq(bookings.state, 'ENTERED'),
      ),
    )
    .orderBy(isDrawn ? asc(bookings.drawPlace) : asc(bookings.id), asc(bookings.id));
}

/** Bookings in a state whose time has come, oldest first, locked; passes over those that others hold. */
export function lockDue(tx: Tx, which: SQL | undefined, limit: number): Promise<BookingRow[]> {
  return tx
    .select()
    .from(bookings)
    .where(which)
    .orderBy(asc(bookings.id))
    .limit(limit)
    .for('update', { skipLocked: true });
}

export const isOfferOver = (now: Date) =>
  and(eq(bookings.state, 'OFFERED'), lt(bookings.offeredUntil, now));
export const isMissed = (now: Date) =>
  and(eq(bookings.state, 'BOOKED'), isNull(bookings.checkedInAt), lt(bookings.checkInBy, now));
/** An entry or a place in line whose time is over. */
export const isPast = (now: Date) =>
  and(sql`${bookings.state} in ('WAITING', 'ENTERED')`, lt(bookings.endsAt, now));
