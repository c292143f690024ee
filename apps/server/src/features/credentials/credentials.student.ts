import type { Tx } from '../../db/client.ts';
import { grantRole } from '../../domain/access/members.repo.ts';
import {
  findClaimHolders,
  insertClaims,
  listUnclaimedStudents,
  mailboxOf,
} from '../../domain/access/student-claims.repo.ts';
import type { Emit } from '../../domain/live/live.ts';
import { isDomainOf } from '../../platform/email/email.ts';
import type { Tools } from '../tools.ts';

const CHUNK = 500;

interface Deps extends Pick<Tools, 'db' | 'clock' | 'seal' | 'notifications'> {
  /** Domains whose addresses grant STUDENT. */
  studentDomains: readonly string[];
}

export type StudentProof = ReturnType<typeof createStudentProof>;

/** An address of a student domain makes one living member a student. */
export function createStudentProof(deps: Deps) {
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
      if (!isNamed && !isDomainOf(email, studentDomains, false)) return false;
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
        isDomainOf(email, studentDomains, false),
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
