import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { byteArray } from '../../db/arrays.ts';
import type { Executor } from '../../db/client.ts';
import { memberRoles, members, studentClaims } from '../../db/schema/index.ts';

type NewClaim = typeof studentClaims.$inferInsert;

/** One mailbox receives every `name+anything@`, so these count as one address. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, at).split('+', 1)[0]}${email.slice(at)}`;
}

/** Stores the claims whose address is free; returns how many. Waits for a parallel claim to commit. */
export async function insertClaims(db: Executor, claims: readonly NewClaim[]): Promise<number> {
  if (claims.length === 0) return 0;
  const { rowCount } = await db
    .insert(studentClaims)
    .values([...claims])
    .onConflictDoNothing();
  return rowCount ?? 0;
}

/** The members whose claims have these hashes. */
export async function findClaimHolders(db: Executor, hashes: readonly Buffer[]) {
  return db
    .select({
      addressHash: studentClaims.addressHash,
      id: members.id,
      username: members.username,
      nickname: members.nickname,
    })
    .from(studentClaims)
    .innerJoin(members, eq(members.id, studentClaims.memberId))
    .where(sql`${studentClaims.addressHash} = any(${byteArray(hashes)})`);
}

/** The ids among `memberIds` with a claim, also of an address that they left. */
export async function findClaimants(db: Executor, memberIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: studentClaims.memberId })
    .from(studentClaims)
    .where(inArray(studentClaims.memberId, [...memberIds]));
  return rows.map(({ id }) => id);
}

/** Students without a claim, the longest members first. */
export async function listUnclaimedStudents(db: Executor) {
  return db
    .select({ id: members.id, email: members.email })
    .from(members)
    .innerJoin(
      memberRoles,
      and(eq(memberRoles.memberId, members.id), eq(memberRoles.role, 'STUDENT')),
    )
    .where(
      and(
        isNull(members.withdrawnAt),
        sql`not exists (select 1 from ${studentClaims} where ${studentClaims.memberId} = ${members.id})`,
      ),
    )
    .orderBy(asc(members.id));
}
