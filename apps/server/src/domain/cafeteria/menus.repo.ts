import { inArray, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { cafeteriaDays } from '../../db/schema/index.ts';

export type DayRow = typeof cafeteriaDays.$inferSelect;

/** Serialises writers until the transaction ends. */
export async function lockCafeteria(tx: Executor): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('menus', 0))`);
}

/** Returns the stored days among `days` (yyyy-mm-dd), by day. */
export async function findDays(db: Executor, days: readonly string[]) {
  const rows = await db
    .select()
    .from(cafeteriaDays)
    .where(inArray(cafeteriaDays.day, [...days]));
  return new Map(rows.map((row) => [row.day, row]));
}

export async function upsertDays(tx: Executor, rows: readonly DayRow[]): Promise<void> {
  await tx
    .insert(cafeteriaDays)
    .values([...rows])
    .onConflictDoUpdate({
      target: cafeteriaDays.day,
      set: {
        studentState: sql`excluded.student_state`,
        staffState: sql`excluded.staff_state`,
        student: sql`excluded.student`,
        staff: sql`excluded.staff`,
        studentSource: sql`excluded.student_source`,
        staffSource: sql`excluded.staff_source`,
        updatedAt: sql`excluded.updated_at`,
      },
    });
}
