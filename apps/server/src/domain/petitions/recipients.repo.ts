import type { Role } from '@naru/contract/roles';
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { memberRoles, members, petitionSignatures, petitions } from '../../db/schema/index.ts';
import { isActive } from '../access/members.sql.ts';
import { isOwed } from './petitions.sql.ts';

/** The seals of those who signed, in no order that says when. */
export async function listSigners(db: Executor, id: number): Promise<Buffer[]> {
  const rows = await db
    .select({ signer: petitionSignatures.signer })
    .from(petitionSignatures)
    .where(eq(petitionSignatures.postId, id))
    .orderBy(asc(petitionSignatures.signer));
  return rows.map(({ signer }) => signer);
}

/** Members who have the very role, or ADMIN where nobody has it, and may log in. */
export async function listAnswerers(db: Executor, role: Role, now: Date): Promise<number[]> {
  const own = await listWithRole(db, role, now);
  return own.length > 0 ? own : listWithRole(db, 'ADMIN', now);
}

/** Members who have the very role and may log in. */
export async function listWithRole(db: Executor, role: Role, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .innerJoin(memberRoles, eq(memberRoles.memberId, members.id))
    .where(and(eq(memberRoles.role, role), isActive(now)))
    .orderBy(asc(members.id));
  return rows.map(({ id }) => id);
}

/** The body of a petition that reached its threshold, by when it owed the answer, and whether it still does; null for any other post. */
export async function findDebt(db: Executor, id: number) {
  const [row] = await db
    .select({
      addressee: petitions.addressee,
      owedOn: sql<string>`${petitions.owedOn}`,
      isOwed: isOwed.mapWith(Boolean),
    })
    .from(petitions)
    .where(and(eq(petitions.postId, id), isNotNull(petitions.reachedAt)));
  return row ?? null;
}
