import type { Term } from '@naru/contract/timetable';

const DAY_MS = 86_400_000;
/** Weeks of lectures, exams included, unless the calendar tells the days. */
const WEEKS = 16;

/** First and last day of lectures, yyyy-mm-dd. */
export interface TermDates {
  from: string;
  to: string;
}

/** Days of lectures by term, for those that keep no ordinary calendar: key `2026-2`. */
export type AcademicCalendar = ReadonlyMap<string, TermDates>;

/** 2026-2 */
export function termKey({ year, semester }: Term): string {
  return `${year}-${semester}`;
}

/**
 * The term of a Korean day: March to August are the first of the year, September to February the
 * second of the year it began in. A term whose lectures begin before its first month is current
 * from that day on.
 */
export function termOf(day: string, calendar: AcademicCalendar): Term {
  const year = Number(day.slice(0, 4));
  const candidates: Term[] = [
    { year: year + 1, semester: 1 },
    { year, semester: 2 },
    { year, semester: 1 },
  ];
  return (
    candidates.find((term) => currentFrom(term, calendar) <= day) ?? {
      year: year - 1,
      semester: 2,
    }
  );
}

/** Days between which the term's lectures are held: told, or 16 weeks from the month's first Monday. */
export function termDates(term: Term, calendar: AcademicCalendar): TermDates {
  const told = calendar.get(termKey(term));
  if (told !== undefined) return told;
  const first = new Date(Date.parse(firstOfMonth(term)));
  const from = addDays(first, (8 - first.getUTCDay()) % 7);
  return { from: dayOf(from), to: dayOf(addDays(from, WEEKS * 7 - 1)) };
}

/** Days of one weekday (1 is Monday) between two days, both included. */
export function weekdaysWithin({ from, to }: TermDates, dow: number): string[] {
  const start = new Date(Date.parse(from));
  const days: string[] = [];
  let day = addDays(start, (dow - start.getUTCDay() + 7) % 7);
  while (dayOf(day) <= to) {
    days.push(dayOf(day));
    day = addDays(day, 7);
  }
  return days;
}

function currentFrom(term: Term, calendar: AcademicCalendar): string {
  const month = firstOfMonth(term);
  const told = calendar.get(termKey(term))?.from;
  return told !== undefined && told < month ? told : month;
}

function firstOfMonth({ year, semester }: Term): string {
  return `${year}-${semester === 1 ? '03' : '09'}-01`;
}

function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * DAY_MS);
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
