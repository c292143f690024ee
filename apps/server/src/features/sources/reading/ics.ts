import ICAL from 'ical.js';
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
  const events = parse(text).getAllSubcomponents('vevent').slice(0, READING_LIMITS.dates);
  const faults: SourceFault[] = [];
  const dates = new Map<string, SourceDate>();
  let timed = 0;
  let repeated = 0;
  for (const event of events) {
    if (event.getFirstPropertyValue('status') === 'CANCELLED') continue;
    const start = event.getFirstPropertyValue('dtstart');
    if (!(start instanceof ICAL.Time) || !start.isDate) timed += 1;
    else if (event.hasProperty('rrule') || event.hasProperty('rdate')) repeated += 1;
    else addEvent(dates, event, dayOf(start), faults);
  }
  if (timed > 0) faults.push(countFault(`시각이 있는 일정 ${timed}건`));
  if (repeated > 0) faults.push(countFault(`반복되는 일정 ${repeated}건`));
  if (dates.size === 0) throw layoutChanged('달력에 하루 단위의 일정이 없습니다.');
  return { content: { kind: 'dates', dates: [...dates.values()] }, faults };
}

function parse(text: string): ICAL.Component {
  try {
    // A file may hold several calendars; their events are read together.
    const parsed: unknown[] = [ICAL.parse(text.trim())].flat();
    const calendars = Array.isArray(parsed[1]) && typeof parsed[0] === 'string' ? [parsed] : parsed;
    const all = new ICAL.Component('vcalendar');
    for (const calendar of calendars) {
      for (const event of new ICAL.Component(calendar as never).getAllSubcomponents('vevent')) {
        all.addSubcomponent(event);
      }
    }
    return all;
  } catch (error) {
    throw notReadable('달력(ICS) 파일이 아닙니다.', error);
  }
}

function addEvent(
  dates: Map<string, SourceDate>,
  event: ICAL.Component,
  startDate: string,
  faults: SourceFault[],
): void {
  const title = inOneLine(textOf(event, 'summary')).trim();
  if (title === '') {
    faults.push({ place: startDate, message: '제목이 없습니다.' });
    return;
  }
  const endDate = lastDay(event, startDate);
  if (endDate < startDate) {
    faults.push({ place: title, message: '끝나는 날이 시작하는 날보다 빠릅니다.' });
    return;
  }
  const sourceId = toId(textOf(event, 'uid')) ?? `${startDate} ${title}`;
  const date = { title: title.slice(0, READING_LIMITS.title), startDate, endDate };
  if (!dates.has(sourceId)) dates.set(sourceId, { sourceId, ...date });
}

/** DTEND is the day after the last one. */
function lastDay(event: ICAL.Component, startDate: string): string {
  const end = event.getFirstPropertyValue('dtend');
  if (end instanceof ICAL.Time && end.isDate) {
    const last = addDays(dayOf(end), -1);
    // Some calendars write the same day twice.
    return dayOf(end) === startDate ? startDate : last;
  }
  const duration = event.getFirstPropertyValue('duration');
  const days = duration instanceof ICAL.Duration ? Math.round(duration.toSeconds() / 86_400) : 1;
  return addDays(startDate, Math.min(Math.max(days, 1), 366) - 1);
}

function textOf(event: ICAL.Component, name: string): string {
  const value = event.getFirstPropertyValue(name);
  return typeof value === 'string' ? value : '';
}

function dayOf({ year, month, day }: ICAL.Time): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`;
}

function countFault(place: string): SourceFault {
  return { place, message: '하루 단위의 일정만 가져옵니다.' };
}
