import { setImmediate } from 'node:timers/promises';
import ical, {
  type ICalCalendar,
  ICalEventRepeatingFreq,
  ICalEventTransparency,
} from 'ical-generator';
import { addDays } from '../clock.ts';

const ZONE = 'Asia/Seoul';
const HOUR_SECONDS = 60 * 60;

/** A weekly recurring entry. */
export interface CalendarEntry {
  /** Stable per slot, so that a repeated import replaces the entry instead of duplicating it. */
  uid: string;
  changedAt: Date;
  /** First day, yyyy-mm-dd. */
  day: string;
  /** Minutes of the day. */
  from: number;
  to: number;
  /** Number of occurrences, at least 1. */
  weeks: number;
  /** Days on which it does not take place, yyyy-mm-dd. */
  except: readonly string[];
  summary: string;
  /** Omitted when empty, like the description. */
  location: string;
  description: string;
}

/** Whole days. */
export interface CalendarDays {
  uid: string;
  changedAt: Date;
  /** First and last day, yyyy-mm-dd. */
  from: string;
  to: string;
  summary: string;
  /** Omitted when empty. */
  description: string;
  /** A web address. */
  url: string | null;
}

const TIME_ZONE = `BEGIN:VTIMEZONE
TZID:${ZONE}
BEGIN:STANDARD
DTSTART:19881009T030000
TZOFFSETFROM:+0900
TZOFFSETTO:+0900
TZNAME:KST
END:STANDARD
END:VTIMEZONE`;

/** Written at once: a thousand days took 60 ms. */
const DAYS_AT_ONCE = 100;
const END = 'END:VCALENDAR';
const ZONE_LINES = `${TIME_ZONE.replaceAll('\n', '\r\n')}\r\n`;
/** Where the events begin, or would. */
const EVENTS = /^(?:BEGIN:VEVENT|END:VCALENDAR)\r?$/m;

export interface Calendar {
  name: string;
  entries?: readonly CalendarEntry[];
  days?: readonly CalendarDays[];
  /** How many hours a program that subscribes to it should leave between reads. */
  refreshHours?: number;
}

/**
 * Writes an RFC 5545 calendar, in parts between which it yields to the event loop. METHOD is left out because it
 * would require an ORGANIZER (RFC 5546, 3.2.1) and make DTSTAMP the time of the download.
 */
export async function writeCalendar({
  name,
  entries = [],
  days = [],
  refreshHours,
}: Calendar): Promise<string> {
  const calendar = ical({
    name,
    ttl: refreshHours === undefined ? null : refreshHours * HOUR_SECONDS,
    prodId: '//Naru//Timetable//KO',
    scale: 'GREGORIAN',
    // A time zone on the calendar makes the library write DTSTAMP without the Z of UTC, so entries
    // carry their own. An empty calendar needs it, because it must have one component.
    timezone: {
      name: entries.length + days.length === 0 ? ZONE : null,
      generator: () => TIME_ZONE,
    },
  });
  for (const entry of entries) {
    calendar.createEvent({
      id: entry.uid,
      stamp: entry.changedAt,
      lastModified: entry.changedAt,
      start: wallTime(entry.day, entry.from),
      end: wallTime(entry.day, entry.to),
      timezone: ZONE,
      repeating: {
        freq: ICalEventRepeatingFreq.WEEKLY,
        count: entry.weeks,
        ...(entry.except.length > 0 && {
          exclude: entry.except.map((day) => wallTime(day, entry.from)),
        }),
      },
      summary: clean(entry.summary),
      location: clean(entry.location) || null,
      description: clean(entry.description) || null,
    });
  }
  addWholeDays(calendar, days.slice(0, DAYS_AT_ONCE));
  const text = withZoneLast(calendar.toString());
  const parts = [text.slice(0, text.lastIndexOf(END))];
  for (let at = DAYS_AT_ONCE; at < days.length; at += DAYS_AT_ONCE) {
    await setImmediate();
    parts.push(writeEvents(days.slice(at, at + DAYS_AT_ONCE)));
  }
  return `${parts.join('')}${END}\r\n`;
}

/** Moves the time zone behind the properties of the calendar, some of which the library writes after it. */
function withZoneLast(text: string): string {
  if (!text.includes(ZONE_LINES)) return text;
  const rest = text.replace(ZONE_LINES, '');
  const at = rest.search(EVENTS);
  return rest.slice(0, at) + ZONE_LINES + rest.slice(at);
}

/** The lines of the events alone. */
function writeEvents(days: readonly CalendarDays[]): string {
  const calendar = ical();
  addWholeDays(calendar, days);
  const text = calendar.toString();
  return text.slice(text.indexOf('BEGIN:VEVENT'), text.lastIndexOf(END));
}

function addWholeDays(calendar: ICalCalendar, days: readonly CalendarDays[]): void {
  for (const { uid, changedAt, from, to, summary, description, url } of days) {
    calendar.createEvent({
      id: uid,
      stamp: changedAt,
      lastModified: changedAt,
      // Without a time zone the library writes the day in UTC; the end is the day after the last.
      start: new Date(from),
      end: new Date(addDays(to, 1)),
      allDay: true,
      summary: clean(summary),
      description: clean(description) || null,
      // Without the line breaks that a browser ignores in an address.
      url: url && new URL(url).href,
      // Days of the university leave the member free.
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
}

/** With a time zone set, the library formats the date's local hours, in this machine's zone. */
function wallTime(day: string, minute: number): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date, 0, minute);
}

/** Strips the control characters that TEXT does not allow (RFC 5545, 3.3.11). */
function clean(text: string): string {
  return text.replace(/[^\P{Cc}\r\n\t]/gu, '');
}
