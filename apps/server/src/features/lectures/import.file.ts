import type { TableReading } from '@naru/contract/file-reading';
import { type LectureInput, lectureBody } from '@naru/contract/lectures';
import { LIMITS } from '@naru/contract/limits';
import { hasAtMostGraphemes } from '@naru/contract/text';
import { TEXTS } from '@naru/contract/texts';
import { type Term, THEME_PALETTE, termName } from '@naru/contract/timetable';
import * as z from 'zod/mini';
import { type LineError, readLargeTable } from '../../platform/csv.ts';
import { eachYielding } from '../../platform/turns.ts';
import {
  CellError,
  findTerm,
  readCredit,
  readGrade,
  readProfessor,
  readTerm,
  readWeek,
  type TermDefaults,
  timesText,
} from './import.cells.ts';
import { type Cells, IMPORT_COLUMNS, type ImportColumn } from './import.columns.ts';
import { type BareNumbers, bareNumbersOf } from './import.times.ts';
import { lectureKey } from './lectures.key.ts';

/** A valid line. A column that the file does not have is not in `given`. */
export interface ImportLine {
  line: number;
  given: ReadonlySet<ImportColumn>;
  lecture: LectureInput & { year: number };
  /** What is stored otherwise than the file writes it, in Korean. */
  notes: string[];
}

export interface LectureFile {
  lines: ImportLine[];
  /** All invalid lines, sorted. */
  errors: LineError[];
  reading: TableReading;
}

/** Parses a file of lectures. */
export async function readLectureFile(csv: string, usual: TermDefaults): Promise<LectureFile> {
  const table = await readLargeTable<ImportColumn>(csv, {
    headings: IMPORT_COLUMNS,
    optional: (Object.keys(IMPORT_COLUMNS) as ImportColumn[]).filter(
      (column) => column !== 'title' && column !== 'grade',
    ),
    maxLines: LIMITS.lectureFileLines,
    empty: TEXTS.lectureFileEmpty,
    tooLarge: TEXTS.lectureFileTooLarge,
  });
  const bare = bareNumbersOf(table.lines.map(({ cells }) => timesText(cells)));
  const context = { bare, usual, titled: findTerm(table.above) };
  const lines: (ImportLine & { section: string })[] = [];
  const errors = [...table.errors];
  await eachYielding(table.lines, ({ line, cells }) => {
    const read = readLine(cells, line, context);
    if (typeof read === 'string') errors.push({ line, message: read });
    else lines.push({ line, section: cells.section ?? '', ...read });
  });
  nameSections(lines);
  const repeated = findRepeated(lines);
  errors.push(...repeated);
  const bad = new Set(repeated.map(({ line }) => line));
  return {
    lines: lines.filter(({ line }) => !bad.has(line)),
    errors: errors.toSorted((a, b) => a.line - b.line),
    reading: table.reading,
  };
}

interface Context {
  bare: BareNumbers;
  usual: TermDefaults;
  titled: Partial<Term>;
}

/** Returns the lecture, or the error message. */
function readLine(cells: Cells, line: number, context: Context): Omit<ImportLine, 'line'> | string {
  try {
    const grade = readGrade(cells.grade);
    const term = readTerm(cells, context.titled, context.usual);
    const credit = readCredit(cells.credit);
    const professor = readProfessor(cells.professorName);
    const week = readWeek(cells, context.bare);
    const read = z.safeParse(lectureBody, {
      title: cells.title,
      intro: cells.intro,
      grade: grade.value,
      ...term,
      credit: credit.value,
      professorName: professor.value,
      room: week.value.room,
      themeColor: THEME_PALETTE[line % THEME_PALETTE.length],
      lectureTimes: week.value.slots.map((slot) => ({
        day: slot.dow,
        start: slot.startTime,
        end: slot.endTime,
        startMinute: slot.startMinute,
        endMinute: slot.endMinute,
      })),
    });
    if (!read.success) return messageOf(read.error.issues[0]);
    const notes = [grade, credit, professor, week].flatMap((one) => one.notes);
    return { lecture: { ...read.data, year: term.year }, given: givenOf(cells, week.value), notes };
  } catch (error) {
    if (error instanceof CellError) return error.message;
    throw error;
  }
}

/** Times stand in one of several columns, and may name the room. */
function givenOf(cells: Cells, { room }: { room: string }): Set<ImportColumn> {
  const given = new Set(Object.keys(cells) as ImportColumn[]);
  if (given.has('day') || given.has('startTime')) given.add('times');
  if (room !== '') given.add('room');
  return given;
}

/** The range of a year has no sentence of its own. */
function messageOf(issue: { path: PropertyKey[]; message: string } | undefined): string {
  if (issue?.path[0] === 'year') {
    return `학년도는 ${LIMITS.termYearMin}부터 ${LIMITS.termYearMax}까지만 저장할 수 있습니다.`;
  }
  return issue?.message ?? TEXTS.valueInvalid;
}

/** Sections of a lecture by the same professor differ by their titles alone. */
function nameSections(lines: readonly (ImportLine & { section: string })[]): void {
  const groups = groupBy(lines, ({ lecture }) => lectureKey(lecture));
  for (const group of groups.values()) {
    const sections = new Set(group.map(({ section }) => section));
    if (group.length === 1 || sections.size < group.length || sections.has('')) continue;
    for (const { section, lecture, notes } of group) {
      const name = /반$/.test(section) ? section : `${section}분반`;
      lecture.title = `${lecture.title} (${name})`;
      notes.push('이름과 교수가 같은 강의가 여럿이라 강의명에 분반을 적습니다.');
    }
  }
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

function findRepeated(lines: readonly ImportLine[]): LineError[] {
  const first = new Map<string, number>();
  return lines.flatMap(({ line, lecture }) => {
    const key = lectureKey(lecture);
    const former = first.get(key);
    if (!hasAtMostGraphemes(lecture.title, LIMITS.titleMax)) {
      return [{ line, message: TEXTS.lectureTitleLength }];
    }
    if (former !== undefined) {
      const hint = '한 강의의 시간은 한 줄에 모두 적고, 다른 강의이면 분반 열로 구별해 주세요.';
      return [{ line, message: `${former}번째 줄과 학기, 강의명, 교수가 같습니다. ${hint}` }];
    }
    first.set(key, line);
    return [];
  });
}

/** Terms ahead of the current one that need no confirmation. */
const AHEAD_MAX = 3;

/** What staff must confirm: lectures of terms that are over, or far ahead. */
export function askAboutTerms(lines: readonly ImportLine[], current: Term): string[] {
  const rank = ({ year, semester }: Term) => year * 2 + semester;
  return [...groupBy(lines, ({ lecture }) => termName(lecture))].flatMap(([name, group]) => {
    const [first] = group;
    const distance = first === undefined ? 0 : rank(first.lecture) - rank(current);
    if (distance >= 0 && distance <= AHEAD_MAX) return [];
    const what = distance < 0 ? '지난 학기' : '먼 학기';
    return [`${what}인 ${name}에 강의 ${group.length}개를 저장합니다.`];
  });
}
