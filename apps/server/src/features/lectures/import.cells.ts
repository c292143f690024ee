import { LIMITS } from '@naru/contract/limits';
import { withParticles } from '@naru/contract/particles';
import type { Schedule, Term } from '@naru/contract/timetable';
import type { Cells } from './import.columns.ts';
import { type BareNumbers, readTimes } from './import.times.ts';

/** What a cell says, and what of it is stored otherwise than it is written. */
export interface CellReading<T> {
  value: T;
  notes: string[];
}

/** A cell that cannot be understood; the message is Korean. */
export class CellError extends Error {}

export interface TermDefaults {
  /** The term whose enrolment is open. */
  planned: Term;
  /** The year of a lecture of which the file names only the semester. */
  yearOf: (semester: Term['semester']) => number;
}

/** Code units of a cell that are looked at. */
const CELL_MAX = 200;

const plain = (text: string | undefined) =>
  (text ?? '').slice(0, CELL_MAX).normalize('NFKC').replaceAll(/\s/g, '');

const ANY_GRADE = /^(?:전|전체|전학년|전체학년|모든학년|무관|학년무관|공통|0|0학년)$/;
const ONE_GRADE = /^(\d)(?:학년)?$/;
const SOME_GRADES = /^(\d)(?:학년)?(?:[,~·/&-](\d)(?:학년)?)+(?:이상)?$/;
const GRADES_FROM = /^(\d)학년이상$/;
const BAD_GRADE = `학년은 1부터 ${LIMITS.gradeMax}까지의 숫자로 적어 주세요.`;

/** A lecture has one year of study: the first of several. */
export function readGrade(cell: string | undefined): CellReading<number> {
  const text = plain(cell);
  if (text === '') {
    throw new CellError('학년이 비어 있습니다. 합친 칸이었으면 나누어 줄마다 적어 주세요.');
  }
  const one = ONE_GRADE.exec(text)?.[1];
  const first = ANY_GRADE.test(text)
    ? '1'
    : (SOME_GRADES.exec(text) ?? GRADES_FROM.exec(text))?.[1];
  const grade = Number(first ?? one);
  if (!(grade >= 1 && grade <= LIMITS.gradeMax)) throw new CellError(BAD_GRADE);
  const notes =
    first === undefined ? [] : [withParticles(`학년 ‘${text}’은(는) ${grade}학년으로 저장합니다.`)];
  return { value: grade, notes };
}

const CREDIT = /^(\d{1,2})(?:\.0+)?(?:학점)?$/;
/** Credits with hours of lecture and practice: 3-3-0, 3/3, 3(2-2). */
const CREDIT_HOURS = /^(\d{1,2})(?:\.0+)?(?:학점)?(?:[-/:]\d{1,2}(?:\.\d+)?|\([\d.,/-]+\))+$/;
const BAD_CREDIT = `학점은 0부터 ${LIMITS.creditMax}까지의 숫자로 적어 주세요.`;

/** Null for an empty cell. */
export function readCredit(cell: string | undefined): CellReading<number | null> {
  const text = plain(cell);
  if (text === '' || text === '-') return { value: null, notes: [] };
  if (/^\d{1,2}\.\d*[1-9]\d*(?:학점)?$/.test(text)) {
    throw new CellError(`학점은 정수만 저장할 수 있습니다: ${text}`);
  }
  const one = CREDIT.exec(text)?.[1];
  const first = CREDIT_HOURS.exec(text)?.[1];
  const credit = Number(one ?? first);
  if (!(credit <= LIMITS.creditMax)) throw new CellError(BAD_CREDIT);
  const notes =
    first === undefined
      ? []
      : [withParticles(`학점 ‘${text}’은(는) ${credit}학점으로 저장합니다.`)];
  return { value: credit, notes };
}

const TERM = /^(?:(\d{4})(?:학년도|년도|년)?[-./,]?)?(?:제?([12])(?:학기)?)?$/;
const BAD_SEMESTER = '학기는 1 또는 2로 적어 주세요.';
const BAD_YEAR = '학년도를 2026처럼 적어 주세요.';

/** The term that titles above the table name: `2026학년도 제1학기 개설강좌`. */
export function findTerm(texts: readonly string[]): Partial<Term> {
  for (const text of texts) {
    const [, year, semester] =
      /(20\d\d)(?:학년도|년도|년)?[-./,(]?제?([12])(?:학기|$|\))/.exec(plain(text)) ?? [];
    if (year !== undefined) return { year: Number(year), semester: semester === '1' ? 1 : 2 };
  }
  return {};
}

/** The cells may hold the year, the semester or both; what none names is that of the title or the usual one. */
export function readTerm(cells: Cells, titled: Partial<Term>, usual: TermDefaults): Term {
  const ofYear = partsOf(cells.year, BAD_YEAR);
  const ofSemester = partsOf(cells.semester, BAD_SEMESTER);
  if (cells.year && ofYear.year === undefined) throw new CellError(BAD_YEAR);
  const isDouble = ofYear.year !== undefined && ofSemester.year !== undefined;
  if (isDouble && ofYear.year !== ofSemester.year) {
    throw new CellError('학년도 열과 학기 열의 연도가 다릅니다.');
  }
  const year = ofYear.year ?? ofSemester.year;
  const semester = ofSemester.semester ?? ofYear.semester;
  return withUsual({ year: year ?? titled.year, semester: semester ?? titled.semester }, usual);
}

function withUsual(
  { year, semester }: { year: number | undefined; semester: Term['semester'] | undefined },
  { planned, yearOf }: TermDefaults,
): Term {
  if (semester !== undefined) return { year: year ?? yearOf(semester), semester };
  if (year === undefined || year === planned.year) return planned;
  throw new CellError('학기가 없습니다. 학년도와 함께 1 또는 2로 적어 주세요.');
}

function partsOf(cell: string | undefined, message: string): Partial<Term> {
  const text = plain(cell);
  if (/계절|여름|겨울|하계|동계/.test(text)) {
    throw new CellError('계절학기 강의는 저장할 수 없습니다. 학기는 1 또는 2입니다.');
  }
  const match = TERM.exec(text);
  if (match === null) throw new CellError(message);
  const [, year, semester] = match;
  if (semester !== undefined && year === undefined && message === BAD_YEAR) {
    throw new CellError(message);
  }
  return {
    ...(year !== undefined && { year: Number(year) }),
    ...(semester !== undefined && { semester: semester === '1' ? 1 : 2 }),
  };
}

/** The names, of several lines on one; without a title that pages add themselves. */
export function readProfessor(cell: string | undefined): CellReading<string> {
  const text = (cell ?? '').trim();
  if (/^(?:-|미정|미배정|미지정|tba|tbd)$/i.test(text)) {
    return {
      value: '',
      notes: text === '-' ? [] : [withParticles(`교수 ‘${text}’은(는) 비워 둡니다.`)],
    };
  }
  const names = text.split(/\s*\n\s*/).filter((name) => name !== '');
  return { value: names.join(', '), notes: [] };
}

interface Week {
  slots: Schedule[];
  room: string;
}

/** Times and room, which may stand in one cell or in several. */
export function readWeek(cells: Cells, bare: BareNumbers): CellReading<Week> {
  const text = timesText(cells);
  const reading = readTimes(text, bare);
  if (typeof reading === 'string') throw new CellError(reading);
  const { slots, rooms, others } = reading;
  const own = (cells.room ?? '').trim();
  const found = rooms.join(', ');
  const notes = others
    .filter((other) => other !== '-' && slots.length > 0)
    .map((other) => withParticles(`강의 시간의 ‘${other}’은(는) 저장하지 않습니다.`));
  if (slots.length === 0 && text !== '' && text !== '-') {
    const also = found !== '' && own === '' ? ' 강의실에 적고' : '';
    notes.push(`강의 시간 ‘${text}’:${also} 시간 없이 저장합니다.`);
  } else if (own !== '' && rooms.some((room) => !own.includes(room))) {
    notes.push(`강의 시간의 ‘${found}’ 대신 강의실 열의 값을 저장합니다.`);
  }
  return { value: { slots, room: own || found }, notes };
}

/** The times of one cell, or of a day, a period, a start and an end in cells of their own. */
export function timesText({ times = '', day = '', startTime = '', endTime = '' }: Cells): string {
  const clock = startTime !== '' || endTime !== '' ? `${startTime}~${endTime}` : '';
  return [day, times === day ? '' : times, clock].filter(Boolean).join(' ');
}
