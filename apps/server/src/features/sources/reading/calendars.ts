import { kstDay } from '../../../platform/clock.ts';
import type { IcsDate } from '../../../platform/ics/read-event.ts';
import { IcsError, icsRangeOf, readIcsAtOnce } from '../../../platform/ics/read-ics.ts';
import {
  type Dates,
  type Found,
  type PageText,
  READING_LIMITS,
  type SourceDate,
} from './content.ts';
import { toId } from './links.ts';
import { inOneLine } from './pages.ts';
import { layoutChanged, notReadable } from './source-error.ts';

/**
 * Reads the events of a calendar as files that staff choose are read. Throws NOT_READABLE for other text
 * and LAYOUT_CHANGED without an event.
 */
export function readCalendar({ text }: PageText, now: Date): Found<Dates> {
  const { dates: events, faults } = read(text, kstDay(now));
  const dates = new Map<string, SourceDate>();
  for (const { uid, title, ...days } of latestOf(events)) {
    const sourceId = toId(uid);
    if (sourceId === null || dates.has(sourceId)) continue;
    const shown = inOneLine(title).trim().slice(0, READING_LIMITS.title);
    dates.set(sourceId, { sourceId, title: shown, ...days });
  }
  if (dates.size === 0) throw layoutChanged('달력에 읽을 수 있는 일정이 없습니다.');
  return { content: { kind: 'dates', dates: [...dates.values()] }, faults };
}

/** Of the calendar of many years the past is left out, not what is to come. */
function latestOf(events: readonly IcsDate[]): readonly IcsDate[] {
  if (events.length <= READING_LIMITS.dates) return events;
  const latest = events.toSorted((a, b) => b.startDate.localeCompare(a.startDate));
  return latest.slice(0, READING_LIMITS.dates);
}

function read(text: string, today: string) {
  try {
    return readIcsAtOnce(text, icsRangeOf(today));
  } catch (error) {
    if (error instanceof IcsError) throw notReadable(error.message, error);
    throw error;
  }
}
