import { LIMITS } from '@naru/contract/limits';
import { hasAtMostGraphemes, hasMarkRun } from '@naru/contract/text';
import type { AnyNode } from 'domhandler';
import { type Cafeteria, isInReach, toPart } from '../../../domain/cafeteria/day-parts.ts';
import { isNoMenu, splitDishes } from '../../../domain/cafeteria/dishes.ts';
import { readMealFile } from '../../../domain/cafeteria/meal-file.ts';
import { kstDay } from '../../../platform/clock.ts';
import { isClosed, isClosedLine } from './closed-words.ts';
import type { Found, MenuDay, Menus, PageText, SourceFault, SourceOf } from './content.ts';
import { findRegion, readMenuBlocks, textsBefore } from './menu-blocks.ts';
import { readWeek } from './menu-days.ts';
import { type MenuColumn, type MenuContext, readMenuGrid, type TableRead } from './menu-grid.ts';
import { mealsOf, switchOf } from './menu-meals.ts';
import { loadPage, type Page, textOf } from './pages.ts';
import { layoutChanged, SourceError } from './source-error.ts';
import { readGrid } from './table-grid.ts';

/** Reads a file with the columns that staff import. Throws LAYOUT_CHANGED when no line can be read. */
export function readMenuCsv({ text }: PageText, now: Date): Found<Menus> {
  if (text.length > LIMITS.mealFileMax)
    throw new SourceError('TOO_LARGE', '식단 파일이 너무 큽니다.');
  const { parts, errors } = readMealFile(text, kstDay(now));
  if (parts.length === 0) {
    throw layoutChanged(`식단 파일을 읽지 못했습니다. ${errors[0]?.message ?? ''}`.trim());
  }
  const faults = errors.map(({ line, message }) => ({ place: `${line}번째 줄`, message }));
  return { content: { kind: 'menus', days: parts }, faults };
}

type MenuTable = SourceOf<'menu-table'>;

const TABLES_MAX = 10;
const NO_DAYS = '식단표에서 날짜를 찾지 못했습니다.';
const ONLY_WEEKDAYS =
  '식단표에 요일만 있고 날짜가 없습니다. 그 주의 날짜가 적힌 자리(week)를 적어 주세요.';
const CONTRADICTED = '식단표의 날짜와 요일이 서로 맞지 않습니다. 지난 식단일 수 있습니다.';
/** Why a page of menus has none although it is one. */
export const DAYS_UNKNOWN: ReadonlySet<string> = new Set(
  [ONLY_WEEKDAYS, CONTRADICTED].map((message) => layoutChanged(message).message),
);

/**
 * Reads tables of menus by day, and cards and lists where there is no table. A day without anything written is
 * left out, so that a week that is not there yet brings nothing. Throws LAYOUT_CHANGED when nothing has days, or
 * none of the meals.
 */
export function readMenuTable({ text }: PageText, config: MenuTable, now: Date): Found<Menus> {
  const $ = loadPage(text);
  const week = config.week === undefined ? null : readWeek(textOf($(config.week).first()), now);
  const context = { config, meals: mealsOf(config), week, now, faults: [] };
  const reads = readAll($, context);
  const columns = mergeTables(reads, context.faults);
  requireMenus(reads, columns, context);
  const days = columns.flatMap((column) => toMenuDay(column, context) ?? []);
  noteOtherPeriods(columns, context.faults);
  const sorted = days.toSorted((one, other) => (one.date < other.date ? -1 : 1));
  return { content: { kind: 'menus', days: sorted }, faults: context.faults };
}

function readAll($: Page, context: MenuContext): TableRead[] {
  const found = $(context.config.table).toArray().slice(0, TABLES_MAX);
  const isTable = (node: AnyNode) => $(node).is('table');
  const tables = found.filter(isTable).map((node) => {
    const table = $(node);
    const headings = [textOf(table.children('caption')), ...textsBefore($, table)];
    return readMenuGrid(readGrid($, table), headings, context);
  });
  if (tables.some(({ columns }) => columns.length > 0)) return tables;
  const regions = found.filter((node) => !isTable(node));
  const others = regions.length > 0 || found.length > 0 ? regions : findRegion($, context);
  return [...tables, ...(others.length > 0 ? [readMenuBlocks($, others, context)] : [])];
}

function requireMenus(
  reads: readonly TableRead[],
  columns: readonly MenuColumn[],
  { config, faults }: MenuContext,
): void {
  if (columns.length === 0) {
    if (reads.some(({ hasOnlyWeekdays }) => hasOnlyWeekdays)) throw layoutChanged(ONLY_WEEKDAYS);
    throw layoutChanged(faults.length > 0 ? CONTRADICTED : NO_DAYS);
  }
  if (columns.some(({ cells }) => cells.length > 0)) return;
  throw layoutChanged(
    config.restaurant === undefined
      ? '식단표에서 구분(meals)을 찾지 못했습니다.'
      : '식단표에서 식당 이름(restaurant)이나 구분(meals)을 찾지 못했습니다.',
  );
}

/** Tables of one meal each make days together; of tables with the same meals the first one counts. */
function mergeTables(reads: readonly TableRead[], faults: SourceFault[]): MenuColumn[] {
  const days = new Map<string, MenuColumn>();
  for (const { columns } of reads) {
    const meals = mealsIn(columns);
    // What earlier tables have of the same days, before this one is added.
    const taken = mealsIn(columns.flatMap(({ date }) => days.get(date) ?? []));
    const isOther = [...taken].every((meal) => !meals.has(meal));
    for (const column of columns) {
      const known = days.get(column.date);
      if (known === undefined) days.set(column.date, column);
      else if (isOther) known.cells.push(...column.cells);
    }
    if (!(isOther || faults.includes(SECOND))) faults.push(SECOND);
  }
  return [...days.values()];
}

function mealsIn(columns: readonly MenuColumn[]): ReadonlySet<string | null> {
  return new Set(columns.flatMap(({ cells }) => cells.map(({ category }) => category)));
}

const OTHER_PERIOD = '휴무 기간에 이 표의 날짜가 없어 휴무로 하지 않았습니다.';
const SECOND: SourceFault = {
  place: '다른 표',
  message: '같은 날의 표가 또 있어 뺐습니다. 식당 이름(restaurant)이나 표(table)를 정해 주세요.',
};

/** Null for a day of which nothing is written, or that is too far away. */
function toMenuDay({ date, note, cells }: MenuColumn, context: MenuContext): MenuDay | null {
  const { config, now, faults } = context;
  const cafeteria: Cafeteria = config.cafeteria;
  const written = cells
    .map((cell) => ({ ...cell, lines: cell.lines.filter((line) => !isNoMenu(line)) }))
    .filter(({ lines }) => lines.length > 0);
  if (!isInReach(date, kstDay(now), LIMITS.cafeteriaEditDays)) {
    faults.push({
      place: date,
      message: `오늘 기준 앞뒤 ${LIMITS.cafeteriaEditDays}일을 벗어난 날짜입니다.`,
    });
    return null;
  }
  if (isDayClosed({ date, note }, written)) {
    return { date, cafeteria, ...toPart(cafeteria, 'CLOSED', {}) };
  }
  const lists = listsOf(written, context);
  for (const [category, dishes] of Object.entries(lists)) {
    lists[category] = fitting([...new Set(dishes)], date, faults);
  }
  const part = toPart(cafeteria, 'OPEN', lists);
  return Object.keys(part.dishes).length === 0 ? null : { date, cafeteria, ...part };
}

/** The dishes by category; a line such as [석식] leads to another one. */
function listsOf(
  cells: MenuColumn['cells'],
  { meals, config: { cafeteria } }: MenuContext,
): Record<string, string[]> {
  const lists: Record<string, string[]> = {};
  for (const cell of cells) {
    const parts: MenuColumn['cells'] = [{ category: cell.category, lines: [] }];
    for (const line of cell.lines) {
      const category = switchOf(line, { meals, cafeteria });
      if (category === null) parts.at(-1)?.lines.push(line);
      else parts.push({ category, lines: [] });
    }
    for (const { category, lines } of parts) {
      if (category !== null) lists[category] = [...(lists[category] ?? []), ...toDishes(lines)];
    }
  }
  return lists;
}

/** Names what says when a cafeteria is closed, where that is on no day of the page. */
function noteOtherPeriods(columns: readonly MenuColumn[], faults: SourceFault[]): void {
  const lines = new Map<string, boolean>();
  for (const { date, cells } of columns) {
    for (const line of cells.flatMap((cell) => cell.lines).filter(isClosedLine)) {
      lines.set(line, lines.get(line) === true || isClosed([line], date));
    }
  }
  for (const [line, isMet] of lines) {
    if (!isMet) faults.push({ place: line.slice(0, 40), message: OTHER_PERIOD });
  }
}

/** Closed when all that is written says so, or when the heading does and nothing else is written. */
function isDayClosed(
  { date, note }: Pick<MenuColumn, 'date' | 'note'>,
  written: MenuColumn['cells'],
): boolean {
  if (written.length === 0) return isClosed([note], date);
  return written.every(({ lines }) => isClosed(lines, date));
}

function toDishes(lines: readonly string[]): string[] {
  const dishes = splitDishes(lines.filter((line) => !isClosedLine(line)).join('\n'));
  return dishes.filter((dish) => !isClosedLine(dish));
}

/** Those that can be stored; the others are named. */
function fitting(dishes: readonly string[], date: string, faults: SourceFault[]): string[] {
  const named = dishes.filter((dish) => isDish(dish, date, faults));
  if (named.length > LIMITS.menuDishes) {
    faults.push({
      place: date,
      message: `메뉴가 ${LIMITS.menuDishes}개를 넘어 나머지는 뺐습니다.`,
    });
  }
  return named.slice(0, LIMITS.menuDishes);
}

function isDish(dish: string, date: string, faults: SourceFault[]): boolean {
  if (!hasMarkRun(dish) && hasAtMostGraphemes(dish, LIMITS.dishMax)) return true;
  faults.push({ place: date, message: `메뉴 이름으로 쓸 수 없습니다: ${dish.slice(0, 40)}` });
  return false;
}
