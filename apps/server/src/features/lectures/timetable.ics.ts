const ZONE = 'Asia/Seoul';
/** Octets of a line, its end not counted (RFC 5545, 3.1). */
const LINE_OCTETS = 75;

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
const TIME_ZONE = [
  'BEGIN:VTIMEZONE',
  `TZID:${ZONE}`,
  'BEGIN:STANDARD',
  'DTSTART:19881009T030000',
  'TZOFFSETFROM:+0900',
  'TZOFFSETTO:+0900',
  'TZNAME:KST',
  'END:STANDARD',
  'END:VTIMEZONE',
];

/**
 * A calendar of weekly entries as RFC 5545 has it: folded lines, CRLF, times of Asia/Seoul. A file and
 * no message: without METHOD, which would ask for an ORGANIZER (RFC 5546, 3.2.1) and turn DTSTAMP into
 * the time of the download.
 */
export function writeCalendar(name: string, entries: readonly CalendarEntry[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Naru//Timetable//KO',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${escapeText(name)}`,
    `X-WR-TIMEZONE:${ZONE}`,
    ...TIME_ZONE,
    ...entries.flatMap(eventLines),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

function eventLines(entry: CalendarEntry): string[] {
  const changedAt = utcTime(entry.changedAt);
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(entry.uid)}`,
    `DTSTAMP:${changedAt}`,
    `LAST-MODIFIED:${changedAt}`,
    `DTSTART;TZID=${ZONE}:${localTime(entry.day, entry.startHour)}`,
    `DTEND;TZID=${ZONE}:${localTime(entry.day, entry.endHour)}`,
    `RRULE:FREQ=WEEKLY;COUNT=${entry.weeks}`,
    `SUMMARY:${escapeText(entry.summary)}`,
    ...(entry.location === '' ? [] : [`LOCATION:${escapeText(entry.location)}`]),
    ...(entry.description === '' ? [] : [`DESCRIPTION:${escapeText(entry.description)}`]),
    'END:VEVENT',
  ];
}

/** 20260902T090000 */
function localTime(day: string, hour: number): string {
  return `${day.replaceAll('-', '')}T${String(hour).padStart(2, '0')}0000`;
}

/** 20260902T000000Z */
function utcTime(date: Date): string {
  return `${date.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/** TEXT of RFC 5545, 3.3.11; other control characters have no place there. */
function escapeText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');
}

/** Breaks a line after 75 octets at most, never inside a character; the next begins with a space. */
function foldLine(line: string): string {
  let folded = '';
  let octets = 0;
  for (const char of line) {
    const size = Buffer.byteLength(char);
    if (octets + size > LINE_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += char;
    octets += size;
  }
  return folded;
}
