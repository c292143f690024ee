import type { CurrentTerm } from '@naru/contract/lectures';
import { DAYS, type Day, endOf, startOf } from '@naru/contract/timetable';
import { type Entry, entriesOf, type TimetableLecture } from '../timetable/entries.ts';

export type WeekTime = { dow: Day; minutes: number };

const parts = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Asia/Seoul',
  weekday: 'long',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** Day of the week and minutes since midnight in Korean time. */
export function weekTimeOf(now: number): WeekTime {
  const found = Object.fromEntries(
    parts.formatToParts(now).map(({ type, value }) => [type, value]),
  );
  const dow = DAYS.find((day) => day === found.weekday?.toUpperCase()) ?? DAYS[0];
  return { dow, minutes: Number(found.hour) * 60 + Number(found.minute) };
}

export type NextLecture<L extends TimetableLecture> = Entry<L> & {
  /** Minutes until the start; null while it is running. */
  startsIn: number | null;
  /** Lectures left today after this one. */
  later: number;
};

/** The running or next lecture of today. */
export function findNextLecture<L extends TimetableLecture>(
  lectures: readonly L[],
  { dow, minutes }: WeekTime,
): NextLecture<L> | null {
  const left = entriesOf(lectures)
    .filter(({ slot }) => slot.dow === dow && minutes < endOf(slot))
    .sort((a, b) => startOf(a.slot) - startOf(b.slot));
  const [next] = left;
  if (next === undefined) return null;
  const startsIn = startOf(next.slot) - minutes;
  return { ...next, startsIn: startsIn > 0 ? startsIn : null, later: left.length - 1 };
}

/** `지금 수업 중`, `35분 뒤 시작`, `2시간 뒤 시작`, `2시간 5분 뒤 시작` */
export function formatStart(startsIn: number | null): string {
  if (startsIn === null) return '지금 수업 중';
  const hours = Math.floor(startsIn / 60);
  const minutes = startsIn % 60;
  const words = [hours > 0 && `${hours}시간`, minutes > 0 && `${minutes}분`].filter(Boolean);
  return `${words.join(' ')} 뒤 시작`;
}

/** The notice for a date (`2026-11-20`) outside the term; null during the term. */
export function vacationText(
  day: string,
  { from, to }: { from: string; to: string },
): string | null {
  if (day > to) return '이번 학기 강의가 모두 끝났습니다.';
  if (day >= from) return null;
  const [, month, date] = from.split('-').map(Number);
  return `이번 학기 강의는 ${month}월 ${date}일에 시작합니다.`;
}

/** The holiday on a day (`2026-11-20`); undefined on other days, and in terms that a former release stored. */
export function holidayOn(day: string, { holidays }: Pick<CurrentTerm, 'holidays'>) {
  return holidays?.find(({ startsOn, endsOn }) => startsOn <= day && day <= endsOn);
}

/** `삼일절 · 오늘은 수업이 없습니다.`; null on other days. */
export function holidayText(day: string, term: Pick<CurrentTerm, 'holidays'>): string | null {
  const holiday = holidayOn(day, term);
  return holiday ? `${holiday.title} · 오늘은 수업이 없습니다.` : null;
}
