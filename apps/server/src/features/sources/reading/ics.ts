import ICAL from 'ical.js';
import { calendarDay } from '../../../domain/cafeteria/days.ts';
import { addDays } from '../../../platform/clock.ts';
import {
  type Dates,
  type Found,
  type PageText,
  READING_LIMITS,
  type SourceDate,
  type SourceFault,
} from './content.ts';
import { toId } from './links.ts';
import { inOneLine } from './pages.ts';
import { layoutChanged, notReadable } from './source-error.ts';

/**
 * Reads the events of whole days of a calendar (RFC 5545); events with a time and repeated ones are left
 * out with one fault each. Throws NOT_READABLE for other text and LAYOUT_CHANGED without an event.
 */
export function readIcs({ text }: PageText): Found<Dates> {
  const events = parse(text).slice(0, READING_LIMITS.dates);
  const faults: SourceFault[] = [];
  const dates = new Map<string, SourceDate>();
  const left = { timed: 0, repeated: 0 };
  for (const event of events) {
    const kind = kindOf(event);
    if (kind === 'day') addEvent(dates, event, faults);
    else if (kind !== 'cancelled') left[kind] += 1;
  }
  if (left.timed > 0) faults.push(countFault(`시각이 있는 일정 ${left.timed}건`));
  if (left.repeated > 0) faults.push(countFault(`반복되는 일정 ${left.repeated}건`));
  if (dates.size === 0) throw layoutChanged('달력에 하루 단위의 일정이 없습니다.');
  return { content: { kind: 'dates', dates: [...dates.values()] }, faults };
}

/** The events of a file, which may hold several calendars. */
function parse(text: string): ICAL.Component[] {
  try {
    const parsed: unknown[] = ICAL.parse(text.trim());
    const calendars = typeof parsed[0] === 'string' ? [parsed] : parsed;
    if (calendars.length === 0) throw new Error('no calendar');
    return calendars.flatMap((calendar) =>
      new ICAL.Component(calendar as never).getAllSubcomponents('vevent'),
    );
  } catch (error) {
    throw notReadable('달력(ICS) 파일이 아닙니다.', error);
  }
}

function kindOf(event: ICAL.Component): 'day' | 'timed' | 'repeated' | 'cancelled' {
  if (event.getFirstPropertyValue('status') === 'CANCELLED') return 'cancelled';
  if (dayAt(event, 'dtstart') === null) return 'timed';
  return event.hasProperty('rrule') || event.hasProperty('rdate') ? 'repeated' : 'day';
}

function addEvent(
  dates: Map<string, SourceDate>,
  event: ICAL.Component,
  faults: SourceFault[],
): void {
  const startDate = dayAt(event, 'dtstart') ?? '';
  const title = inOneLine(textOf(event, 'summary')).trim();
  const endDate = lastDay(event, startDate);
  if (title === '') faults.push({ place: startDate, message: '제목이 없습니다.' });
  else if (endDate < startDate) {
    faults.push({ place: title, message: '끝나는 날이 시작하는 날보다 빠릅니다.' });
  } else {
    const sourceId = toId(textOf(event, 'uid')) ?? toId(`${startDate} ${title}`) ?? startDate;
    const date = { title: title.slice(0, READING_LIMITS.title), startDate, endDate };
    if (!dates.has(sourceId)) dates.set(sourceId, { sourceId, ...date });
  }
}

/** DTEND is the day after the last one; some calendars write the same day twice. */
function lastDay(event: ICAL.Component, startDate: string): string {
  const end = dayAt(event, 'dtend');
  if (end !== null) return end === startDate ? startDate : addDays(end, -1);
  const duration = event.getFirstPropertyValue('duration');
  const days = duration instanceof ICAL.Duration ? Math.round(duration.toSeconds() / 86_400) : 1;
  return addDays(startDate, Math.min(Math.max(days, 1), 366) - 1);
}

function textOf(event: ICAL.Component, name: string): string {
  const value = event.getFirstPropertyValue(name);
  return typeof value === 'string' ? value : '';
}

/** Null for a time, and for a day that no calendar has. */
function dayAt(event: ICAL.Component, name: string): string | null {
  const value = event.getFirstPropertyValue(name);
  if (!(value instanceof ICAL.Time) || !value.isDate) return null;
  return calendarDay(value.year, value.month, value.day);
}

function countFault(place: string): SourceFault {
  return { place, message: '하루 단위의 일정만 가져옵니다.' };
}
