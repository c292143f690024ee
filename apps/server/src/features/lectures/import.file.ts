import { type LectureInput, lectureBody } from '@naru/contract/lectures';
import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import { PERIOD_OFFSET, type Term, THEME_PALETTE } from '@naru/contract/timetable';
import * as z from 'zod/mini';
import { type LineError, readLargeTable } from '../../platform/csv.ts';
import { eachYielding } from '../../platform/turns.ts';
import { lectureKey } from './lectures.key.ts';

/** The columns of a file of lectures. */
export const IMPORT_COLUMNS = {
  title: '강의명',
  grade: '학년',
  semester: '학기',
  year: '학년도',
  professorName: '교수',
  times: '강의시간',
  room: '강의실',
  credit: '학점',
  intro: '소개',
} as const;
export type ImportColumn = keyof typeof IMPORT_COLUMNS;

/** A valid line. A column that the file does not have is not in `given`. */
export interface ImportLine {
  line: number;
  given: ReadonlySet<ImportColumn>;
  lecture: LectureInput & { year: number };
}

const FILE_TEXTS = {
  grade: '학년은 1부터 4까지의 숫자로 적어 주세요.',
  semester: '학기는 1 또는 2로 적어 주세요.',
  year: '학년도를 2026처럼 적어 주세요.',
  credit: `학점은 0부터 ${LIMITS.creditMax}까지의 숫자로 적어 주세요.`,
  times: '강의 시간을 ‘월 9-11, 수 13-15’, ‘월 10:30-11:45’나 ‘월 1-2교시’처럼 적어 주세요.',
} as const;

/**
 * Parses a file of lectures; `errors` has all invalid lines, sorted. `yearOf` gives the year of lines without
 * one.
 */
export async function readLectureFile(
  csv: string,
  yearOf: YearOf,
): Promise<{ lines: ImportLine[]; errors: LineError[] }> {
  const table = await readLargeTable<ImportColumn>(csv, {
    headings: IMPORT_COLUMNS,
    optional: ['year', 'professorName', 'times', 'room', 'credit', 'intro'],
    maxLines: LIMITS.lectureFileLines,
    empty: TEXTS.lectureFileEmpty,
    tooLarge: TEXTS.lectureFileTooLarge,
  });
  const lines: ImportLine[] = [];
  const errors = [...table.errors];
  await eachYielding(table.lines, ({ line, cells }) => {
    const read = readLine(cells, yearOf, line);
    if (typeof read === 'string') errors.push({ line, message: read });
    else lines.push({ line, given: new Set(Object.keys(cells) as ImportColumn[]), lecture: read });
  });
  errors.push(...findRepeated(lines));
  return { lines, errors: errors.toSorted((a, b) => a.line - b.line) };
}

/** The year of a lecture of which the file names only the semester. */
type YearOf = (semester: Term['semester']) => number;

type Cells = Partial<Record<ImportColumn, string>>;

/** Returns the lecture, or the error message. */
function readLine(cells: Cells, yearOf: YearOf, line: number): ImportLine['lecture'] | string {
  const semester = readNumber(cells.semester, /^([12])(?:학기)?$/);
  const usual = yearOf(semester === 1 ? 1 : 2);
  const numbers = {
    grade: readNumber(cells.grade, /^([1-4])(?:학년)?$/),
    semester,
    year: cells.year ? readNumber(cells.year, /^(\d{4})(?:학년도|년)?$/) : usual,
    credit: cells.credit ? readNumber(cells.credit, /^(\d{1,2})(?:학점)?$/) : null,
  };
  const wrong = (['grade', 'semester', 'year', 'credit'] as const).find(
    (column) => numbers[column] === undefined,
  );
  if (wrong !== undefined) return FILE_TEXTS[wrong];
  const lectureTimes = readTimes(cells.times ?? '');
  if (lectureTimes === null) return FILE_TEXTS.times;
  const { title, professorName, room, intro } = cells;
  const themeColor = THEME_PALETTE[line % THEME_PALETTE.length];
  const texts = { title, professorName, room, intro, themeColor };
  const read = z.safeParse(lectureBody, { ...texts, ...numbers, lectureTimes });
  if (!read.success) return messageOf(read.error.issues[0]);
  return { ...read.data, year: read.data.year ?? usual };
}

/** The range of a year or of credits has no sentence of its own. */
function messageOf(issue: { path: PropertyKey[]; message: string } | undefined): string {
  const [column] = issue?.path ?? [];
  if (column === 'year' || column === 'credit') return FILE_TEXTS[column];
  return issue?.message ?? TEXTS.valueInvalid;
}

/** Undefined for text of another form. */
function readNumber(text: string | undefined, form: RegExp): number | undefined {
  const [, digits] = form.exec((text ?? '').replaceAll(/\s/g, '')) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** Characters of the cell with the times. */
const TIMES_MAX = 200;

type Times = z.input<typeof lectureBody>['lectureTimes'] & object;

/** Reads `월 9-11, 수 10:30~11:45` and `월 1-2교시, 금 3교시`; null for any other text. */
function readTimes(text: string): Times | null {
  if (text.length > TIMES_MAX) return null;
  const parts = text.split(/[,;/\n]/).map((part) => part.replaceAll(/\s/g, ''));
  const times = parts.filter((part) => part !== '').map(readTime);
  return times.includes(null) ? null : times.flatMap((time) => time ?? []);
}

function readTime(text: string): Times[number] | null {
  return readPeriods(text) ?? readClock(text);
}

function readPeriods(text: string): Times[number] | null {
  const form = /^([월화수목금토일])(?:요일)?(\d{1,2})(?:[-~–](\d{1,2}))?교시$/u;
  const [, day, first, last] = form.exec(text) ?? [];
  if (day === undefined) return null;
  const [from, to] = [Number(first), Number(last ?? first)];
  return { day, start: from + PERIOD_OFFSET, end: to + PERIOD_OFFSET + 1 };
}

function readClock(text: string): Times[number] | null {
  const form =
    /^([월화수목금토일])(?:요일)?(\d{1,2})(?::([0-5]\d))?[-~–](\d{1,2})(?::([0-5]\d))?$/u;
  const [, day, first, firstMinute = 0, last, lastMinute = 0] = form.exec(text) ?? [];
  if (day === undefined) return null;
  const from = Number(first) * 60 + Number(firstMinute);
  const to = Number(last) * 60 + Number(lastMinute);
  return {
    day,
    start: Math.floor(from / 60),
    end: Math.ceil(to / 60),
    ...(from % 60 !== 0 && { startMinute: from }),
    ...(to % 60 !== 0 && { endMinute: to }),
  };
}

function findRepeated(lines: readonly ImportLine[]): LineError[] {
  const first = new Map<string, number>();
  return lines.flatMap(({ line, lecture }) => {
    const key = lectureKey(lecture);
    const former = first.get(key);
    if (former !== undefined) {
      return [{ line, message: `${former}번째 줄과 학기, 강의명, 교수가 같습니다.` }];
    }
    first.set(key, line);
    return [];
  });
}
