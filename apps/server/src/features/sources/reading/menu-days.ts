import { addDays, weekdayOf } from '../../../platform/clock.ts';
import { findDays, toDay, toNearDay, type WrittenDay } from './read-dates.ts';

const WEEKDAYS = ['일', '월', '화', '수', '목', '금', '토'];
const WEEKDAY = /^(?:[^가-힣]*)([일월화수목금토])(?:요일|[^가-힣]|$)/;
const DAY_ONLY = /(?<!\d)(\d{1,2})일/;
const WEEK_DAYS = 7;

/** First day of the week that a page names, yyyy-mm-dd; null when it names none. */
export function readWeek(text: string, now: Date): string | null {
  const [first] = findDays(text);
  return first === undefined ? null : toNearDay(first, now);
}

/**
 * The day of a heading: `2026.11.23`, `11/23 (월)`, `23일(월)`, or `월요일` in a week that is known. Null
 * for anything else.
 */
export function readMenuDay(
  heading: string,
  { week, now }: { week: string | null; now: Date },
): string | null {
  const [written] = findDays(heading);
  if (written !== undefined) return inWeekYear(written, { week, now });
  if (week === null) return null;
  const days = Array.from({ length: WEEK_DAYS }, (_, index) => addDays(week, index));
  const number = DAY_ONLY.exec(heading)?.[1];
  if (number !== undefined) {
    return days.find((day) => Number(day.slice(8)) === Number(number)) ?? null;
  }
  const name = WEEKDAY.exec(heading)?.[1];
  return days.find((day) => WEEKDAYS[weekdayOf(day)] === name) ?? null;
}

/** What a heading says beside its day. */
export function restOfHeading(heading: string): string {
  return heading
    .replaceAll(/\d{1,4}\s?[.\-/년월일]\s?/g, '')
    .replaceAll(/\d+/g, '')
    .replaceAll(
      /\(?[일월화수목금토](?:요일)?\)|[일월화수목금토]요일|^\s?[일월화수목금토](?=\s|$)/g,
      '',
    )
    .trim();
}

/** Without a year it is the one of the week, else the nearest. */
function inWeekYear(
  written: WrittenDay,
  { week, now }: { week: string | null; now: Date },
): string | null {
  if (written.year !== null || week === null) return toNearDay(written, now);
  const day = toDay(written, Number(week.slice(0, 4)));
  // A week may begin in December and end in January.
  return day !== null && day < week ? toDay(written, Number(week.slice(0, 4)) + 1) : day;
}
