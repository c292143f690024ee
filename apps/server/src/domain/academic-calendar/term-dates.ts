import type { Term } from '@naru/contract/timetable';
import type { Executor } from '../../db/client.ts';
import { listTermDates, type TermDateRow } from './academic-dates.repo.ts';
import { type AcademicCalendar, type KnownDates, termKey } from './terms.ts';

type What = keyof KnownDates;

/** Patterns of titles without year, semester, spaces and marks. */
const TITLES: readonly (readonly [What, RegExp])[] = [
  ['from', /^(?:학부|재학생|전체)?(?:개강|수업(?:시작|개시))일?(?:및.*)?$/],
  ['to', /^(?:학부|재학생|전체)?(?:종강|수업(?:종료|종강))일?(?:및.*)?$/],
  ['enrolment', /^(?:학부|재학생|전체|전학년)?(?:예비)?수강신청(?:기간|시작|장바구니)?$/],
];

/**
 * For each kind of day and month: the semester, and how many years the term's year is away from the calendar
 * year.
 */
const MONTHS: Record<What, Record<number, readonly [semester: 1 | 2, years: number]>> = {
  from: { 2: [1, 0], 3: [1, 0], 4: [1, 0], 8: [2, 0], 9: [2, 0], 10: [2, 0] },
  to: { 1: [2, -1], 5: [1, 0], 6: [1, 0], 7: [1, 0], 11: [2, 0], 12: [2, 0] },
  enrolment: {
    1: [1, 0],
    2: [1, 0],
    3: [1, 0],
    6: [2, 0],
    7: [2, 0],
    8: [2, 0],
    9: [2, 0],
    11: [1, 1],
    12: [1, 1],
  },
};

/** The days that the academic calendar sets for terms, as staff and sources have entered them. */
export async function readCalendar(db: Executor): Promise<AcademicCalendar> {
  return calendarOf(await listTermDates(db));
}

/**
 * Reads 개강, 종강 and 수강신청 by their titles. Ignores an entry whose date does not fit the term that its title
 * names. Entries of staff win over those of sources; then the first 개강, the last 종강 and the first 수강신청 count.
 */
export function calendarOf(rows: readonly TermDateRow[]): AcademicCalendar {
  const counted = new Map<string, TermDay>();
  for (const entry of rows.flatMap(readEntry)) {
    const slot = `${entry.key} ${entry.what}`;
    const other = counted.get(slot);
    if (other === undefined || wins(entry, other)) counted.set(slot, entry);
  }
  const calendar = new Map<string, KnownDates>();
  for (const { key, what, day } of counted.values()) {
    calendar.set(key, { ...calendar.get(key), [what]: day });
  }
  return calendar;
}

interface TermDay {
  key: string;
  what: What;
  day: string;
  isOfStaff: boolean;
}

function readEntry({ title, startsOn, endsOn, isOfStaff }: TermDateRow): TermDay[] {
  const read = readTitle(title);
  if (read === null) return [];
  const day = read.what === 'to' ? endsOn : startsOn;
  const term = termOfEntry(read, day);
  return term === null ? [] : [{ key: termKey(term), what: read.what, day, isOfStaff }];
}

/** Whether `one` replaces `other`, which is of the same term and kind. */
function wins(one: TermDay, other: TermDay): boolean {
  if (one.isOfStaff !== other.isOfStaff) return one.isOfStaff;
  return one.what === 'to' ? one.day > other.day : one.day < other.day;
}

interface Title {
  what: What;
  year: number | null;
  semester: number | null;
}

const YEAR = /(20\d\d)(?:학년도|년도?|(?=제?[12]학기))/;

function readTitle(title: string): Title | null {
  const text = title.normalize('NFKC').replace(/[\s()[\]{}<>·,:~-]/g, '');
  const year = YEAR.exec(text)?.[1] ?? null;
  const semester = /제?([12])학기/.exec(text)?.[1] ?? null;
  const rest = text.replace(YEAR, '').replace(/제?[12]학기/, '');
  const what = TITLES.find(([, pattern]) => pattern.test(rest))?.[0];
  if (what === undefined) return null;
  return { what, year: year && Number(year), semester: semester && Number(semester) } as Title;
}

/** Null where the month fits no term, or not the one that the title names. */
function termOfEntry({ what, year, semester }: Title, day: string): Term | null {
  const [calendarYear, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  const usual = MONTHS[what][month];
  if (usual === undefined) return null;
  const term: Term = { year: calendarYear + usual[1], semester: usual[0] };
  const isOther =
    (semester !== null && semester !== term.semester) || (year !== null && year !== term.year);
  return isOther ? null : term;
}
