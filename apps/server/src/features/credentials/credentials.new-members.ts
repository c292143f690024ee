import type { Tx } from '../../db/client.ts';
import type { Emit } from '../../domain/live/live.ts';
import { joinEntry, type RosterRow } from '../../domain/roster/roster.repo.ts';
import { deleteWaitingOf } from '../../domain/roster/waiting.repo.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tools } from '../tools.ts';
import { insertConsents, insertMember } from './credentials.repo.ts';
import type { StudentProof } from './credentials.student.ts';

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
      const year = { studyYear: entry?.studyYear ?? null, studyYearOf: entry?.studyYearOf ?? null };
      // The claim below grants STUDENT, unless the mailbox proved another member.
      const role = entry === null || entry.role === 'STUDENT' ? 'USER' : entry.role;
      const values = { ...account, ...year, createdAt };
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
