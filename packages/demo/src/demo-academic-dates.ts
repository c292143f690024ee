import { ACADEMIC_KINDS } from '@naru/contract/academic-kinds';
import type { Tx } from '@naru/server/db/client';
import { academicDates } from '@naru/server/db/schema';
import { addDays, kstDay, weekdayOf } from '@naru/server/platform/clock';
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import content from './content/academic-dates.json' with { type: 'json' };
import { termAt } from './demo-calendar.ts';

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
