import { createHash } from 'node:crypto';
import { academicDateBody } from '@naru/contract/academic-calendar';
import { ACADEMIC_KIND_NAMES, ACADEMIC_KINDS } from '@naru/contract/academic-kinds';
import type { TableReading } from '@naru/contract/file-reading';
import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import * as z from 'zod/mini';
import { type CleanDate, cleanDates, kindOf } from '../../domain/academic-calendar/clean-dates.ts';
import { type LineError, NOTHING_READ, readLargeTable } from '../../platform/csv.ts';
import { IcsError, icsRangeOf, readIcs } from '../../platform/ics/read-ics.ts';
import { eachYielding } from '../../platform/turns.ts';

/** The source key of uploaded dates; no name of a source has this sign. */
export const FILE_SOURCE = '@file';

/** The columns of a CSV file; the first heading is the one that errors name. */
const COLUMNS = {
  title: [
    '일정',
    '제목',
    '일정명',
    '학사일정',
    '학사일정명',
    '행사명',
    '내용',
    '주요내용',
    'title',
    'subject',
  ],
  startsOn: [
    '시작일',
    '시작',
    '시작일자',
    '시작날짜',
    '날짜',
    '일자',
    '기간',
    '일시',
    'startdate',
    'start',
  ],
  endsOn: ['종료일', '종료', '종료일자', '종료날짜', '끝', '마감일', 'enddate', 'end'],
  kind: ['종류', '구분', '분류', '유형'],
  note: ['설명', '비고', '상세', '상세내용', '세부내용', '참고', 'description'],
  targetUrl: ['링크', '주소', 'url', '관련링크'],
} as const;
type Column = keyof typeof COLUMNS;

const BAD_DAY = '날짜를 2026-03-02처럼 적어 주세요.';
const BAD_KIND = `종류는 ${ACADEMIC_KINDS.map((kind) => ACADEMIC_KIND_NAMES[kind]).join(', ')} 가운데 하나로 적어 주세요.`;
/** Hints in one response. */
const HINTS_MAX = 20;

interface FileReading {
  dates: CleanDate[];
  /** What prevents saving the file, by line. */
  errors: LineError[];
  /** What is read otherwise or not at all, in Korean; the first ones. */
  hints: string[];
  reading: TableReading;
}

/** Reads the dates of a calendar file (.ics) or of a CSV file with a heading. */
export async function readDateFile(text: string, today: string): Promise<FileReading> {
  const isCalendar = /^\ufeff?\s*BEGIN:VCALENDAR/i.test(text.slice(0, 1000));
  const reading = await (isCalendar ? readCalendar(text, today) : readCsv(text, today));
  if (reading.errors.length > 0) return reading;
  if (reading.dates.length > 0) return reading;
  return { ...reading, errors: [{ line: 1, message: TEXTS.academicFileEmpty }] };
}

async function readCalendar(text: string, today: string): Promise<FileReading> {
  const failed = (message: string) => ({
    dates: [],
    errors: [{ line: 1, message }],
    hints: [],
    reading: NOTHING_READ,
  });
  try {
    const { dates, faults, outdated, cancelled } = await readIcs(text, icsRangeOf(today));
    if (dates.length > LIMITS.academicFileDates) return failed(TEXTS.academicFileTooLarge);
    const named = dates.map(({ uid, ...date }) => ({ sourceId: uid, ...date }));
    const cleaned = await cleanDates(named);
    const hints = faults.map(({ place, message }) => `${place}: ${message}`);
    const left = dates.length - cleaned.length;
    if (outdated > 0) hints.push(`두 번 나오거나 더 새로운 판이 있는 일정 ${outdated}개를 뺍니다.`);
    if (cancelled > 0) hints.push(`취소된 일정 ${cancelled}개를 뺍니다.`);
    if (left > 0) hints.push(`이름이나 기간이 맞지 않거나 두 번 나온 날짜 ${left}개를 뺍니다.`);
    return { dates: cleaned, errors: [], hints: hints.slice(0, HINTS_MAX), reading: NOTHING_READ };
  } catch (error) {
    if (!(error instanceof IcsError)) throw error;
    return failed(error.message);
  }
}

async function readCsv(text: string, today: string): Promise<FileReading> {
  const table = await readLargeTable<Column>(text, {
    headings: COLUMNS,
    optional: ['endsOn', 'kind', 'note', 'targetUrl'],
    maxLines: LIMITS.academicFileDates,
    empty: TEXTS.academicFileEmpty,
    tooLarge: TEXTS.academicFileTooLarge,
  });
  const errors = [...table.errors];
  const dates = new Map<string, { line: number; date: CleanDate }>();
  await eachYielding(table.lines, ({ line, cells }) => {
    const date = readLine(cells);
    if (typeof date === 'string') {
      errors.push({ line, message: date });
      return;
    }
    const earlier = dates.get(date.sourceId);
    if (earlier === undefined) dates.set(date.sourceId, { line, date });
    else errors.push({ line, message: `${earlier.line}번째 줄과 일정, 시작일이 같습니다.` });
  });
  const read = [...dates.values()].map(({ date }) => date);
  return {
    dates: read,
    errors: errors.toSorted((a, b) => a.line - b.line),
    hints: farYearsOf(read, today),
    reading: table.reading,
  };
}

/** A wrong year is easily overlooked in a long list. */
function farYearsOf(dates: readonly CleanDate[], today: string): string[] {
  const thisYear = Number(today.slice(0, 4));
  const counts = new Map<number, number>();
  for (const { startDate } of dates) {
    const year = Number(startDate.slice(0, 4));
    if (Math.abs(year - thisYear) > 1) counts.set(year, (counts.get(year) ?? 0) + 1);
  }
  return [...counts].map(
    ([year, count]) => `${year}년의 일정이 ${count}개 있습니다. 연도를 확인해 주세요.`,
  );
}

/** Returns the date, or the error message. */
function readLine(cells: Partial<Record<Column, string>>): CleanDate | string {
  const [startsOn, last] = readPeriod(cells.startsOn ?? '');
  const endsOn = cells.endsOn ? readDay(cells.endsOn) : last;
  const kind = readKind(cells);
  if (kind === null) return BAD_KIND;
  const { title, note = '', targetUrl } = cells;
  const read = z.safeParse(academicDateBody, { title, kind, startsOn, endsOn, note, targetUrl });
  if (!read.success) return messageOf(read.error.issues[0]);
  const { startsOn: startDate, endsOn: endDate, ...words } = read.data;
  const content = `${words.title}\n${startDate}`;
  const sourceId = `csv-${createHash('sha256').update(content).digest('hex').slice(0, 32)}`;
  return { sourceId, startDate, endDate, ...words };
}

/** The general sentence for a wrong day does not say how to write it. */
function messageOf(issue: { path: PropertyKey[]; message: string } | undefined): string {
  const isDay = issue?.message === TEXTS.valueInvalid && /sOn$/.test(String(issue.path[0]));
  return isDay ? BAD_DAY : (issue?.message ?? TEXTS.valueInvalid);
}

/** One day, or the first and the last of a period in one cell: 2026.3.2.(월) ~ 3.6.(금). */
function readPeriod(text: string): [from: string, to: string] {
  const [first = '', last, ...more] = text.normalize('NFKC').split(/\s*[~∼–—]\s*/u);
  const from = readDay(first);
  if (last === undefined || more.length > 0) return [readDay(text), readDay(text)];
  const [, month, day] = /^(\d{1,2})[.\-/월]\s?(\d{1,2})\D{0,5}$/u.exec(last) ?? [];
  if (month === undefined) return [from, readDay(last)];
  const year = Number(from.slice(0, 4)) + (Number(month) < Number(from.slice(5, 7)) ? 1 : 0);
  return [from, readDay(`${year}-${month}-${day}`)];
}

/** Days as spreadsheets write them: 2026-03-02, 2026. 3. 2., 2026/03/02, 20260302, 2026-03-02 (월). */
function readDay(text: string): string {
  const form = /^(\d{4})\D{0,2}(\d{1,2})\D{0,2}(\d{1,2})\D{0,5}$/u;
  const [, year, month = '', day = ''] = form.exec(text) ?? [];
  return year === undefined ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** By the title when the file does not say; null for a kind that does not exist. */
function readKind({ kind = '', title = '' }: Partial<Record<Column, string>>) {
  if (kind === '') return kindOf(title);
  return ACADEMIC_KINDS.find((known) => ACADEMIC_KIND_NAMES[known] === kind) ?? null;
}
