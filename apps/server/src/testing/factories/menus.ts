import { asc } from 'drizzle-orm';
import { menuDays } from '../../db/schema/index.ts';
import type { TestApp } from '../test-app.ts';

/** Posts the menus of a day; both cafeterias open unless told. */
export async function createMenuDay(
  t: TestApp,
  values: Pick<typeof menuDays.$inferInsert, 'day'> & Partial<typeof menuDays.$inferInsert>,
): Promise<void> {
  await t.db
    .insert(menuDays)
    .values({ studentState: 'OPEN', staffState: 'OPEN', student: {}, staff: {}, ...values });
}

/** Stored days in their order. */
export function readMenuDays(t: TestApp) {
  return t.db.select().from(menuDays).orderBy(asc(menuDays.day));
}
