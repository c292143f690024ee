import { isDeepStrictEqual } from 'node:util';
import { STAFF_MEALS, STUDENT_CATEGORIES } from '@naru/contract/cafeteria-choices';
import type { Tx } from '@naru/server/db/client';
import { cafeteriaDays } from '@naru/server/db/schema';
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import mealLists from './content/meals.json' with { type: 'json' };
import { KST_MS, WEEKDAYS } from './demo-calendar.ts';

const DAY_MS = 86_400_000;
const DAYS_BACK = 14;
/** Twice the range that members can read, so that a demo that runs for two weeks still has meals. */
const DAYS_AHEAD = 28;

const BY_HAND = { studentSource: null, staffSource: null };

/** Lists of dishes that rotate daily. */
const turns = z.array(z.array(z.string()).check(z.minLength(1))).check(z.minLength(1));
const keys = z.enum([...STUDENT_CATEGORIES, ...STAFF_MEALS]);
const mealsSchema = z.strictObject({
  student: z.record(z.enum(STUDENT_CATEGORIES), turns),
  staff: z.record(z.enum(STAFF_MEALS), turns),
  /** Weekdays on which the category or meal is empty. */
  emptyOn: z.partialRecord(keys, z.array(z.enum(WEEKDAYS))),
});
type DemoMeals = z.output<typeof mealsSchema>;
type DayRow = typeof cafeteriaDays.$inferInsert;

/** Inserts meals from 14 days back to 28 days ahead. */
export async function insertDemoCampus(tx: Tx, now: Date): Promise<void> {
  await tx.insert(cafeteriaDays).values(demoCafeteriaDays(now));
}

/** Deletes meals that are still as the demo made them. */
export async function removeDemoCampus(tx: Tx): Promise<void> {
  const meals = z.parse(mealsSchema, mealLists);
  const same = (await tx.select().from(cafeteriaDays)).filter((row) =>
    isDeepStrictEqual(row, cafeteriaDay(meals, Date.parse(row.day) / DAY_MS, row.updatedAt)),
  );
  // A closed weekend alone does not show who wrote it: the demo writes weekdays at the same time.
  const writtenAt = new Set(same.filter(isOpen).map(({ updatedAt }) => updatedAt.getTime()));
  for (const { day, updatedAt } of same) {
    if (!writtenAt.has(updatedAt.getTime())) continue;
    await tx.delete(cafeteriaDays).where(eq(cafeteriaDays.day, day));
  }
}

function isOpen({ studentState }: Pick<DayRow, 'studentState'>): boolean {
  return studentState === 'OPEN';
}

/** Returns one row per day in Korea; both cafeterias are closed at weekends. */
export function demoCafeteriaDays(now: Date): DayRow[] {
  const meals = z.parse(mealsSchema, mealLists);
  const today = Math.floor((now.getTime() + KST_MS) / DAY_MS);
  return Array.from({ length: DAYS_BACK + 1 + DAYS_AHEAD }, (_, index) =>
    cafeteriaDay(meals, today - DAYS_BACK + index, now),
  );
}

/** `number` counts the days since 1970-01-01. */
function cafeteriaDay(meals: DemoMeals, number: number, now: Date): DayRow {
  const date = new Date(number * DAY_MS);
  const day = date.toISOString().slice(0, 10);
  const weekday = WEEKDAYS[date.getUTCDay()] ?? '일';
  if (weekday === '토' || weekday === '일') {
    const closed = {
      studentState: 'CLOSED',
      staffState: 'CLOSED',
      student: {},
      staff: {},
    } as const;
    return { day, ...closed, ...BY_HAND, updatedAt: now };
  }
  const serve = (turns: Record<string, string[][]>) =>
    Object.fromEntries(
      Object.entries(turns).map(([name, lists]) => {
        const isEmpty = isIn(meals.emptyOn, name) && meals.emptyOn[name]?.includes(weekday);
        return [name, isEmpty ? [] : (lists[number % lists.length] ?? [])];
      }),
    );
  return {
    day,
    studentState: 'OPEN',
    staffState: 'OPEN',
    student: serve(meals.student),
    staff: serve(meals.staff),
    ...BY_HAND,
    updatedAt: now,
  };
}

function isIn<T extends object>(record: T, key: PropertyKey): key is keyof T {
  return key in record;
}
