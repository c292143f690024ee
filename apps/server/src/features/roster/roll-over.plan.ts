import { highestRole, type Role, roleRank } from '@naru/contract/roles';
import type { RollOverChange } from '@naru/contract/roll-over';
import { isSameName } from '../../domain/roster/agreement.ts';
import { eachYielding } from '../../platform/turns.ts';
import type { RollOverLine } from './roll-over.file.ts';
import type { KnownMember } from './roster.plan.ts';

interface RoleEndRow {
  memberId: number;
  role: string;
  lastDay: string;
}

/** A change with its member. */
export interface PlannedRole extends RollOverChange {
  memberId: number;
}

export interface RollOverPlan {
  changes: RollOverChange[];
  /** The changes that write something. */
  planned: PlannedRole[];
  /** How many students the file does not have. */
  missing: number;
}

interface Stored {
  /** Members of the file's numbers. */
  members: readonly KnownMember[];
  students: readonly KnownMember[];
  ends: readonly RoleEndRow[];
}

interface Options {
  actor: { id: number; roles: readonly Role[] };
  /** Students whom the file does not have lose the role. */
  dropMissing: boolean;
}

const NOTES = {
  unknown: '이 학번(교번)의 회원이 없습니다.',
  name: '이 학번(교번)의 회원은 이름이 다릅니다.',
  own: '자신의 권한은 변경할 수 없습니다.',
  higher: '자신보다 높은 권한의 회원입니다.',
  missing: '파일에 없는 학생입니다.',
} as const;

/** Compares what a file asks for with the roles that members have. */
export async function planRollOver(
  lines: readonly RollOverLine[],
  { members, students, ends }: Stored,
  { actor, dropMissing }: Options,
): Promise<RollOverPlan> {
  const memberOf = new Map(members.map((one) => [one.username, one]));
  const endOf = new Map(
    ends.map(({ memberId, role, lastDay }) => [`${memberId} ${role}`, lastDay]),
  );
  const plan: RollOverPlan = { changes: [], planned: [], missing: 0 };
  const add = (change: RollOverChange, memberId: number | undefined) => {
    plan.changes.push(change);
    const isWrite = change.verdict !== 'SAME' && change.verdict !== 'LEFT_OUT';
    if (isWrite && memberId !== undefined) plan.planned.push({ ...change, memberId });
  };
  const named = new Set<string>();
  await eachYielding(lines, (line) => {
    named.add(line.username);
    const member = memberOf.get(line.username);
    const end = endOf.get(`${member?.id} ${line.role}`) ?? null;
    const change = judge(line, member, end, actor);
    if (!isNoise(line, change)) add(change, member?.id);
  });
  const missing = students.filter(({ username }) => !named.has(username));
  plan.missing = missing.length;
  if (dropMissing) {
    await eachYielding(missing, (student) => add(dropStudent(student, actor), student.id));
  }
  return plan;
}

/** A graduate who was not in the student council loses nothing there. */
function isNoise({ role, isGrant }: RollOverLine, { verdict }: RollOverChange): boolean {
  return verdict === 'SAME' && !isGrant && role === 'STUDENT_COUNCIL';
}

function judge(
  line: RollOverLine,
  member: KnownMember | undefined,
  end: string | null,
  actor: Options['actor'],
): RollOverChange {
  const { isGrant, name: _, ...shown } = line;
  const change = { ...shown, name: member?.name ?? line.name, note: '' };
  if (member === undefined) return { ...change, verdict: 'LEFT_OUT', note: NOTES.unknown };
  if (line.name !== '' && !isSameName(line.name, member.name)) {
    return { ...change, verdict: 'LEFT_OUT', note: NOTES.name };
  }
  const has = member.roles.includes(line.role);
  if (has !== isGrant) {
    const note = findBlock(member, actor);
    if (note !== null) return { ...change, verdict: 'LEFT_OUT', note };
    return { ...change, verdict: isGrant ? 'GRANT' : 'REVOKE' };
  }
  if (!isGrant || end === line.lastDay) return { ...change, verdict: 'SAME' };
  const note = findBlock(member, actor);
  return note === null
    ? { ...change, verdict: 'LAST_DAY' }
    : { ...change, verdict: 'LEFT_OUT', note };
}

function dropStudent(student: KnownMember, actor: Options['actor']): RollOverChange {
  const { username, name } = student;
  const change = { line: 0, username, name, role: 'STUDENT', lastDay: null } as const;
  const block = findBlock(student, actor);
  if (block !== null) return { ...change, verdict: 'LEFT_OUT', note: block };
  return { ...change, verdict: 'REVOKE', note: NOTES.missing };
}

function findBlock(member: KnownMember, { id, roles }: Options['actor']): string | null {
  if (member.id === id) return NOTES.own;
  const isHigher = roleRank(highestRole(member.roles)) > roleRank(highestRole(roles));
  return isHigher ? NOTES.higher : null;
}
