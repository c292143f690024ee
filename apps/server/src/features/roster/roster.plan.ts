import { highestRole, ROLE_TITLES, type Role, roleRank } from '@naru/contract/roles';
import type { RosterChange } from '@naru/contract/roster';
import { isSameName } from '../../domain/roster/agreement.ts';
import type { RosterRow } from '../../domain/roster/roster.repo.ts';
import { eachYielding } from '../../platform/turns.ts';
import type { RosterLine } from './roster.file.ts';

/** A living member as the import compares it. */
export interface KnownMember {
  id: number;
  username: string;
  name: string;
  email: string;
  roles: Role[];
}

/** With what a file may also change. */
export interface ComparedMember extends KnownMember {
  standing: RosterRow['standing'];
  major: string | null;
}

/** What is stored about the people of a file. */
export interface KnownPeople {
  members: readonly ComparedMember[];
  entries: readonly RosterRow[];
  /** By address: the member whom its mailbox proved to be a student. */
  claims: ReadonlyMap<string, number>;
}

export interface Known extends KnownPeople {
  /** For which the years of study of the file are. */
  academicYear: number;
}

/** What an import writes for one line; without an entry and a member it is new. */
export interface PlannedLine {
  line: RosterLine;
  entry: RosterRow | undefined;
  /** The member that the line is about, who may not have joined by the roster. */
  member: ComparedMember | undefined;
}

export interface RosterPlan {
  changes: RosterChange[];
  /** The lines that write something. */
  planned: PlannedLine[];
  /** The members who get the role of their line. */
  grants: PlannedLine[];
  /** The members whose standing or major a line changes. */
  standings: PlannedLine[];
}

const NOTES = {
  otherMember: '이 학번(교번)의 회원은 이름이나 이메일이 다릅니다. 회원 권한에서 확인해 주세요.',
  takenByMember: '이 이메일은 다른 학번(교번)의 회원이 쓰고 있습니다.',
  takenByEntry: '이 이메일은 명부에서 다른 학번(교번)의 것입니다.',
  joined: '이 학번(교번)으로 이미 다른 회원이 가입했습니다.',
  claimed: '이 이메일로 학생 인증을 받은 다른 회원이 있습니다.',
  own: '자신의 권한은 변경할 수 없습니다.',
  higher: '자신보다 높은 권한의 회원입니다.',
} as const;

const FIELDS = {
  name: '이름',
  email: '이메일',
  role: '권한',
  standing: '학적',
  major: '전공',
} as const;

/** Compares the lines of a file with what is stored; `actor` may not change the own roles. */
export async function planRoster(
  lines: readonly RosterLine[],
  known: Known,
  actor: { id: number; roles: readonly Role[] },
): Promise<RosterPlan> {
  const index = indexKnown(known);
  const plan: RosterPlan = { changes: [], planned: [], grants: [], standings: [] };
  await eachYielding(lines, (line) => {
    const found = index(line);
    const { verdict, note } = judge(line, found, { ...actor, academicYear: known.academicYear });
    const { studyYear: _, standing: _standing, major: _major, unread, ...shown } = line;
    const left = unread === undefined ? '' : `${unread}: 알 수 없어 바꾸지 않습니다.`;
    plan.changes.push({ ...shown, verdict, note: [note, left].filter(Boolean).join(' ') });
    const planned = { line, entry: found.entry, member: found.member };
    if (verdict === 'GRANT') plan.grants.push(planned);
    if (verdict !== 'LEFT_OUT' && changesStanding(planned)) plan.standings.push(planned);
    if (writes(verdict, planned)) plan.planned.push(planned);
  });
  return plan;
}

/** A member without an entry gets one, so that the roster stays whole. */
function writes(verdict: RosterChange['verdict'], { entry, member }: PlannedLine): boolean {
  if (verdict === 'LEFT_OUT' || verdict === 'INVITED') return false;
  return verdict !== 'SAME' || (member !== undefined && entry?.memberId !== member.id);
}

function changesStanding({ line, member }: PlannedLine): boolean {
  return member !== undefined && standingChanges(line, member).length > 0;
}

/** A file without one of the columns leaves it as it is. */
function standingChanges(line: RosterLine, stored: Pick<RosterRow, 'standing' | 'major'>) {
  return (['standing', 'major'] as const).filter(
    (field) => line[field] !== undefined && line[field] !== stored[field],
  );
}

/** Why an open entry may not get another address, as a Korean sentence; null when it may. */
export function findAddressProblem(
  entry: RosterRow,
  email: string,
  known: KnownPeople,
): string | null {
  const { username, name, role } = entry;
  const line = {
    line: 0,
    username,
    name,
    email,
    role,
    studyYear: null,
    standing: undefined,
    major: undefined,
  };
  return findProblem(line, indexKnown(known)(line));
}

interface Found {
  member: ComparedMember | undefined;
  /** Another member who uses the address. */
  holder: KnownMember | undefined;
  entry: RosterRow | undefined;
  /** The entry of another number with the address. */
  rival: RosterRow | undefined;
  /** Whom the address proved to be a student. */
  claimant: number | undefined;
}

function indexKnown({ members, entries, claims }: KnownPeople): (line: RosterLine) => Found {
  const memberOf = new Map(members.map((one) => [one.username, one]));
  const holderOf = new Map(members.map((one) => [one.email, one]));
  const entryOf = new Map(entries.map((one) => [one.username, one]));
  const rivalOf = new Map(entries.map((one) => [one.email, one]));
  return ({ username, email }) => {
    const [holder, rival] = [holderOf.get(email), rivalOf.get(email)];
    return {
      member: memberOf.get(username),
      holder: holder?.username === username ? undefined : holder,
      entry: entryOf.get(username),
      rival: rival?.username === username ? undefined : rival,
      claimant: claims.get(email),
    };
  };
}

type Verdict = Pick<RosterChange, 'verdict' | 'note'>;

function judge(
  line: RosterLine,
  found: Found,
  actor: { id: number; roles: readonly Role[]; academicYear: number },
): Verdict {
  const problem = findProblem(line, found);
  if (problem !== null) return { verdict: 'LEFT_OUT', note: problem };
  if (found.member !== undefined) return judgeMember(line, found.member, actor);
  const { academicYear } = actor;
  const year = line.studyYear === null ? '' : `${academicYear}학년도 ${line.studyYear}학년`;
  if (found.entry === undefined) return { verdict: 'NEW', note: year };
  const fields = changedFields(line, found.entry, academicYear);
  if (fields.length === 0) return { verdict: 'INVITED', note: year };
  const names = fields.map((field) => (field === 'studyYear' ? `학년(${year})` : FIELDS[field]));
  return { verdict: 'CHANGE', note: `${names.join(', ')} 변경` };
}

function findProblem(line: RosterLine, found: Found): string | null {
  const { member, holder, entry, rival, claimant } = found;
  if (holder !== undefined) return NOTES.takenByMember;
  if (rival !== undefined) return NOTES.takenByEntry;
  if (member !== undefined && (member.email !== line.email || !isSameName(member.name, line.name)))
    return NOTES.otherMember;
  if (line.role === 'STUDENT' && claimant !== undefined && claimant !== member?.id) {
    return NOTES.claimed;
  }
  const isOthers = entry !== undefined && entry.memberId !== null && entry.memberId !== member?.id;
  return isOthers ? NOTES.joined : null;
}

function judgeMember(
  line: RosterLine,
  member: ComparedMember,
  actor: { id: number; roles: readonly Role[] },
): Verdict {
  const { role } = line;
  const names = standingChanges(line, member).map((field) => FIELDS[field]);
  const note = names.length === 0 ? '' : `${names.join(', ')} 변경`;
  if (member.roles.includes(role)) return { verdict: 'SAME', note };
  if (member.id === actor.id) return { verdict: 'LEFT_OUT', note: NOTES.own };
  if (roleRank(highestRole(member.roles)) > roleRank(highestRole(actor.roles))) {
    return { verdict: 'LEFT_OUT', note: NOTES.higher };
  }
  return { verdict: 'GRANT', note: `${ROLE_TITLES[role]} 권한이 생깁니다.` };
}

/** A file without the year of study leaves it as it is. */
function changedFields(line: RosterLine, entry: RosterRow, academicYear: number) {
  const isSameYear = line.studyYear === entry.studyYear && entry.studyYearOf === academicYear;
  const fields = (['name', 'email', 'role', 'studyYear'] as const).filter((field) =>
    field === 'studyYear' ? line.studyYear !== null && !isSameYear : line[field] !== entry[field],
  );
  return [...fields, ...standingChanges(line, entry)];
}
