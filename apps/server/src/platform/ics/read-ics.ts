import { setImmediate } from 'node:timers/promises';
import { addDays } from '../clock.ts';
import { collectDates, type IcsFault, type NumberedEvent } from './occurrences.ts';
import { type IcsDate, readEvent } from './read-event.ts';
import type { IcsRange } from './recurrence.ts';

/** What is read of an event; a description may be long and is skipped. */
const NAMES =
  /^(?:UID|SUMMARY|DTSTART|DTEND|DURATION|STATUS|RECURRENCE-ID|RRULE|EXDATE|RDATE|SEQUENCE|DTSTAMP|LAST-MODIFIED)[;:]/i;
/** Code units of a line together with those that continue it; more is cut. */
const LINE_MAX = 10_000;
/** Lines to read before the generator offers to yield to the event loop. */
const LINES_AT_ONCE = 500;
const BEGIN_EVENT = /^BEGIN:VEVENT\s*$/i;
const END_EVENT = /^END:VEVENT\s*$/i;
/** Longer lines begin and end nothing. */
const MARK_MAX = 40;

/** An event while its lines are read. */
interface OpenEvent {
  lines: string[];
  /** Components inside the event that have not ended, such as alarms. */
  depth: number;
  /** Whether the last line was taken: those that continue it are, too. */
  isTaken: boolean;
}

/**
 * Yields the lines of each event, unfolded (RFC 5545, 3.1), without those of its alarms; and null now and then, so
 * that the caller can yield to the event loop. An event that lacks its end ends where the next one begins.
 */
function* eventLinesOf(text: string): Generator<string[] | null, void> {
  let event: OpenEvent | null = null;
  let count = 0;
  for (const line of linesOf(text)) {
    count += 1;
    if (count % LINES_AT_ONCE === 0) yield null;
    const begins = isMark(line, BEGIN_EVENT);
    if (event !== null && (begins || isEndOf(event, line))) {
      yield event.lines;
      event = null;
    }
    if (begins) event = { lines: [], depth: 0, isTaken: false };
    else if (event !== null) addLine(event, line);
  }
  if (event !== null) yield event.lines;
}

function isEndOf({ depth }: OpenEvent, line: string): boolean {
  return depth === 0 && isMark(line, END_EVENT);
}

function addLine(event: OpenEvent, line: string): void {
  const { lines } = event;
  if (/^[ \t]/.test(line)) {
    const last = lines.at(-1) ?? '';
    const fits = event.isTaken && last.length < LINE_MAX;
    if (fits) lines[lines.length - 1] = `${last}${line.slice(1)}`.slice(0, LINE_MAX);
    return;
  }
  event.depth = Math.max(0, event.depth + stepOf(line));
  event.isTaken = event.depth === 0 && NAMES.test(line);
  if (event.isTaken) lines.push(line.slice(0, LINE_MAX));
}

/** 1 for the begin of a component, -1 for its end. */
function stepOf(line: string): number {
  if (/^BEGIN:/i.test(line)) return 1;
  return /^END:/i.test(line) ? -1 : 0;
}

function isMark(line: string, mark: RegExp): boolean {
  return line.length < MARK_MAX && mark.test(line);
}

function* linesOf(text: string): Generator<string, void> {
  let from = 0;
  while (from < text.length) {
    const next = text.indexOf('\n', from);
    const end = next === -1 ? text.length : next;
    yield text.slice(from, text[end - 1] === '\r' && end > from ? end - 1 : end);
    from = end + 1;
  }
}

/** Code units of a file, and events in it. */
const TEXT_MAX = 5_000_000;
const EVENTS_MAX = 5_000;
/** Milliseconds of work before yielding to the event loop; the last event may exceed it. */
const YIELD_MS = 10;

const NOT_A_CALENDAR = '달력 파일(.ics)이 아닙니다.';
const IS_CUT = '달력 파일이 중간에 끊겼습니다.';
const TOO_LARGE = '달력 파일이 너무 큽니다.';
const TOO_MANY = `달력 파일의 일정이 ${EVENTS_MAX.toLocaleString('ko-KR')}개를 넘습니다.`;

/** The text is no calendar, or too large; the message is Korean. */
export class IcsError extends Error {}

interface IcsReading {
  dates: IcsDate[];
  faults: IcsFault[];
  /** Events left out because the calendar has them in a later version or twice, and those it says are cancelled. */
  outdated: number;
  cancelled: number;
}

/**
 * Reads the events of an RFC 5545 calendar as Korean days, in their order. Of several versions of an event the one
 * with the highest sequence counts; cancelled events are left out. Recurring ones have their occurrences in the
 * range. An unknown zone counts as Korean time. Yields to the event loop in between. Throws IcsError for other texts,
 * for a calendar without its end, for more than 5,000,000 code units and for more than 5,000 events or dates.
 */
export async function readIcs(text: string, range: IcsRange): Promise<IcsReading> {
  const reading: IcsReading = { dates: [], faults: [], outdated: 0, cancelled: 0 };
  let ends = performance.now() + YIELD_MS;
  for (const _ of stepsOf(text, range, reading)) {
    if (performance.now() < ends) continue;
    await setImmediate();
    ends = performance.now() + YIELD_MS;
  }
  return reading;
}

/** The same without yielding, for a process that does nothing else. */
export function readIcsAtOnce(text: string, range: IcsRange): IcsReading {
  const reading: IcsReading = { dates: [], faults: [], outdated: 0, cancelled: 0 };
  for (const _ of stepsOf(text, range, reading));
  return reading;
}

/** The days for which recurring events are read: a year back, two years ahead. */
export function icsRangeOf(today: string): IcsRange {
  return { from: addDays(today, -366), to: addDays(today, 731) };
}

function* stepsOf(text: string, range: IcsRange, reading: IcsReading): Generator<void> {
  if (text.length > TEXT_MAX) throw new IcsError(TOO_LARGE);
  if (!/^\ufeff?\s*BEGIN:VCALENDAR\s*$/im.test(text.slice(0, 1000))) {
    throw new IcsError(NOT_A_CALENDAR);
  }
  if (!/^END:VCALENDAR\s*$/im.test(text.slice(-1000))) throw new IcsError(IS_CUT);
  const events: NumberedEvent[] = [];
  for (const lines of eventLinesOf(text)) {
    if (lines !== null) {
      const number = events.length + 1;
      if (number > EVENTS_MAX) throw new IcsError(TOO_MANY);
      events.push({ number, ...readEvent(lines) });
    }
    yield;
  }
  for (const _ of collectDates(events, range, reading)) {
    if (reading.dates.length > EVENTS_MAX) throw new IcsError(TOO_MANY);
    yield;
  }
}
