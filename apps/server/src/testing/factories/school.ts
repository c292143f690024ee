import { asc } from 'drizzle-orm';
import { academicDates, cafeteriaDays } from '../../db/schema/index.ts';
import type { TestApp } from '../test-app.ts';

/** Stores a date of one day, entered by staff by default; returns its id. */
export async function createAcademicDate(
  t: TestApp,
  values: Partial<typeof academicDates.$inferInsert> = {},
): Promise<number> {
  const startsOn = values.startsOn ?? '2026-11-25';
  const [row] = await t.db
    .insert(academicDates)
    .values({ title: '학술제', kind: 'EVENT', startsOn, endsOn: startsOn, ...values })
    .returning({ id: academicDates.id });
  if (row === undefined) throw new Error('no date was made');
  return row.id;
}

/** All stored dates, deleted ones included, by their first day. */
export function readAcademicDates(t: TestApp) {
  return t.db
    .select()
    .from(academicDates)
    .orderBy(asc(academicDates.startsOn), asc(academicDates.id));
}

/** Removes all dates. */
export async function clearAcademicDates(t: TestApp): Promise<void> {
  await t.db.delete(academicDates);
}

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
