import { asc } from 'drizzle-orm';
import { cafeteriaDays } from '../../db/schema/index.ts';
import type { TestApp } from '../test-app.ts';

/** Stores the meals of a day; both cafeterias are open by default. */
export async function createCafeteriaDay(
  t: TestApp,
  values: Pick<typeof cafeteriaDays.$inferInsert, 'day'> &
    Partial<typeof cafeteriaDays.$inferInsert>,
): Promise<void> {
  await t.db
    .insert(cafeteriaDays)
    .values({ studentState: 'OPEN', staffState: 'OPEN', student: {}, staff: {}, ...values });
}

export function readCafeteriaDays(t: TestApp) {
  return t.db.select().from(cafeteriaDays).orderBy(asc(cafeteriaDays.day));
}
