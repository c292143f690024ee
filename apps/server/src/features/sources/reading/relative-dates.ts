import { calendarDay } from '../../../domain/cafeteria/day-parts.ts';
import { addDays, kstDay, startOfKstDay } from '../../../platform/clock.ts';

/** What lists write in front of or behind a date. */
const LABELS =
  /(?:최초|최종)? ?(?:작성|등록|게시|수정|입력|발행)(?:일시|일자|시간|일|됨)?|날짜|일시|일자|\b(?:date|posted|published|updated|on|at)\b/gi;
const MARKS = /[\s:()[\]|·,.\-~/에]+/g;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const AMOUNTS: Readonly<Record<string, number>> = {
  ...{ 한: 1, 두: 2, 세: 3, 네: 4, 다섯: 5, 일: 1, 이: 2, 삼: 3, 사: 4, a: 1, an: 1, one: 1 },
};
/** Words that mean a number of days. */
const DAYS: Readonly<Record<string, number>> = {
  ...{ 하루: 1, 이틀: 2, 사흘: 3, 나흘: 4, 닷새: 5, 일주일: 7, 보름: 15 },
};
const NAMED_DAYS: Readonly<Record<string, number>> = {
  ...{ 오늘: 0, 금일: 0, today: 0, 어제: 1, 작일: 1, yesterday: 1 },
  ...{ 그제: 2, 그저께: 2, 그끄저께: 3 },
};
const NOW = /^(?:방금(?:전)?|지금|조금전|just ?now|now)$/i;
const KOREAN_AGO =
  /^(?:(?:약)?(\d{1,4}|한|두|세|네|다섯|일|이|삼|사)(초|분|시간|일|주일?|개월|달|년)|(하루|이틀|사흘|나흘|닷새|일주일|보름))전$/;
const ENGLISH_AGO =
  /^(?:about)?(\d{1,4}|an?|one)(sec|min|hour|hr|day|week|month|year)(?:ond|ute)?s?ago$/i;
const ENGLISH_UNITS: Readonly<Record<string, string>> = {
  ...{ sec: '초', min: '분', hour: '시간', hr: '시간', day: '일', week: '주' },
  ...{ month: '달', year: '년' },
};
const WEEKDAY = /([일월화수목금토])요일|^([일월화수목금토])$/;
const WEEKDAYS = '일월화수목금토';

/** `3시간 전`, `어제`, `2 hours ago`, where nothing else is written; null for other text. */
export function readRelative(line: string, now: Date): Date | null {
  const text = plain(line);
  if (NOW.test(text)) return now;
  const named = Object.hasOwn(NAMED_DAYS, text.toLowerCase());
  if (named) return daysAgo(NAMED_DAYS[text.toLowerCase()] ?? 0, now);
  const [, amount, unit, days] = KOREAN_AGO.exec(text) ?? [];
  if (days !== undefined) return daysAgo(DAYS[days] ?? 0, now);
  if (amount !== undefined && unit !== undefined) return ago(toNumber(amount), unit, now);
  const [, count, name = ''] = ENGLISH_AGO.exec(text) ?? [];
  if (count === undefined) return null;
  return ago(toNumber(count), ENGLISH_UNITS[name.toLowerCase()] ?? '', now);
}

/** What stands beside a time when it means a day: null where other words do. */
export function restOfTime(text: string): { daysAgo: number; weekday: number | null } | null {
  let rest = plain(text);
  const [found = '', long, short] = WEEKDAY.exec(rest) ?? [];
  rest = rest.replace(found, '').toLowerCase();
  const name = long ?? short;
  const weekday = name === undefined ? null : WEEKDAYS.indexOf(name);
  if (rest === '') return { daysAgo: 0, weekday };
  return Object.hasOwn(NAMED_DAYS, rest) ? { daysAgo: NAMED_DAYS[rest] ?? 0, weekday } : null;
}

function plain(text: string): string {
  return text.replaceAll(LABELS, ' ').replaceAll(MARKS, '');
}

function toNumber(text: string): number {
  return /^\d/.test(text) ? Number(text) : (AMOUNTS[text.toLowerCase()] ?? 0);
}

/** Shorter than the unit nothing is known, so that the next reading finds about the same. */
function ago(count: number, unit: string, now: Date): Date | null {
  switch (unit) {
    case '초':
      return new Date(now.getTime() - count * 1000);
    case '분':
      return new Date(Math.floor(now.getTime() / MINUTE - count) * MINUTE);
    case '시간':
      return new Date(Math.floor(now.getTime() / HOUR - count) * HOUR);
    case '일':
      return daysAgo(count, now);
    case '주':
    case '주일':
      return daysAgo(count * 7, now);
    case '달':
    case '개월':
      return monthsAgo(count, now);
    case '년':
      return monthsAgo(count * 12, now);
    default:
      return null;
  }
}

function daysAgo(count: number, now: Date): Date | null {
  return startOfKstDay(addDays(kstDay(now), -count));
}

/** The same day of that month, or its last one. */
function monthsAgo(count: number, now: Date): Date | null {
  const [year = 0, month = 0, day = 0] = kstDay(now).split('-').map(Number);
  const months = year * 12 + month - 1 - count;
  for (let last = day; last > day - 4; last -= 1) {
    const found = calendarDay(Math.floor(months / 12), (months % 12) + 1, last);
    if (found !== null) return startOfKstDay(found);
  }
  return null;
}
