import type { CsvLineError } from '@naru/contract/fields';
import type { TableReading } from '@naru/contract/file-reading';
import { LIMITS } from '@naru/contract/limits';
import { hasAtMostGraphemes, hasMarkRun } from '@naru/contract/text';
import { TEXTS } from '@naru/contract/texts';
import { type LineError, readLargeTable, readTable, type Table } from '../../platform/csv.ts';
import { eachYielding } from '../../platform/turns.ts';
import { type Cafeteria, calendarDay, type DayPart, isInReach, toPart } from './day-parts.ts';
import { splitDishes } from './dishes.ts';

const HEADINGS = {
  date: ['날짜', '일자', '일시', 'date'],
  cafeteria: ['식당', '식당명', '식당구분', '장소', 'cafeteria'],
  category: ['구분', '종류', '코너', '코너명', 'category'],
  dishes: ['메뉴', '식단', '메뉴명', '차림', 'menu'],
} as const;

/** The cells of one line by heading. */
interface CsvLine extends Record<keyof typeof HEADINGS, string> {
  line: number;
}

const OPTIONS = {
  headings: HEADINGS,
  rest: 'dishes',
  maxLines: LIMITS.mealFileLines,
  empty: TEXTS.menuFileEmpty,
  tooLarge: TEXTS.menuFileTooLarge,
} as const;

interface MealTable {
  lines: CsvLine[];
  errors: LineError[];
  reading: TableReading;
}

/** Splits a meal file into lines; `errors` lists the lines that cannot be parsed. */
const readCsv = (csv: string): MealTable => toLines(readTable(csv, OPTIONS));

/** `readCsv` that yields to the event loop. */
const readCsvYielding = async (csv: string): Promise<MealTable> =>
  toLines(await readLargeTable(csv, OPTIONS));

function toLines({ lines, errors, reading }: Table<keyof typeof HEADINGS>): MealTable {
  const blank = { date: '', cafeteria: '', category: '', dishes: '' };
  return { lines: lines.map(({ line, cells }) => ({ ...blank, ...cells, line })), errors, reading };
}

export interface DatedPart extends DayPart {
  date: string;
  cafeteria: Cafeteria;
}

/** Maps, because the keys come from a file and a plain object would resolve `constructor`. */
const CAFETERIA_NAMES = new Map<string, Cafeteria>([
  ['학생식당', 'student'],
  ['학생', 'student'],
  ['교직원식당', 'staff'],
  ['교직원', 'staff'],
]);
const CATEGORY_NAMES: Record<Cafeteria, ReadonlyMap<string, string>> = {
  student: new Map([
    ['정식', 'SET_MENU'],
    ['양식', 'WESTERN'],
    ['분식', 'SNACK'],
    ['라면', 'RAMEN'],
  ]),
  staff: new Map([
    ['조식', 'BREAKFAST'],
    ['중식', 'LUNCH'],
    ['석식', 'DINNER'],
  ]),
};
const CLOSED = '휴무';

const FILE_TEXTS = {
  date: '날짜를 2026-11-23처럼 적어 주세요.',
  reach: `오늘 기준 앞뒤 ${LIMITS.cafeteriaEditDays}일까지의 식단만 올릴 수 있습니다.`,
  cafeteria: '식당은 학생식당 또는 교직원식당으로 적어 주세요.',
  student: '학생식당의 구분은 정식, 양식, 분식, 라면, 휴무 가운데 하나여야 합니다.',
  staff: '교직원식당의 구분은 조식, 중식, 석식, 휴무 가운데 하나여야 합니다.',
  empty: '메뉴가 비어 있습니다.',
  closedDishes: '휴무인 줄에는 메뉴를 적을 수 없습니다.',
  mixed: '같은 날 같은 식당에 휴무와 메뉴가 함께 있습니다.',
} as const;

/** A valid line: a category with its dishes, or a closed day. */
interface Entry {
  line: number;
  date: string;
  cafeteria: Cafeteria;
  category: string;
  dishes: string[];
}

interface MealFile {
  parts: DatedPart[];
  errors: CsvLineError[];
  reading: TableReading;
}

/**
 * Parses a file of meals into one part per cafeteria and day, and all errors sorted by line. `today`
 * is the day in Korea (yyyy-mm-dd).
 */
export function readMealFile(csv: string, today: string): MealFile {
  const { lines, errors, reading } = readCsv(csv);
  return toFile(
    lines.map((line) => ({ line: line.line, read: readLine(line, today) })),
    errors,
    reading,
  );
}

/** `readMealFile` that yields to the event loop: 1,000 lines may have 10,000 dishes of emoji. */
export async function readMealFileYielding(csv: string, today: string): Promise<MealFile> {
  const { lines, errors, reading } = await readCsvYielding(csv);
  const read: LineRead[] = [];
  await eachYielding(lines, (line) => read.push({ line: line.line, read: readLine(line, today) }));
  return toFile(read, errors, reading);
}

interface LineRead {
  line: number;
  /** The entry, or the error message. */
  read: Entry | string;
}

function toFile(
  lines: readonly LineRead[],
  broken: readonly CsvLineError[],
  reading: TableReading,
): MealFile {
  const entries: Entry[] = [];
  const errors = [...broken];
  for (const { line, read } of lines) {
    if (typeof read === 'string') errors.push({ line, message: read });
    else entries.push(read);
  }
  errors.push(...findClashes(entries));
  const sorted = errors.toSorted((a, b) => a.line - b.line);
  return { parts: toParts(entries), errors: sorted, reading };
}

function readLine(row: CsvLine, today: string): Entry | string {
  const date = readDate(row.date);
  if (date === null) return FILE_TEXTS.date;
  if (!isInReach(date, today, LIMITS.cafeteriaEditDays)) return FILE_TEXTS.reach;
  const cafeteria = CAFETERIA_NAMES.get(row.cafeteria.replaceAll(/\s/g, ''));
  if (cafeteria === undefined) return FILE_TEXTS.cafeteria;
  if (hasMarkRun(row.dishes)) return TEXTS.marksTooMany;
  const dishes = splitDishes(row.dishes);
  const origin = { line: row.line, date, cafeteria };
  if (row.category === CLOSED) {
    return dishes.length > 0 ? FILE_TEXTS.closedDishes : { ...origin, category: CLOSED, dishes };
  }
  const category = CATEGORY_NAMES[cafeteria].get(row.category);
  if (category === undefined) return FILE_TEXTS[cafeteria];
  return findDishError(dishes) ?? { ...origin, category, dishes };
}

function findDishError(dishes: readonly string[]): string | null {
  if (dishes.length === 0) return FILE_TEXTS.empty;
  if (dishes.length > LIMITS.menuDishes) return TEXTS.dishesLimit;
  const isTooLong = !dishes.every((dish) => hasAtMostGraphemes(dish, LIMITS.dishMax));
  return isTooLong ? TEXTS.dishLength : null;
}

/** Dates as spreadsheets write them: 2026-11-23, 2026. 11. 23., 2026/11/23, 20261123. */
function readDate(text: string): string | null {
  const [, year, month, day] = /^(\d{4})\D{0,2}(\d{1,2})\D{0,2}(\d{1,2})\D{0,5}$/u.exec(text) ?? [];
  return year === undefined ? null : calendarDay(Number(year), Number(month), Number(day));
}

/** Finds repeated categories, and days on which a cafeteria is both closed and open. */
function findClashes(entries: readonly Entry[]): CsvLineError[] {
  const seen = new Map<string, number>();
  const states = new Map<string, boolean>();
  return entries.flatMap(({ line, date, cafeteria, category }) => {
    const isClosed = category === CLOSED;
    const earlier = seen.get(`${date} ${cafeteria} ${category}`);
    if (earlier !== undefined) {
      return [{ line, message: `${earlier}번째 줄과 날짜, 식당, 구분이 같습니다.` }];
    }
    seen.set(`${date} ${cafeteria} ${category}`, line);
    const isMixed = (states.get(`${date} ${cafeteria}`) ?? isClosed) !== isClosed;
    states.set(`${date} ${cafeteria}`, isClosed);
    return isMixed ? [{ line, message: FILE_TEXTS.mixed }] : [];
  });
}

function toParts(entries: readonly Entry[]): DatedPart[] {
  const parts = new Map<string, DatedPart>();
  for (const { date, cafeteria, category, dishes } of entries) {
    const key = `${date} ${cafeteria}`;
    const state = category === CLOSED ? 'CLOSED' : 'OPEN';
    const lists = { ...parts.get(key)?.dishes, [category]: dishes };
    parts.set(key, { date, cafeteria, ...toPart(cafeteria, state, lists) });
  }
  return [...parts.values()];
}
