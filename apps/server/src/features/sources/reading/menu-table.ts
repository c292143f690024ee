import { LIMITS } from '@naru/contract/limits';
import { hasAtMostGraphemes, hasMarkRun } from '@naru/contract/text';
import { type Cafeteria, isInReach, toPart } from '../../../domain/cafeteria/day-parts.ts';
import { readMealFile } from '../../../domain/cafeteria/meal-file.ts';
import { kstDay } from '../../../platform/clock.ts';
import { isClosed, isClosedLine } from './closed-words.ts';
import type { Found, MenuDay, Menus, PageText, SourceFault, SourceOf } from './content.ts';
import { readMenuDay, readWeek, restOfHeading } from './menu-days.ts';
import { loadPage, textOf } from './pages.ts';
import { layoutChanged, SourceError } from './source-error.ts';
import { type Grid, readGrid, transpose } from './table-grid.ts';

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
/** The days are in one of the first rows. */
const HEADING_ROWS = 10;
/** Between dishes: not the comma of 5,500원. */
const BETWEEN_DISHES = /,(?!\d{3}(?!\d))|[\n;]/;
/** What stands in cells without dishes. */
const NOTHING = /^[\s\-–—.·x]*$/i;

/** One day of a table. */
interface Column {
  date: string;
  /** What its heading says beside the day, such as a holiday. */
  note: string;
  /** Lines of its cells by category. */
  cells: { category: string; lines: string[] }[];
}

/**
 * Reads tables of menus by day. A day without anything written is left out, so that a week that is not
 * there yet brings nothing. Throws LAYOUT_CHANGED when no table has days, or none of the meals.
 */
export function readMenuTable({ text }: PageText, config: MenuTable, now: Date): Found<Menus> {
  const $ = loadPage(text);
  const week = config.week === undefined ? null : readWeek(textOf($(config.week).first()), now);
  const faults: SourceFault[] = [];
  const tables = $(config.table).toArray().slice(0, TABLES_MAX);
  const columns = tables.flatMap((table) => {
    const grid = readGrid($, $(table));
    const upright = config.days === 'rows' ? transpose(grid) : grid;
    return readColumns(upright, { config, week, now }, faults);
  });
  if (columns.length === 0) throw layoutChanged('식단표에서 날짜를 찾지 못했습니다.');
  if (columns.every(({ cells }) => cells.length === 0)) {
    throw layoutChanged('식단표에서 구분(meals)을 찾지 못했습니다.');
  }
  const days = columns.flatMap((column) => toMenuDay(column, { config, now, faults }) ?? []);
  const byDate = new Map(days.toReversed().map((day) => [day.date, day]));
  const sorted = [...byDate.values()].toSorted((one, other) => (one.date < other.date ? -1 : 1));
  return { content: { kind: 'menus', days: sorted }, faults };
}

function readColumns(
  grid: Grid,
  { config, week, now }: { config: MenuTable; week: string | null; now: Date },
  faults: SourceFault[],
): Column[] {
  const { row, days } = findHeadings(grid, { week, now });
  if (days.size === 0) return [];
  const columns = new Map<number, Column>();
  for (const [x, date] of days) {
    const note = restOfHeading((grid[row]?.[x] ?? []).join(' '));
    columns.set(x, { date, note, cells: [] });
  }
  const firstDay = Math.min(...days.keys());
  for (const cells of grid.slice(row + 1)) {
    const labels = cells.slice(0, firstDay).flat();
    const category = categoryOf(labels.join(' '), config.meals);
    if (category === null) noteUnknown(labels, faults);
    else for (const [x, column] of columns) column.cells.push({ category, lines: cells[x] ?? [] });
  }
  return [...columns.values()];
}

/** The row with most days, and their columns. */
function findHeadings(
  grid: Grid,
  { week, now }: { week: string | null; now: Date },
): { row: number; days: Map<number, string> } {
  let best = { row: 0, days: new Map<number, string>() };
  for (const [row, cells] of grid.slice(0, HEADING_ROWS).entries()) {
    const days = new Map<number, string>();
    for (const [x, lines] of cells.entries()) {
      const day = readMenuDay(lines.join(' '), { week, now });
      const isNew = day !== null && ![...days.values()].includes(day);
      if (isNew) days.set(x, day);
    }
    if (days.size > best.days.size) best = { row, days };
  }
  return best;
}

/** The category whose heading is in the text, the longest heading first. */
function categoryOf(label: string, meals: MenuTable['meals']): string | null {
  const text = label.replaceAll(/\s/g, '');
  const [found] = Object.entries(meals)
    .filter(([heading]) => text.includes(heading.replaceAll(/\s/g, '')))
    .toSorted(([one], [other]) => other.length - one.length);
  return found?.[1] ?? null;
}

/** Once for each heading; rows without one are lines between. */
function noteUnknown(labels: readonly string[], faults: SourceFault[]): void {
  const place = [...new Set(labels)].join(' ').slice(0, 40);
  if (place === '' || faults.some((fault) => fault.place === place)) return;
  faults.push({ place, message: '어느 구분인지 정하지 않은 줄입니다(meals).' });
}

/** Null for a day of which nothing is written, or that is too far away. */
function toMenuDay(
  { date, note, cells }: Column,
  { config, now, faults }: { config: MenuTable; now: Date; faults: SourceFault[] },
): MenuDay | null {
  const cafeteria: Cafeteria = config.cafeteria;
  const written = cells.filter(({ lines }) => lines.some((line) => !NOTHING.test(line)));
  if (!isInReach(date, kstDay(now), LIMITS.cafeteriaEditDays)) {
    faults.push({
      place: date,
      message: `오늘 기준 앞뒤 ${LIMITS.cafeteriaEditDays}일을 벗어난 날짜입니다.`,
    });
    return null;
  }
  if (isDayClosed(note, written)) return { date, cafeteria, ...toPart(cafeteria, 'CLOSED', {}) };
  const lists: Record<string, string[]> = {};
  for (const { category, lines } of written) {
    const dishes = toDishes(lines).filter((dish) => isDish(dish, date, faults));
    lists[category] = [...new Set([...(lists[category] ?? []), ...dishes])];
  }
  for (const [category, dishes] of Object.entries(lists)) {
    if (dishes.length <= LIMITS.menuDishes) continue;
    lists[category] = dishes.slice(0, LIMITS.menuDishes);
    faults.push({
      place: date,
      message: `메뉴가 ${LIMITS.menuDishes}개를 넘어 나머지는 뺐습니다.`,
    });
  }
  const part = toPart(cafeteria, 'OPEN', lists);
  return Object.keys(part.dishes).length === 0 ? null : { date, cafeteria, ...part };
}

/** Closed when all that is written says so, or when the heading does and nothing else is written. */
function isDayClosed(note: string, written: Column['cells']): boolean {
  if (written.length === 0) return isClosedLine(note);
  return written.every(({ lines }) => isClosed(lines.filter((line) => !NOTHING.test(line))));
}

function toDishes(lines: readonly string[]): string[] {
  return lines
    .flatMap((line) => line.normalize('NFC').split(BETWEEN_DISHES))
    .map((dish) => dish.trim())
    .filter((dish) => !NOTHING.test(dish) && !isClosedLine(dish));
}

function isDish(dish: string, date: string, faults: SourceFault[]): boolean {
  if (!hasMarkRun(dish) && hasAtMostGraphemes(dish, LIMITS.dishMax)) return true;
  faults.push({ place: date, message: `메뉴 이름으로 쓸 수 없습니다: ${dish.slice(0, 40)}` });
  return false;
}
