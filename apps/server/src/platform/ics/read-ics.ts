import { setImmediate } from 'node:timers/promises';
import { eventLinesOf } from './event-lines.ts';
import { type IcsDate, readEvent } from './read-event.ts';

/** Code units of a file, and events in it. */
const TEXT_MAX = 5_000_000;
const EVENTS_MAX = 5_000;
/** What others wait for at most, together with the event that exceeds it. */
const TURN_MS = 10;

const NOT_A_CALENDAR = '달력 파일(.ics)이 아닙니다.';
const IS_CUT = '달력 파일이 중간에 끊겼습니다.';
const TOO_LARGE = '달력 파일이 너무 큽니다.';
const TOO_MANY = `달력 파일의 일정이 ${EVENTS_MAX.toLocaleString('ko-KR')}개를 넘습니다.`;

/** The text is no calendar, or too large; the message is Korean. */
export class IcsError extends Error {}

/** What could not be read of an event, in Korean. */
interface IcsFault {
  /** Which event. */
  place: string;
  message: string;
}

interface IcsReading {
  dates: IcsDate[];
  faults: IcsFault[];
}

/**
 * Reads the events of an RFC 5545 calendar as Korean days, in their order; cancelled ones are left out,
 * and of recurring ones the first is read. A zone that is not known counts as Korean time. Others get
 * their turn in between. Throws IcsError for other texts, for a calendar without its end, for more
 * than 5,000,000 code units and for more than 5,000 events.
 */
export async function readIcs(text: string): Promise<IcsReading> {
  const reading: IcsReading = { dates: [], faults: [] };
  let ends = performance.now() + TURN_MS;
  for (const _ of stepsOf(text, reading)) {
    if (performance.now() < ends) continue;
    await setImmediate();
    ends = performance.now() + TURN_MS;
  }
  return reading;
}

/** The same in one turn, for a process that does nothing else. */
export function readIcsAtOnce(text: string): IcsReading {
  const reading: IcsReading = { dates: [], faults: [] };
  for (const _ of stepsOf(text, reading));
  return reading;
}

function* stepsOf(text: string, reading: IcsReading): Generator<void> {
  if (text.length > TEXT_MAX) throw new IcsError(TOO_LARGE);
  if (!/^\ufeff?\s*BEGIN:VCALENDAR\s*$/im.test(text.slice(0, 1000))) {
    throw new IcsError(NOT_A_CALENDAR);
  }
  if (!/^END:VCALENDAR\s*$/im.test(text.slice(-1000))) throw new IcsError(IS_CUT);
  let count = 0;
  for (const lines of eventLinesOf(text)) {
    if (lines !== null) {
      count += 1;
      if (count > EVENTS_MAX) throw new IcsError(TOO_MANY);
      addEvent(reading, count, lines);
    }
    yield;
  }
}

function addEvent({ dates, faults }: IcsReading, number: number, lines: readonly string[]): void {
  const { date, fault } = readEvent(lines);
  if (date !== null) dates.push(date);
  if (fault === null) return;
  const place = date === null ? `${number}번째 일정` : `${number}번째 일정 ‘${date.title}’`;
  faults.push({ place, message: fault });
}
