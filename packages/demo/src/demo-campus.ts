import { isDeepStrictEqual } from 'node:util';
import { ACADEMIC_KINDS } from '@naru/contract/academic-kinds';
import { STAFF_MEALS, STUDENT_CATEGORIES } from '@naru/contract/cafeteria-choices';
import type { Tx } from '@naru/server/db/client';
import { academicDates, cafeteriaDays } from '@naru/server/db/schema';
import { addDays, kstDay, weekdayOf } from '@naru/server/platform/clock';
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import content from './content/academic-dates.json' with { type: 'json' };
import mealLists from './content/meals.json' with { type: 'json' };
import { KST_MS, termAt, WEEKDAYS } from './demo-calendar.ts';

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

const words = { title: z.string(), kind: z.enum(ACADEMIC_KINDS), note: z.string() };
const datesSchema = z.strictObject({
  /** Dates of each term, by the week and the day (0 is Monday) counted from the first Monday of lectures. */
  terms: z.array(z.strictObject({ ...words, week: z.int(), from: z.int(), days: z.int() })),
  /** Month and day, mm-dd. */
  holidays: z.array(z.strictObject({ title: z.string(), on: z.string() })),
  /** First and last day, counted from the day of filling. */
  soon: z.array(z.strictObject({ ...words, from: z.int(), until: z.int() })),
});

type DateRow = Pick<
  typeof academicDates.$inferInsert,
  'title' | 'kind' | 'note' | 'startsOn' | 'endsOn'
>;

/** The terms before and after the current one whose dates the demo has. */
const TERMS = [-2, -1, 0, 1, 2];
const WEEK = 7;

/** Inserts the academic calendar of some terms around `now`, and a few dates of the next weeks. */
export async function insertDemoDates(tx: Tx, now: Date): Promise<void> {
  const times = { createdAt: now, updatedAt: now };
  await tx.insert(academicDates).values(demoDates(now).map((date) => ({ ...date, ...times })));
}

/** Deletes the dates that are still as the demo made them. */
export async function removeDemoDates(tx: Tx): Promise<void> {
  for (const stored of await tx.select().from(academicDates)) {
    const isMine = demoDates(stored.createdAt).some(
      ({ title, kind, note, startsOn, endsOn }) =>
        stored.title === title &&
        stored.kind === kind &&
        stored.note === note &&
        stored.startsOn === startsOn &&
        stored.endsOn === endsOn,
    );
    if (isMine) await tx.delete(academicDates).where(eq(academicDates.id, stored.id));
  }
}

export function demoDates(now: Date): DateRow[] {
  const { terms, holidays, soon } = z.parse(datesSchema, content);
  const today = kstDay(now);
  const firsts = TERMS.map((ahead) => firstMonday(now, ahead));
  const years = new Set(firsts.map((day) => day.slice(0, 4)));
  return [
    ...firsts.flatMap((first) =>
      terms.map(({ week, from, days, ...date }) => {
        const startsOn = addDays(first, week * WEEK + from);
        return { ...date, startsOn, endsOn: addDays(startsOn, days - 1) };
      }),
    ),
    ...[...years].flatMap((year) =>
      holidays.map(({ title, on }) => {
        const day = `${year}-${on}`;
        return { title, kind: 'HOLIDAY' as const, note: '', startsOn: day, endsOn: day };
      }),
    ),
    ...soon.map(({ from, until, ...date }) => ({
      ...date,
      startsOn: addDays(today, from),
      endsOn: addDays(today, until),
    })),
  ];
}

/** The first day of lectures of the term `ahead` terms after the current one, without set dates. */
function firstMonday(now: Date, ahead: number): string {
  const { year, semester } = termAt(now, ahead);
  const first = `${year}-${semester === 1 ? '03' : '09'}-01`;
  return addDays(first, (8 - weekdayOf(first)) % WEEK);
}
