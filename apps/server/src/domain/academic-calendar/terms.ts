import type { Term } from '@naru/contract/timetable';
import { addDays, weekdayOf } from '../../platform/clock.ts';

/** Length of a term, exams included, unless the calendar sets the dates. */
const WEEKS = 16;

/** First and last day of lectures, yyyy-mm-dd, both inclusive. */
export interface TermDates {
  from: string;
  to: string;
}

/** Dates of the terms that deviate from the usual calendar, by key `2026-2`. */
export type AcademicCalendar = ReadonlyMap<string, TermDates>;

export function termKey({ year, semester }: Term): string {
  return `${year}-${semester}`;
}

/**
 * Returns the term of a day in Korea: March to August is semester 1, September to February semester 2
 * of the year in which it began. A term whose lectures begin earlier is current from their first day.
 */
export function termOf(day: string, calendar: AcademicCalendar): Term {
  const year = Number(day.slice(0, 4));
  const candidates: Term[] = [
    { year: year + 1, semester: 1 },
    { year, semester: 2 },
    { year, semester: 1 },
  ];
  const former: Term = { year: year - 1, semester: 2 };
  return candidates.find((term) => currentFrom(term, calendar) <= day) ?? former;
}

/** Returns the configured dates, or 16 weeks from the first Monday of the term's first month. */
export function termDates(term: Term, calendar: AcademicCalendar): TermDates {
  const configured = calendar.get(termKey(term));
  if (configured !== undefined) return configured;
  const first = firstOfMonth(term);
  const from = addDays(first, (8 - weekdayOf(first)) % 7);
  return { from, to: addDays(from, WEEKS * 7 - 1) };
}

/** All days of a term, with the holidays after its lectures: until the next one begins. */
export function termDays(term: Term, calendar: AcademicCalendar): TermDates {
  const { year, semester } = term;
  const next: Term = semester === 1 ? { year, semester: 2 } : { year: year + 1, semester: 1 };
  return { from: currentFrom(term, calendar), to: addDays(currentFrom(next, calendar), -1) };
}

/** Lists the days that fall on weekday `dow` (1 is Monday). */
export function weekdaysWithin({ from, to }: TermDates, dow: number): string[] {
  const days: string[] = [];
  let day = addDays(from, (dow - weekdayOf(from) + 7) % 7);
  for (; day <= to; day = addDays(day, 7)) days.push(day);
  return days;
}

function currentFrom(term: Term, calendar: AcademicCalendar): string {
  const month = firstOfMonth(term);
  const configured = calendar.get(termKey(term))?.from;
  return configured !== undefined && configured < month ? configured : month;
}

function firstOfMonth({ year, semester }: Term): string {
  return `${year}-${semester === 1 ? '03' : '09'}-01`;
}
