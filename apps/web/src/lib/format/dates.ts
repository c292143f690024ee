import { serverNow } from '../clock.ts';

const UNITS: [seconds: number, name: string][] = [
  [86_400, '일'],
  [3600, '시간'],
  [60, '분'],
];

/** Seconds as their two largest units: `2일 3시간`, `5분`, `40초`. */
export function formatDuration(seconds: number): string {
  let left = Math.max(0, Math.floor(seconds));
  const shown: string[] = [];
  for (const [size, name] of UNITS) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count > 0 && shown.length < 2) shown.push(`${count}${name}`);
  }
  return shown.join(' ') || `${left}초`;
}

/** Prints `2026-11-20 14:02`: the Swedish format is ISO 8601. All days are in Asia/Seoul. */
const KOREAN_TIME = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Seoul',
  dateStyle: 'short',
  timeStyle: 'short',
});

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Upper bounds of relative times: days to 13, weeks to 4, months to 11. */
const LAST_DAYS = 13;
const WEEK_DAYS = 7;
const LAST_WEEKS = 4;
const MONTH_DAYS = 30;
const YEAR_DAYS = 365;
const LAST_MONTHS = 11;

function parse(iso: string): Date | null {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** `2026-11-20`; empty for an invalid date. */
export function formatDay(iso: string): string {
  return formatListDate(iso).slice(0, 10);
}

/** `2026-11-20` from epoch milliseconds. */
export function koreanDay(time: number): string {
  return KOREAN_TIME.format(time).slice(0, 10);
}

/** The Korean day (YYYY-MM-DD) `after` days from `now`. */
export function koreanDayAfter(after: number, now = serverNow()): string {
  return koreanDay(now + after * DAY);
}

/** `2026-11-20 14:02`; empty for an invalid date. */
export function formatListDate(iso: string): string {
  const date = parse(iso);
  return date ? KOREAN_TIME.format(date) : '';
}

/** `2026-11-20T14:02` for an input of date and time; empty for an invalid date. */
export function toLocalTime(iso: string): string {
  return formatListDate(iso).replace(' ', 'T');
}

/** The instant of a Korean date and time such as `2026-11-20T14:02`. */
export function fromLocalTime(local: string): string {
  return `${local.slice(0, 16)}:00+09:00`;
}

/** Age in ms, clamped at zero for clocks that run ahead; null for an invalid date. */
function ageOf(iso: string, now: number): number | null {
  const date = parse(iso);
  return date && Math.max(0, now - date.getTime());
}

function shortAge(age: number): string | null {
  if (age < MINUTE) return null;
  if (age < HOUR) return `${Math.floor(age / MINUTE)}분 전`;
  if (age < DAY) return `${Math.floor(age / HOUR)}시간 전`;
  return null;
}

/** For times truncated to the minute: exact seconds would be wrong by up to a minute. */
export function formatMinuteTime(iso: string, now = serverNow()): string {
  const age = ageOf(iso, now);
  if (age === null) return '';
  return age < 2 * MINUTE ? '방금 전' : formatCommunityTime(iso, now);
}

/** Relative time such as `5초 전`, `3분 전`, `13일 전`, `4주 전`, `11개월 전`, `2년 전`. */
export function formatCommunityTime(iso: string, now = serverNow()): string {
  const age = ageOf(iso, now);
  if (age === null) return '';
  if (age < SECOND) return '방금 전';
  if (age < MINUTE) return `${Math.floor(age / SECOND)}초 전`;
  return shortAge(age) ?? formatDays(Math.floor(age / DAY));
}

function formatDays(days: number): string {
  if (days <= LAST_DAYS) return `${days}일 전`;
  const weeks = Math.floor(days / WEEK_DAYS);
  if (weeks <= LAST_WEEKS) return `${weeks}주 전`;
  if (days < YEAR_DAYS) return `${Math.min(LAST_MONTHS, Math.floor(days / MONTH_DAYS))}개월 전`;
  return `${Math.floor(days / YEAR_DAYS)}년 전`;
}

/** `방금 전` under 60 s, then minutes, hours, days under 7, then the date. */
export function formatNotificationTime(iso: string, now = serverNow()): string {
  const age = ageOf(iso, now);
  if (age === null) return '';
  if (age < MINUTE) return '방금 전';
  if (age >= WEEK_DAYS * DAY) return formatDay(iso);
  return shortAge(age) ?? `${Math.floor(age / DAY)}일 전`;
}
