import { majorField } from '@naru/contract/audiences';
import { joinBody } from '@naru/contract/auth';
import type { TableReading } from '@naru/contract/file-reading';
import { LIMITS } from '@naru/contract/limits';
import type { Standing } from '@naru/contract/notice-groups';
import { hasRole, ROLE_TITLES, ROLES, type Role } from '@naru/contract/roles';
import { ROSTER_ROLES, type RosterRole } from '@naru/contract/roster';
import { TEXTS } from '@naru/contract/texts';
import * as z from 'zod/mini';
import { type LineError, readLargeTable } from '../../platform/csv.ts';
import { hasDomain } from '../../platform/email/email.ts';
import { eachYielding } from '../../platform/turns.ts';

/** The columns of a file of people, with the headings that are accepted. */
const COLUMNS = {
  username: ['학번', '학번(교번)', '학번/교번', '교번', '아이디', 'number', 'username'],
  name: ['이름', '성명', '학생명', '성명(한글)', 'name'],
  email: ['이메일', '이메일주소', '메일', '메일주소', '학교이메일', '전자우편', 'email', 'e-mail'],
  role: ['권한', '역할', '구분', 'role'],
  studyYear: ['학년', 'year'],
  standing: ['학적', '학적상태', '재학상태', 'status'],
  major: ['전공', '세부전공', 'major'],
} as const;
type Column = keyof typeof COLUMNS;

/** A valid line. */
export interface RosterLine {
  line: number;
  username: string;
  name: string;
  email: string;
  role: RosterRole;
  /** Null when the file does not say it. */
  studyYear: number | null;
  /** Undefined without the column, and for what is not understood; null: studies, or nothing is said. */
  standing: Standing | null | undefined;
  major: string | null | undefined;
  /** What of standing and major was not understood. */
  unread?: string | undefined;
}

const FILE_TEXTS = {
  exponent:
    '학번이 2.02E+07처럼 바뀌어 있습니다. 엑셀에서 그 칸의 서식을 텍스트로 바꾸고 학번을 다시 적어 주세요.',
  role: `권한은 ${ROSTER_ROLES.map((role) => ROLE_TITLES[role]).join(', ')} 가운데 하나여야 합니다.`,
  higher: '관리자와 시스템 권한은 파일로 줄 수 없습니다.',
  domain: '가입할 수 없는 이메일 주소입니다. 학교 이메일을 적어 주세요.',
  studyYear: `학년은 1부터 ${LIMITS.studyYears}까지의 숫자로 적어 주세요.`,
} as const;

const person = z.object({
  username: joinBody.shape.username,
  name: joinBody.shape.name,
  email: joinBody.shape.email,
});

const ROLE_NAMES = new Map<string, Role>([
  ...ROLES.flatMap((role): [string, Role][] => [
    [role.toLowerCase().replaceAll('_', ''), role],
    [ROLE_TITLES[role], role],
  ]),
  ['재학생', 'STUDENT'],
  ['학부생', 'STUDENT'],
  ['졸업생', 'USER'],
]);

/**
 * Parses a file of people; `errors` has all invalid lines, sorted. Addresses must be of one of
 * `domains`, when there are any.
 */
export async function readRosterFile(
  csv: string,
  domains: readonly string[],
): Promise<{ lines: RosterLine[]; errors: LineError[]; reading: TableReading }> {
  const table = await readLargeTable<Column>(csv, {
    headings: COLUMNS,
    optional: ['studyYear', 'standing', 'major'],
    maxLines: LIMITS.rosterFileLines,
    empty: TEXTS.rosterFileEmpty,
    tooLarge: TEXTS.rosterFileTooLarge,
  });
  const lines: RosterLine[] = [];
  const errors = [...table.errors];
  await eachYielding(table.lines, ({ line, cells }) => {
    const read = readLine(cells, domains);
    if (typeof read === 'string') errors.push({ line, message: read });
    else lines.push({ line, ...read });
  });
  for (const [field, name] of UNIQUE) errors.push(...findRepeated(lines, field, name));
  const bad = new Set(errors.map(({ line }) => line));
  return {
    lines: lines.filter(({ line }) => !bad.has(line)),
    errors: errors.toSorted((a, b) => a.line - b.line),
    reading: table.reading,
  };
}

const UNIQUE = [
  ['username', '학번(교번)이'],
  ['email', '이메일이'],
] as const;

type Cells = Partial<Record<Column, string>>;

/** Returns the person, or the error message. */
function readLine(cells: Cells, domains: readonly string[]): Omit<RosterLine, 'line'> | string {
  const { username, name, email } = cells;
  if (isExponent(username)) return FILE_TEXTS.exponent;
  const broken = findBreak(cells);
  if (broken !== null) return broken;
  const read = z.safeParse(person, { username, name, email });
  if (!read.success) return read.error.issues[0]?.message ?? TEXTS.valueInvalid;
  if (!hasDomain(read.data.email, domains, true)) return FILE_TEXTS.domain;
  const role = readRole(cells.role ?? '');
  if (role === undefined) return FILE_TEXTS.role;
  if (hasRole([role], 'ADMIN')) return FILE_TEXTS.higher;
  const studyYear = readYear(cells.studyYear ?? '');
  if (studyYear === undefined) return FILE_TEXTS.studyYear;
  return { ...read.data, role: role as RosterRole, studyYear, ...readExtra(cells) };
}

const STANDING_WORDS = new Map<string, Standing | null>([
  ...['', '재학', '재학생', '복학', '복학생', '졸업'].map((word) => [word, null] as const),
  ...['휴학', '휴학생'].map((word) => [word, 'LEAVE'] as const),
  ...['대학원', '대학원생', '석사과정', '박사과정'].map((word) => [word, 'GRADUATE'] as const),
]);
const UNREAD_MAX = 20;

/** Both are beside what a file is for, so that a line with another word in them is not refused. */
function readExtra({ standing, major }: Cells): Pick<RosterLine, 'standing' | 'major' | 'unread'> {
  const known = standing === undefined ? null : STANDING_WORDS.get(standing.replaceAll(/\s/g, ''));
  const name = major === undefined ? undefined : z.safeParse(majorField, major);
  const unread = [
    ...(known === undefined ? [`학적 ‘${excerpt(standing)}’`] : []),
    ...(name?.success === false ? [`전공 ‘${excerpt(major)}’`] : []),
  ];
  return {
    standing: standing === undefined ? undefined : known,
    major: name?.success ? name.data || null : undefined,
    unread: unread.join(', ') || undefined,
  };
}

const excerpt = (text = '') => [...text.slice(0, 2 * UNREAD_MAX)].slice(0, UNREAD_MAX).join('');

/** The sentences of the fields do not say that a cell has several lines. */
function findBreak(cells: Cells): string | null {
  const broken = (['username', 'name', 'email'] as const).find((column) =>
    /[\r\n]/.test(cells[column] ?? ''),
  );
  if (broken === undefined) return null;
  return `${COLUMNS[broken][0]} 칸에 줄바꿈이 있습니다. 한 줄로 고쳐 주세요.`;
}

/** What spreadsheets make of long numbers. */
export function isExponent(username: string | undefined): boolean {
  return /^\d[\d.]*e\+?\d+$/i.test(username ?? '');
}

function readRole(text: string): Role | undefined {
  return ROLE_NAMES.get(text.replaceAll(/[\s_-]/g, '').toLowerCase());
}

/** Null for an empty cell, undefined for anything else that is no year of study. */
function readYear(text: string): number | null | undefined {
  const [, digit] = /^([1-9])(?:학년)?$/.exec(text.replaceAll(/\s/g, '')) ?? [];
  if (text === '') return null;
  return digit !== undefined && Number(digit) <= LIMITS.studyYears ? Number(digit) : undefined;
}

function findRepeated(
  lines: readonly RosterLine[],
  field: 'username' | 'email',
  name: string,
): LineError[] {
  const first = new Map<string, number>();
  return lines.flatMap(({ line, [field]: value }) => {
    const former = first.get(value);
    if (former !== undefined) return [{ line, message: `${former}번째 줄과 ${name} 같습니다.` }];
    first.set(value, line);
    return [];
  });
}
