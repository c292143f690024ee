import { kstDay } from '../../../../platform/clock.ts';
import type { Elements, Page } from '../pages.ts';
import { textOf } from '../pages.ts';
import { findDays } from '../read-dates.ts';
import { selectorOf } from './structure.ts';

const WEEKDAY = /^\(?[월화수목금토일](?:요일)?\)?$|\([월화수목금토일]\)|[월화수목금]요일/;
const TABLES_MAX = 20;
const STAFF = {
  조식: 'BREAKFAST',
  아침: 'BREAKFAST',
  중식: 'LUNCH',
  점심: 'LUNCH',
  석식: 'DINNER',
  저녁: 'DINNER',
} as const;
const STUDENT = {
  ...{ 정식: 'SET_MENU', 한식: 'SET_MENU', 백반: 'SET_MENU', 일품: 'SET_MENU', 특식: 'SET_MENU' },
  ...{ 양식: 'WESTERN', 분식: 'SNACK', 라면: 'RAMEN' },
  ...{ 조식: 'SET_MENU', 중식: 'SET_MENU', 석식: 'SET_MENU', 점심: 'SET_MENU', 저녁: 'SET_MENU' },
} as const;
const CALENDAR_WORDS =
  /학사\s?일정|개강|종강|수강\s?신청|수강\s?정정|학위\s?수여|중간고사|기말고사|방학|academic calendar/i;
const YEAR = /20\d{2}\s?(?:학년도|년)?/;

/** A table with the menus of a week; null without one. */
export function findMenuTable($: Page): object | null {
  for (const node of $('table').toArray().slice(0, TABLES_MAX)) {
    const table = $(node);
    const found = menuOf($, table);
    if (found !== null) return found;
  }
  return null;
}

function menuOf($: Page, table: Elements): object | null {
  const { isRows, labels, days } = axesOf($, table);
  const { cafeteria, meals } = mealsOf($, labels);
  if (days.length === 0 || Object.keys(meals).length === 0) return null;
  const hasDates = days.some((text) => findDays(text).length > 0);
  const week = hasDates ? null : weekPlace($);
  return {
    ...{ type: 'menu-table', cafeteria, table: selectorOf($, table) ?? 'table' },
    ...(isRows && { days: 'rows' }),
    ...(week !== null && { week }),
    meals,
  };
}

/** Which way the days of a table run, and the labels across; no days where only one is there. */
function axesOf($: Page, table: Elements) {
  const rows = table.find('tr').toArray();
  const textsIn = (row: (typeof rows)[number]) =>
    $(row)
      .children()
      .toArray()
      .map((cell) => textOf($(cell)));
  const top = rows.slice(0, 3).map(textsIn);
  const left = rows.map((row) => textsIn(row)[0] ?? '');
  const across = top
    .map((cells) => cells.filter(isDayCell))
    .toSorted((one, other) => other.length - one.length)[0];
  const down = left.filter(isDayCell);
  const isRows = down.length > (across?.length ?? 0);
  const days = isRows ? down : (across ?? []);
  return { isRows, labels: isRows ? (top[0] ?? []) : left, days: days.length < 2 ? [] : days };
}

/** Categories by the words of the labels. Meals of the day are those of the staff's cafeteria. */
function mealsOf($: Page, labels: readonly string[]) {
  const title = textOf($('title, h1, h2, h3, h4, caption'));
  const isOfDay = labels.some((label) => /조식|중식|석식|점심|저녁/.test(label));
  const isStudent = !/교직원/.test(title) && (!isOfDay || /학생/.test(title));
  const known = Object.entries(isStudent ? STUDENT : STAFF);
  const found = known.filter(([word]) => labels.some((label) => label.includes(word)));
  return { cafeteria: isStudent ? 'student' : 'staff', meals: Object.fromEntries(found) };
}

function isDayCell(text: string): boolean {
  return text.length < 30 && (WEEKDAY.test(text.trim()) || findDays(text).length === 1);
}

/** Where the dates of the week stand. */
function weekPlace($: Page): string | null {
  const places = $('caption, h1, h2, h3, h4, h5, p, strong, span, div')
    .toArray()
    .map((node) => $(node))
    .filter((element) => {
      const text = textOf(element);
      return text.length < 80 && /[~∼～–-]/.test(text) && findDays(text).length >= 2;
    });
  return (
    places.map((element) => selectorOf($, element)).find((selector) => selector !== null) ?? null
  );
}

/** A table of an academic calendar; null without one. */
export function findDateTable($: Page, now: Date): object | null {
  for (const node of $('table').toArray().slice(0, TABLES_MAX)) {
    const found = calendarOf($, $(node), now);
    if (found !== null) return found;
  }
  return null;
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
function isCalendar($: Page, table: Elements, days: readonly string[]): boolean {
  const words = `${textOf($('title, h1, h2, h3, caption'))} ${table.text()}`;
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
