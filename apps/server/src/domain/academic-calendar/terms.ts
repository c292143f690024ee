import type { TermDays } from '@naru/contract/academic-calendar';
import { academicYearOf } from '@naru/contract/study-years';
import type { Term } from '@naru/contract/timetable';
import { addDays, weekdayOf } from '../../platform/clock.ts';

/** Weeks of a term, exams included: the default, and the bounds within which the calendar is believed. */
const WEEKS = 16;
const FEWEST_WEEKS = 8;
const MOST_WEEKS = 26;
/** Weeks before its first day from which the next term is the planned one, if the calendar names no enrolment. */
const PLANNED_WEEKS = 4;

/** First and last day of lectures, yyyy-mm-dd, both inclusive. */
export interface TermDates {
  from: string;
  to: string;
}

/** What the academic calendar says of a term, yyyy-mm-dd. */
export interface KnownDates extends Partial<TermDates> {
  /** First day of the enrolment in its lectures. */
  enrolment?: string;
}

/** What the academic calendar says of terms, by key `2026-2`. */
export type AcademicCalendar = ReadonlyMap<string, KnownDates>;

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

/**
 * The first and last day of a term's lectures: those of the calendar, or 16 weeks from the first Monday of
 * the term's first month. A last day that is less than 8 or more than 26 weeks after the first is ignored.
 */
export function termDates(term: Term, calendar: AcademicCalendar): TermDates {
  const known = calendar.get(termKey(term));
  const first = firstOfMonth(term);
  const from = known?.from ?? addDays(first, (8 - weekdayOf(first)) % 7);
  const to = known?.to ?? '';
  const isPossible = to >= addDays(from, FEWEST_WEEKS * 7) && to <= addDays(from, MOST_WEEKS * 7);
  return { from, to: isPossible ? to : addDays(from, WEEKS * 7 - 1) };
}

/** The term that people plan on a day: the next one from the first day of its enrolment on, else the current one. */
export function plannedTerm(day: string, calendar: AcademicCalendar): Term {
  const current = termOf(day, calendar);
  const next = following(current);
  return day >= enrolmentOf(next, calendar) ? next : current;
}

function enrolmentOf(term: Term, calendar: AcademicCalendar): string {
  const { enrolment } = calendar.get(termKey(term)) ?? {};
  return enrolment ?? addDays(termDates(term, calendar).from, -PLANNED_WEEKS * 7);
}

/** The terms of the academic years in which the days lie, and which of their days the calendar names. */
export function listTermDays({ from, to }: TermDates, calendar: AcademicCalendar): TermDays[] {
  const terms: Term[] = [];
  for (let year = academicYearOf(from); year <= academicYearOf(to); year += 1) {
    terms.push({ year, semester: 1 }, { year, semester: 2 });
  }
  return terms.map((term) => {
    const days = { ...termDates(term, calendar), enrolment: enrolmentOf(term, calendar) };
    const known: KnownDates = calendar.get(termKey(term)) ?? {};
    const named = (['enrolment', 'from', 'to'] as const).filter((one) => known[one] === days[one]);
    return { ...term, ...days, named };
  });
}

/** The next term of a semester whose lectures are not over on a day. */
export function nextTermOf(
  semester: Term['semester'],
  day: string,
  calendar: AcademicCalendar,
): Term {
  const current = termOf(day, calendar);
  const next = following(current);
  if (next.semester === semester) return next;
  return termDates(current, calendar).to < day ? following(next) : current;
}

/** All days of a term, with the holidays after its lectures: until the next one begins. */
export function termDays(term: Term, calendar: AcademicCalendar): TermDates {
  const to = addDays(currentFrom(following(term), calendar), -1);
  return { from: currentFrom(term, calendar), to };
}

function following({ year, semester }: Term): Term {
  return semester === 1 ? { year, semester: 2 } : { year: year + 1, semester: 1 };
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
  const known = calendar.get(termKey(term))?.from;
  return known !== undefined && known < month ? known : month;
}

function firstOfMonth({ year, semester }: Term): string {
  return `${year}-${semester === 1 ? '03' : '09'}-01`;
}
