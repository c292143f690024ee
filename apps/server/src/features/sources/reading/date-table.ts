import type { AnyNode } from 'domhandler';
import {
  type Dates,
  type Found,
  type PageText,
  READING_LIMITS,
  type SourceDate,
  type SourceFault,
  type SourceOf,
} from './content.ts';
import { contextsOf, readHeading } from './date-headings.ts';
import { type DayContext, readRange } from './date-ranges.ts';
import { toId } from './links.ts';
import { type Elements, loadPage, textOf } from './pages.ts';
import { layoutChanged } from './source-error.ts';
import { spreadRows } from './table-grid.ts';

type DateTable = SourceOf<'date-table'>;

/**
 * Reads a table of dates. A row has the year and month of the nearest heading before it, and merged cells
 * belong to each row that they cover. Throws LAYOUT_CHANGED when no row has a date and a title.
 */
export function readDateTable({ text }: PageText, config: DateTable): Found<Dates> {
  const { $, rows, spread } = loadRows(text, config.row);
  if (rows.length === 0) throw layoutChanged('일정표에서 줄을 찾지 못했습니다.');
  const contexts = contextsOf($, rows, config.year);
  const faults: SourceFault[] = [];
  const dates = new Map<string, SourceDate>();
  for (const [index, node] of rows.entries()) {
    const row = $(node);
    if (isHeading(row)) continue;
    const context = contexts[index] ?? { year: null, month: null };
    const read = readMerged([spread[index], row], config, context);
    if (typeof read === 'string') faults.push({ place: `${index + 1}번째 줄`, message: read });
    else dates.set(read.sourceId, read);
  }
  if (dates.size === 0) {
    throw layoutChanged(`일정표에서 일정을 읽지 못했습니다. ${faults[0]?.message ?? ''}`.trim());
  }
  return { content: { kind: 'dates', dates: [...dates.values()] }, faults };
}

/** The rows as they are, and those that merged cells reach into with these cells as their own. */
function loadRows(text: string, selector: string) {
  const $ = loadPage(text);
  const rowsOf = (page: typeof $): AnyNode[] =>
    page(selector).toArray().slice(0, READING_LIMITS.dates);
  const rows = rowsOf($);
  const spread = new Array<Elements | undefined>(rows.length);
  if ($('table [rowspan]').length === 0) return { $, rows, spread };
  const page = loadPage(text);
  const changed = spreadRows(page);
  for (const [index, row] of rowsOf(page).entries())
    if (changed.has(row)) spread[index] = page(row);
  return { $, rows, spread };
}

function isHeading(row: Elements): boolean {
  if (row.children('th').length > 0 && row.children('td').length === 0) return true;
  return readHeading(textOf(row)) !== null;
}

/** The first way that gives a date, else why the last one does not. */
function readMerged(
  rows: readonly (Elements | undefined)[],
  config: DateTable,
  context: DayContext,
): SourceDate | string {
  let read: SourceDate | string = '';
  for (const row of rows) {
    if (row === undefined) continue;
    read = readRow(row, config, context);
    if (typeof read !== 'string') return read;
  }
  return read;
}

/** Returns the date, or why it cannot be read. */
function readRow(row: Elements, config: DateTable, context: DayContext): SourceDate | string {
  const title = textOf(row.find(config.event).first()).slice(0, READING_LIMITS.title);
  if (title === '') return '제목을 찾지 못했습니다.';
  const first = textOf(row.find(config.date).first());
  const second = config.end === undefined ? '' : textOf(row.find(config.end).first());
  const range = readRange(second === '' ? first : `${first} ~ ${second}`, context);
  if (typeof range === 'string') return range;
  return { sourceId: toId(`${range.startDate} ${title}`) ?? range.startDate, title, ...range };
}
