import ical, { ICalEventRepeatingFreq } from 'ical-generator';

const ZONE = 'Asia/Seoul';

/** A lecture's hour, held every week. */
export interface CalendarEntry {
  /** The same for the same slot in every file, so that an import replaces and doubles nothing. */
  uid: string;
  changedAt: Date;
  /** First day, yyyy-mm-dd. */
  day: string;
  startHour: number;
  endHour: number;
  /** How many weeks, at least one. */
  weeks: number;
  summary: string;
  /** Left out when empty, like the description. */
  location: string;
  description: string;
}

/** Korea keeps one offset all year. */
const TIME_ZONE = `BEGIN:VTIMEZONE
TZID:${ZONE}
BEGIN:STANDARD
DTSTART:19881009T030000
TZOFFSETFROM:+0900
TZOFFSETTO:+0900
TZNAME:KST
END:STANDARD
END:VTIMEZONE`;

/**
 * A calendar of weekly entries as RFC 5545 has it. A file and no message: without METHOD, which would
 * ask for an ORGANIZER (RFC 5546, 3.2.1) and turn DTSTAMP into the time of the download.
 */
export function writeCalendar(name: string, entries: readonly CalendarEntry[]): string {
  const calendar = ical({
    name,
    prodId: '//Naru//Timetable//KO',
    scale: 'GREGORIAN',
    // Next to entries the zone is theirs alone: with one of its own the calendar would write DTSTAMP
    // without the Z of UTC. An empty calendar needs it, for its one component.
    timezone: { name: entries.length === 0 ? ZONE : null, generator: () => TIME_ZONE },
  });
  for (const entry of entries) {
    calendar.createEvent({
      id: entry.uid,
      stamp: entry.changedAt,
      lastModified: entry.changedAt,
      start: wallTime(entry.day, entry.startHour),
      end: wallTime(entry.day, entry.endHour),
      timezone: ZONE,
      repeating: { freq: ICalEventRepeatingFreq.WEEKLY, count: entry.weeks },
      summary: clean(entry.summary),
      location: clean(entry.location) || null,
      description: clean(entry.description) || null,
    });
  }
  return `${calendar.toString()}\r\n`;
}

/** Beside a zone the library writes a date's own hours, those of this machine's zone. */
function wallTime(day: string, hour: number): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date, hour);
}

/** Control characters other than line breaks and tabs have no place in TEXT (RFC 5545, 3.3.11). */
function clean(text: string): string {
  return text.replace(/[^\P{Cc}\r\n\t]/gu, '');
}
