import type { Executor } from '../../db/client.ts';
import {
  findClaimants,
  findClaimHolders,
  mailboxOf,
} from '../../domain/access/student-claims.repo.ts';
import type { Seal } from '../../platform/seal.ts';
import type { StudentFacts } from './admin.present.ts';
import type { UserRow } from './admin.repo.ts';

type Person = Pick<UserRow, 'id' | 'email'>;

/** What staff need to decide on the role STUDENT, by member. */
export async function findStudentFacts(
  tx: Executor,
  seal: Pick<Seal, 'hashText'>,
  rows: readonly Person[],
): Promise<(row: Person) => StudentFacts> {
  const hashOf = ({ email }: Person) => seal.hashText(mailboxOf(email));
  const holders = await findClaimHolders(tx, rows.map(hashOf));
  const claimants = new Set(
    await findClaimants(
      tx,
      rows.map(({ id }) => id),
    ),
  );
  return (row) => {
    const hash = hashOf(row);
    const holder = holders.find(({ addressHash }) => addressHash.equals(hash));
    const isOther = holder !== undefined && holder.id !== row.id;
    return {
      isProvenStudent: claimants.has(row.id),
      mailboxHolder: isOther
        ? { id: holder.id, username: holder.username, nickname: holder.nickname }
        : null,
    };
  };
}
