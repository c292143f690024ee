import { asc, eq, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { pendingNotifications } from '../../db/schema/index.ts';

export function insertPending(db: Executor, payload: Buffer) {
  return db.insert(pendingNotifications).values({ payload }).execute();
}

export async function listPendingIds(db: Executor): Promise<number[]> {
  const rows = await db
    .select({ id: pendingNotifications.id })
    .from(pendingNotifications)
    .orderBy(asc(pendingNotifications.id));
  return rows.map(({ id }) => id);
}

/**
 * Returns the payload, or null when it was sent. An advisory lock serialises senders, so that the
 * later count of two likes wins.
 */
export async function lockPending(db: Executor, id: number): Promise<Buffer | null> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('pending notifications', 0))`);
  const [row] = await db
    .select({ payload: pendingNotifications.payload })
    .from(pendingNotifications)
    .where(eq(pendingNotifications.id, id));
  return row?.payload ?? null;
}

export async function deletePending(db: Executor, id: number): Promise<void> {
  await db.delete(pendingNotifications).where(eq(pendingNotifications.id, id));
}
