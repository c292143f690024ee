import { and, asc, eq, gte, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import {
  bookingClosures,
  bookingResources,
  bookings,
  bookingUnits,
} from '../../db/schema/index.ts';
import type { ResourceRow } from './bookings.repo.ts';

type NewResource = typeof bookingResources.$inferInsert;
type NewUnit = typeof bookingUnits.$inferInsert;

/** One resource or all of them, locked in order of ids. */
export function lockResources(tx: Tx, id: number | null): Promise<ResourceRow[]> {
  return tx
    .select()
    .from(bookingResources)
    .where(id === null ? undefined : eq(bookingResources.id, id))
    .orderBy(asc(bookingResources.id))
    .for('update');
}

/** Serialises additions, so that their number is exact. */
export async function countResources(tx: Tx): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('booking resources', 0))`);
  return tx.$count(bookingResources);
}

/** Stores a new resource, or changes the one with the id. */
export async function saveResource(
  tx: Tx,
  id: number | null,
  values: NewResource,
): Promise<ResourceRow> {
  const [row] = await (id === null
    ? tx.insert(bookingResources).values(values).returning()
    : tx.update(bookingResources).set(values).where(eq(bookingResources.id, id)).returning());
  if (row === undefined) throw new Error('the stored resource is missing');
  return row;
}

/** How many bookings a resource ever had, or has in a state. */
export function countBookings(tx: Tx, resourceId: number, state?: 'ENTERED'): Promise<number> {
  const isIt = eq(bookings.resourceId, resourceId);
  return tx.$count(bookings, state === undefined ? isIt : and(isIt, eq(bookings.state, state)));
}

/** Stores a new unit, or changes the one with the id; returns its id. */
export async function saveUnit(
  tx: Tx,
  { id, ...values }: Omit<NewUnit, 'id'> & { id: number | undefined },
): Promise<number> {
  if (id !== undefined) {
    await tx.update(bookingUnits).set(values).where(eq(bookingUnits.id, id));
    return id;
  }
  const [row] = await tx.insert(bookingUnits).values(values).returning({ id: bookingUnits.id });
  if (row === undefined) throw new Error('the stored unit is missing');
  return row.id;
}

/** Deletes a unit or a resource; false for one that was ever booked, which stays. */
export async function deleteUnused(
  tx: Tx,
  what: 'unit' | 'resource',
  id: number,
): Promise<boolean> {
  const [table, booked] =
    what === 'unit'
      ? ([bookingUnits, bookings.unitId] as const)
      : ([bookingResources, bookings.resourceId] as const);
  if ((await tx.$count(bookings, eq(booked, id))) > 0) return false;
  await tx.delete(table).where(eq(table.id, id));
  return true;
}

/** Closures that are not over; nobody else adds one until the transaction ends. */
export async function countClosures(tx: Tx, today: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('booking closures', 0))`);
  return tx.$count(bookingClosures, gte(bookingClosures.endsOn, today));
}

export async function insertClosure(tx: Tx, values: typeof bookingClosures.$inferInsert) {
  const [row] = await tx.insert(bookingClosures).values(values).returning();
  if (row === undefined) throw new Error('the stored closure is missing');
  return row;
}

export async function deleteClosure(tx: Tx, id: number) {
  const [row] = await tx.delete(bookingClosures).where(eq(bookingClosures.id, id)).returning();
  return row ?? null;
}
