import { asc, between, eq, inArray, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { cafeteriaDays } from '../../db/schema/index.ts';

/** The menus of a day, yyyy-mm-dd. */
export async function findMenuDay(db: Executor, day: string) {
  const [row] = await db.select().from(cafeteriaDays).where(eq(cafeteriaDays.day, day)).limit(1);
  return row ?? null;
}

export type MenuRow = typeof cafeteriaDays.$inferSelect;

/** Stored days between the two, both included. */
export async function listMenuDays(db: Executor, from: string, to: string): Promise<MenuRow[]> {
  return db
    .select()
    .from(cafeteriaDays)
    .where(between(cafeteriaDays.day, from, to))
    .orderBy(asc(cafeteriaDays.day));
}

/** Until the transaction ends, nobody else writes menus. */
export async function lockMenus(tx: Executor): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('menus', 0))`);
}

export async function findMenuDays(
  db: Executor,
  days: readonly string[],
): Promise<Map<string, MenuRow>> {
  const rows = await db
    .select()
    .from(cafeteriaDays)
    .where(inArray(cafeteriaDays.day, [...days]));
  return new Map(rows.map((row) => [row.day, row]));
}

export async function upsertMenuDays(tx: Executor, rows: readonly MenuRow[]): Promise<void> {
  if (rows.length === 0) return;
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
        updatedAt: sql`excluded.updated_at`,
      },
    });
}
