import { asc } from 'drizzle-orm';
import { cafeteriaDays } from '../../db/schema/index.ts';
import type { TestApp } from '../test-app.ts';

/** Posts the menus of a day; both cafeterias open unless told. */
export async function createMenuDay(
  t: TestApp,
  values: Pick<typeof cafeteriaDays.$inferInsert, 'day'> &
    Partial<typeof cafeteriaDays.$inferInsert>,
): Promise<void> {
  await t.db
    .insert(cafeteriaDays)
    .values({ studentState: 'OPEN', staffState: 'OPEN', student: {}, staff: {}, ...values });
}

/** Stored days in their order. */
export function readMenuDays(t: TestApp) {
  return t.db.select().from(cafeteriaDays).orderBy(asc(cafeteriaDays.day));
}
