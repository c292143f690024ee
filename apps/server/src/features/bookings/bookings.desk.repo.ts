import { and, asc, eq, gte, sql } from 'drizzle-orm';
import type { Executor, Tx } from '../../db/client.ts';
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

export async function insertResource(tx: Tx, values: NewResource): Promise<ResourceRow> {
  const [row] = await tx.insert(bookingResources).values(values).returning();
  if (row === undefined) throw new Error('the stored resource is missing');
  return row;
}

export async function updateResource(
  tx: Tx,
  id: number,
  values: Partial<NewResource>,
): Promise<ResourceRow> {
  const [row] = await tx
    .update(bookingResources)
    .set(values)
    .where(eq(bookingResources.id, id))
    .returning();
  if (row === undefined) throw new Error('the changed resource is missing');
  return row;
}

/** Whether a lottery has entries that were not drawn. */
export async function hasEntries(tx: Tx, resourceId: number): Promise<boolean> {
  const isEntered = and(eq(bookings.resourceId, resourceId), eq(bookings.state, 'ENTERED'));
  return (await tx.$count(bookings, isEntered)) > 0;
}

/** False for a resource that was booked, which stays. */
export async function deleteResource(tx: Tx, id: number): Promise<boolean> {
  if ((await tx.$count(bookings, eq(bookings.resourceId, id))) > 0) return false;
  await tx.delete(bookingResources).where(eq(bookingResources.id, id));
  return true;
}

export async function insertUnit(tx: Tx, values: NewUnit): Promise<number> {
  const [row] = await tx.insert(bookingUnits).values(values).returning({ id: bookingUnits.id });
  if (row === undefined) throw new Error('the stored unit is missing');
  return row.id;
}

export async function updateUnit(tx: Tx, id: number, values: Partial<NewUnit>): Promise<void> {
  await tx.update(bookingUnits).set(values).where(eq(bookingUnits.id, id));
}

/** False for a unit that was booked, which stays. */
export async function deleteUnit(tx: Tx, id: number): Promise<boolean> {
  if ((await tx.$count(bookings, eq(bookings.unitId, id))) > 0) return false;
  await tx.delete(bookingUnits).where(eq(bookingUnits.id, id));
  return true;
}

export function listAllClosures(db: Executor, today: string) {
  return db
    .select({
      id: bookingClosures.id,
      resourceId: bookingClosures.resourceId,
      startsOn: bookingClosures.startsOn,
      endsOn: bookingClosures.endsOn,
      reason: bookingClosures.reason,
    })
    .from(bookingClosures)
    .where(gte(bookingClosures.endsOn, today))
    .orderBy(asc(bookingClosures.startsOn), asc(bookingClosures.id))
    .limit(200);
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
