import { addDays, DAY_MS, kstDay, toKst, weekdayOf } from '../../../platform/clock.ts';
import {
  type FoundDay,
  isOnWeekday,
  scanDays,
  toDay,
  toLine,
  type WrittenDay,
} from './read-dates.ts';
import { readRelative, restOfTime } from './relative-dates.ts';

/** 10:30, 오후 3:05:00, 3시 5분, 9:00:00 AM, T09:00:00.000. */
const TIME =
  /(?:(오전|오후|[ap]\.?m\.?) ?)?(?<!\d)(\d{1,2})(?::(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(?!\d)|시(?!간)(?: ?(\d{1,2})분)?(?: ?(\d{1,2})초)?)(?: ?([ap]\.?m\b\.?))?/i;
/** As 20261120090000 goes on behind its day. */
const COMPACT_TIME = /^T?(\d{2})(\d{2})(\d{2})?(?!\d)/;
const ZONE =
  /^ ?(?:([Zz])\b|(?:GMT|UTC)? ?([+-])(\d{1,2}):?(\d{2})?(?!\d)|([A-Z][a-z]+\/[A-Za-z_]+)|([A-Z]{2,5})\b)/;
/** Offsets of zones by the names that mails and feeds use. */
const ZONES: Readonly<Record<string, string>> = {
  ...{ KST: '+09:00', JST: '+09:00', GMT: 'Z', UTC: 'Z', UT: 'Z', CET: '+01:00', CEST: '+02:00' },
  ...{ EST: '-05:00', EDT: '-04:00', CST: '-06:00', CDT: '-05:00' },
  ...{ MST: '-07:00', MDT: '-06:00', PST: '-08:00', PDT: '-07:00' },
};
const KOREAN = '+09:00';
const EPOCH = /^(?:\/?Date\()?(1\d{9}|1\d{12})(?:[+-]\d{4})?(?:\)\/?)?$/;
const SECONDS_DIGITS = 10;

/**
 * When an article was published; without a zone in Korean time. Null when the text has no date, or one that is
 * not understood: then it is never today.
 */
export function readInstant(text: string, now: Date): Date | null {
  const line = toLine(text);
  const epoch = EPOCH.exec(line)?.[1];
  if (epoch !== undefined) {
    return toDate(Number(epoch) * (epoch.length === SECONDS_DIGITS ? 1000 : 1));
  }
  const days = scanDays(line);
  // Of "조회 12 - 2건 2026-11-20" only the last one is a day.
  const first = days.find(({ year }) => year !== null) ?? days[0];
  if (first === undefined) return readRelative(line, now) ?? timeOfToday(line, now);
  const second = days[days.indexOf(first) + 1];
  const day = toPastDay(first, now);
  return day === null ? null : instantOf(day, line.slice(first.end, second?.at), first.isEnglish);
}

function instantOf(day: string, rest: string, isEnglish: boolean): Date | null {
  const compact = COMPACT_TIME.exec(rest);
  if (compact !== null) {
    const [, hours = '', minutes = '', seconds = '00'] = compact;
    return toDate(Date.parse(`${day}T${hours}:${minutes}:${seconds}${KOREAN}`));
  }
  const match = TIME.exec(rest);
  if (match === null) return toDate(Date.parse(`${day}T00:00:00${KOREAN}`));
  const time = clockOf(match);
  const offset = offsetOf(rest.slice(match.index + match[0].length), { day, isEnglish });
  return time === null || offset === null ? null : toDate(Date.parse(`${day}T${time}${offset}`));
}

/** hh:mm:ss; null for a time that does not exist. The end of a day stays on it. */
function clockOf(match: RegExpExecArray): string | null {
  const [, before, hours, colonMinutes, colonSeconds, minutes, seconds, behind] = match;
  const half = (before ?? behind)?.toLowerCase();
  const isLate = half !== undefined && (half === '오후' || half.startsWith('p'));
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (isLate ? 12 : 0);
  const minute = Number(colonMinutes ?? minutes ?? 0);
  const second = Number(colonSeconds ?? seconds ?? 0);
  if (hour === 24 && minute === 0 && second === 0) return '23:59:59';
  if (hour > 23 || minute > 59 || second > 59) return null;
  return [hour, minute, second].map((part) => String(part).padStart(2, '0')).join(':');
}

/** Null for a zone that nobody knows. */
function offsetOf(
  rest: string,
  { day, isEnglish }: { day: string; isEnglish: boolean },
): string | null {
  const match = ZONE.exec(rest);
  if (match === null) return KOREAN;
  const [, zulu, sign, hours = '', minutes = '00', place, name = ''] = match;
  if (zulu !== undefined) return 'Z';
  if (sign !== undefined) return `${sign}${hours.padStart(2, '0')}:${minutes}`;
  if (place !== undefined) return offsetAt(place, day);
  // Behind a Korean date other words follow too.
  return ZONES[name] ?? (isEnglish && !/^(?:19|20)\d{2}/.test(name) ? null : KOREAN);
}

function offsetAt(timeZone: string, day: string): string | null {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    const parts = format.formatToParts(new Date(`${day}T12:00:00Z`));
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
    return name === 'GMT' ? 'Z' : name.replace('GMT', '');
  } catch {
    return null;
  }
}

/** A time alone, or beside words that mean today. */
function timeOfToday(line: string, now: Date): Date | null {
  const match = TIME.exec(line);
  if (match === null) return null;
  const beside = restOfTime(line.replace(match[0], ' '));
  const time = clockOf(match);
  if (beside === null || time === null) return null;
  const day = addDays(kstDay(now), -beside.daysAgo);
  const isThatDay = beside.weekday === null || beside.weekday === weekdayOf(day);
  return isThatDay ? toDate(Date.parse(`${day}T${time}${KOREAN}`)) : null;
}

/** Lists leave out the year of what is newer than a year. */
function toPastDay(written: WrittenDay | FoundDay, now: Date): string | null {
  if (written.year !== null) return toDay(written, written.year);
  const tomorrow = addDays(kstDay(now), 1);
  const year = Number(toKst(now).slice(0, 4));
  const days = [year + 1, year, year - 1].flatMap((one) => toDay(written, one) ?? []);
  return days.find((day) => day <= tomorrow && isOnWeekday(day, written)) ?? null;
}

function toDate(time: number): Date | null {
  const isKnown = time > 0 && time < Date.UTC(2200, 0, 1) + DAY_MS;
  return isKnown ? new Date(time) : null;
}
