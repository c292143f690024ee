import type { Tx } from '../../db/client.ts';
import { grantRole } from '../../domain/access/members.repo.ts';
import {
  findClaimHolders,
  insertClaims,
  listUnclaimedStudents,
  mailboxOf,
} from '../../domain/access/student-claims.repo.ts';
import type { Emit } from '../../domain/live/live.ts';
import { joinEntry, type RosterRow } from '../../domain/roster/roster.repo.ts';
import { deleteWaitingOf } from '../../domain/roster/waiting.repo.ts';
import { hasDomain } from '../../platform/email/email.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tools } from '../tools.ts';
import { insertConsents, insertMember } from './credentials.repo.ts';

const CHUNK = 500;

interface StudentProofDeps extends Pick<Tools, 'db' | 'clock' | 'seal' | 'notifications'> {
  /** Domains whose addresses grant STUDENT. */
  studentDomains: readonly string[];
}

export type StudentProof = ReturnType<typeof createStudentProof>;

/** An address of a student domain makes one living member a student. */
export function createStudentProof(deps: StudentProofDeps) {
  const { db, clock, seal, notifications, studentDomains } = deps;
  const hashOf = (email: string) => seal.hashText(mailboxOf(email));

  return {
    /**
     * Claims a proven address for the member and grants STUDENT with it; returns whether the role is
     * new. A member whose mailbox proved another one before has to ask staff. The member's own
     * claim grants nothing twice, so that it does not undo a revocation by staff. `isNamed`: the roster
     * names the address as that of a student, whatever its domain.
     */
    async claim(
      tx: Tx,
      emit: Emit,
      memberId: number,
      email: string,
      { isNamed = false } = {},
    ): Promise<boolean> {
      if (!isNamed && !hasDomain(email, studentDomains, false)) return false;
      const [addressHash, now] = [hashOf(email), clock.now()];
      if ((await insertClaims(tx, [{ addressHash, memberId, claimedAt: now }])) === 1) {
        return grantRole(tx, { memberId, role: 'STUDENT', grantedAt: now });
      }
      const [holder] = await findClaimHolders(tx, [addressHash]);
      if (holder?.id !== memberId) {
        const to = [memberId];
        await notifications.notify(tx, emit, { kind: 'studentAddressClaimed', facts: null, to });
      }
      return false;
    },

    /**
     * Claims the addresses of students who have no claim yet, such as those of earlier versions and
     * of the demo; idempotent.
     */
    async claimExisting(): Promise<void> {
      const students = (await listUnclaimedStudents(db)).filter(({ email }) =>
        hasDomain(email, studentDomains, false),
      );
      for (let first = 0; first < students.length; first += CHUNK) {
        const claims = students.slice(first, first + CHUNK).map(({ id, email }) => ({
          addressHash: hashOf(email),
          memberId: id,
          claimedAt: clock.now(),
        }));
        await insertClaims(db, claims);
      }
    },
  };
}

interface NewAccount {
  username: string;
  email: string;
  nickname: string;
  name: string;
  passwordHash: string;
  /** Versions of the documents agreed to, by document. */
  consents: Record<string, string>;
}

export type NewMembers = ReturnType<typeof createNewMembers>;

interface Deps extends Pick<Tools, 'clock' | 'audit'> {
  student: StudentProof;
}

/** Every way of joining ends here. */
export function createNewMembers({ clock, audit, student }: Deps) {
  return {
    /**
     * Creates a member whose address is proven, with the role and the year of study of its entry in the
     * roster; without one the address decides whether it is a student. Throws DUPLICATE when a value is
     * taken, INVITATION_INVALID when somebody else joined by the entry or a file changed it.
     */
    async create(
      tx: Tx,
      emit: Emit,
      { consents, ...account }: NewAccount,
      entry: RosterRow | null,
    ): Promise<number> {
      const createdAt = clock.now();
      const { studyYear = null, studyYearOf = null, standing = null, major = null } = entry ?? {};
      const year = { studyYear, studyYearOf, standing, major };
      // The claim below grants STUDENT, unless the mailbox proved another member.
      const role = entry === null || entry.role === 'STUDENT' ? 'USER' : entry.role;
      const values = { ...account, ...year, createdAt, isNew: true };
      const memberId = await insertMember(tx, values, ['USER', role]);
      if (memberId === null) throw new AppError('DUPLICATE');
      await deleteWaitingOf(tx, account.email);
      if (Object.keys(consents).length > 0) {
        await insertConsents(tx, memberId, consents, createdAt);
      }
      if (entry === null) await student.claim(tx, emit, memberId, account.email);
      else await joinBy(tx, emit, { id: memberId, email: account.email }, entry);
      return memberId;
    },
  };

  async function joinBy(
    tx: Tx,
    emit: Emit,
    { id: memberId, email }: { id: number; email: string },
    entry: RosterRow,
  ): Promise<void> {
    const { id: targetId, role } = entry;
    if (!(await joinEntry(tx, entry, memberId))) throw new AppError('INVITATION_INVALID');
    if (role === 'STUDENT') await student.claim(tx, emit, memberId, email, { isNamed: true });
    await audit.record(tx, { memberId }, { action: 'roster.join', targetId, detail: { role } });
  }
}
