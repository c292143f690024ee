import { createHash } from 'node:crypto';
import ICAL from 'ical.js';
import { LRUCache } from 'lru-cache';
import { addDays, DAY_MS, kstDay } from '../clock.ts';

const KST_OFFSET_MS = 9 * 60 * 60 * 1000;

/** Cached formats of zones; null for names that are no zone. */
const formats = new LRUCache<string, { format: Intl.DateTimeFormat | null }>({ max: 50 });

/**
 * The instant (ms) at which clocks of the zone show `wall`, a time written as if it were UTC. A missing or unknown
 * zone means Korean time.
 */
function wallTimeIn(zone: string | null, wall: number): number {
  if (zone === 'UTC') return wall;
  const format = zone === null || zone === 'Asia/Seoul' ? null : formatOf(zone);
  if (format === null) return wall - KST_OFFSET_MS;
  // Once more with the offset of the first guess, in case it changes in between.
  const guess = wall - offsetAt(format, wall);
  return wall - offsetAt(format, guess);
}

function formatOf(zone: string): Intl.DateTimeFormat | null {
  const known = formats.get(zone);
  if (known !== undefined) return known.format;
  const format = createFormat(zone);
  formats.set(zone, { format });
  return format;
}

function createFormat(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    return null;
  }
}

/** Milliseconds by which the zone is ahead of UTC at an instant. */
function offsetAt(format: Intl.DateTimeFormat, time: number): number {
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const shown = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return shown - time;
}

/** An event as Korean days. */
export interface IcsDate {
  /** UID of the event; a changed occurrence of a recurring event has its own. */
  uid: string;
  title: string;
  /** First and last Korean day, yyyy-mm-dd. */
  startDate: string;
  endDate: string;
}

/** A point in time, or a whole day. */
type Moment = { day: string; time: null } | { day: string; time: number };

const NO_START = '시작 날짜를 읽을 수 없습니다.';
const NO_TITLE = '제목이 없습니다.';
/** Longer durations are mistakes, and can lead out of the range of dates. */
const DURATION_MAX_MS = 36_525 * DAY_MS;
const BAD_END = '끝나는 날짜를 읽을 수 없어 하루로 두었습니다.';
const RECURRING = '되풀이되는 일정은 첫 번째만 읽습니다.';

interface EventReading {
  /** Null for an event that is cancelled or cannot be read. */
  date: IcsDate | null;
  /** What could not be read, in Korean; null when all could. */
  fault: string | null;
}

/** Reads the lines of one event, unfolded. */
export function readEvent(lines: readonly string[]): EventReading {
  const properties = new Map<string, ICAL.Property>();
  for (const line of lines) {
    const property = parseLine(line);
    if (property !== null && !properties.has(property.name)) {
      properties.set(property.name, property);
    }
  }
  const text = (name: string) => String(properties.get(name)?.getFirstValue() ?? '').trim();
  if (text('status').toUpperCase() === 'CANCELLED') return { date: null, fault: null };
  const start = momentOf(properties.get('dtstart'));
  if (start === null) return { date: null, fault: NO_START };
  const title = text('summary');
  if (title === '') return { date: null, fault: NO_TITLE };
  const lastDay = lastDayOf(start, properties);
  const uid = uidOf(text('uid'), text('recurrence-id'), `${start.day} ${title}`);
  const date = { uid, title, startDate: start.day, endDate: lastDay ?? start.day };
  if (lastDay === null) return { date, fault: BAD_END };
  return { date, fault: properties.has('rrule') ? RECURRING : null };
}

/** A date without `VALUE=DATE`, as some programs write it. */
const BARE_DAY = /^(DTSTART|DTEND)(?![^:]*VALUE=)([^:]*:\d{8})$/i;

/** Null for a line that breaks the rules. */
function parseLine(line: string): ICAL.Property | null {
  try {
    const known = line.trimEnd().replace(BARE_DAY, '$1;VALUE=DATE$2');
    return ICAL.Property.fromString(known, ICAL.design.icalendar);
  } catch {
    return null;
  }
}

/** An event without an id has that of its content. */
function uidOf(uid: string, recurrence: string, content: string): string {
  const own = uid === '' ? createHash('sha256').update(content).digest('hex') : uid;
  return recurrence === '' ? own : `${own}/${recurrence}`;
}

/** Null for a value that is no date. */
function momentOf(property: ICAL.Property | undefined): Moment | null {
  const value = property && firstValueOf(property);
  if (!property || !(value instanceof ICAL.Time)) return null;
  const { year, month, day, hour, minute, second } = value;
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  if (Number.isNaN(wall) || year < 1900 || year > 2999) return null;
  // The library turns 30 February into 2 March.
  const isReal = String(property.jCal[3]).startsWith(new Date(wall).toISOString().slice(0, 10));
  if (!isReal) return null;
  if (value.isDate) return { day: new Date(wall).toISOString().slice(0, 10), time: null };
  const zone =
    value.zone === ICAL.Timezone.utcTimezone ? 'UTC' : property.getFirstParameter('tzid');
  const time = wallTimeIn(zone || null, wall);
  return { day: kstDay(new Date(time)), time };
}

/** The library reads dates when they are asked for. */
function firstValueOf(property: ICAL.Property): unknown {
  try {
    return property.getFirstValue();
  } catch {
    return null;
  }
}

/** The last day of an event; null when its end cannot be read. The end itself is exclusive. */
function lastDayOf(start: Moment, properties: ReadonlyMap<string, ICAL.Property>): string | null {
  const dtend = properties.get('dtend');
  if (dtend !== undefined) {
    const end = momentOf(dtend);
    return end && lastBefore(start, end);
  }
  const duration = properties.get('duration');
  if (duration === undefined) return start.day;
  const value = firstValueOf(duration);
  if (!(value instanceof ICAL.Duration)) return null;
  const ms = value.toSeconds() * 1000;
  if (!(Math.abs(ms) <= DURATION_MAX_MS)) return null;
  if (start.time !== null) {
    const time = start.time + ms;
    return lastBefore(start, { day: kstDay(new Date(time)), time });
  }
  return lastBefore(start, { day: addDays(start.day, Math.ceil(ms / DAY_MS)), time: null });
}

function lastBefore(start: Moment, end: Moment): string {
  const last = end.time === null ? addDays(end.day, -1) : kstDay(new Date(end.time - 1));
  return [start.day, last].toSorted().at(-1) ?? start.day;
}
