import { kstDay } from '../../../platform/clock.ts';
import type { IcsDate } from '../../../platform/ics/read-event.ts';
import { IcsError, icsRangeOf, readIcsAtOnce } from '../../../platform/ics/read-ics.ts';
import {
  type Dates,
  type Found,
  type PageText,
  READING_LIMITS,
  type SourceDate,
  type SourceFault,
  type SourceOf,
} from './content.ts';
import { toId } from './links.ts';
import { type Elements, inOneLine, loadPage, textOf } from './pages.ts';
import { findDays, toDay, type WrittenDay } from './read-dates.ts';
import { layoutChanged, notReadable } from './source-error.ts';

type DateTable = SourceOf<'date-table'>;

/** The year of the page; an academic year (`2026학년도`) ends in February. */
interface PageYear {
  year: number;
  isAcademic: boolean;
}

const DAY_ONLY = /^\D{0,20}?(\d{1,2})\s?일?/;

/** Reads a table of dates. Throws LAYOUT_CHANGED when no row has a date and a title. */
export function readDateTable({ text }: PageText, config: DateTable): Found<Dates> {
  const $ = loadPage(text);
  const rows = $(config.row).toArray().slice(0, READING_LIMITS.dates);
  if (rows.length === 0) throw layoutChanged('일정표에서 줄을 찾지 못했습니다.');
  const page = config.year === undefined ? null : readYear(textOf($(config.year).first()));
  const faults: SourceFault[] = [];
  const dates = new Map<string, SourceDate>();
  for (const [index, node] of rows.entries()) {
    const row = $(node);
    if (row.children('th').length > 0 && row.children('td').length === 0) continue;
    const read = readRow(row, config, page);
    if (typeof read === 'string') faults.push({ place: `${index + 1}번째 줄`, message: read });
    else dates.set(read.sourceId, read);
  }
  if (dates.size === 0) {
    throw layoutChanged(`일정표에서 일정을 읽지 못했습니다. ${faults[0]?.message ?? ''}`.trim());
  }
  return { content: { kind: 'dates', dates: [...dates.values()] }, faults };
}

/** Returns the date, or why it cannot be read. */
function readRow(row: Elements, config: DateTable, page: PageYear | null): SourceDate | string {
  const title = textOf(row.find(config.event).first()).slice(0, READING_LIMITS.title);
  if (title === '') return '제목을 찾지 못했습니다.';
  const first = textOf(row.find(config.date).first());
  const second = config.end === undefined ? '' : textOf(row.find(config.end).first());
  const [start, end = start] = daysOf(`${first} ~ ${second}`);
  if (start === undefined || end === undefined) return unreadDay(first);
  const startYear = start.year ?? yearOf(start, page);
  if (startYear === null) return '연도를 알 수 없습니다. 연도가 적힌 자리(year)를 적어 주세요.';
  const startDate = toDay(start, startYear);
  const isNextYear = end.month < start.month;
  const endDate = toDay(end, end.year ?? startYear + (isNextYear ? 1 : 0));
  if (startDate === null || endDate === null) return `없는 날짜입니다: ${first.slice(0, 40)}`;
  if (endDate < startDate) return '끝나는 날이 시작하는 날보다 빠릅니다.';
  const sourceId = toId(`${startDate} ${title}`) ?? startDate;
  return { sourceId, title, startDate, endDate };
}

function unreadDay(text: string): string {
  return text === '' ? '날짜를 찾지 못했습니다.' : `날짜를 읽지 못했습니다: ${text.slice(0, 40)}`;
}

/** Both days of `3.2 ~ 3.6`, also of `3월 2일 ~ 6일`. */
function daysOf(text: string): WrittenDay[] {
  const days = findDays(text);
  const [start] = days;
  if (start === undefined || days.length > 1) return days;
  const day = DAY_ONLY.exec(text.split(/[~∼～]/)[1] ?? '')?.[1];
  return day === undefined ? [start] : [start, { ...start, day: Number(day) }];
}

function yearOf({ month }: WrittenDay, page: PageYear | null): number | null {
  if (page === null) return null;
  return page.isAcademic && month <= 2 ? page.year + 1 : page.year;
}

function readYear(text: string): PageYear | null {
  const [, year, academic] = /(20\d{2})\s{0,3}(학년도)?/.exec(text) ?? [];
  return year === undefined ? null : { year: Number(year), isAcademic: academic !== undefined };
}

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
