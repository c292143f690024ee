import { asc, eq, sql } from 'drizzle-orm';
import type { Db, Executor } from '../../db/client.ts';
import { prepare } from '../../db/fast/fast.ts';
import { pendingNotifications } from '../../db/schema/index.ts';

export function prepareInsertPending(db: Db) {
  const insert = db.insert(pendingNotifications).values({ payload: sql.placeholder('payload') });
  const query = prepare(db, 'insert_pending', insert);
  return (payload: Buffer) => query({ payload });
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
