import { kstDay } from '../../../../platform/clock.ts';
import type { Elements, Page } from '../pages.ts';
import { textOf } from '../pages.ts';
import { findDays } from '../read-dates.ts';
import { findDateList } from './date-lists.ts';
import { selectorOf } from './structure.ts';

const TABLES_MAX = 20;
const CALENDAR_WORDS =
  /학사\s?일정|개강|종강|수강\s?신청|수강\s?정정|학위\s?수여|중간고사|기말고사|방학|academic calendar/i;
const YEAR = /20\d{2}\s?(?:학년도|년)?/;

/** A table or a list of an academic calendar; null without one. */
export function findDateTable($: Page, now: Date): object | null {
  for (const node of $('table').toArray().slice(0, TABLES_MAX)) {
    const found = calendarOf($, $(node), now);
    if (found !== null) return found;
  }
  return calendarInLists($, now);
}

function calendarInLists($: Page, now: Date): object | null {
  const list = findDateList($, isPeriod);
  if (list === null || !isCalendar($, $(list.row), list.days)) return null;
  const { days, ...places } = list;
  const year = yearPlace($, now);
  const known = days.filter(hasYear).length;
  if (known === 0 && year === null) return null;
  return {
    ...{ type: 'date-table', intervalMinutes: 1440, ...places },
    ...(year !== null && known < days.length && { year }),
  };
}

function calendarOf($: Page, table: Elements, now: Date): object | null {
  const columns = columnsOf($, table);
  const height = columns[0]?.length ?? 0;
  const isDated = (cells: string[]) => cells.filter(isPeriod).length >= Math.max(3, height / 2);
  const dated = columns.findIndex(isDated);
  const days = columns[dated] ?? [];
  if (dated < 0 || !isCalendar($, table, days)) return null;
  const sizes = columns.map((cells, at) => (at === dated ? 0 : cells.join('').length));
  const event = sizes.indexOf(Math.max(...sizes));
  const year = yearPlace($, now);
  const known = days.filter(isPeriod).filter(hasYear).length;
  const isKnown = known > 0 || year !== null;
  if (!isKnown || (sizes[event] ?? 0) < height * 2) return null;
  return {
    ...{ type: 'date-table', intervalMinutes: 1440 },
    row: `${selectorOf($, table) ?? 'table'} tr`,
    event: `:nth-child(${event + 1})`,
    date: `:nth-child(${dated + 1})`,
    ...(year !== null && known < height && { year }),
  };
}

/** Texts of a table by column; shorter rows have empty cells at their end. */
function columnsOf($: Page, table: Elements): string[][] {
  const rows = table
    .find('tr')
    .toArray()
    .map((row) => $(row).children('td, th').toArray())
    .map((cells) => cells.map((cell) => textOf($(cell))));
  const width = Math.max(0, ...rows.map(({ length }) => length));
  return Array.from({ length: width }, (_, at) => rows.map((cells) => cells[at] ?? ''));
}

/** Boards have columns of dates too: calendars say so, or have days from one to another. */
function isCalendar($: Page, place: Elements, days: readonly string[]): boolean {
  const words = `${textOf($('title, h1, h2, h3, caption'))} ${place.text()}`;
  return CALENDAR_WORDS.test(words) || days.some((text) => findDays(text).length > 1);
}

const hasYear = (text: string) => findDays(text).some(({ year }) => year !== null);

function isPeriod(text: string): boolean {
  return text.length < 60 && findDays(text).length > 0;
}

function yearPlace($: Page, now: Date): string | null {
  const years = new Set([-1, 0, 1].map((more) => String(Number(kstDay(now).slice(0, 4)) + more)));
  const places = $('h1, h2, h3, h4, h5, caption, strong, p, span, option[selected]')
    .toArray()
    .map((node) => $(node))
    .filter((element) => {
      const text = textOf(element);
      return text.length < 40 && years.has(YEAR.exec(text)?.[0].slice(0, 4) ?? '');
    });
  return (
    places.map((element) => selectorOf($, element)).find((selector) => selector !== null) ?? null
  );
}
