import { isClosedLine } from './closed-words.ts';
import type { SourceFault, SourceOf } from './content.ts';
import { type MenuDayRead, readMenuDay, readWeek, restOfHeading, type Week } from './menu-days.ts';
import { categoryOf, headingOf, isBesideDishes, type Meals, switchOf } from './menu-meals.ts';
import { type Grid, transpose } from './table-grid.ts';

/** One day of a menu. */
export interface MenuColumn {
  date: string;
  /** What its heading says beside the day, such as a holiday. */
  note: string;
  /** Lines of its cells by category; null where a line of the cell names it. */
  cells: { category: string | null; lines: string[] }[];
}

export interface MenuContext {
  config: SourceOf<'menu-table'>;
  meals: Meals;
  week: Week | null;
  now: Date;
  faults: SourceFault[];
}

export interface TableRead {
  columns: MenuColumn[];
  /** It names weekdays, but no dates. */
  hasOnlyWeekdays: boolean;
}

/** The days are in one of the first rows. */
const HEADING_ROWS = 10;
/** Meals of the columns are below the days. */
const MEAL_ROWS = 3;
const SECTION_MAX = 40;
const NOTHING: TableRead = { columns: [], hasOnlyWeekdays: false };

/** Reads one table; `headings` are the texts in front of it. */
export function readMenuGrid(
  whole: Grid,
  headings: readonly string[],
  context: MenuContext,
): TableRead {
  const { restaurant } = context.config;
  const isNamed = restaurant === undefined || headings.some((text) => names(text, restaurant));
  const sections = isNamed ? null : selectSection(whole, restaurant, context.meals);
  const grid = sections ?? whole;
  const within = {
    ...context,
    week: context.week ?? weekOf(grid, headings, context.now),
    restaurant: isNamed || sections !== null ? null : restaurant,
    category: headings.map((text) => categoryOf(text, context.meals)).find((one) => one !== null),
  };
  return readUpright(orient(grid, within), within);
}

interface Within extends MenuContext {
  /** Only rows and columns that name it are read; null: all. */
  restaurant: string | null;
  /** The meal of a table that has one alone. */
  category: string | null | undefined;
}

export function names(text: string, restaurant: string): boolean {
  return text.replaceAll(/\s/g, '').includes(restaurant.replaceAll(/\s/g, ''));
}

/** Of the table itself, where it names the days of the week only. */
function weekOf(grid: Grid, headings: readonly string[], now: Date): Week | null {
  const rows = grid.slice(0, HEADING_ROWS).filter(isFullWidth);
  const texts = [...rows.map((row) => row[0]?.join(' ') ?? ''), ...headings];
  for (const text of texts) {
    const week = readWeek(text, now, { isRange: true });
    if (week !== null) return week;
  }
  return null;
}

function isFullWidth(row: Grid[number]): boolean {
  return row.length > 1 && row.every((cell) => cell === row[0]) && (row[0]?.length ?? 0) > 0;
}

/** The rows of one restaurant below its heading over the whole width; null when there is no such heading. */
function selectSection(grid: Grid, restaurant: string, meals: Meals): Grid | null {
  const isSection = (row: Grid[number]) => {
    const text = row[0]?.join(' ') ?? '';
    if (!isFullWidth(row) || text.length > SECTION_MAX || isBesideDishes(text)) return false;
    return headingOf(text, meals) === null && !isClosedLine(text);
  };
  const first = grid.findIndex(isSection);
  let isOpen = true;
  let isFound = false;
  const rows = grid.filter((row, y) => {
    if (y < first || !isSection(row)) return isOpen;
    isOpen = names(row[0]?.join(' ') ?? '', restaurant);
    isFound ||= isOpen;
    return false;
  });
  return isFound ? rows : null;
}

/** With the days above, as the configuration says or, where that gives no days, as the table is. */
function orient(grid: Grid, within: Within): Grid {
  const turned = transpose(grid);
  const isTurned = within.config.days === 'rows';
  const [one, other] = isTurned ? [turned, grid] : [grid, turned];
  const count = (table: Grid) => findHeadings(table, within).dates;
  return count(one) < 2 && count(other) > count(one) ? other : one;
}

interface Headings {
  row: number;
  days: Map<number, string>;
  /** Different dates. */
  dates: number;
  reads: Map<number, MenuDayRead>;
}

/** The row with most days, and their columns. */
function findHeadings(grid: Grid, within: Within): Headings {
  const rows = grid.slice(0, HEADING_ROWS).map((_, row) => readHeadings(grid, row, within));
  const [best] = rows.toSorted(
    (one, other) => other.dates - one.dates || other.reads.size - one.reads.size,
  );
  return best ?? { row: 0, days: new Map(), dates: 0, reads: new Map() };
}

function readHeadings(grid: Grid, row: number, { week, now, restaurant }: Within): Headings {
  const cells = grid[row] ?? [];
  const reads = new Map<number, MenuDayRead>();
  for (const [x, lines] of isFullWidth(cells) ? [] : cells.entries()) {
    const read = readMenuDay(lines.join(' '), { week, now });
    if (read !== null && isOfRestaurant(grid, { row, x }, restaurant)) reads.set(x, read);
  }
  const days = daysOf(reads);
  return { row, days, dates: new Set(days.values()).size, reads };
}

/** A merged day has several columns; the same days once more are those of somebody else. */
function daysOf(reads: ReadonlyMap<number, MenuDayRead>): Map<number, string> {
  const days = new Map<number, string>();
  const seen = new Set<string>();
  let last = '';
  for (const [x, read] of reads) {
    const date: string = 'date' in read ? read.date : '';
    if (date !== '' && (date === last || !seen.has(date))) days.set(x, date);
    seen.add(date);
    last = date;
  }
  return days;
}

/** Whether a column is one of the restaurant: above the days, a name over each of them divides them. */
function isOfRestaurant(
  grid: Grid,
  { row, x }: { row: number; x: number },
  restaurant: string | null,
): boolean {
  if (restaurant === null) return true;
  const above = grid.slice(0, row).map((cells) => cells.map((cell) => cell.join(' ')));
  const dividing = above.find((cells) => cells.some((text) => names(text, restaurant)));
  return dividing === undefined || names(dividing[x] ?? '', restaurant);
}

function readUpright(grid: Grid, within: Within): TableRead {
  const { row, days, reads } = findHeadings(grid, within);
  const problems = [...reads].flatMap(([x, read]) => ('date' in read ? [] : [{ x, ...read }]));
  if (days.size === 0) {
    const isContradicted = problems.some(({ problem }) => problem === 'weekday');
    if (isContradicted) noteProblems(problems, grid[row] ?? [], within.faults);
    return { ...NOTHING, hasOnlyWeekdays: problems.length > 1 && !isContradicted };
  }
  noteProblems(problems, grid[row] ?? [], within.faults);
  const columns = new Map<string, MenuColumn>();
  for (const [x, date] of days) {
    const note = restOfHeading((grid[row]?.[x] ?? []).join(' '));
    if (!columns.has(date)) columns.set(date, { date, note, cells: [] });
  }
  readRows(grid, { row, days, columns }, within);
  return { columns: [...columns.values()], hasOnlyWeekdays: false };
}

/** Columns that look like days, but are left out. */
function noteProblems(
  problems: readonly { x: number; problem: string }[],
  cells: Grid[number],
  faults: SourceFault[],
): void {
  for (const { x, problem } of problems) {
    const place = (cells[x] ?? []).join(' ').slice(0, 40);
    if (faults.some((fault) => fault.place === place)) continue;
    const message =
      problem === 'weekday'
        ? '날짜와 요일이 맞지 않아 뺐습니다.'
        : '날짜가 없는 요일이라 뺐습니다. 그 주의 날짜가 적힌 자리(week)를 적어 주세요.';
    faults.push({ place, message });
  }
}

interface Table {
  row: number;
  days: ReadonlyMap<number, string>;
  columns: ReadonlyMap<string, MenuColumn>;
}

function readRows(grid: Grid, { row, days, columns }: Table, within: Within): void {
  const byColumn = columnMeals(grid, { row, days }, within);
  const table = { days, columns, byColumn: byColumn.meals };
  let section: string | null = within.category ?? null;
  for (const [y, cells] of grid.entries()) {
    if (y <= row || byColumn.row === y) continue;
    const text = cells[0]?.join(' ') ?? '';
    if (isFullWidth(cells) && !isClosedLine(text)) {
      section = headingOf(text, within.meals) ?? section;
    } else readRow(cells, { ...table, section }, within);
  }
}

interface RowTable extends Omit<Table, 'row'> {
  /** Meals by column. */
  byColumn: ReadonlyMap<number, string>;
  /** The meal of the rows below a heading. */
  section: string | null;
}

function readRow(cells: Grid[number], table: RowTable, within: Within): void {
  const { days, columns, byColumn, section } = table;
  const firstDay = isFullWidth(cells) ? 0 : Math.min(...days.keys());
  const labels = cells.slice(0, firstDay).map((cell) => cell.join(' '));
  if (!isRead(labels, within.restaurant)) return;
  const own = categoryOf(labels.join(' '), within.meals) ?? section;
  let isUsed = false;
  for (const [x, date] of days) {
    const lines = cells[x] ?? [];
    const category = own ?? byColumn.get(x) ?? null;
    const isKnown = category !== null || lines.some((line) => isSwitch(line, within));
    if (!isKnown && !lines.some(isClosedLine)) continue;
    columns.get(date)?.cells.push({ category, lines });
    isUsed ||= isKnown;
  }
  if (!isUsed) noteUnknown(labels, within.faults);
}

function isSwitch(line: string, { meals, config: { cafeteria } }: Within): boolean {
  return switchOf(line, { meals, cafeteria }) !== null;
}

/** Rows about prices and origins, and those of other restaurants, are left out. */
function isRead(labels: readonly string[], restaurant: string | null): boolean {
  if (isBesideDishes(labels.at(-1) ?? '')) return false;
  if (restaurant === null || labels.length === 0) return true;
  return names(labels.join(' '), restaurant);
}

/** A row below the days that names the meal of each column. */
function columnMeals(
  grid: Grid,
  { row, days }: Pick<Table, 'row' | 'days'>,
  { meals }: Within,
): { row: number | null; meals: Map<number, string> } {
  for (let y = row + 1; y <= Math.min(row + MEAL_ROWS, grid.length - 1); y += 1) {
    const found = new Map<number, string>();
    for (const x of days.keys()) {
      const category = headingOf((grid[y]?.[x] ?? []).join(' '), meals);
      if (category !== null) found.set(x, category);
    }
    if (found.size * 2 >= days.size) return { row: y, meals: found };
  }
  return { row: null, meals: new Map() };
}

/** Once for each heading; rows without one are lines between. */
function noteUnknown(labels: readonly string[], faults: SourceFault[]): void {
  const place = [...new Set(labels)].join(' ').trim().slice(0, 40);
  if (place === '' || faults.some((fault) => fault.place === place)) return;
  faults.push({ place, message: '어느 구분인지 정하지 않은 줄입니다(meals).' });
}
