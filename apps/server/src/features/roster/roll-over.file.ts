import { joinBody } from '@naru/contract/auth';
import type { TableReading } from '@naru/contract/file-reading';
import { LIMITS } from '@naru/contract/limits';
import type { RosterRole } from '@naru/contract/roster';
import { TEXTS } from '@naru/contract/texts';
import * as z from 'zod/mini';
import { addDays } from '../../platform/clock.ts';
import { type LineError, readLargeTable } from '../../platform/csv.ts';
import { eachYielding } from '../../platform/turns.ts';
import { isExponent } from './roster.file.ts';

/** The columns of a file of a roll-over, with the headings that are accepted. */
const COLUMNS = {
  username: ['학번', '학번(교번)', '교번', 'number', 'username'],
  step: ['구분', '상태', '변경', 'change', 'status'],
  name: ['이름', '성명', 'name'],
  lastDay: ['종료일', '종료일', 'until', 'end'],
} as const;
type Column = keyof typeof COLUMNS;

interface Step {
  /** Roles that the person has afterwards, and those that it has no more. */
  grants: readonly RosterRole[];
  revokes: readonly RosterRole[];
}

const grant = (role: RosterRole): Step => ({ grants: [role], revokes: [] });
const revoke = (...roles: RosterRole[]): Step => ({ grants: [], revokes: roles });

const STEPS = new Map<string, Step>([
  ...each(['졸업', '졸업생', 'graduate', 'graduated'], revoke('STUDENT', 'STUDENT_COUNCIL')),
  ...each(['재학', '재학생', '학생', 'enrolled', 'student'], grant('STUDENT')),
  ...each(['조교', 'assistant', 'manager'], grant('MANAGER')),
  ...each(['조교종료', 'assistantend', 'managerend'], revoke('MANAGER')),
  ...each(['학생회', 'council'], grant('STUDENT_COUNCIL')),
  ...each(['학생회종료', 'councilend'], revoke('STUDENT_COUNCIL')),
]);

function each(names: readonly string[], step: Step): [string, Step][] {
  return names.map((name) => [name, step]);
}

/** What a valid line asks for one role of a person. */
export interface RollOverLine {
  line: number;
  username: string;
  /** Empty when the file has no names. */
  name: string;
  role: RosterRole;
  isGrant: boolean;
  /** YYYY-MM-DD; null: without end. */
  lastDay: string | null;
}

const FILE_TEXTS = {
  exponent:
    '학번이 2.02E+07처럼 바뀌어 있습니다. 엑셀에서 그 칸의 서식을 텍스트로 바꾸고 학번을 다시 적어 주세요.',
  step: '구분은 졸업, 재학, 조교, 조교 종료, 학생회, 학생회 종료 가운데 하나여야 합니다.',
  lastDay: '종료일을 2027-02-28처럼 적어 주세요.',
  range: `종료일은 오늘부터 ${LIMITS.roleEndDays / 365}년 안에서 정해 주세요.`,
  noEnd: '종료일은 조교와 학생회에만 적을 수 있습니다.',
} as const;

/**
 * Parses a file of a roll-over into what it asks for each role; `errors` has all invalid lines, sorted.
 * `today` is the day in Korea (YYYY-MM-DD).
 */
export async function readRollOverFile(
  csv: string,
  today: string,
): Promise<{ lines: RollOverLine[]; errors: LineError[]; reading: TableReading }> {
  const table = await readLargeTable<Column>(csv, {
    headings: COLUMNS,
    optional: ['name', 'lastDay'],
    maxLines: LIMITS.rosterFileLines,
    empty: TEXTS.rosterFileEmpty,
    tooLarge: TEXTS.rosterFileTooLarge,
  });
  const lines: RollOverLine[] = [];
  const errors = [...table.errors];
  const seen = new Map<string, number>();
  await eachYielding(table.lines, ({ line, cells }) => {
    const read = readLine(cells, line, today);
    const former = typeof read === 'string' ? undefined : findFormer(read, seen);
    if (typeof read === 'string') errors.push({ line, message: read });
    else if (former === undefined) lines.push(...read);
    else errors.push({ line, message: `${former}번째 줄이 같은 사람의 같은 권한을 정합니다.` });
  });
  const sorted = errors.toSorted((a, b) => a.line - b.line);
  return { lines, errors: sorted, reading: table.reading };
}

type Cells = Partial<Record<Column, string>>;

/** Returns what the line asks for, or the error message. */
function readLine(cells: Cells, line: number, today: string): RollOverLine[] | string {
  if (isExponent(cells.username)) return FILE_TEXTS.exponent;
  const username = z.safeParse(joinBody.shape.username, cells.username);
  if (!username.success) return username.error.issues[0]?.message ?? TEXTS.valueInvalid;
  const step = STEPS.get((cells.step ?? '').replaceAll(/[\s_-]/g, '').toLowerCase());
  if (step === undefined) return FILE_TEXTS.step;
  const lastDay = readDay(cells.lastDay ?? '');
  if (lastDay === undefined) return FILE_TEXTS.lastDay;
  const problem = lastDay === null ? null : findEndProblem(step, lastDay, today);
  if (problem !== null) return problem;
  const person = { line, username: username.data, name: cells.name ?? '' };
  return [
    ...step.grants.map((role) => ({ ...person, role, isGrant: true, lastDay })),
    ...step.revokes.map((role) => ({ ...person, role, isGrant: false, lastDay: null })),
  ];
}

function findEndProblem({ grants }: Step, lastDay: string, today: string): string | null {
  if (grants.length === 0 || grants.includes('STUDENT')) return FILE_TEXTS.noEnd;
  const isInRange = lastDay >= today && lastDay <= addDays(today, LIMITS.roleEndDays);
  return isInRange ? null : FILE_TEXTS.range;
}

/** Dates as spreadsheets write them: 2027-02-28, 2027. 2. 28., 2027/2/28; null for an empty cell. */
function readDay(text: string): string | null | undefined {
  if (text === '') return null;
  const [, year, month, day] = /^(\d{4})\D{1,2}(\d{1,2})\D{1,2}(\d{1,2})\D{0,2}$/u.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const parsed = new Date(`${date}T00:00:00Z`);
  const isReal = !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
  return isReal ? date : undefined;
}

/** The earlier line about the same role of the person; notes the line otherwise. */
function findFormer(read: readonly RollOverLine[], seen: Map<string, number>): number | undefined {
  const keys = read.map(({ username, role }) => `${username} ${role}`);
  const former = keys.map((key) => seen.get(key)).find((line) => line !== undefined);
  if (former === undefined) for (const key of keys) seen.set(key, read[0]?.line ?? 0);
  return former;
}
